"""What units are worth: random armies, and the sums from their battles."""

from __future__ import annotations

import pytest

from games.rules.chance import KeyedChance
from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.balance.battles import Battles
from games.rules.fantasy_dice_battles.balance.worth import Fought, battle, inverted, some_army, worths
from games.rules.fantasy_dice_battles.state import NORMAL_UNITS
from tests.rules.fantasy_dice_battles.table import HOUSE


def test_random_armies_are_legal_and_of_all_factions() -> None:
    chance = KeyedChance(bytes(32))
    drawn = [some_army(HOUSE, chance) for _ in range(40)]
    assert [armies.faults(army, HOUSE) for army in drawn] == [[]] * 40
    assert {army.faction for army in drawn} == set(HOUSE.factions)
    heroes = {unit for army in drawn for unit in army.tokens if unit and HOUSE.kinds[unit].hero}
    assert heroes == {kind.id for kind in HOUSE.kinds.values() if kind.hero}
    units = [[unit for unit in (*army.tokens, *army.reserve) if unit] for army in drawn]
    least, most = NORMAL_UNITS
    assert {sum(not HOUSE.kinds[unit].hero for unit in each) for each in units} == set(range(least, most + 1))


def test_a_battle_tells_how_many_more_of_each_unit_seat_0_had() -> None:
    fought = battle(HOUSE, Battles(1, "s"), 3)
    assert fought == battle(HOUSE, Battles(1, "s"), 3)
    assert fought != battle(HOUSE, Battles(1, "s"), 4)
    assert fought.share in (0, 0.5, 1)
    assert sum(number for unit, number in fought.more.items() if unit in HOUSE.kinds and HOUSE.kinds[unit].hero) == 0


def test_the_worth_of_units_is_found_again_in_battles_that_follow_it() -> None:
    """Each battle is won by as much as the units say: knights 0.2 a piece, marshal 0.1 more than the wizard."""
    rows = [{kind.id: 1} for kind in HOUSE.kinds.values() if not kind.hero]
    factions = [{one: 1, other: -1} for one, other in (("realm", "horde"), ("realm", "brood"), ("realm", "sylvan"))]
    heroes = [
        {hero: 1, other: -1}
        for faction in HOUSE.factions
        for hero, other in zip(*[iter([kind.id for kind in HOUSE.of(faction) if kind.hero])] * 2, strict=True)
    ]
    across = [{f"{one}": 1, f"{other}": -1} for one, other in (("marshal", "wizard"), ("highpriest", "castellan"))]
    more = [{"warlord": 1, "witch": -1}, {"oracle": 1, "king": -1}, {"queen": 1, "swordlord": -1}]
    true = {"knights": 0.2, "marshal": 0.05, "wizard": -0.05}
    found = worths(HOUSE, [_won(row, true) for row in [*rows, *factions, *heroes, *across, *more] * 2])
    assert {name: round(worth.gain, 2) for name, worth in found.items() if abs(worth.gain) > 1e-3} == true
    assert max(worth.error for worth in found.values()) < 1e-3


def _won(row: dict[str, int], true: dict[str, float]) -> Fought:
    return Fought(row, 0.5 + sum(number * true.get(name, 0) for name, number in row.items()))


def test_a_matrix_is_inverted_and_one_that_has_no_inverse_is_an_error() -> None:
    assert inverted([[0, 2], [4, 0]]) == [[0, 0.25], [0.5, 0]]
    with pytest.raises(ZeroDivisionError):
        inverted([[1, 2], [2, 4]])
