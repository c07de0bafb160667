"""What a match says of time: agreed before it begins, and never changed."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from datetime import timedelta
from typing import Any

from games.rules.errors import RulesError
from games.rules.sentence import N_, sentence

PACES = (1, 2, 3, 5, 7, 14)
"""Days a move that an inviter may choose from."""
BANKS = (24, 72, 120, 168, 240, 336, 504, 720)
"""Hours a bank may begin with, and hold at most."""
INCREMENTS = (0, 6, 12, 24, 48, 72)
"""Hours that a move may add to a bank."""
TOTALS = (20, 30, 45, 60, 90, 120, 180)
"""Days each player may use in all."""
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
FIRST = 3 * DAY
"""How long a first move may take at least where there is a bank, on which it does not draw."""
LOSS = "loss"
CHOICE = "choice"
"""What happens when time is up: the match is lost, or the player who has stayed may choose."""


class BadClock(RulesError):
    """A clock that no match can have."""

    code = "bad_clock"


@dataclass(frozen=True)
class Clock:
    """What a match says of time: either `pace`, the time for each move, or a `bank` for all of them, to which each move
    adds `increment` up to `cap`.

    `nights` and `weekends` say whether these count, `vacations` whether a vacation stops it. `total` is what a seat may
    use from start to end, by the calendar. `absence` is LOSS or CHOICE.
    """

    pace: timedelta
    bank: timedelta = timedelta()
    increment: timedelta = timedelta()
    cap: timedelta = timedelta()
    nights: bool = False
    weekends: bool = False
    vacations: bool = True
    total: timedelta = 60 * DAY
    absence: str = CHOICE

    @property
    def first(self) -> timedelta:
        """The time for a seat's first move, which draws on no bank."""
        return self.pace or max(FIRST, self.increment)

    def at_turn(self, bank: timedelta | None, *, first: bool) -> timedelta:
        """Return the time with which a turn begins, of a seat with so much in its bank.

        `first` where it has never moved.
        """
        if first or (bank is None and not self.pace):
            return self.first
        return self.pace or bank or timedelta()

    def after_turn(self, bank: timedelta | None, left: timedelta) -> timedelta | None:
        """Return what a seat's bank holds once it has moved with so much time `left`.

        None where moves have a time each.
        """
        if self.pace:
            return None
        return self.bank if bank is None else min(left + self.increment, self.cap)


def usual_total(pace_days: int, increment_hours: int, moves: int) -> int:
    """Return days that each player may use in all where nothing else is said: time for so many usual moves at half the
    pace.

    One of TOTALS, 45 at least.
    """
    wanted = max(45, (pace_days or increment_hours / 24) * moves / 2)
    return next((days for days in TOTALS if days >= wanted), TOTALS[-1])


@dataclass(frozen=True)
class Chosen:
    """A clock as it is chosen: the columns of a match, by name. `total_days` None is what is usual."""

    pace_days: int = 3
    bank_hours: int = 0
    increment_hours: int = 0
    cap_hours: int = 0
    nights: bool = False
    weekends: bool = False
    vacations: bool = True
    total_days: int | None = None
    absence: str = CHOICE

    @classmethod
    def of(cls, match: object) -> Chosen:
        """Return what was chosen for a match."""
        return cls(**{field.name: getattr(match, field.name) for field in fields(cls)})

    @property
    def columns(self) -> dict[str, Any]:
        """The columns of a match, by name."""
        return asdict(self)

    @property
    def for_house(self) -> Chosen:
        """The same for a match with the house, which takes no vacation and leaves nobody a choice."""
        return replace(self, vacations=False, absence=LOSS)

    def require_possible(self) -> None:
        """Raise BadClock for what no match can have."""
        if self.bank_hours or self.increment_hours or self.cap_hours:
            self._require_bank()
        else:
            _require(self.pace_days, PACES, N_("The time per move can be {possible} days."))
        if self.total_days is not None:
            _require(self.total_days, TOTALS, N_("Each player’s time for the whole match can be {possible} days."))
        _require(self.absence, (LOSS, CHOICE), N_("Choose what happens when time is up: {possible}."))

    def _require_bank(self) -> None:
        if self.pace_days:
            raise BadClock(sentence(N_("A match can have time per move or a time bank, but not both.")))
        _require(self.bank_hours, BANKS, N_("A time bank can start with {possible} hours."))
        _require(self.increment_hours, INCREMENTS, N_("The increment per move can be {possible} hours."))
        _require(self.cap_hours, BANKS, N_("The maximum for a time bank can be {possible} hours."))
        if self.cap_hours < self.bank_hours:
            raise BadClock(sentence(N_("A time bank can’t start with more than it can hold.")))


def _require(given: object, possible: tuple[object, ...], template: str) -> None:
    if given not in possible or isinstance(given, bool):
        raise BadClock(sentence(template, possible=", ".join(map(str, possible))))
