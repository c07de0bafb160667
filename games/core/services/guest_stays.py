"""How long guests stay who play people: as long as the match may last, and a day after it is over."""

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games.core.models import Match, Seat
from games.core.models.seat import house_plays
from games.core.services.locked import LockedMatch


def extend(locked: LockedMatch) -> None:
    """Have the guests among the players of a match that begins stay until it must be over."""
    last = locked.match.last_moment
    players = User.objects.filter(pk__in=[seat.user_id for seat in locked.seats])
    players.filter(guest_until__lt=last).update(guest_until=last)


def shorten(now: datetime | None = None) -> int:
    """Have those guests stay for no more than a day who play nobody any more; how many there were."""
    now = now or timezone.now()
    longer = User.objects.filter(guest_until__gt=now + guests.DAY, left=None)
    return sum(_shorten(pk, now) for pk in list(longer.filter(~_plays()).values_list("pk", flat=True)))


@transaction.atomic
def _shorten(user_id: int, now: datetime) -> bool:
    """Shorten the stay of one guest; return False if they became an account or joined a match since.

    Joining holds the row as well.
    """
    until = now + guests.DAY
    return _hold(user_id, until) and User.objects.filter(~_plays(), pk=user_id).update(guest_until=until) == 1


def _hold(user_id: int, until: datetime) -> bool:
    """Hold the row of a guest who stays beyond a moment, so that what is asked next knows of all matches joined until
    now; False where there is none any more."""
    return User.objects.select_for_update().filter(pk=user_id, guest_until__gt=until).exists()


def _plays() -> Exists:
    """Say whether a user is in a match with people that goes on; asked with the user's row."""
    going = Seat.objects.filter(user=OuterRef("pk"), match__status__in=[Match.Status.OPEN, Match.Status.PLAYING])
    return Exists(going.filter(~house_plays()))


def asks_address(user: User, public_id: str) -> bool:
    """Say whether a guest who has moved in a match is to be asked where to be told of the next turn: where people
    play.
    """
    if not user.is_guest or hasattr(user, "sign_up"):
        return False
    return Seat.objects.filter(match__public_id=public_id, house=False).exclude(user=user).exists()
