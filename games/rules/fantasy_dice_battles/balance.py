"""How even the armies of a data set are: computer players fight them out, without the referee and its records.

The same seed gives the same battles, army by army and number by number.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import permutations

import msgspec

from games.rules.chance import Chance, KeyedChance
from games.rules.fantasy_dice_battles import mustering, ordering, rounds
from games.rules.fantasy_dice_battles.bot import plan
from games.rules.fantasy_dice_battles.data import Army, DataSet
from games.rules.fantasy_dice_battles.state import SEATS, State, bare_side, fighting, standing
from games.rules.fantasy_dice_battles.steps import Lay, Reinforce
from games.rules.game import Seat


class Tally(msgspec.Struct, frozen=True):
    """What came of the battles of one army on seat 0 against another on seat 1: their numbers, and all rounds."""

    won: int
    level: int
    lost: int
    rounds: int

    @property
    def games(self) -> int:
        """All of them."""
        return self.won + self.level + self.lost

    @property
    def share(self) -> float:
        """The part won by the army on seat 0, a level battle as half."""
        return (self.won + self.level / 2) / self.games


Pairing = tuple[str, str]
"""Two presets by their ids, that on seat 0 first."""


def pairings(presets: Sequence[str]) -> list[Pairing]:
    """Every preset against every other, on both seats."""
    return list(permutations(presets, 2))


def tally(data: DataSet, pairing: Pairing, games: int, seed: str) -> Tally:
    """Fight so many battles between two presets."""
    one, other = (data.presets[preset].army for preset in pairing)
    results, lengths = [], 0
    for number in range(games):
        text = f"balance\0{data.digest}\0{seed}\0{pairing[0]}\0{pairing[1]}\0{number}"
        state = fight(data, (one, other), KeyedChance(hashlib.sha256(text.encode()).digest()))
        heroes = [standing(side) for side in state.sides]
        results.append(heroes[0] - heroes[1])
        lengths += state.round
    won, lost = sum(lead > 0 for lead in results), sum(lead < 0 for lead in results)
    return Tally(won, games - won - lost, lost, lengths)


def fight(data: DataSet, armies: tuple[Army, Army], chance: Chance) -> State:
    """One whole battle between computer players; the state in which it ended."""
    state = State(sides=[bare_side() for _ in SEATS], set_digest=data.digest)
    for side, army in zip(state.sides, armies, strict=True):
        side.faction, side.tokens, side.reserve = army.faction, list(army.tokens), list(army.reserve)
    mustering.open_battle(state, chance)
    while state.phase != "over":
        active = fighting(state)
        for seat in SEATS:
            _order(state, data, seat, active)
        rounds.resolve(state, data, chance)
    return state


def _order(state: State, data: DataSet, seat: Seat, active: list[int]) -> None:
    for step in plan(data, state.sides[seat], state.sides[1 - seat], active):
        if isinstance(step, Lay):
            ordering.lay(state, seat, step)
        elif isinstance(step, Reinforce):
            ordering.reinforce(state, seat, step)
