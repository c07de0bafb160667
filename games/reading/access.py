"""The one door to a match on somebody's behalf. Strangers are told that there is nothing (404).

Whoever comes through it while the match waits for him has looked at it, and is not waited for as one who was never
told. What is written then depends on the reader's own turn alone: nobody else sees it, nor its time.
"""

from __future__ import annotations

from typing import NamedTuple

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.http import Http404, HttpRequest
from django.utils.crypto import constant_time_compare

from accounts.database import rows
from games.models import Invitation, Match, Seat, SeatQuerySet, Turn


class Access(NamedTuple):
    """A begun match as one of its players reaches it."""

    match: Match
    seat: Seat
    seats: list[Seat]

    @property
    def newest(self) -> int:
        """The number by which the player knows the newest entry he may know of."""
        return self.seat.counted(self.match.ply)


REFRESH = "X-Refresh"
"""The header of what a page asks for by itself: `used` while somebody uses the page, otherwise `untouched`."""


def is_used(request: HttpRequest) -> bool:
    """Whether a page that asks by itself says that somebody uses it."""
    return request.headers.get(REFRESH) == "used"


def is_looking(request: HttpRequest) -> bool:
    """Whether a request for a page, or a part of it, shows that its player looks.

    Pages ask by themselves for parts alone: a whole page is opened by somebody, whatever it says.
    """
    asks_by_itself = request.htmx and REFRESH in request.headers  # type: ignore[attr-defined]
    return is_used(request) or not asks_by_itself


def note_look(seat: Seat) -> None:
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


def _begun(public_id: str) -> SeatQuerySet:
    return Seat.objects.filter(match__public_id=public_id, number__isnull=False).with_news()


_seats = rows.Query(
    lambda public_id: _begun(public_id).with_hints().select_related("match__rematch_of", "user", "turn"), "id"
)
_seat_of = rows.Query(
    lambda public_id, user: _begun(public_id).select_related("match", "user", "turn").filter(user=user), "id", 1001
)


def match_for(user_id: int, public_id: str, *, looks: bool = True) -> Access:
    """A begun match in which the user sits, and who `looks` at it unless told otherwise. Raises Http404 for others."""
    # One query: a board with the serial and the stamp of a later one would never be refreshed, and could be answered.
    seats = _seats(public_id)
    seat = next((seat for seat in seats if seat.user_id == user_id), None)
    if seat is None:
        raise Http404
    if looks:
        note_look(seat)
    return Access(seat.match, seat, seats)


class Finished(NamedTuple):
    """A finished match as somebody looks at it who may see all of it; `mine` is the reader's own seat, if any."""

    match: Match
    seats: list[Seat]
    mine: Seat | None


def finished(user_id: int | None, public_id: str) -> Finished:
    """A match that is over, for anybody, a visitor without an account (None) included; a private one for its players.

    Raises Http404 for all others, so that a running match cannot be told from none.
    """
    over = Seat.objects.filter(match__public_id=public_id, number__isnull=False, match__ended__isnull=False)
    seats = list(over.select_related("match__rematch_of", "user"))
    mine = next((seat for seat in seats if seat.user_id == user_id), None)
    if not seats or (seats[0].match.private and mine is None):
        raise Http404
    return Finished(seats[0].match, seats, mine)


def seat_in_session(request: HttpRequest, public_id: str) -> Seat:
    """The seat of the session's user in a match, with its match, user and turn, in one query. Raises Http404.

    Checks what signing in checks: the account is active and the session was made with its present password.
    """
    user_id = request.session.get(SESSION_KEY)
    seat = _seat_of.first(public_id, int(user_id)) if user_id else None
    if seat is None or not seat.user.is_active:
        raise Http404
    if not constant_time_compare(request.session.get(HASH_SESSION_KEY, ""), seat.user.get_session_auth_hash()):
        raise Http404
    return seat


def invitation_for(user_id: int, public_id: str) -> Invitation:
    """An invitation the user may look at: whoever knows its address may, unless it is personal, or private and begun.

    Raises Http404.
    """
    invitations = Invitation.objects.select_related("match", "inviter", "invited")
    invitation = invitations.filter(match__public_id=public_id).first()
    if invitation is None or not invitation.is_for(user_id):
        raise Http404
    match = invitation.match
    if match.private and match.started and not match.seats.filter(user=user_id).exists():
        raise Http404
    return invitation
