"""A round while it is resolved: what its steps pass on to each other."""

from __future__ import annotations

from games.rules.chance import Chance
from games.rules.fantasy_dice_battles.data import PLACES, DataSet, Kind
from games.rules.fantasy_dice_battles.events import Leaving
from games.rules.fantasy_dice_battles.state import Side, State
from games.rules.game import Event, Seat

Where = tuple[Seat, int]
"""A seat, and a battalion from 0 or one of its places."""


class Round:
    """The working notes of one round; they are thrown away at its end.

    `fighting` are the battalions noted in step 1, in which both heroes stood. `cards` holds for each seat the active
    card at each battalion, None where there is none, `dice` what lies on them. The sets hold what the powers of cards
    bring about: `powerless` cards, `lobbing` dice, units that are `steadfast`, units given `no_quarter`.
    `beaten` are the units defeated by wounds, `routed` those whose hero fell, as (seat, place) that are to flee.
    """

    __slots__ = (
        "beaten",
        "cards",
        "chance",
        "data",
        "dice",
        "events",
        "fighting",
        "lobbing",
        "no_quarter",
        "powerless",
        "routed",
        "sides",
        "state",
        "steadfast",
    )

    def __init__(self, state: State, data: DataSet, chance: Chance) -> None:
        self.state = state
        self.sides: list[Side] = state.sides
        self.data = data
        self.chance = chance
        self.events: list[Event] = []
        self.fighting: list[int] = []
        self.cards: tuple[list[Kind | None], list[Kind | None]] = ([None] * 3, [None] * 3)
        self.dice = ([0, 0, 0], [0, 0, 0])
        self.powerless: set[Where] = set()
        self.lobbing: set[Where] = set()
        self.steadfast: set[Where] = set()
        self.no_quarter: set[Where] = set()
        self.beaten: list[Where] = []
        self.routed: list[Where] = []


def leaving(side: Side, at: int) -> Leaving:
    """Return the unit at a place that it is about to leave."""
    return Leaving(side.tokens[at], PLACES[at], side.wounds[at], side.poison[at])
