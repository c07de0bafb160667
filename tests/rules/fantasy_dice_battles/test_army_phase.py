"""Choosing an army and building one: FD-2, FD-10 to FD-13."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.rules import engine
from games.rules.chance import KeyedChance, NoChance, ScriptedChance
from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.army_phase import steps_of
from games.rules.fantasy_dice_battles.data import PLACES
from games.rules.fantasy_dice_battles.events import ArmyShown
from games.rules.fantasy_dice_battles.state import State, all_tokens
from games.rules.game import SPECTATOR, Event, OptionValue, Position
from tests.rules.fantasy_dice_battles.table import ANN, BEN, GAME, HOUSE, all_of, fresh, give, offered, planned, refused

REALM_A = HOUSE.presets["realm_a"].army


def chosen() -> Position[State]:
    return give(give(fresh(), ANN, "army realm_a; ready"), BEN, "army horde_b; ready")


def test_fd2_a_battalion_has_six_spaces_and_f1_faces_f1() -> None:
    assert PLACES[6:12] == ("2:F1", "2:F2", "2:F3", "2:S1", "2:S2", "2:H")
    assert chosen().state.sides[ANN].tokens == list(REALM_A.tokens)


def test_fd11_both_choose_in_secret_and_armies_are_shown_when_both_are_ready() -> None:
    start = fresh()
    sealed = give(start, ANN, "army brood_a; ready")
    for viewer in (BEN, SPECTATOR):
        assert GAME.view(sealed.state, viewer) == GAME.view(start.state, viewer)
    _, events = engine.apply(GAME, sealed, BEN, engine.parse_move(GAME, "army realm_a; ready"), KeyedChance(bytes(32)))
    assert [event.faction for event in all_of(events, ArmyShown)] == ["brood", "realm"]


def test_fd11_both_may_take_the_same_army() -> None:
    both = give(give(fresh(), ANN, "army realm_a; ready"), BEN, "army realm_a; ready")
    assert both.state.sides[ANN].tokens == both.state.sides[BEN].tokens


BY_LOT = {"first_army": "drawn", "second_army": "drawn"}
PRESETS = sorted(HOUSE.presets)


def begun(options: Mapping[str, OptionValue], *drawn: int) -> tuple[State, list[Event], list[int]]:
    """Return a match that has just begun: where it stands, what happened and below what was drawn."""
    chance = ScriptedChance([*drawn, *[0] * 60])
    position, events, _ = engine.start(GAME, options, [0, 1], chance)
    return position.state, events, [n for n, _ in chance.draws]


def test_fd11_named_armies_are_shown_at_once_and_nothing_but_their_decks_is_drawn() -> None:
    state, events, below = begun({"first_army": "realm_a", "second_army": "horde_b"})
    assert (state.phase, state.round, state.asked) == ("orders", 1, [ANN, BEN])
    assert [event.faction for event in all_of(events, ArmyShown)] == ["realm", "horde"]
    assert state.sides[ANN].tokens == list(REALM_A.tokens)
    assert below == [n for side in state.sides for n in range(len(side.hand + side.deck), 1, -1)]


def test_fd11_of_two_that_are_drawn_the_second_is_another_one() -> None:
    state, _, below = begun(BY_LOT, 2, 2)
    assert below[:2] == [len(PRESETS), len(PRESETS) - 1]
    assert GAME.as_drawn(BY_LOT, state) == {"first_army": PRESETS[2], "second_army": PRESETS[3]}


def test_fd11_who_has_one_drawn_does_not_get_the_other_ones() -> None:
    options = {"first_army": "drawn", "second_army": PRESETS[0]}
    state, _, below = begun(options, 0)
    assert (below[0], GAME.as_drawn(options, state)) == (
        len(PRESETS) - 1,
        {"first_army": PRESETS[1], "second_army": PRESETS[0]},
    )


def test_fd11_for_a_name_that_the_set_does_not_know_one_is_drawn() -> None:
    state = GAME.setup({"first_army": "of another set", "second_army": "own"}, ScriptedChance([1]))
    assert (state.sides[ANN].faction, state.asked) == (HOUSE.presets[PRESETS[1]].army.faction, [BEN])


def test_fd11_one_army_may_be_settled_while_the_other_is_chosen() -> None:
    position = engine.start(GAME, {"second_army": "realm_a"}, [0, 1], NoChance())[0]
    assert (position.state.phase, position.state.asked) == ("army", [ANN])
    GAME.check(position.state)
    assert GAME.view(position.state, ANN).sides[BEN].faction == ""
    assert give(position, ANN, "army brood_a; ready").state.phase == "orders"


def test_a_match_older_than_the_options_begins_as_it_did() -> None:
    assert engine.start(GAME, {}, [0, 1], NoChance())[0].state == fresh().state


def test_fd10_an_army_of_ones_own_is_put_together_in_any_order() -> None:
    steps = [GAME.text(step) for step in steps_of(REALM_A)]
    ends = []
    for order in (steps, [steps[0], *steps[:0:-1]]):
        ends.append(give(fresh(), ANN, "; ".join([*order, "ready"])).state.sides[ANN])
    assert ends[0] == ends[1] == give(fresh(), ANN, "army realm_a; ready").state.sides[ANN]


def test_fd10_no_step_is_offered_after_which_the_army_could_not_be_finished() -> None:
    """Gold everywhere would leave too few points: five gold units and eleven bronze ones cost 31."""
    golds = [f"put knights@{place}" for place in ("1:F1", "1:F2")] + [
        f"put bombards@{place}" for place in ("1:S1", "1:S2")
    ]
    silvers = ["put outriders@2:S1", "put outriders@2:S2", "put outriders@3:S1"]
    steps = planned(fresh(), ANN, "faction realm", *golds)
    assert "put outriders@2:S1" in steps
    assert "put menatarms@2:F1" in planned(fresh(), ANN, "faction realm", *golds, *silvers[:1])
    assert "put menatarms@2:F1" not in planned(fresh(), ANN, "faction realm", *golds, *silvers)


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("ready", "choose an army first: a ready-made one or your own."),
        ("put footmen@1:F1", "choose a faction first; an army can have only one."),
        ("faction realm; put orcs@1:F1", "wrong faction: Orcs. You’re building a Realm army."),
        ("faction realm; put bowmen@1:F1", "Bowmen can’t be placed on 1:F1, only on S1, S2."),
        ("faction realm; put footmen@1:F1; put footmen@1:F1", "1:F1 is already taken by Footmen."),
        (
            "faction realm; put wizard@1:H; put wizard@2:H",
            "the three heroes must be different, and you already have Court Wizard.",
        ),
        ("faction realm; put marshal@reserve", "Lord Marshal is a hero and can’t start in reinforcements."),
        (
            "faction realm; put knights@1:F1; put knights@1:F2; put knights@1:F3",
            "an army can have only 2 of a kind.",
        ),
        (
            "army sylvan_a; put dancers@reserve",
            "that costs 1, but you have only 0 of 30 points left.",
        ),
        (
            "faction realm; army realm_a",
            "you’ve already started a Realm army; undo your steps to choose another.",
        ),
        ("faction brood; ready", "18 spaces are still empty: battalion 1 (all), battalion 2 (all), battalion 3 (all)."),
        ("lay knights@1", "choose your army first; you give orders later."),
    ],
)
def test_fd10_a_step_that_breaks_a_rule_is_refused_with_it(move: str, sentence: str) -> None:
    step = move.split("; ")[-1]
    assert refused(fresh(), ANN, move) == f"“{step}” isn’t possible now: {sentence}"


def test_fd10_points_that_would_not_do_for_the_rest_are_refused() -> None:
    move = (
        "faction realm; put knights@1:F1; put knights@1:F2; put bombards@1:S1; put bombards@1:S2; "
        "put outriders@2:S1; put outriders@2:S2; put outriders@3:S1; put menatarms@2:F1"
    )
    assert refused(fresh(), ANN, move).endswith(
        "with Men-at-Arms there, your remaining points (6) wouldn’t be enough to fill the other spaces."
    )


def test_fd12_four_units_may_start_in_reinforcements_and_no_fifth() -> None:
    rows = "- - - - - - / " * 2 + "- - - - - -"
    army = armies.parse(f"horde: {rows} + goblins goblins goblins goblins gobarch", HOUSE)
    assert "There are 5 units in reinforcements; at most 4 can start there." in map(str, armies.faults(army, HOUSE))
    four = ["faction horde", *["put goblins@reserve"] * 4]
    assert "put gobarch@reserve" not in planned(fresh(), ANN, *four)
    assert refused(fresh(), ANN, "; ".join([*four, "put gobarch@reserve"])).endswith(
        "at most 4 units can start in reinforcements."
    )


def test_fd13_the_deck_is_one_card_for_each_unit_and_the_hand_is_seven() -> None:
    state = chosen().state
    for made in state.sides:
        assert sorted(made.hand + made.deck) == sorted(all_tokens(made))
        assert len(made.hand) == 7
    assert [len(made.deck) for made in state.sides] == [21 - 7, 21 - 7]


def test_the_first_step_offers_presets_and_factions() -> None:
    assert offered(fresh(), ANN) == [
        *(f"army {preset}" for preset in HOUSE.presets),
        *(f"faction {faction}" for faction in HOUSE.factions),
    ]
