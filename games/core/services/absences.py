"""Since when players are absent whose time has run out.

Matches that end by the same absence hold the same moment, so that they are one mark
(`games/core/reading/reliability.py`).
"""

from collections.abc import Collection
from datetime import datetime

from django.db.models import F, OuterRef, Q, Subquery

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

    This takes one query. A look doesn't count, nor does a move that the clock made, nor an answer that is still secret:
    how many absences are counted would tell the others of it.
    """
    if not user_ids:
        return {}
    newest = Q(match__seats__answered_ply=F("ply"))
    earlier = Q(match__sealed__gt=0, match__seats__number=F("seat"))  # where the newest may be secret
    users = User.objects.filter(pk__in=user_ids)
    found = users.values_list("pk", _last_known(newest), _last_known(earlier), "date_joined")
    return {user: max((each for each in moved if each), default=joined) for user, *moved, joined in found}


def _last_known(which: Q) -> Subquery:
    """Return when a user last made a move of this kind that everybody may know of."""
    here = Q(match__seats__taken_ply=None) | Q(match__seats__taken_ply__lt=F("ply"))  # and not one who sat there before
    own = Entry.objects.filter(which, here, match__seats__user=OuterRef("pk")).disclosed()
    return Subquery(own.order_by("-created").values("created")[:1])
