"""What pages show of the time that players have left, and of the vacations that stop their clocks."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.core.models import Match, Seat, Turn
from games.core.reading import times
from games.core.reading.times import Left
from games.core.reading.voice import player_name
from games.templatetags.board import spelled

SHOWN_BEFORE = timedelta(days=7)
"""How long before it begins a vacation is shown to the others of a match."""


@dataclass(frozen=True)
class Away:
    """A player's vacation as a match shows it: until when, and from when on where it has not begun."""

    name: str
    is_me: bool
    begins: datetime | None
    ends: datetime


def away_shown(seats: Iterable[Seat], mine: Seat) -> list[Away]:
    """Return the vacations that stop clocks of a match now, or will soon; none once it is over."""
    now = timezone.now()
    spans = [(seat, _next(seat, now)) for seat in seats if seat.away and mine.match.ended is None]
    return [Away(seat.user.username, seat.pk == mine.pk, *span) for seat, span in spans if span is not None]


def _next(seat: Seat, now: datetime) -> tuple[datetime | None, datetime] | None:
    ends = seat.away_until(now)
    if ends is not None:
        return None, ends
    return next((span for span in sorted(seat.vacations) if now < span[0] <= now + SHOWN_BEFORE), None)


@dataclass(frozen=True)
class TimeShown:
    """What a player has left.

    `counts_to` is when the time for the move would be up if it ran all the time, None where none is known to be owed;
    `stands_until` when it runs again, None where it runs. `bank` is what is in the bank, empty without one; `words`
    tell of bank and total.
    """

    counts_to: datetime | None
    stands_until: datetime | None
    words: str
    bank: str = ""


def time_shown(match: Match, seat: Seat, reader: Seat, owing: Collection[int]) -> TimeShown:
    """Return what a seat has left, as far as the player of another may know."""
    now = timezone.now()
    left = times.time_left(match, seat, reader, owing)
    me = reader.user if reader.pk == seat.pk else None
    counts_to = _counts_to(left, seat.turn, me, now) if left.running else None
    bank = left.of_bank(now)
    return TimeShown(counts_to, left.stands_until(now), _words(left, now), "" if bank is None else spelled(bank))


@dataclass(frozen=True)
class ListedClock:
    """A player's clock in a list of matches: until when a move is due, `None` while none is known to be owed."""

    name: str
    is_me: bool
    deadline: datetime | None
    time: TimeShown


def listed(match: Match, seats: Iterable[Seat], reader: Seat, owing: Collection[int]) -> list[ListedClock]:
    """Return the clocks that a list shows beside the reader's own deadline, as the match page has them: running ones,
    and time banks. The seats come with their turns. A match with a bot, or one that is over, has none.
    """
    if match.ended is not None or any(seat.house for seat in seats):
        return []
    return [clock for seat in seats if (clock := _listed(match, seat, reader, owing))]


def _listed(match: Match, seat: Seat, reader: Seat, owing: Collection[int]) -> ListedClock | None:
    time = time_shown(match, seat, reader, owing)
    turn = getattr(seat, "turn", None) if seat.number in owing else None
    is_me = seat.pk == reader.pk
    if (is_me and turn) or not (turn or time.bank):
        return None
    return ListedClock(player_name(seat), is_me, turn.deadline if turn else None, time)


def known_to_all(match: Match, seats: Iterable[Seat], seat: Seat, owing: Collection[int]) -> str:
    """Return bank and total of a seat in words, as everybody may know them."""
    return _words(times.left_for_all(match, seats, seat, owing), timezone.now())


def of_turn(turn: Turn, user: User) -> TimeShown:
    """Return what is left of a user's own turn. It comes with its match and its seat."""
    now = timezone.now()
    left = Left(times.time_of_turn(turn.match, turn, turn.seat), None, timedelta())
    return TimeShown(_counts_to(left, turn, user, now), left.stands_until(now), "")


def turn_ends(turn: Turn, reader: User | None) -> datetime:
    """Return when a turn ends, or before it the reader's day as a guest."""
    return min(turn.deadline, reader.guest_until) if reader and reader.guest_until else turn.deadline


def _counts_to(left: Left, turn: Turn, reader: User | None, now: datetime) -> datetime:
    return min(now + (left.of_move(now) or timedelta()), turn_ends(turn, reader))


def _words(left: Left, now: datetime) -> str:
    total = spelled(left.of_total(now))
    bank = left.of_bank(now)
    if bank is None:
        return _("{total} left in the match").format(total=total)
    return _("{bank} in the time bank, {total} left in the match").format(bank=spelled(bank), total=total)
