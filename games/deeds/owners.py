"""Who has which deed, as everybody may know it: of a private match that gave it only its players learn."""

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from games.core.models import Seat
from games.deeds.models import Award


def owners(slug: str) -> dict[str, int]:
    """Return how many people have each deed of a game, by its key; deeds that nobody has are left out."""
    found = Award.objects.filter(game=slug).order_by().values_list("deed")
    return dict(found.annotate(Count("pk")))


def of_person(user_id: int, reader_id: int | None) -> QuerySet[Award]:
    """Return the awards of a person with their matches, oldest first in each game, as a reader or a visitor has them in
    sight.
    """
    return sighted(Award.objects.filter(user=user_id).select_related("match"), reader_id)


def sighted(rows: QuerySet[Award], reader_id: int | None) -> QuerySet[Award]:
    """Return awards with `in_sight`, which says whether a reader, or a visitor, may know of the match."""
    mine = Seat.objects.filter(match=OuterRef("match"), user=reader_id)
    return rows.annotate(in_sight=Q(match__private=False) | Exists(mine))
