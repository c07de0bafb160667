"""Placing units and paying for them, Reserves: FG-20 to FG-25, FG-70, FG-72."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.rules import engine
from games.rules.chance import NoChance
from games.rules.errors import IllegalStep
from games.rules.field_of_glory.events import Drew, Paid, Placed, Removed, ReservesPlayed, Settled
from games.rules.field_of_glory.placing import charges
from games.rules.game import dump
from tests.rules.field_of_glory.table import (
    BLUE,
    GAME,
    RED,
    field_of,
    happened,
    laid,
    offered,
    offered_of,
    only,
    planned,
    play,
    played,
    refused,
)


def placed_at(card: str) -> list[int]:
    """Return the columns in which a unit may be placed on an empty plain field."""
    position = laid(red=f"{card} CO5a CO5b")
    return [int(text[-1]) for text in offered_of(position, "place") if text.startswith(card)]


# --- cost ---


def test_fg20_the_example_four_units_for_nine_paid_by_a_commander_and_a_cavalry_card() -> None:
    position = laid(red="HI2a LI2a LC2a MI2a CO5a CV4a RE2a")
    move = "place MI2a@1; place HI2a@3; place LI2a@2; place LC2a@4; pay CO5a; pay CV4a; settle"
    after, events = play(position, move)
    assert [event.cost for event in events if isinstance(event, Placed)] == [4, 4, 1, 0]
    assert only(events, Settled) == Settled(RED, 9, 9)
    assert after.state.hands[RED] == ["RE2a"]
    assert after.state.discards[RED] == ["CO5a", "CV4a"]
    assert [field_of(after.state, column) for column in (1, 2, 3, 4, 5)] == [
        "MI2a /",
        "LI2a /",
        "HI2a /",
        "LC2a /",
        "/",
    ]


@pytest.mark.parametrize(
    ("card", "column", "terrain", "cost"),
    [
        ("EL2a", 3, "plain", 5),
        ("EL2a", 1, "plain", 8),
        ("PK2a", 5, "plain", 8),
        ("SP2a", 5, "plain", 8),
        ("HI2a", 1, "plain", 6),
        ("HI2a", 2, "plain", 4),
        ("MI2a", 5, "plain", 4),
        ("CV2a", 5, "plain", 2),
        ("AR2a", 1, "plain", 2),
        ("LI2a", 1, "plain", 1),
        ("LC2a", 1, "plain", 0),
        ("LC2a", 1, "rough", 1),
        ("HI2a", 1, "rough", 7),
        ("HI2a", 3, "rough", 5),
        ("HI2a", 3, "woods", 4),
        ("HI2a", 3, "hill", 4),
    ],
)
def test_fg21_a_unit_costs_movement_and_flank_penalty_and_one_more_on_rough_ground(
    card: str, column: int, terrain: str, cost: int
) -> None:
    position = laid(red=f"{card} CO5a CO5b", terrain={column: terrain})
    placed = happened(
        position, f"place {card}@{column}; pay CO5a; pay CO5b; settle" if cost else f"place {card}@{column}; settle"
    )
    assert only(placed, Placed).cost == cost


def test_fg21_a_price_says_line_by_line_what_it_is_made_of() -> None:
    assert charges("PK2a", 1, "rough") == (("move", 5), ("flank", 3), ("rough", 1))
    assert charges("PK2a", 2, "hill") == (("move", 5),)
    assert sum(each.amount for each in charges("PK2a", 1, "rough")) == 9


def test_fg20_no_change_is_given_and_more_cards_than_needed_may_be_discarded() -> None:
    position = laid(red="LI2a CO5a CO5b RE2a")
    events = happened(position, "place LI2a@3; pay CO5a; pay CO5b; settle")
    assert only(events, Settled) == Settled(RED, 1, 10)


def test_fg20_too_little_payment_is_refused() -> None:
    position = laid(red="HI2a CO5a LC2a")
    assert "the placement costs 4, but you’ve paid only 2." in refused(position, "place HI2a@3; pay LC2a; settle")
    assert "isn’t finished" in refused(position, "place HI2a@3; pay LC2a")


def test_fg20_a_payment_of_several_small_cards_does() -> None:
    position = laid(red="HI2a LC2a OV2a RE2a")
    assert played(position, "place HI2a@3; pay LC2a; pay OV2a; settle").hands[RED] == ["RE2a"]


# --- where ---


def test_fg22_a_unit_may_go_to_any_column() -> None:
    assert placed_at("HI2a") == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("there", "card", "fits"),
    [
        ("HI2a", "HI2b", True),
        ("HI2a", "MI2a", False),
        ("HI2a", "AR2a", True),
        ("AR2a", "HI2a", True),
        ("AR2a", "AR3a", True),
        ("EL2a", "LI2a", True),
        ("LI2a", "EL2a", True),
        ("EL2a", "AR2a", True),
        ("EL2a", "EL3a", True),
        ("LI2a", "HI2a", False),
        ("CV2a", "LC2a", False),
        ("LI2a", "LC2a", False),
        ("HI2a HI2b", "HI3a", False),
        ("HI2a HI2b", "AR2a", False),
    ],
)
def test_fg22_a_column_holds_two_of_a_type_or_archers_with_any_or_light_infantry_with_elephants(
    there: str, card: str, *, fits: bool
) -> None:
    position = laid({3: f"{there} /"}, red=f"{card} CO5a CO5b")
    assert (f"{card}@3" in offered_of(position, "place")) is fits


def test_fg22_enemy_units_do_not_fill_my_side() -> None:
    position = laid({3: "/ HI2a HI2b"}, red="MI2a CO5a")
    assert "MI2a@3" in offered_of(position, "place")


def test_fg22_a_full_column_and_a_forbidden_pair_are_refused_by_name() -> None:
    position = laid({3: "HI2a HI2b /", 2: "CV2a /"}, red="HI3a CO5a CO5b")
    assert "column 3 already has two of your units" in refused(position, "place HI3a@3; pay CO5a; settle")
    assert "can’t share a column" in refused(position, "place HI3a@2; pay CO5a; settle")


# --- removing ---


def test_fg23_a_unit_is_removed_free_of_charge_to_make_room() -> None:
    position = laid({3: "CV2a / HI2a"}, red="HI2a CO5a")
    after, events = play(position, "remove CV2a; place HI2a@3; pay CO5a; settle")
    assert field_of(after.state, 3) == "HI2a / HI2a"
    assert only(events, Removed).card == "CV2a"
    assert only(events, Settled).cost == 4
    assert after.state.discards[RED] == ["CV2a", "CO5a"]


def test_fg23_both_units_may_go_for_one() -> None:
    position = laid({3: "CV2a CV2b / HI2a"}, red="HI2a CO5a")
    assert field_of(played(position, "remove CV2a; remove CV2b; place HI2a@3; pay CO5a; settle"), 3) == "HI2a / HI2a"


def test_fg23_the_next_unit_must_go_into_that_column() -> None:
    position = laid({3: "CV2a / HI2a"}, red="HI2a LI2a CO5a")
    following = planned(position, "remove CV2a")
    assert [text for text in following if text.startswith("place")] == ["place HI2a@3", "place LI2a@3"]
    assert all(text.startswith("place") for text in following)
    assert "the next one must go there" in refused(position, "remove CV2a; place HI2a@2; pay CO5a; settle")
    assert "place one there first" in refused(position, "remove CV2a; settle")


def test_fg23_units_cannot_be_thrown_away() -> None:
    poor = laid({3: "CV2a / HI2a"}, red="HI2a LC2a")
    assert offered_of(poor, "remove") == ["CV2a"]
    poorer = laid({3: "CV2a / HI2a"}, red="HI2a")
    assert offered_of(poorer, "remove") == []
    assert "no unit you can pay for would fit in its place" in refused(poorer, "remove CV2a")


def test_fg23_units_placed_by_the_same_move_cannot_be_removed_by_it() -> None:
    position = laid(red="CV2a HI2a CO5a CO5b")
    assert "remove CV2a" not in planned(position, "place CV2a@3")
    assert "you placed Cavalry in this move, so you can’t remove it" in refused(position, "place CV2a@3; remove CV2a")


# --- what cannot be placed ---


def test_fg24_commanders_and_action_cards_cannot_be_placed() -> None:
    position = laid(red="CO5a OV2a RE2a HI2a")
    assert {text.partition("@")[0] for text in offered_of(position, "place")} == {"HI2a"}
    for text in ("place CO5a@3", "place OV2a@3", "place RE2a@3"):
        assert "you can’t place Commanders or action cards" in refused(position, text)


def test_fg24_a_placed_unit_cannot_pay() -> None:
    position = laid(red="HI4a CO5a")
    assert "HI4a" in refused(position, "place HI4a@3; pay HI4a; settle")


def test_fg24_what_the_rest_of_the_hand_cannot_pay_for_is_not_offered() -> None:
    position = laid(red="HI4a LI3a")
    assert offered_of(position, "place") == [f"LI3a@{column}" for column in (1, 2, 3, 4, 5)]
    assert "this would cost 4, but the rest of your hand is worth only" in refused(
        position, "place HI4a@3; pay LI3a; settle"
    )


def test_fg24_what_is_placed_already_counts_against_the_hand() -> None:
    position = laid(red="HI2a HI2b CO5a")
    assert all(not text.startswith("place HI2b") for text in planned(position, "place HI2a@3"))


def test_fg24_a_placement_that_costs_nothing_is_paid_with_nothing() -> None:
    position = laid(red="LC2a CO5a")
    after, events = play(position, "place LC2a@3; settle")
    assert only(events, Settled) == Settled(RED, 0, 0)
    assert after.state.hands[RED] == ["CO5a"]
    assert "pay CO5a" not in planned(position, "place LC2a@3")
    assert "this placement costs nothing" in refused(position, "place LC2a@3; pay CO5a; settle")


def test_fg24_a_card_not_in_hand_is_refused() -> None:
    position = laid(red="LI2a CO5a")
    assert "hand" in refused(position, "place LC3a@3; settle")
    assert "hand" in refused(position, "place LI2a@3; pay CO5b")


# --- one move ---


def test_fg70_a_placement_is_all_or_none() -> None:
    position = laid(red="HI2a LI2a LC2a CO5a")
    before = dump(position)
    steps = engine.parse_move(GAME, "place LI2a@2; place LC2a@4; place HI2a@3; pay CO5b; settle")
    with pytest.raises(IllegalStep) as error:
        engine.apply(GAME, position, RED, steps, NoChance())
    assert error.value.index == 3
    assert dump(position) == before


def test_fg70_nothing_can_be_placed_once_payment_has_begun() -> None:
    position = laid(red="HI2a LI2a CO5a CO5b")
    assert all(not text.startswith("place") for text in planned(position, "place HI2a@3", "pay CO5a"))
    assert "you’ve started paying, so you can’t place anything else in this move" in refused(
        position, "place HI2a@3; pay CO5a; place LI2a@2"
    )


def test_fg20_nothing_can_be_removed_once_payment_has_begun() -> None:
    position = laid({2: "MI2a /"}, red="HI2a CO5a CO5b")
    why = "you’ve started paying, so you can’t remove anything else in this move."
    assert why in refused(position, "place HI2a@3; pay CO5a; remove MI2a")


def test_fg72_cost_and_payment_show_as_they_grow_and_to_their_seat_alone() -> None:
    position = laid(red="HI2a LI2a CO5a CO5b RE2a")
    steps = engine.parse_move(GAME, "place HI2a@1; place LI2a@2; pay CO5a; pay RE2a; settle")
    grown = []
    for length in range(1, 5):
        placing = GAME.view(engine.preview(GAME, position, RED, steps[:length]).position.state, RED).placing
        assert placing is not None
        grown.append((placing.cost, placing.paid, placing.placed, placing.paying))
    assert grown == [
        (6, 0, ("HI2a",), False),
        (7, 0, ("HI2a", "LI2a"), False),
        (7, 5, ("HI2a", "LI2a"), True),
        (7, 7, ("HI2a", "LI2a"), True),
    ]
    assert GAME.view(position.state, BLUE).placing is None


def test_fg20_several_placements_may_follow_one_another() -> None:
    position = laid(red="LC2a LI2a CO5a OV2a")
    position, _ = play(position, "place LC2a@3; settle", "place LI2a@2; pay OV2a; settle")
    assert position.state.phase == "act"
    assert field_of(position.state, 2) == "LI2a /"


def test_fg20_paying_is_told_card_by_card() -> None:
    events = happened(laid(red="HI2a CO5a"), "place HI2a@3; pay CO5a; settle")
    assert only(events, Paid) == Paid(RED, "CO5a", 5)


# --- Reserves ---


def test_fg25_reserves_are_discarded_for_three_cards() -> None:
    position = laid(red="RE2a CO5a")
    after, events = play(position, "reserves")
    assert only(events, ReservesPlayed).seat == RED
    assert only(events, Drew).count == 3
    assert after.state.discards[RED] == ["RE2a"]
    assert (len(after.state.hands[RED]), after.state.phase) == (4, "act")


def test_fg25_reserves_are_discarded_after_their_drawing_and_do_not_come_back_by_it() -> None:
    position = laid(red="RE2a CO5a", discards=("LI2a LI2b", ""), rest="prizes")
    after = played(position, "reserves")
    assert after.hands[RED] == ["LI2a", "LI2b", "CO5a"]
    assert (after.decks[RED], after.discards[RED], after.shuffles[RED]) == ([], ["RE2a"], 2)


def test_fg25_with_nothing_left_to_draw_reserves_are_played_once() -> None:
    position = GAME.load((Path(__file__).parent / "reserves-loop.json").read_bytes())
    GAME.check(position.state)
    after = played(position, "reserves")
    assert (after.decks[RED], after.discards[RED], after.shuffles[RED]) == ([], ["RE2a"], 2)
    assert "hand" in refused(position, "reserves", "reserves")


def test_fg25_more_than_nine_cards_are_fine_during_the_turn() -> None:
    position = laid(red="RE2a CO5a CO5b CO5c CO5d CO5e OV2a OV2b LC2a")
    after = played(position, "reserves")
    assert (len(after.hands[RED]), after.phase) == (11, "act")


def test_fg25_reserves_need_the_card() -> None:
    assert "hand" in refused(laid(red="CO5a"), "reserves")
    assert "reserves" not in offered(laid(red="CO5a"))
