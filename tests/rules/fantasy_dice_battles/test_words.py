"""Fantasy Dice Battles in words."""

from __future__ import annotations

import pytest

from games.rules import engine
from games.rules.fantasy_dice_battles.events import (
    ArmyShown,
    Cure,
    Defeated,
    Dispelled,
    Drew,
    Fled,
    Healed,
    HeroFell,
    Rallied,
    Regrouped,
    Struck,
    UnitPut,
)
from games.rules.game import Event
from tests.rules.fantasy_dice_battles.table import ANN, BEN, FULL_HORDE, FULL_REALM, GAME, fresh, laid, side


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (UnitPut(ANN, "footmen", "1:F1"), "seat 0 puts Footmen in battalion 1, F1."),
        (UnitPut(BEN, "footmen", "reserve"), "seat 1 puts Footmen in reinforcements."),
        (Drew(ANN, 1), "seat 0 draws a card."),
        (Drew(ANN, 2), "seat 0 draws 2 cards."),
        (Drew(ANN, 3, ("troll", "shamans", "troll")), "seat 0 draws 3 cards: Trolls ×2 and Shamans."),
        (Drew(BEN, 1, ("orcs",)), "seat 1 draws a card: Orcs."),
        (Drew(BEN, 2, ("footmen", "orcs")), "seat 1 draws 2 cards: Footmen and Orcs."),
        (
            Dispelled(ANN, 2, "wizard"),
            "seat 0’s Court Wizard at battalion 2: dispelled, no powers this round.",
        ),
        (Defeated(ANN, "footmen", "1:F1", True), "seat 0’s Footmen (battalion 1, F1): defeated, now fleeing."),
        (
            Defeated(ANN, "footmen", "1:F1", True, "steadfast"),
            "seat 0’s Footmen (battalion 1, F1): defeated, but Steadfast lets them flee.",
        ),
        (
            Defeated(ANN, "footmen", "1:F1", False),
            "seat 0’s Footmen (battalion 1, F1): destroyed by four or more wounds.",
        ),
        (
            Defeated(ANN, "footmen", "1:F1", False, "no-quarter"),
            "seat 0’s Footmen (battalion 1, F1): destroyed by No Quarter.",
        ),
        (
            Defeated(ANN, "footmen", "1:F1", False, "last"),
            "seat 0’s Footmen (battalion 1, F1): destroyed, because only one battalion is still active.",
        ),
        (
            Struck(BEN, "orcs", "2:F1", "smash", 3, stopped=1, poison=0, wounds=2),
            "3 smash dice on seat 1’s Orcs (battalion 2, F1): 1 die stopped, 2 wounds.",
        ),
        (
            ArmyShown(ANN, "realm", (*["footmen"] * 6, *["bowmen"] * 5, "wizard", *["knights"] * 6), ()),
            "seat 0 leads the Realm: Footmen, Footmen, Footmen, Footmen, Footmen, Footmen; Bowmen, Bowmen, "
            "Bowmen, Bowmen, Bowmen, Court Wizard; Knights, Knights, Knights, Knights, Knights, Knights.",
        ),
        (Healed(ANN, 2, "HEAL", ()), "seat 0’s Heal at battalion 2: nothing to heal."),
        (
            Healed(ANN, 2, "HEAL", (Cure("footmen", "2:F1", 1), Cure("pikes", "2:F2", 2, 1))),
            "seat 0’s Heal at battalion 2 heals Footmen in battalion 2, F1 (1 wound) and Orc Pikes "
            "in battalion 2, F2 (2 wounds, poison).",
        ),
        (Rallied(ANN, 1), "seat 0’s Rally brings back no units."),
        (Rallied(ANN, 1, "footmen"), "seat 0’s Rally brings back a fleeing unit: Footmen."),
        (
            Regrouped(ANN, "2", "footmen", why="extinct"),
            "seat 0’s Footmen card brings back no units, because none of that kind is in a battalion or in "
            "reinforcements.",
        ),
        (Regrouped(ANN, "2", "footmen"), "seat 0’s Footmen card brings back no units."),
        (
            Regrouped(ANN, "2", "footmen", ("orcs", "pikes")),
            "seat 0’s Footmen card brings back units from battalion 2: Orcs and Orc Pikes.",
        ),
        (
            Regrouped(ANN, "regroup", "footmen", ("orcs",)),
            "seat 0’s Footmen card brings back fleeing units: Orcs.",
        ),
        (HeroFell(ANN, "wizard", "1:H", ()), "seat 0’s Court Wizard falls in battalion 1."),
        (
            HeroFell(ANN, "wizard", "1:H", ("orcs",)),
            "seat 0’s Court Wizard falls in battalion 1, and the battalion flees: Orcs.",
        ),
        (Fled(ANN, "orcs"), "Fleeing: seat 0’s Orcs."),
        (Fled(ANN, "orcs", "pikes"), "Fleeing: seat 0’s Orcs. That pushes Orc Pikes out of the game."),
    ],
)
def test_an_event_is_told_in_a_sentence(event: Event, words: str) -> None:
    assert str(GAME.describe(event)) == words


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ([], "Choose an army: take a ready-made one, or build your own."),
        (["faction realm"], "Fill 18 more spaces: 0 of 30 points spent."),
        (["army realm_a"], "Your army is complete at 30 points. Seal or change it."),
    ],
)
def test_who_chooses_an_army_is_asked_for_what_is_missing(plan: list[str], words: str) -> None:
    preview = engine.preview(GAME, fresh(), ANN, [GAME.parse_step(step) for step in plan])
    assert str(GAME.prompt(preview.view, ANN)) == words


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ([], "Round 1: play cards at battalions 1 and 3."),
        (["lay footmen@1"], "Round 1: play a card at battalion 3."),
        (
            ["lay footmen@1", "lay bowmen@3"],
            "Round 1: your orders are complete. Seal or change them.",
        ),
    ],
)
def test_who_gives_orders_is_asked_for_the_cards_of_the_battalions_that_fight(plan: list[str], words: str) -> None:
    rest = "- - - - - - / menatarms - - - - marshal"
    position = laid(
        side(f"{FULL_REALM.replace('marshal', 'wizard')} / {rest}", hand="footmen bowmen"),
        side(f"{FULL_HORDE} / - - - - - - / orcs - - - - witch"),
    )
    preview = engine.preview(GAME, position, ANN, [GAME.parse_step(step) for step in plan])
    assert str(GAME.prompt(preview.view, ANN)) == words


ROOM = f"- {FULL_REALM[8:]} / {FULL_REALM.replace('marshal', 'castellan')} / - - - - - wizard"
"""Room in battalions 1 and 3."""


@pytest.mark.parametrize(
    ("reserve", "plan", "words"),
    [
        ("", (), "Round 1: play cards at battalions 1, 2 and 3."),
        ("", ("lay footmen@2", "lay bowmen@3"), "Round 1: play a card at battalion 1."),
        ("halberdiers", (), "Round 1: play cards at battalions 1, 2 and 3. You can also reinforce."),
        (
            "halberdiers",
            ("lay footmen@2", "lay bowmen@3"),
            "Round 1: play a card at battalion 1. You can also reinforce.",
        ),
        ("halberdiers", ("reinforce halberdiers@1:F1",), "Round 1: play cards at battalions 1, 2 and 3."),
    ],
)
def test_who_orders_is_asked_for_cards_and_for_reinforcements_only_where_some_can_go(
    reserve: str, plan: tuple[str, ...], words: str
) -> None:
    one = side(ROOM, hand="footmen bowmen", reserve=reserve)
    position = laid(one, side(f"{FULL_HORDE} / - - - - - gobking / - - - - - witch"))
    preview = engine.preview(GAME, position, ANN, [GAME.parse_step(step) for step in plan])
    assert str(GAME.prompt(preview.view, ANN)) == words
