"""States typed by hand, the laws they obey, and what the document says of them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.rules import engine
from games.rules.chance import KeyedChance
from games.rules.errors import BadNotation, BadState
from games.rules.fantasy_dice_battles.data import FaceRow, PresetRow, UnitRow
from games.rules.fantasy_dice_battles.round.powers import EFFECTS
from games.rules.fantasy_dice_battles.round.resolution import ROUND_STEPS
from games.rules.fantasy_dice_battles.state import Orders, Side, State
from games.rules.fantasy_dice_battles.view import DiceBattlesView, SideSeen
from games.rules.game import REFEREE, SPECTATOR, Position, dump
from tests.rules.fantasy_dice_battles.table import ANN, BEN, GAME, fresh, give, laid, side

DOCUMENT = Path(__file__).parents[3] / "docs" / "rules" / "fantasy-dice-battles.md"
HORDE = "orcs - - - - warlord / - - - - - witch / - - - - - gobking"
REALM = "- - - - - marshal / - - - - - castellan / - - - - - wizard"


def position() -> Position[State]:
    return laid(side(HORDE, hand="orcs wolves goblins"), side(REALM, hand="footmen bowmen halberdiers"))


def typed(**change: Any) -> dict[str, Any]:
    """Return the plain data of the position with some of Ann's side changed."""
    tree: dict[str, Any] = msgspec.to_builtins(position().state)
    tree["sides"][ANN] |= change
    return tree


def loaded(tree: dict[str, Any]) -> State:
    return GAME.load(msgspec.json.encode({"state": tree})).state


def test_the_position_of_the_document_can_be_played() -> None:
    (example,) = re.findall(r"```json\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    found = GAME.load(example)
    GAME.check(found.state)
    move = "lay menatarms@1; lay wizard@3; ready"
    after, _ = engine.apply(GAME, found, BEN, engine.parse_move(GAME, move), KeyedChance(bytes(32)))
    GAME.check(after.state)
    assert after.state.round == 5


def test_the_document_names_every_key_of_a_state_a_view_and_a_data_file() -> None:
    text = DOCUMENT.read_text()
    kinds = (State, Side, Orders, DiceBattlesView, SideSeen, FaceRow, PresetRow, UnitRow)
    keys = [field.encode_name for kind in kinds for field in msgspec.structs.fields(kind)]
    assert [key for key in keys if f"`{key}`" not in text] == []


def test_the_document_names_every_rule_and_every_power() -> None:
    text = DOCUMENT.read_text()
    numbers = [
        *range(1, 6),
        *range(10, 14),
        *range(20, 23),
        *range(30, 38),
        40,
        43,
        *range(44, 47),
        *range(50, 54),
        60,
        61,
    ]
    assert [number for number in numbers if f"**FD-{number}**" not in text] == []
    assert [code for code, effect in EFFECTS.items() if f"| `{code}` | {effect.kind} |" not in text] == []


def test_a_round_has_ten_steps() -> None:
    names = [step.__name__ for step in ROUND_STEPS]
    assert names == [
        "reveal",
        "mark_dispelled",
        "count",
        "support",
        "regroup",
        "poison",
        "shoot",
        "defeat",
        "flee",
        "end",
    ]


def test_a_dumped_state_stays_below_four_kilobytes() -> None:
    assert len(dump(position())) < 4000


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"tokens": []}, "Expected `array` of length >= 18 - at `$.state.sides[0].tokens`"),
        ({"tokens": [""] * 19}, "Expected `array` of length <= 18 - at `$.state.sides[0].tokens`"),
        ({"poison": [2] * 18}, "Expected `int` <= 1 - at `$.state.sides[0].poison[0]`"),
        (
            {"orders": {"cards": {"4": "orcs"}}},
            "Invalid enum value '4' - at `key` in `$.state.sides[0].orders.cards`",
        ),
        ({"mood": "grim"}, "Object contains unknown field `mood` - at `$.state.sides[0]`"),
        ({"orders": {"mood": 1}}, "Object contains unknown field `mood` - at `$.state.sides[0].orders`"),
    ],
)
def test_a_state_that_cannot_be_read_is_refused_with_the_place(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadState) as caught:
        loaded(typed(**change))
    assert str(caught.value) == f"This is not a state of Fantasy Dice Battles: {complaint}."


@pytest.mark.parametrize(
    ("change", "law"),
    [
        (
            {"faction": "realm"},
            "A seat’s tokens must form a legal army, no matter what has happened to them since (FD-10).",
        ),
        (
            {"reserve": ["goblins"] * 5},
            "A seat’s tokens must form a legal army, no matter what has happened to them since (FD-10).",
        ),
        (
            {"wounds": [3, *[0] * 17]},
            "Dice must be on units, and a unit must have fewer wounds than morale boxes (FD-46, FD-50).",
        ),
        (
            {"poison": [0, 1, *[0] * 16]},
            "Dice must be on units, and a unit must have fewer wounds than morale boxes (FD-46, FD-50).",
        ),
        ({"discards": ["orcs"]}, "Each token must have one order card, in hand, draw pile or discards (FD-13)."),
        (
            {"orders": {"cards": {"1": "orcs"}}},
            "Sealed orders must be possible, and a seat that still has to give orders has none (FD-20 to FD-22).",
        ),
        ({"last": {"cards": {"1": "orcs"}}}, "The previous round’s orders name something the army doesn’t have."),
    ],
)
def test_a_state_that_breaks_a_law_is_refused_with_it(change: dict[str, Any], law: str) -> None:
    with pytest.raises(BadState) as caught:
        GAME.check(loaded(typed(**change)))
    assert str(caught.value) == law


@pytest.mark.parametrize(
    ("phase", "asked"),
    [("orders", [0, 0]), ("orders", [1, 0]), ("orders", []), ("army", [1, 0]), ("over", [0])],
)
def test_seats_asked_out_of_order_twice_none_or_after_the_end_break_a_law(phase: str, asked: list[int]) -> None:
    tree = msgspec.to_builtins(fresh().state if phase == "army" else position().state)
    with pytest.raises(BadState) as caught:
        GAME.check(loaded(tree | {"phase": phase, "asked": asked}))
    assert (
        str(caught.value)
        == "The seats to move must be listed once each, in ascending order, and a match in progress has at least one."
    )


def test_a_state_of_an_unknown_data_set_is_refused() -> None:
    with pytest.raises(BadState, match=r"a data set that is missing here or has changed \(digest 1\)"):
        GAME.check(loaded(typed() | {"set_digest": 1}))


def test_a_unit_in_a_battalion_without_its_hero_breaks_a_law() -> None:
    state = position().state
    tokens = state.sides[ANN].tokens
    tokens[1], tokens[5] = tokens[5], ""
    with pytest.raises(BadState, match="Units can stand only where their tokens allow"):
        GAME.check(state)


def sealed(*sent: tuple[str, str]) -> State:
    """Return a state: Ann has laid a card where both heroes stand, and sends these units."""
    horde = side(HORDE, hand="orcs wolves goblins", reserve="orcs goblins")
    state = laid(horde, side(REALM, hand="footmen bowmen halberdiers")).state
    state.sides[ANN].orders = Orders({"1": "orcs", "2": "wolves", "3": "goblins"}, list(sent))
    state.asked = [BEN]
    return state


def test_sealed_units_are_listed_by_their_places() -> None:
    one, other = ("1:F2", "orcs"), ("2:F1", "goblins")
    GAME.check(sealed(one, other))
    with pytest.raises(BadState, match="Sealed orders must be possible"):
        GAME.check(sealed(other, one))


@pytest.mark.parametrize(
    "last",
    [
        Orders({"1": "footmen"}),  # a card of the enemy
        Orders({"1": "orcs"}, [("1:F2", "footmen")]),  # a unit of the enemy
        Orders({"1": "orcs"}, [("1:F4", "goblins")]),  # no place
        Orders({}, [("1:F2", "goblins")]),  # no card at all
    ],
)
def test_the_orders_of_the_round_before_are_of_cards_and_units_that_there_were(last: Orders) -> None:
    state = position().state
    state.round, good = 2, Orders({"1": "orcs"}, [("1:F2", "goblins")])
    state.sides[ANN].last, state.sides[BEN].last = good, Orders({"1": "footmen"})
    GAME.check(state)
    state.sides[ANN].last = last
    with pytest.raises(BadState, match="The previous round’s orders name something the army doesn’t have"):
        GAME.check(state)


def test_a_sealed_army_that_is_not_legal_breaks_a_law() -> None:
    state = give(fresh(), ANN, "army realm_a; ready").state
    GAME.check(state)
    state.sides[ANN].reserve.append("knights")
    with pytest.raises(BadState, match="A sealed army must be legal"):
        GAME.check(state)


def test_text_that_is_no_step_is_refused_with_what_there_is() -> None:
    for text in ("lay dragons@1", "lay knights@4", "put footmen@1:X", "army mine", "Ready"):
        with pytest.raises(BadNotation) as caught:
            GAME.parse_step(text)
        assert str(caught.value).startswith(
            f"“{text}” is not a step in Fantasy Dice Battles. Steps look like this: army realm_a,"
        )


def test_the_referee_sees_both_hands_and_draw_piles_in_order() -> None:
    state = position().state
    sealed = GAME.view(state, REFEREE).sealed
    assert sealed is not None
    assert [list(seen.hand) for seen in sealed] == [made.hand for made in state.sides]
    assert [list(seen.deck) for seen in sealed] == [made.deck for made in state.sides]


def test_the_referee_sees_armies_while_they_are_built_and_not_beside_what_they_became() -> None:
    building, fighting = (GAME.view(state, REFEREE).sealed for state in (fresh().state, position().state))
    assert building is not None
    assert fighting is not None
    assert [seen.army is None for seen in (*building, *fighting)] == [False, False, True, True]


def test_no_seat_sees_the_order_of_a_draw_pile_or_the_other_hand() -> None:
    state = position().state
    before = [GAME.view(state, viewer) for viewer in (ANN, BEN)]
    state.sides[ANN].deck.reverse()
    assert [GAME.view(state, viewer) for viewer in (ANN, BEN)] == before
    made = state.sides[ANN]
    made.hand[0], made.deck[-1] = made.deck[-1], made.hand[0]
    assert GAME.view(state, BEN) == before[BEN]
    assert GAME.view(state, ANN) != before[ANN]


def test_a_seat_knows_what_is_left_in_its_draw_pile_and_watchers_do_not() -> None:
    state = position().state
    for seat in (ANN, BEN):
        assert GAME.view(state, seat).deck == tuple(sorted(state.sides[seat].deck)) != ()
    assert GAME.view(state, SPECTATOR).deck is None
    assert GAME.view(fresh().state, ANN).deck == ()


def test_a_seat_sees_its_hand_in_alphabetical_order_however_it_was_drawn() -> None:
    state = laid(side(HORDE, hand="wolves orcs goblins"), side(REALM)).state
    assert state.sides[ANN].hand[:3] == ["wolves", "orcs", "goblins"]
    assert GAME.view(state, ANN).hand == tuple(sorted(state.sides[ANN].hand))


@pytest.mark.parametrize(
    "orders",
    [
        {"cards": {"1": "goblins", "2": "goblins", "3": "castellan"}},
        {"cards": {"1": "orcs", "2": "wolves", "3": "goblins"}, "sent": [["2:F1", "wolves"]]},
        {"cards": {"1": "orcs", "2": "wolves", "3": "goblins"}, "sent": [["nowhere", "goblins"]]},
    ],
)
def test_orders_of_what_the_seat_does_not_have_break_a_law(orders: dict[str, Any]) -> None:
    tree = msgspec.to_builtins(laid(side(HORDE, hand="orcs wolves goblins", reserve="goblins"), side(REALM)).state)
    tree["sides"][ANN]["orders"] = orders
    with pytest.raises(BadState, match=r"^Sealed orders must be possible"):
        GAME.check(loaded(tree | {"asked": [BEN]}))


def test_orders_may_send_a_unit_to_every_active_battalion() -> None:
    ann = side(HORDE, hand="orcs wolves goblins", reserve="goblins goblins goblins")
    tree = msgspec.to_builtins(laid(ann, side(REALM)).state)
    cards = {"1": "orcs", "2": "wolves", "3": "goblins"}
    tree["sides"][ANN]["orders"] = {"cards": cards, "sent": [[f"{each}:F2", "goblins"] for each in (1, 2, 3)]}
    GAME.check(loaded(tree | {"asked": [BEN]}))


def test_five_units_in_reinforcements_break_a_law() -> None:
    with pytest.raises(BadState) as caught:
        laid(side(HORDE, reserve="goblins goblins goblins gobarch gobarch"), side(REALM))
    assert str(caught.value) == "At most four units can be in reinforcements (FD-12)."


def test_a_hand_of_six_breaks_a_law() -> None:
    state = position().state
    state.sides[ANN].deck.append(state.sides[ANN].hand.pop())
    with pytest.raises(BadState) as caught:
        GAME.check(state)
    assert str(caught.value) == "A hand has seven cards (FD-53)."
