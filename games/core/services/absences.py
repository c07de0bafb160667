"""Since when players are absent whose time has run out.

Matches that end by the same absence hold the same moment, so that they are one mark
(`games/core/reading/reliability.py`).
"""

from collections.abc import Collection
from datetime import datetime

from django.db.models import F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from games.core.models import Entry, Seat


def mark_absences(seats: Collection[Seat]) -> None:
    """Note on seats whose time is up since when their players are gone.

    The code that closes a match writes the seats.
    """
    gone = since({seat.user_id for seat in seats})
    for seat in seats:
        seat.absent_since = gone[seat.user_id]


def since(user_ids: Collection[int]) -> dict[int, datetime]:
    """Return when each of these users last moved, in any match, or came here if they never moved.

    This takes one query. A look doesn't count, nor does a move that the clock made.
    """
    if not user_ids:
        return {}
    here = Q(match__seats__taken_ply=None) | Q(match__seats__taken_ply__lt=F("ply"))  # and not one who sat there before
    own = Entry.objects.filter(here, match__seats__user=OuterRef("pk"), match__seats__answered_ply=F("ply"))
    last = Subquery(own.order_by("-created").values("created")[:1])
    return dict(User.objects.filter(pk__in=user_ids).values_list("pk", Coalesce(last, "date_joined")))
