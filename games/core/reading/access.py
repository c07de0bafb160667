"""The one door to a match on somebody's behalf. Strangers are told that there is nothing (404)."""

from typing import Any, NamedTuple

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.http import Http404, HttpRequest
from django.utils.crypto import constant_time_compare

from accounts.database import rows
from games.core.models import Match, Seat, SeatQuerySet
from games.rules import registry
from games.rules.errors import UnknownGame
from games.rules.game import Game

READ_ALONG = ["match__rematch_of"]
"""What is read with each seat for the page of a match; `games/core/seams/read_along.py` adds what features need."""


class NotYours(Http404):
    """There is no such thing, or it is not the user's; which of the two is not said. Pages and API answer 404."""


def game_of(slug: str) -> Game[Any, Any]:
    """Return the newest version of a game. Raises Http404 for one that there is not."""
    try:
        return registry.current(slug)
    except UnknownGame as error:
        raise Http404(str(error)) from error


class Access(NamedTuple):
    """A begun match as one of its players reaches it."""

    match: Match
    seat: Seat
    seats: list[Seat]

    @property
    def newest(self) -> int:
        """The number by which the player knows the newest entry he may know of."""
        return self.seat.counted(self.match.ply)


def _begun(public_id: str) -> SeatQuerySet:
    return Seat.objects.filter(match__public_id=public_id, number__isnull=False).with_news()


_seats = rows.Query(
    lambda public_id: _begun(public_id).with_hints().select_related(*READ_ALONG, "match__time_up", "user", "turn"),
    "id",
)
_seat_of = rows.Query(
    lambda public_id, user: _begun(public_id).select_related("match", "user", "turn").filter(user=user), "id", 1001
)


def match_for(user_id: int, public_id: str) -> Access:
    """Return a begun match in which the user sits. Raises NotYours for others."""
    # One query: a board with the serial and the stamp of a later one would never be refreshed, and could be answered.
    seats = _seats(public_id)
    seat = next((seat for seat in seats if seat.user_id == user_id), None)
    if seat is None:
        raise NotYours
    return Access(seat.match, seat, seats)


def own_seat(user_id: int, public_id: str) -> Seat:
    """Return the user's seat in a begun match, for what concerns nothing but the seat. Raises NotYours."""
    seat = Seat.objects.filter(match__public_id=public_id, user_id=user_id, number__isnull=False).first()
    if seat is None:
        raise NotYours
    return seat


class InSight(NamedTuple):
    """A begun match as a player or somebody else looks at it; `mine` is the reader's own seat, if any."""

    match: Match
    seats: list[Seat]
    mine: Seat | None


def finished_match(user_id: int | None, public_id: str) -> InSight:
    """Return a match that is over, for anybody, a visitor without an account (None) included; a private one for its
    players.

    Raises NotYours for all others: here as at every other address, a running match cannot be told from none by those
    who may not see it (tests/games/test_unseen.py).
    """
    found = _looked_at(user_id, public_id)
    if found.match.ended is None:
        raise NotYours
    return found


def watched(user_id: int | None, public_id: str) -> InSight:
    """Return a match for somebody who does not play it: one that is over, or that runs and may be watched.

    Raises NotYours for all others, and for the players of one that runs: they see it from their seats.
    """
    found = _looked_at(user_id, public_id)
    if found.match.ended is None and (found.mine is not None or not found.match.watchable):
        raise NotYours
    return found


def _looked_at(user_id: int | None, public_id: str) -> InSight:
    begun = Seat.objects.filter(match__public_id=public_id, number__isnull=False)
    seats = list(begun.select_related(*READ_ALONG, "user"))
    mine = next((seat for seat in seats if seat.user_id == user_id), None)
    if not seats or (seats[0].match.private and mine is None):
        raise NotYours
    return InSight(seats[0].match, seats, mine)


def in_sight(user_id: int, public_id: str) -> InSight:
    """Return a begun match that a user may look at: one's own, one that is over, or that may be watched.

    Raises NotYours.
    """
    try:
        return watched(user_id, public_id)
    except NotYours:
        found = match_for(user_id, public_id)
        return InSight(found.match, found.seats, found.seat)


def seat_in_session(request: HttpRequest, public_id: str) -> Seat:
    """Return the seat of the session's user in a match, with its match, user and turn, in one query. Raises
    NotYours.

    Checks what signing in checks: the account is active and the session was made with its present password.
    """
    user_id = request.session.get(SESSION_KEY)
    seat = _seat_of.first(public_id, int(user_id)) if user_id else None
    if seat is None or not seat.user.is_active:
        raise NotYours
    if not constant_time_compare(request.session.get(HASH_SESSION_KEY, ""), seat.user.get_session_auth_hash()):
        raise NotYours
    return seat
