"""Deeds: what a player may have achieved in a match that is over, as its game names it.

Each is a pure function of the course of a match, so that old matches tell of them as new ones do.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from games.core.models import Match, Seat as SeatRow
from games.core.reading import positions
from games.rules import engine
from games.rules.game import Event, Outcome, Seat

DOZEN = 12
"""How many deeds a game has at most."""
UNEARNED = ("timeout", "adjudication")
"""Reasons of a match's end that are no win here: nobody has won it on the board."""


@dataclass(frozen=True)
class Course:
    """A match that is over, as everybody may know it then: what happened by entry, without what was taken back, and
    the state and the outcome at its end."""

    entries: Sequence[Sequence[Event]]
    state: Any
    outcome: Outcome

    @cached_property
    def events(self) -> list[Event]:
        """All that happened, in order."""
        return list(chain.from_iterable(self.entries))

    def won(self, seat: Seat) -> bool:
        """Say whether a seat has won by its own doing, or because the other side resigned."""
        return seat in self.outcome.winners and self.outcome.reason not in UNEARNED


class Deed(NamedTuple):
    """A deed: its `key` within the game, its `title` and what it `asks`, both marked with N_, and whether a seat has
    earned it in a course."""

    key: str
    title: str
    asks: str
    earned: Callable[[Course, Seat], bool]


DEEDS: dict[str, Sequence[Deed]] = {}
"""The deeds of every game that has any and can be played here, by slug, as the games' folders tell."""


def of_game(slug: str) -> Sequence[Deed]:
    """Return the deeds of a game; none of one that has none, or cannot be played here."""
    return DEEDS.get(slug, ())


# --- In a match -----------------------------------------------------------------------------------------------------


def counts_for_deeds(match: Match, seats: Collection[SeatRow]) -> bool:
    """Say whether anything was earned in it: by people who played it from start to end, and which was not called
    off.
    """
    if match.status != Match.Status.OVER or match.struck:
        return False
    return not any(seat.house or seat.taken_ply is not None for seat in seats)


def course(match: Match, walk: positions.Walk) -> Course:
    """Return a match that is over, walked through to its end, as deeds take it."""
    entries = {entry.ply: events for entry, events in walk.played}
    standing = engine.standing([positions.as_rules(entry) for entry, _events in walk.played])
    outcome = engine.outcome(match.rules, walk.position)
    assert outcome is not None
    return Course([entries[entry.ply] for entry in standing], walk.position.state, outcome)
