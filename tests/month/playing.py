"""A match as the oracle knows it: the clocks of its seats, and what a move, a substitute or an undo does to them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from tests.month.book import Ending, Owed
from tests.month.oracle import NONE, SeatClock


@dataclass
class Playing:
    """Clocks, users and turns by the numbers of the seats.

    `act` is what somebody has just done that may end it. `mover` is the one who has moved last. `up` is the seat whose
    time is up, and since when the player who stayed uses their total.
    """

    pk: int
    ending: Ending
    vacations: bool
    began: datetime
    clocks: dict[int, SeatClock]
    users: dict[int, int]
    owed: dict[int, Owed] = field(default_factory=dict)
    ply: int = -1
    mover: int | None = None
    act: str = ""
    up: tuple[int, datetime] | None = None
    has_house: bool = False

    @property
    def public_id(self) -> str:
        return self.ending.match

    @property
    def counts_vacations(self) -> bool:
        return self.vacations and not self.has_house

    def number(self, who: int) -> int | None:
        """Return the seat of somebody, if he still has one."""
        return next((number for number, user in self.users.items() if user == who), None)

    def note_ends(self, number: int, now: datetime) -> None:
        """Note with the turn of a seat when its time would be up; not against the house, whose entries are not seen one
        by one."""
        owed, clock = self.owed.get(number), self.clocks[number]
        if owed is not None and clock.turn is not None and not self.has_house:
            owed.note_ends(now, clock.ends())

    # --- What entries do ----------------------------------------------------------------------------------------------

    def move(self, number: int, now: datetime, owing: Collection[int], *, anew: bool) -> None:
        """Note that a seat has moved; those of `owing` still are to move.

        The seat itself begins a new turn if others are asked too; then the flag is set.
        """
        clock = self.clocks[number]
        if clock.turn is not None:
            clock.note_move(now)
            if number in owing and not anew:
                clock.go_on(now)
        self.end_all(now, [each for each in owing if each != number or not anew])

    def end_all(self, now: datetime, owing: Collection[int]) -> None:
        """End the turns of all seats that are to move no more."""
        for number in sorted(self.clocks):
            if number not in owing and self.clocks[number].turn is not None:
                self.clocks[number].end(now)
                self.leave(number, now)

    def take_back(self, now: datetime, owing: Collection[int]) -> None:
        """Take the newest move back. The turns that it had begun never were."""
        for number, clock in self.clocks.items():
            if number not in owing and clock.turn is not None:
                clock.forget(now)
                self.leave(number, now)
        if self.mover is not None and self.mover in owing:
            self.clocks[self.mover].take_back(now)

    def hand_over(self, number: int, now: datetime) -> None:
        """Hand a seat to somebody else.

        With its turn they have what the last moment leaves beside the other's total.
        """
        clock = self.clocks[number]
        if clock.turn is not None:
            clock.end(now)
            self.leave(number, now)
            others = (each.total_left(now) for each in self.clocks.values() if each is not clock)
            clock.take_over(max(self.ending.last - now - sum(others, NONE), NONE))

    def leave(self, number: int, now: datetime) -> None:
        """End the turn of a seat."""
        owed = self.owed.pop(number, None)
        if owed is not None:
            owed.ended = now
        if self.up is not None and self.up[0] != number:
            self.up = self.up[0], now
        elif self.up is not None:
            self._settle(self.up, now)

    def _settle(self, up: tuple[int, datetime], now: datetime) -> None:
        """Note that time is up no more. The player who stayed has used so much of their total."""
        absent, since = up
        for number, clock in self.clocks.items():
            if number != absent and clock.turn is None:
                clock.total = max(clock.total - (now - since), NONE)
        self.up = None

    # --- What players agree upon --------------------------------------------------------------------------------------

    def pause(self, now: datetime, until: datetime) -> None:
        """Pause all clocks until a moment."""
        for clock in self.clocks.values():
            if clock.turn is not None:
                clock.count(now)
            clock.pauses.append((now, until))

    def more(self, number: int, now: datetime, time: timedelta) -> None:
        """Give a seat more time."""
        self.clocks[number].count(now).left += time
        if self.up is not None and self.up[0] == number:
            self._settle(self.up, now)
