"""Armies: what is legal, what is wrong with one that is not, and their texts (FD-4, FD-10, FD-11)."""

from __future__ import annotations

import pytest

from games.rules.errors import BadNotation
from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.data import HEROES, PLACES, UNITS, Army
from tests.rules.fantasy_dice_battles.table import HOUSE

ROWS = (
    "halberdiers menatarms menatarms chaplains chaplains marshal",
    "outriders knights outriders bowmen chaplains castellan",
    "footmen menatarms footmen bombards bowmen wizard",
)
REALM = Army("realm", tuple(" ".join(ROWS).split()), ("bowmen",))
TEXT = (
    "realm: halberdiers menatarms menatarms chaplains chaplains marshal"
    " / outriders knights outriders bowmen chaplains castellan"
    " / footmen menatarms footmen bombards bowmen wizard + bowmen"
)


def without(army: Army, place: str) -> Army:
    tokens = list(army.tokens)
    tokens[PLACES.index(place)] = ""
    return Army(army.faction, tuple(tokens), army.reserve)


def replaced(place: str, unit: str) -> Army:
    tokens = list(REALM.tokens)
    tokens[PLACES.index(place)] = unit
    return Army("realm", tuple(tokens), REALM.reserve)


def test_fd4_every_unit_of_the_default_set_stands_somewhere_and_has_morale_and_a_level() -> None:
    assert len(HOUSE.kinds) == 48
    assert {kind.level for kind in HOUSE.kinds.values()} == {"bronze", "silver", "gold", "hero"}
    for kind in HOUSE.kinds.values():
        assert kind.spaces
        assert 1 <= kind.morale <= 5


@pytest.mark.parametrize("faction", list(HOUSE.factions))
def test_fd10_each_faction_has_bronze_15_silver_10_gold_4_and_four_heroes(faction: str) -> None:
    copies = dict.fromkeys(("bronze", "silver", "gold", "hero"), 0)
    for kind in HOUSE.of(faction):
        copies[kind.level] += kind.copies
    assert copies == {"bronze": 15, "silver": 10, "gold": 4, "hero": 4}


@pytest.mark.parametrize("preset", list(HOUSE.presets))
def test_fd11_every_preset_is_a_legal_army_of_thirty_points(preset: str) -> None:
    army = HOUSE.presets[preset].army
    assert armies.faults(army, HOUSE) == []
    assert armies.points(army, HOUSE.kinds) == 30


@pytest.mark.parametrize(
    ("army", "fault"),
    [
        (without(REALM, "2:S1"), "One space is still empty: battalion 2 (S1)."),
        (replaced("1:F1", "knights"), "The army costs 33 points, 3 over the limit of 30."),
        (replaced("1:F1", "goblins"), "Wrong faction: Goblins. An army can have only one faction."),
        (replaced("1:F1", "bowmen"), "Bowmen can’t be placed on 1:F1, only on S1, S2."),
        (replaced("2:H", "wizard"), "The three heroes must be different, but the army has Court Wizard 2 times."),
        (replaced("2:S1", "chaplains"), "Chaplains: 4, but an army can have at most 3."),
    ],
)
def test_fd10_every_fault_of_an_army_is_named(army: Army, fault: str) -> None:
    assert fault in map(str, armies.faults(army, HOUSE))


def test_fd10_more_than_nineteen_units_are_too_many() -> None:
    army = Army("realm", REALM.tokens, ("footmen",) * 5)
    assert "The army has 20 normal units; the maximum is 19." in map(str, armies.faults(army, HOUSE))


def test_fd10_of_equal_heroes_in_reinforcements_the_fault_is_named_once() -> None:
    found = list(map(str, armies.faults(Army("realm", REALM.tokens, ("wizard",) * 3), HOUSE)))
    assert found == [
        "The three heroes must be different, but the army has Court Wizard 4 times.",
        "Court Wizard is a hero and can’t start in reinforcements.",
    ]


def test_an_army_has_one_text_and_reads_back_from_it() -> None:
    assert armies.text(REALM) == TEXT
    assert armies.parse(TEXT, HOUSE) == REALM
    assert armies.parse(TEXT.replace(" / ", "\n  /  "), HOUSE) == REALM
    unfinished = without(REALM, "1:F1")
    assert armies.parse(armies.text(unfinished), HOUSE) == unfinished


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("realm: footmen", "This isn’t an army: realm: footmen. Write the faction"),
        (TEXT.replace("realm", "elves"), "There’s no faction “elves”. Available: realm, horde, brood, sylvan."),
        (
            TEXT.replace("knights", "dragons"),
            "There’s no unit “dragons”. This faction’s units: footmen, halb",
        ),
    ],
)
def test_what_is_no_army_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(BadNotation) as caught:
        armies.parse(text, HOUSE)
    assert str(caught.value).startswith(sentence)


def test_places_of_heroes_and_units_are_all_places() -> None:
    assert sorted((*HEROES, *UNITS)) == list(range(18))
