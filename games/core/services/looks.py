"""What players have seen, as it is remembered: the turn, the match as it was, a hint.

A player who looks at a match while it waits for them no longer counts as never told. What is written depends on
the reader's own turn alone: nobody else sees it, nor its time.
"""

from collections.abc import Iterable

from django.http import HttpRequest
from django.utils import timezone

from games.core.models import Seat, Turn
from games.core.services.locked import LockedMatch

REFRESH = "X-Refresh"
"""The header of what a page asks for by itself: `used` while somebody uses the page, otherwise `untouched`."""


def is_look(request: HttpRequest) -> bool:
    """Say whether what a request shows its reader is noted: not what a program asks by HEAD, which shows nothing."""
    return request.method != "HEAD"


def is_used(request: HttpRequest) -> bool:
    """Say whether a page that asks by itself says that somebody uses it."""
    return request.headers.get(REFRESH) == "used"


def is_looking(request: HttpRequest) -> bool:
    """Say whether a request for a page, or a part of it, shows that its player looks.

    Pages ask by themselves only for parts. A whole page is opened by somebody, no matter what the request says.
    """
    asks_by_itself = request.htmx and REFRESH in request.headers  # type: ignore[attr-defined]
    return is_look(request) and (is_used(request) or not asks_by_itself)


def mark_looked(seat: Seat) -> None:
    """Note that the player of a seat, read with its turn, has looked at what it is asked."""
    turn: Turn | None = getattr(seat, "turn", None)
    if turn is not None and not turn.looked:
        Turn.objects.filter(pk=turn.pk, ply=turn.ply).update(looked_ply=turn.ply)


def note_fetch(seat: Seat) -> None:
    """Note that a program of the player of a seat has asked about the match, which counts as having been told.

    Turn mails still go out: a program that asks every minute is no reader.
    """
    turn: Turn | None = getattr(seat, "turn", None)
    if turn is not None and not turn.fetched:
        Turn.objects.filter(pk=turn.pk, ply=turn.ply).update(fetched_ply=turn.ply)


def note_opened(seat: Seat, ply: int) -> None:
    """Note that the player has seen the match after entry `ply`: he need not be told of what is offered him there."""
    seat.opened_ply = ply
    seat.opened_at = timezone.now()
    Seat.objects.filter(pk=seat.pk).update(opened_ply=seat.opened_ply, opened_at=seat.opened_at)


def note_last_look(locked: LockedMatch, seat: Seat) -> None:
    """Note that the player ends the match by the next entry, whose batch writes this too. They need no film of it."""
    seat.opened_ply = locked.match.ply + 1
    seat.opened_at = locked.now


def choose_hints(seat: Seat, shown: bool) -> None:
    """Show hints in this match, all of them again, or none."""
    Seat.objects.filter(pk=seat.pk).update(hints=shown, hinted={})


def mute_match(seat: Seat, muted: bool) -> None:
    """Have no notices of the match before it ends, or have them again."""
    Seat.objects.filter(pk=seat.pk).update(muted=muted)


def note_hints(seat: Seat, keys: Iterable[str]) -> None:
    """Note that hints were shown, each with the question it was first shown at: with the next it is met."""
    unknown = {key: seat.serial for key in keys if key not in seat.hinted}
    if unknown:
        seat.hinted |= unknown
        Seat.objects.filter(pk=seat.pk).update(hinted=seat.hinted)
