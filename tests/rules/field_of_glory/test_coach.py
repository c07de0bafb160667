"""What the coach says at Field of Glory."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.rules import engine
from games.rules.chance import KeyedChance
from games.rules.field_of_glory.coach import payment
from games.rules.field_of_glory.state import State
from games.rules.game import Position
from tests.rules.field_of_glory.table import BLUE, GAME, RED, laid


def said(position: Position[State], seat: int = RED) -> str:
    return str(GAME.advice(GAME.view(position.state, seat), seat))


def test_three_columns_of_the_opponent_come_before_all_else() -> None:
    lost = laid(
        {2: "CV4a / LI4a", 4: " / LI4b"}, red="LI3a CO5b", blue="CO5a", control={2: "blue", 3: "blue", 4: "blue"}
    )
    assert said(lost) == ("seat 1 wins next turn, unless you win or tie a fight in column 2 or 4 now.")


def test_an_attack_that_is_well_ahead_comes_before_another_unit() -> None:
    ahead = laid({2: "EL3a / AR2a"}, red="LI3a", blue="CO5a")
    assert said(ahead).startswith("Attack column 2 with your Elephants: 5 to ")


@pytest.mark.parametrize(
    ("field", "control", "words"),
    [
        ({2: " / LI4a"}, {}, "seat 1 takes column 2 next turn, unless you put a unit there."),
        (
            {1: "LI4a / "},
            {},
            "Put Light Infantry in column 2, for 1: if nobody opposes it, the column is yours next turn.",
        ),
    ],
)
def test_the_column_that_needs_a_unit_is_named(field: dict[int, str], control: dict[int, str], words: str) -> None:
    assert said(laid(field, red="LI3a CO5b", blue="CO5a", control=control)) == words


@pytest.mark.parametrize("hand", ["CO5a", "LI3a", "PK4a EL3a"])
def test_without_a_unit_that_can_be_paid_for_no_column_is_named(hand: str) -> None:
    words = "seat 1 takes column 2 next turn, and you can’t pay for a unit there: draw cards."
    assert said(laid({2: " / LI4a"}, red=hand, blue="CO5b")) == words
    nothing = "Nothing is urgent: end your turn by drawing cards."
    assert said(laid({2: " / LI4a"}, red=hand, blue="CO5b", control={2: "blue"})) == nothing


def test_only_columns_where_one_can_fight_are_named_against_a_win() -> None:
    field = {2: "CV4a / LI4a", 3: " / LI4b", 4: " / CV2a"}
    control = {2: "blue", 3: "blue", 4: "blue"}
    near = "seat 1 wins next turn, unless you win or tie a fight in column 2 now."
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
    enough = "seat 1 wins next turn, unless you now win or tie fights in 2 of these columns: 1, 3 and 4."
    assert said(laid(field, red="LI3a LI2a CO5a", blue="CO5a", control=control)) == enough


def test_a_close_attack_is_named_where_a_good_card_is_at_hand() -> None:
    field = {2: "MI4a / HI4a"}
    close = "You can attack column 2 with your Medium Infantry: 3 to 4 before bonus cards. Add a good one."
    assert said(laid(field, red="CO5a", blue="CO5a")) == close
    assert said(laid(field, red="OV2a", blue="CO5a")).startswith("Nothing is urgent")


@pytest.mark.parametrize(
    ("shuffles", "blue", "words"),
    [
        ([2, 1], ["HI4a"], "If seat 1’s deck runs out again, the match ends with that turn: "),
        ([1, 2], [], "Nothing is urgent"),
        ([2, 2], [], "The match ends with this turn: "),
    ],
)
def test_the_end_by_cards_is_announced_while_it_is_near(shuffles: list[int], blue: list[str], words: str) -> None:
    position = laid(red="CO5a", blue="CO5a")
    state = replace(position.state, shuffles=shuffles, decks=[["HI4a"] * 5, blue])
    view = GAME.view(state, RED)
    assert str(GAME.advice(view, RED)).startswith(words)
    assert ("last turn" in str(GAME.prompt(view, RED))) == (not words.startswith("Nothing"))


def test_in_the_draft_the_coach_says_what_the_army_lacks() -> None:
    position, _, _ = engine.start(GAME, {}, [0, 1], KeyedChance(bytes(32)))
    draft = position.state.draft
    assert draft is not None

    def drafting(offered: str, kept: str = "") -> str:
        offers = [offered.split(), draft.offers[1]]
        state = replace(position.state, draft=replace(draft, offers=offers, kept=[kept.split(), []]))
        return said(Position(state))

    assert drafting("CO5a HI4a LI2a LI3a") == "Keep the Commander: it pays 5, or adds 5 to a fight."
    assert drafting("MI4a HI4a EL2a LI3a", "HI2a LI4a") == (
        "Elephants can lead fights. So far you have 1 of 8 such units."
    )
    assert drafting("MI4a CV4a MI2a LI3a") == (
        "Cavalry can take empty columns cheaply. So far you have 0 of 4 such units."
    )
    assert drafting("MI4a MI3a MI2a AR3a").startswith("Keep the cards with the most command points")


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("CO5b LI2a", "1 still to pay. These are enough, with 1 too many: Light Infantry (2)."),
        ("CO5b PK4a", "1 still to pay. These are enough, with 3 too many: Pikes (4)."),
    ],
)
def test_the_cards_that_pay_with_the_least_lost_are_named(hand: str, words: str) -> None:
    begun = laid({2: " / LI4a"}, red=f"LI3a {hand}", blue="CO5a")
    plan = engine.preview(GAME, begun, RED, [GAME.parse_step("place LI3a@1")])
    assert str(GAME.advice(plan.view, RED)) == words


def test_the_least_lost_spares_units_and_takes_as_few_cards_as_can_be() -> None:
    assert list(payment(["LI3a", "CO5a", "LI2a"], 5)) == ["CO5a"]
    assert list(payment(["LI3a", "CO5a", "LI2a"], 7)) == ["CO5a", "LI2a"]
    assert list(payment(["LI3a", "LI2a"], 6)) == []


def test_who_waits_hears_nothing() -> None:
    position = laid({2: " / LI4a"}, red="LI3a", blue="CO5a")
    assert GAME.advice(GAME.view(position.state, BLUE), BLUE) is None
