"""What the coach says at Field of Glory."""

from __future__ import annotations

import itertools
import re

import pytest
from msgspec.structs import replace

from games.rules import engine
from games.rules.chance import KeyedChance
from games.rules.field_of_glory.advised import CHEAP, LEFT, SPARE, advised, payment
from games.rules.field_of_glory.cards import CODE, POINTS
from games.rules.field_of_glory.phases import legal
from games.rules.field_of_glory.state import State
from games.rules.field_of_glory.steps import DECK, Bonus, Draw, Place, Withdraw
from games.rules.field_of_glory.view import FieldOfGloryView
from games.rules.game import Position
from tests.rules.contract.playouts import Match
from tests.rules.field_of_glory.table import BLUE, GAME, RED, laid

MATCHES = 4


def said(position: Position[State], *steps: str, seat: int = RED) -> str:
    """Return what the coach says to a seat with a plan."""
    if not steps:
        return str(GAME.advice(GAME.view(position.state, seat), seat))
    plan = engine.preview(GAME, position, seat, [GAME.parse_step(step) for step in steps])
    return str(GAME.advice(plan.view, seat))


# --- columns, and what a unit costs ---


@pytest.mark.parametrize(
    ("field", "control", "words"),
    [
        ({2: " / LI4a"}, {}, "Put Cavalry in column 2, for 2: otherwise seat 1 takes the column next turn."),
        (
            {1: "LI4a / "},
            {},
            "Put Cavalry in column 2, for 2: if nobody opposes it, the column is yours next turn.",
        ),
        (
            {1: " / CV2a", 2: " / MI4a", 4: " / HI4a"},
            {1: "blue", 4: "blue"},
            "seat 1 has two columns and would take column 2, too: put Cavalry there, for 2.",
        ),
    ],
)
def test_the_column_that_needs_a_unit_is_named(field: dict[int, str], control: dict[int, str], words: str) -> None:
    assert said(laid(field, red="LI3a OV2a CV2b RE2a CO5b", blue="CO5a", control=control)) == words


def test_units_of_one_type_are_told_apart_by_their_points() -> None:
    position = laid({2: " / LI4a"}, red="LI3a LI2a OV2a OV2b CO5b", blue="CO5a")
    assert said(position).startswith("Put Light Infantry (")


def test_the_hand_is_not_spent_on_units() -> None:
    """The position of a newcomer: two free units and two cheap ones stand, and Heavy Infantry would take all."""
    field = {1: "LC2a /", 2: "LC3a /", 3: "MI2a /", 4: "MI2b /"}
    position = laid(field, red="HI4a CO5a CO5b", blue="CO5c", control=dict.fromkeys((1, 2), "red"))
    assert "Heavy Infantry in column 5" not in said(position)
    paying = said(position, "place HI4a@5")
    assert paying == "6 to pay, and your cards pay at least 4 too many: rather take the unit back."


@pytest.mark.parametrize("hand", ["CO5a", "LI3a", "PK4a EL3a"])
def test_a_column_that_cannot_be_defended_is_told_with_how_to_draw(hand: str) -> None:
    words = "seat 1 takes column 2 next turn, and you have no unit worth its price: d"
    assert said(laid({2: " / LI4a"}, red=hand, blue="CO5b")).startswith(words)
    nothing = "Nothing more is worth its price: "
    assert said(laid({2: " / LI4a"}, red=hand, blue="CO5b", control={2: "blue"})).startswith(nothing)


def test_a_third_column_of_the_opponent_is_announced_a_turn_before_it_counts() -> None:
    field = {1: " / CV2a", 2: " / MI4a", 4: " / HI4a"}
    near = laid(field, red="CO5a", blue="CO5b", control={1: "blue", 4: "blue"})
    words = "seat 1 takes a third column next turn. Get ready to fight for one: draw three cards."
    assert said(near) == words


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("CO5b LI2a", "1 still to pay. Enough, with 1 too many: Light Infantry (2)."),
        ("CO5b PK4a", "1 to pay, and your cards pay at least 3 too many: rather take the unit back."),
    ],
)
def test_the_cards_that_pay_with_the_least_lost_are_named(hand: str, words: str) -> None:
    assert said(laid({2: " / LI4a"}, red=f"LI3a {hand}", blue="CO5a"), "place LI3a@1") == words


def test_the_least_lost_spares_the_last_commander_and_units_and_takes_as_few_cards_as_can_be() -> None:
    assert list(payment(["LI3a", "CO5a", "LI2a"], 5)) == ["LI3a", "LI2a"]
    assert list(payment(["LI3a", "CO5a", "CO5b", "LI2a"], 5)) == ["CO5a"]
    assert list(payment(["LI3a", "CO5a", "LI2a"], 7)) == ["CO5a", "LI2a"]
    assert list(payment(["LI3a", "LI2a"], 6)) == []


def test_what_is_advised_can_be_done_and_keeps_a_hand() -> None:
    """Say so of what is advised in whole matches, from the view alone."""
    seen = set[str]()
    for number in range(MATCHES):
        for ply in Match(GAME, number).play().plies:
            state = ply.before.state
            view = GAME.view(state, ply.seat)
            step = advised(view, ply.seat)
            assert step in legal(state, ply.seat)
            other = GAME.imagine(view, ply.seat, KeyedChance(b"coach"))
            assert advised(GAME.view(other, ply.seat), ply.seat) == step
            seen.add(type(step).__name__)
            if isinstance(step, Place) and view.phase == "act" and view.terrain[1 - ply.seat] < 3:
                _try_to_pay(ply.before, ply.seat, step)
            if isinstance(step, Draw) and step.card:
                held = [card for card in state.hands[ply.seat] if CODE[card] == "CO"]
                assert CODE[step.card] != "CO" or len(held) > 1
    assert seen >= {"Keep", "Place", "Attack", "Draw", "Bonus"}


def _try_to_pay(before: Position[State], seat: int, step: Place) -> None:
    plan = engine.preview(GAME, before, seat, [step])
    assert isinstance(plan.view, FieldOfGloryView)
    bill, hand = plan.view.placing, plan.view.hands[seat] or ()
    if bill and bill.cost:
        cards = payment(hand, bill.cost)
        assert 0 <= sum(POINTS[card] for card in cards) - bill.cost <= SPARE
        assert len(hand) - len(cards) >= LEFT


# --- the end of a match ---


def test_three_columns_of_the_opponent_come_before_all_else() -> None:
    lost = laid(
        {2: "CV4a / LI4a", 4: " / LI4b"}, red="LI3a CO5b", blue="CO5a", control={2: "blue", 3: "blue", 4: "blue"}
    )
    words = "seat 1 wins next turn, unless you win or tie a fight. "
    assert said(lost) in (
        words + "Put Light Infantry in column 4, and attack.",
        words + "Attack column 2 with your Cavalry.",
    )


def test_only_columns_where_one_can_fight_are_named_against_a_win() -> None:
    field = {2: "CV4a / LI4a", 3: " / LI4b", 4: " / CV2a"}
    control = {2: "blue", 3: "blue", 4: "blue"}
    near = "seat 1 wins next turn, unless you win or tie a fight. Attack column 2 with your Cavalry."
    assert said(laid(field, red="CO5a", blue="CO5a", control=control)) == near
    without = "seat 1 controls 3 columns and wins next turn. No fight can prevent that any more."
    assert said(laid({3: " / LI4b"}, red="CO5a", blue="CO5a", control=control)) == without
    unknown = "seat 1 controls 3 columns and wins next turn. Only Reserves can still help: play it."
    assert said(laid({3: " / LI4b"}, red="RE2a", blue="CO5a", control=control)) == unknown


def test_fights_in_several_columns_are_named_only_where_units_for_all_of_them_can_be_paid() -> None:
    control = dict.fromkeys((1, 3, 4, 5), "blue")
    field = {1: " / LI4b", 3: " / MI2a", 4: " / MI3a"}
    too_few = "seat 1 controls 4 columns and wins next turn. No fight can prevent that any more."
    assert said(laid(field, red="LI3a", blue="CO5a", control=control)) == too_few
    assert said(laid(field, red="LI3a LI2a", blue="CO5a", control=control)) == too_few
    enough = "seat 1 wins next turn, unless you win or tie 2 fights. Put Light Infantry ("
    assert said(laid(field, red="LI3a LI2a CO5a", blue="CO5a", control=control)).startswith(enough)


@pytest.mark.parametrize(
    ("shuffles", "blue", "words"),
    [
        ([2, 1], ["HI4a"], "If seat 1’s deck runs out again, the match ends with that turn: "),
        ([1, 2], [], "Nothing more is worth its price"),
        ([2, 2], [], "The match ends with this turn: "),
    ],
)
def test_the_end_by_cards_is_announced_while_it_is_near(shuffles: list[int], blue: list[str], words: str) -> None:
    position = laid(red="CO5a", blue="CO5a")
    state = replace(position.state, shuffles=shuffles, decks=[["HI4a"] * 5, blue])
    view = GAME.view(state, RED)
    assert str(GAME.advice(view, RED)).startswith(words)
    assert ("last turn" in str(GAME.prompt(view, RED))) == (not words.startswith("Nothing"))


def test_three_columns_of_ones_own_are_to_be_kept() -> None:
    won = laid({1: "CV4a /"}, red="CO5a", blue="CO5b", control={1: "red", 2: "red", 3: "red"})
    words = "Keep three columns until your next turn begins, and you win. End this one: draw three cards."
    assert said(won) == words


def test_the_draw_is_named_with_the_card_that_brings_more() -> None:
    assert said(laid({1: "CV4a /"}, red="CO5a CO5b", blue="CO5c", control={1: "red"})) == (
        "Nothing more is worth its price: discard Commander (5) to draw 5, which is more than three."
    )


# --- fights ---


def test_an_attack_that_is_well_ahead_comes_before_another_unit() -> None:
    ahead = laid({2: "EL3a / AR2a"}, red="LI3a", blue="CO5a")
    assert said(ahead).startswith("Attack column 2 with your Elephants")


def test_no_good_card_is_advised_against_a_unit_that_may_withdraw() -> None:
    elusive = laid({5: "LI4a / LC2a"}, red="CO5a", blue="CO5b LI4b", control={5: "blue"})
    assert said(elusive) == (
        "Attack column 5 with your Light Infantry. The enemy may withdraw, so add only the top card of your deck."
    )
    declared = said(elusive, "attack LI4a")
    assert declared == "It’s 1 to 1, but the enemy may withdraw: add only the top card of your deck."
    for lead, foe, hand in itertools.product(
        ("LI4a", "MI2a", "EL2a"), ("LC2a", "LC4a LC3a"), ("CO5a CO5b", "MI4b LI2a")
    ):
        position = laid({3: f"{lead} / {foe}"}, red=hand, blue="CO5c LI4b", control={3: "blue"})
        plan = engine.preview(GAME, position, RED, [GAME.parse_step(f"attack {lead}")])
        assert isinstance(plan.view, FieldOfGloryView)
        step = advised(plan.view, RED)
        assert isinstance(step, Bonus)
        assert step.source == DECK or POINTS[step.source] <= CHEAP


@pytest.mark.parametrize(
    ("field", "hand", "words"),
    [
        ({2: "HI4a / LC4a"}, "LC2a", r"It’s 1 to 4 before bonus cards: withdraw Light Cavalry, which then gives no"),
        ({2: "HI4a / MI4a"}, "CO5b CO5c", r"Stand with Medium Infantry: it’s 3 to 4 .* Then add "),
    ],
)
def test_a_defender_is_told_whether_to_withdraw_and_why(field: dict[int, str], hand: str, words: str) -> None:
    position = laid(field, red="CO5a LI2a", blue=hand)
    (attack,) = [GAME.parse_step("attack HI4a")]
    after, _ = engine.apply(GAME, position, RED, [attack, GAME.parse_step("bonus LI2a")], KeyedChance(bytes(32)))
    assert re.match(words, said(after, seat=BLUE))
    view = GAME.view(after.state, BLUE)
    assert isinstance(advised(view, BLUE), Withdraw) == ("withdraw" in words)


# --- the draft ---


def test_in_the_draft_two_cards_are_named_and_what_the_army_then_has() -> None:
    position, _, _ = engine.start(GAME, {}, [0, 1], KeyedChance(bytes(32)))
    draft = position.state.draft
    assert draft is not None

    def drafting(offered: str, kept: str = "") -> str:
        offers = [offered.split(), draft.offers[1]]
        state = replace(position.state, draft=replace(draft, offers=offers, kept=[kept.split(), []]))
        return said(Position(state))

    assert drafting("CO5a HI4a LI2a LI3a") == (
        "Keep Heavy Infantry (4) and Commander (5): a Commander pays 5, or adds 5 to a fight."
    )
    assert drafting("MI4a HI4a AR2a LI3a", "MI2a LI4a") == (
        "Keep Heavy Infantry (4) and Medium Infantry (4). That makes 3 of 10 leads for fights (combat value 3 to 5)."
    )
    assert drafting("LI4a LC4a OV2a AR2a") == (
        "Keep Light Infantry (4) and Light Cavalry (4). That makes 2 of 4 light units for empty columns."
    )


def test_who_waits_hears_nothing() -> None:
    position = laid({2: " / LI4a"}, red="LI3a", blue="CO5a")
    assert GAME.advice(GAME.view(position.state, BLUE), BLUE) is None
