"""How balanced the armies of a data set are: bots fight battles with them, without the referee and its records.

The same seed gives the same battles, for each pairing and each number.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from itertools import permutations

import msgspec

from games.rules.chance import Chance, KeyedChance
from games.rules.fantasy_dice_battles import army_phase, bot, orders_phase
from games.rules.fantasy_dice_battles.data import Army, DataSet
from games.rules.fantasy_dice_battles.player import greedy
from games.rules.fantasy_dice_battles.round import resolution
from games.rules.fantasy_dice_battles.state import SEATS, Side, State, bare_side, fighting, standing
from games.rules.fantasy_dice_battles.steps import Lay, Reinforce
from games.rules.game import Event, Seat, Step

Planner = Callable[[DataSet, Side, Side, list[int]], list[Step]]
"""Plans orders from the set, the own side, the other side, and the battalions, from 0, in which both heroes stand."""
Watch = Callable[[list[Event]], object]
"""Watches a battle: it is given the events of each round."""

PLANNERS: Mapping[str, Planner] = {"house": bot.plan, "greedy": greedy.plan}
PLAYER = "house"
"""Who fights where nothing else is said: the bot."""


class Battles(msgspec.Struct, frozen=True):
    """Which battles are fought: how many of each pairing, by which player on both sides, and their seed."""

    games: int
    seed: str
    player: str = PLAYER


class Tally(msgspec.Struct, frozen=True):
    """The results of one army's battles on seat 0 against another on seat 1: how many ended how, and all rounds."""

    won: int
    level: int
    lost: int
    rounds: int

    @property
    def games(self) -> int:
        """The number of battles."""
        return self.won + self.level + self.lost

    @property
    def share(self) -> float:
        """The share won by the army on seat 0; a level battle counts half."""
        return (self.won + self.level / 2) / self.games


Pairing = tuple[str, str]
"""Two presets by their ids, the one on seat 0 first."""


def pairings(presets: Sequence[str]) -> list[Pairing]:
    """Return every preset against every other, on both seats."""
    return list(permutations(presets, 2))


def tally(data: DataSet, pairing: Pairing, battles: Battles, watch: Watch = bool) -> Tally:
    """Fight the battles between two presets."""
    one, other = (data.presets[preset].army for preset in pairing)
    leads, lengths = [], 0
    for number in range(battles.games):
        chance = drawn(data, battles, *pairing, str(number))
        state = fight(data, (one, other), chance, PLANNERS[battles.player], watch)
        leads.append(lead(state))
        lengths += state.round
    won, lost = sum(each > 0 for each in leads), sum(each < 0 for each in leads)
    return Tally(won, battles.games - won - lost, lost, lengths)


def drawn(data: DataSet, battles: Battles, *about: str) -> KeyedChance:
    """Return the source of chance for one battle."""
    text = "\0".join(["balance", str(data.digest), battles.seed, battles.player, *about])
    return KeyedChance(hashlib.sha256(text.encode()).digest())


def lead(state: State) -> int:
    """Return how many more heroes stand on seat 0 than on seat 1."""
    return standing(state.sides[0]) - standing(state.sides[1])


def fight(data: DataSet, armies: tuple[Army, Army], chance: Chance, plan: Planner, watch: Watch = bool) -> State:
    """Fight one whole battle; return the state in which it ended."""
    state = State(sides=[bare_side() for _ in SEATS], set_digest=data.digest)
    for side, army in zip(state.sides, armies, strict=True):
        side.faction, side.tokens, side.reserve = army.faction, list(army.tokens), list(army.reserve)
    army_phase.open_battle(state, chance)
    while state.phase != "over":
        active = fighting(state)
        for seat in SEATS:
            _order(state, seat, plan(data, state.sides[seat], state.sides[1 - seat], active))
        watch(resolution.resolve(state, data, chance))
    return state


def _order(state: State, seat: Seat, planned: list[Step]) -> None:
    for step in planned:
        if isinstance(step, Lay):
            orders_phase.lay(state, seat, step)
        elif isinstance(step, Reinforce):
            orders_phase.reinforce(state, seat, step)
