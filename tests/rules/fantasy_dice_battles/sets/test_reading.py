"""Data files: what is read from them, and how a wrong one is refused with file, row and reason."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from games.rules.chance import NoChance
from games.rules.errors import BadState
from games.rules.fantasy_dice_battles.army.unfinished import UnfinishedArmy
from games.rules.fantasy_dice_battles.data import PLACES, Army
from games.rules.fantasy_dice_battles.sets import names, offered
from games.rules.fantasy_dice_battles.sets.offered import SETS, of_digest
from games.rules.fantasy_dice_battles.sets.reading import BadSet, read
from tests.rules.fantasy_dice_battles.table import GAME, HOUSE, fresh

FILE = resources.files("games.rules.fantasy_dice_battles").joinpath("sets", "fogsite.toml").read_text(encoding="utf-8")


HERO = "a hero has one copy, and can stand only on H (FD-10)."


def refusal(old: str, new: str) -> str:
    """Return what is said of the house file with its first `old` replaced."""
    assert old in FILE
    with pytest.raises(BadSet) as caught:
        read(FILE.replace(old, new, 1), "mine.toml")
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            'code = "GUARD", classes',
            'code = "PARRY", classes',
            "mine.toml, units 2 (halberdiers): “PARRY” isn’t one of the powers. Available: FRENZY, HUNT",
        ),
        (
            '[[powers]]\ncode = "FRENZY"',
            '[[powers]]\ncode = "FURY"',
            "mine.toml, powers 1 (FURY): “FURY” isn’t one of the powers. Available: FRENZY",
        ),
        (
            'classes = ["CAV"], amount = 2',
            'classes = ["CAV"]',
            "mine.toml, units 2 (halberdiers): the power GUARD needs “amount”.",
        ),
        (
            '{ code = "HEAL" }',
            '{ code = "HEAL", amount = 1 }',
            "mine.toml, units 6 (chaplains): the power HEAL can’t have “amount”.",
        ),
        (
            'faction = "realm"\nlevel',
            'faction = "elves"\nlevel',
            "mine.toml, units 1 (footmen): “elves” isn’t one of the factions. Available: realm",
        ),
        (
            'regroups = ["footmen", "footmen"]',
            'regroups = ["marshal"]',
            "mine.toml, units 1 (footmen): “marshal” isn’t one of the units. Available: footmen",
        ),
        ("morale = 2", "morale = 0", "mine.toml, units 1 (footmen): Expected `int` >= 1 - at `$.morale`."),
        ("morale = 2", "moral = 2", "mine.toml, units 1 (footmen): Object contains unknown field `moral`."),
        ('class = "INF"', 'class = "SEA"', "mine.toml, units 1 (footmen): Invalid enum value 'SEA' - at `$.class`."),
        ('id = "halberdiers"', 'id = "footmen"', "mine.toml, units 2 (footmen): this id is already in use."),
        ('id = "footmen"', 'id = "reserve"', "mine.toml, units 1 (reserve): this id is already in use."),
        (
            'attack = 2\ncolor = "normal"',
            "attack = 2",
            "mine.toml, units 1 (footmen): an attack needs a color exactly when it has at least one die (FD-5).",
        ),
        (
            'spaces = ["F1", "F2", "F3"]',
            'spaces = ["F1", "F1"]',
            "mine.toml, units 2 (halberdiers): a space is named twice.",
        ),
        (
            'spaces = ["F1", "F2", "F3"]',
            'spaces = ["F1", "H"]',
            "mine.toml, units 2 (halberdiers): only heroes stand on H, and all heroes do (FD-2).",
        ),
        ("face = 6", "face = 5", "mine.toml, faces: faces 1 to 6 must be listed in this order (FD-40)."),
        ('arrow = "F2"', 'arrow = "F1"', "mine.toml, faces 1: the arrow points to its own space (FD-41)."),
        ("[[powers]]", "[[force]]", "mine.toml, force: a data file must have exactly these tables: set, faces, powers"),
        ("[set]", "[set", "mine.toml, TOML: this can’t be read: "),
        (
            '"castellan"],',
            '"marshal"],',
            "mine.toml, presets 1 (realm_a): The three heroes must be different, but the army has Lord Marshal 2 times",
        ),
        (
            'reserve = ["footmen", "halberdiers", "halberdiers"]',
            'reserve = ["footmen", "dragons"]',
            "mine.toml, presets 1 (realm_a): “dragons” isn’t one of the units. Available: footmen",
        ),
        *(
            (f'level = "hero"\n{old}', f'level = "hero"\n{new}', f"mine.toml, units 9 (marshal): {HERO}")
            for old, new in (
                ("copies = 1", "copies = 2"),
                ('copies = 1\nclass = "CAV"\nspaces = ["H"]', 'copies = 1\nclass = "CAV"\nspaces = ["H", "F1"]'),
            )
        ),
        (
            'reserve = ["footmen", "halberdiers", "halberdiers"]',
            'reserve = ["menatarms", "knights", "knights"]',
            "mine.toml, presets 1 (realm_a): The army costs",
        ),
        (
            "Attack +{amount} if a front",
            "Attack +1 if a front",
            "mine.toml, powers 3 (BREACH): the effect must have exactly these names in braces: amount.",
        ),
        (
            "Each friendly unit here, including the hero, is healed of all",
            "Each {own} unit here, including the hero, is healed of all",
            "mine.toml, powers 9 (GLOBAL_HEAL): the effect has unknown names in braces.",
        ),
    ],
)
def test_a_wrong_row_is_refused_with_file_row_and_reason(old: str, new: str, sentence: str) -> None:
    assert refusal(old, new).startswith(sentence)


def test_a_faction_that_cannot_fill_its_battalions_is_refused() -> None:
    said = refusal(
        'id = "chaplains"\nname = "Chaplains"\nfaction = "realm"\nlevel = "silver"\ncopies = 3',
        'id = "chaplains"\nname = "Chaplains"\nfaction = "horde"\nlevel = "silver"\ncopies = 3',
    )
    assert said.startswith("mine.toml, units 6 (chaplains): “menatarms” isn’t one of the units.")


def test_the_digest_changes_with_numbers_and_not_with_words() -> None:
    assert read(FILE, "same.toml").digest == HOUSE.digest
    assert read(FILE.replace('name = "Footmen"', 'name = "Foot"'), "words.toml").digest == HOUSE.digest
    assert read(FILE.replace("morale = 2", "morale = 3", 1), "numbers.toml").digest != HOUSE.digest


def test_a_state_finds_its_data_set_by_the_digest() -> None:
    assert of_digest(HOUSE.digest) is HOUSE
    with pytest.raises(BadState, match=r"missing here or has changed \(digest 7\)\. .* Available: \d+ \(Fogsite\)\.$"):
        of_digest(7)


def test_every_name_and_effect_of_the_default_set_is_marked_for_translation() -> None:
    tables: tuple[Mapping[str, Any], ...] = (HOUSE.factions, HOUSE.kinds, HOUSE.presets, HOUSE.powers)
    said = {row.name for table in tables for row in table.values()} | {row.effect for row in HOUSE.powers.values()}
    assert said == names.DEFAULT_SET_NAMES


def test_the_default_set_is_offered() -> None:
    assert list(SETS) == ["fogsite"]
    assert (len(HOUSE.kinds), len(HOUSE.presets), len(HOUSE.powers)) == (48, 8, 14)


def test_two_files_that_share_ids_are_not_both_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "files", lambda _: tmp_path)
    for name in ("mine.toml", "fogsite.toml"):
        (tmp_path / name).write_text(FILE, encoding="utf-8")
    with pytest.raises(BadSet, match=r"^mine\.toml: another set already uses these ids: bombards, .*, wyvern\.$"):
        offered._offered()


def test_a_match_is_played_by_the_default_set_unless_another_one_is_chosen() -> None:
    assert fresh().state.set_digest == HOUSE.digest
    assert GAME.setup({"set": "fogsite"}, NoChance()).set_digest == HOUSE.digest


def test_spaces_are_kept_in_their_order_however_the_file_lists_them() -> None:
    found = read(FILE.replace('spaces = ["F1", "F2", "F3"]', 'spaces = ["F3", "F1", "F2"]'), "mine.toml")
    assert found.kinds == HOUSE.kinds


def test_what_an_army_may_still_take_does_not_depend_on_the_order_of_the_file() -> None:
    """With the units listed from the dearest down: a set in the order of cost would hide a forgotten sorting."""
    head, *units = FILE.partition("[[presets]]")[0].split("[[units]]")
    presets = FILE.partition("[[presets]]")[1:]
    turned = read("[[units]]".join([head, *units[::-1]]) + "".join(presets), "mine.toml")
    assert list(turned.kinds) == list(HOUSE.kinds)[::-1]
    tokens = [""] * len(PLACES)
    for place, unit in zip(
        ("1:F1", "1:F2", "1:S1", "1:S2", "2:S1"), ["knights"] * 2 + ["bombards"] * 2 + ["outriders"], strict=True
    ):
        tokens[PLACES.index(place)] = unit
    for army in (Army("realm", ("",) * len(PLACES)), Army("realm", tuple(tokens))):
        here, there = (UnfinishedArmy(army, data) for data in (HOUSE, turned))
        assert (there.stock, there.filling) == (here.stock, here.filling)
        assert set(there.puts()) == set(here.puts())
