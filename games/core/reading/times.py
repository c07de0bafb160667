"""How much time the players of a match have left, as one of them may know it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from games.core.clock.running import Time
from games.core.clock.stops import Span, Stops
from games.core.models import Match, Seat, TimeUp, Turn


def time_of_turn(match: Match, turn: Turn, seat: Seat) -> Time:
    """Return the time of a turn as it is kept."""
    whole = turn.deadline - turn.since  # where nothing is kept: a turn from before there were clocks
    counted_from = turn.counted_from or turn.since
    last_moment = turn.last_moment or turn.since + max(match.clock.total, whole)
    left = whole if turn.left is None else turn.left
    return Time(turn.given or whole, left, counted_from, last_moment, stops(match, seat))


def stops(match: Match, seat: Seat, away: Sequence[Span] | None = None) -> Stops:
    """Return what does not count for a seat; `away` in place of the vacations it is known to take."""
    spans = (*(seat.vacations if away is None else away), *seat.halts)
    return Stops(seat.zone or "UTC", match.nights, match.weekends, spans)


class Totals(NamedTuple):
    """What each seat of a match may still use in all, as the match has it; `turns` are those that are owed, by the keys
    of their seats."""

    match: Match
    seats: Sequence[Seat]
    turns: Mapping[int, Turn]
    time_up: TimeUp | None
    now: datetime

    def left(self, seat: Seat) -> timedelta:
        """Return what a seat may still use: it runs while a move is owed, or something is to be chosen."""
        turn = self.turns.get(seat.pk)
        if turn is not None:
            return time_of_turn(self.match, turn, seat).total_left(self.now)
        total = self.match.clock.total if seat.total_left is None else seat.total_left
        if self.time_up is None or self.time_up.seat_id == seat.pk:
            return total
        return max(total - (self.now - self.time_up.began), timedelta())

    @property
    def in_secret(self) -> list[Seat]:
        """The seats that answer in secret, whether or not they have."""
        owing = self._owing_in_secret
        return [seat for seat in self.seats if owing and (seat in owing or seat.has_sealed(self.match))]

    def known_left(self, seat: Seat) -> timedelta:
        """Return what a seat may still use as if it had not answered in secret: more would tell that it has."""
        if seat not in self.in_secret:
            return self.left(seat)
        used = max(self.now - self._asked(each) for each in self._owing_in_secret)
        return max(self._known_total(seat) - used, timedelta())

    def known_room(self, seat: Seat) -> timedelta:
        """Return the room of a seat as if nobody had answered in secret."""
        return self._last_moment_less(self.known_left(each) for each in self.seats if each is not seat)

    def sure_room(self, seat: Seat) -> timedelta:
        """Return the least that the room of a seat can be, as if those asked in secret had all answered at once."""
        secret = self.in_secret
        others = (each for each in self.seats if each is not seat)
        return self._last_moment_less(self._known_total(each) if each in secret else self.left(each) for each in others)

    def _last_moment_less(self, others: Iterable[timedelta]) -> timedelta:
        if self.match.last_moment is None:
            return timedelta()
        return max(self.match.last_moment - self.now - sum(others, timedelta()), timedelta())

    @property
    def _owing_in_secret(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.pk in self.turns and self.turns[seat.pk].secret]

    def _asked(self, seat: Seat) -> datetime:
        """Return when a seat that owes a move was asked, later by what outages gave back."""
        last_moment = time_of_turn(self.match, self.turns[seat.pk], seat).last_moment
        return last_moment - self._known_total(seat)

    def _known_total(self, seat: Seat) -> timedelta:
        return self.match.clock.total if seat.known_total is None else seat.known_total


@dataclass(frozen=True)
class Left:
    """What a seat has left: of the move that it is known to owe, if any; in its bank, None without one; and in all.

    Bank and total are as they were when it was asked last, while it is, and while its answer is secret. `first`: its
    first move is still to come, which draws on no bank.
    """

    running: Time | None
    bank: timedelta | None
    total: timedelta
    first: bool = False

    def of_move(self, now: datetime) -> timedelta | None:
        """Return how much counted time is left for the move."""
        return min(self.running.left_at(now), self.running.total_left(now)) if self.running else None

    def of_bank(self, now: datetime) -> timedelta | None:
        """Return how much is left in the bank, on which all moves but the first draw."""
        return self.bank if self.bank is None or self.running is None or self.first else self.of_move(now)

    def of_total(self, now: datetime) -> timedelta:
        """Return how much is left in all."""
        return self.running.total_left(now) if self.running else self.total

    def stands_until(self, now: datetime) -> datetime | None:
        """Return when the clock runs again; None where it runs, or no move is known to be owed."""
        return self.running.stands_until(now) if self.running else None


def time_left(match: Match, seat: Seat, reader: Seat, owing: Collection[int]) -> Left:
    """Return what a seat has left, as the player of another, or of the same, may know it: `owing` are the seats that
    may be known to owe a move.
    """
    return left_with(match, seat, reader, owing, getattr(seat, "turn", None))


def left_for_all(match: Match, seats: Iterable[Seat], seat: Seat, owing: Collection[int]) -> Left:
    """Return what a seat has left, as everybody may know it: nothing that any other seat may not know."""
    reader = next((each for each in seats if seat.answered_ply in each.blind), seat)
    return time_left(match, seat, reader, owing)


def left_with(match: Match, seat: Seat, reader: Seat, owing: Collection[int], turn: Turn | None) -> Left:
    """Return the same of a seat that owes a move by this turn, or none."""
    owed = turn is not None and seat.index not in owing  # in secret, even where somebody else has taken the seat over
    turn = None if owed else turn
    secret = owed or seat.answered_ply in reader.blind
    bank, total = (seat.known_bank, seat.known_total) if secret else (seat.bank, seat.total_left)
    clock = match.clock
    return Left(
        running=time_of_turn(match, turn, seat) if turn else None,
        bank=None if clock.pace else clock.bank if bank is None else bank,
        total=clock.total if total is None else total,
        first=seat.answered_ply is None,
    )
