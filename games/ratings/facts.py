"""What a rating may depend on: a match that is over, in the few facts that decide what counts."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

Key = Any
"""By what players, matches and absences are known: keys of rows, or the names in a dump."""

LOST = 0
LEVEL = 1
WON = 2
"""Points of a seat."""


class PlayerKind(Enum):
    """Who sits there. A program is an account that says so of itself."""

    PERSON = "person"
    PROGRAM = "program"
    GUEST = "guest"
    HOUSE = "house"


class Sat(NamedTuple):
    """What one seat comes to.

    `points` are LOST, LEVEL or WON. `moved`: its player has made a move that stands. `by_program`: a move of it was
    sent with a token. `absence` names the absence by which the seat has lost, None where it lost by none; matches that
    end by the same one give it the same name.
    """

    player: Key
    points: int
    moved: bool = True
    kind: PlayerKind = PlayerKind.PERSON
    by_program: bool = False
    absence: Key = None


@dataclass(frozen=True)
class RatedMatch:
    """A match that is over.

    `substituted`: a seat was handed over. `struck`: a moderator has said that it shall not count. `pair` is what the
    two matches of a pair have in common, None for a match by itself.
    """

    match: Key
    seats: tuple[Sat, ...]
    rated: bool = True
    void: bool = False
    substituted: bool = False
    struck: bool = False
    pair: Key = None
