"""What the board of Field of Glory says of columns, cards, costs and fights."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.translation import gettext, override

from games.boards.field_of_glory import battlefield, prices
from games.rules import registry
from games.rules.field_of_glory.cards import CARDS, KIND, KINDS
from games.rules.field_of_glory.events import ControlLost, ControlTaken, Fought, Placed, Term
from games.rules.field_of_glory.state import Column, Draft, Fight, Placing, State
from games.rules.field_of_glory.view import FieldOfGloryView

GAME = registry.game("field-of-glory", 1)
LONGEST = 10
"""Letters of a word that fits a card of a phone."""
SEATS = [{"number": 0, "name": "Ann"}, {"number": 1, "name": "Ben"}]


def state(**more: Any) -> State:
    """Return a state with Red to act.

    Red has heavy infantry in column 3 against pikes, and light infantry in hand. A hill lies under blue.
    """
    columns = [Column([[], []]) for _ in range(5)]
    columns[2] = Column([["HI4a"], ["PK3a"]], "hill", 1)
    given: dict[str, Any] = {
        "columns": columns,
        "decks": [["CO5b"], ["CO5a"]],
        "hands": [["CO5a", "LI3a"], ["MI2a"]],
        "discards": [[], ["SP3a"]],
        "prizes": [[], []],
        "out": [[], []],
        "shuffles": [0, 0],
        "phase": "act",
        "turn": 3,
    }
    return State(**{**given, **more})


def asked(at: State, seat: int = 0) -> tuple[FieldOfGloryView, list[dict[str, Any]]]:
    """Return what the page of a seat is drawn from."""
    steps = GAME.legal_steps(at, seat)
    view = GAME.view(at, seat)
    assert isinstance(view, FieldOfGloryView)
    return view, [{"step": step, "text": GAME.text(step), "ends": True} for step in steps]


def test_a_column_tells_terrain_control_and_units_from_my_side() -> None:
    view, choices = asked(state())
    column = battlefield.columns(view, 0, choices, SEATS)[2]
    assert (column.number, column.terrain, column.control) == (3, "Hill", 1)
    assert [card.name for card in column.own] == ["Heavy Infantry"]
    assert [card.name for card in column.enemy] == ["Pikes"]
    assert [card.name for card in battlefield.columns(view, 1, [], SEATS)[2].own] == ["Pikes"]


def test_a_column_is_said_in_words() -> None:
    view, choices = asked(state())
    said = [column.said for column in battlefield.columns(view, 0, choices, SEATS, reader=0)]
    assert said[2] == (
        "Column 3, hill, controlled by Ben. You have Heavy Infantry (combat value 4). Ben has Pikes (combat value 4)."
    )
    assert said[0] == "Column 1, plain, neutral. You have no units. Ben has no units."
    theirs = battlefield.columns(asked(state(), 1)[0], 1, [], SEATS, reader=1)[2].said
    assert theirs.startswith("Column 3, hill, controlled by you. Ann has Heavy Infantry")


def test_a_column_takes_the_units_that_can_be_placed_there() -> None:
    columns = battlefield.columns(*asked(state())[:1], 0, asked(state())[1], SEATS)
    assert [column.steps for column in columns] == ["place_LI3a@1", "place_LI3a@2", "", "place_LI3a@4", "place_LI3a@5"]


def test_my_unit_offers_its_attack_and_an_enemy_offers_nothing() -> None:
    view, choices = asked(state())
    column = battlefield.columns(view, 0, choices, SEATS)[2]
    assert "attack_HI4a" in column.own[0].steps.split(" ")
    assert column.enemy[0].steps == ""


def test_a_card_of_the_hand_offers_what_names_it() -> None:
    view, choices = asked(state())
    light, commander = battlefield.cards(view.hands[0], choices)
    assert (light.name, light.points, light.cost, light.is_unit) == ("Light Infantry", 3, 1, True)
    assert light.steps.split(" ") == [
        *(f"place_LI3a@{column}" for column in (1, 2, 4, 5)),
        "draw_LI3a",
    ]
    assert (commander.points, commander.is_unit, commander.steps) == (5, False, "draw_CO5a")


def test_reserves_are_played_by_their_card() -> None:
    view, choices = asked(state(hands=[["RE2a"], []]))
    assert battlefield.cards(view.hands[0], choices)[0].steps.split(" ") == ["reserves", "draw_RE2a"]


def test_a_card_of_the_draft_offers_the_picks_that_keep_it() -> None:
    at = state(phase="draft", draft=Draft([["EL2a", "PK2a", "CO5a", "OV2a"], []], [[], []]))
    view, choices = asked(at)
    assert view.draft is not None
    first = battlefield.cards(view.draft.offers[0], choices)[0]
    assert first.steps.split(" ") == ["keep_EL2a_PK2a", "keep_EL2a_CO5a", "keep_EL2a_OV2a"]


def test_a_hidden_hand_has_no_cards_to_show() -> None:
    view, choices = asked(state())
    assert battlefield.cards(view.hands[1], choices) == []


def test_choices_stand_in_groups_by_what_they_do() -> None:
    view, choices = asked(state())
    groups = battlefield.groups(choices, view)
    assert [(group.heading, len(group.choices)) for group in groups] == [
        ("Place a unit", 4),
        ("Attack", 1),
        ("Make room", 1),
        ("End the turn", 3),
    ]
    assert sum(len(group.choices) for group in groups) == len(choices)


def test_answers_to_an_attack_stand_as_buttons_and_what_cards_offer_does_not() -> None:
    at = state(phase="answer", fight=Fight(3, "EL2a", bonus="CO5a"))
    at.columns[2] = Column([["EL2a"], ["MI3a", "MI2a"]])
    assert {group.heading: group.stands for group in battlefield.groups(*reversed(asked(at, 1)))} == {
        "Withdraw": True,
        "Stand": True,
    }
    assert not any(group.stands for group in battlefield.groups(*reversed(asked(state()))))


def test_an_attack_says_what_it_would_be_worth() -> None:
    view, choices = asked(state())
    found = {group.heading: group.choices for group in battlefield.groups(choices, view)}
    ((duel,),) = (choice["duels"] for choice in found["Attack"])
    assert (duel.attack.total, duel.defence.lines, duel.defence.total) == (4, ["4 Pikes", "+1 hill"], 5)
    assert found["End the turn"][0]["duels"] == []


def test_a_placement_says_what_it_costs() -> None:
    view, choices = asked(state(hands=[["HI4b", "CO5a"], []]))
    notes = {choice["text"]: choice["note"] for choice in battlefield.groups(choices, view)[0].choices}
    assert notes["place HI4b@2"] == "costs 4"
    assert not any("place" not in text for text in notes)


def test_a_flank_attack_says_what_it_would_be_worth() -> None:
    columns = [Column([[], []]) for _ in range(5)]
    columns[0], columns[1] = Column([["EL2a"], []]), Column([["HI4a"], ["PK3a"]])
    view, choices = asked(state(columns=columns, phase="flank", flanks=[(2, 1)]))
    flanks = battlefield.groups(choices, view)[0].choices
    worth = {choice["text"]: [duel.attack.total for duel in choice["duels"]] for choice in flanks}
    assert worth == {"flank HI4a@2": [6], "flank EL2a@2": [7]}


@pytest.mark.parametrize(("paid", "left"), [(0, 4), (4, 0), (7, -3)])
def test_what_is_left_to_pay_may_be_less_than_nothing(paid: int, left: int) -> None:
    view, _ = asked(state(phase="place", placing=Placing(cost=4, paid=paid, placed=["HI4a"])))
    assert prices.left_to_pay(view) == left
    assert battlefield.columns(view, 0, [], SEATS)[2].own[0].placed


def test_nothing_is_left_to_pay_where_nothing_is_placed() -> None:
    assert prices.left_to_pay(asked(state())[0]) == 0


def test_attacks_are_compared_line_by_line() -> None:
    (duel,) = battlefield.compared(asked(state())[0].odds)
    assert (duel.column, duel.leads) == (3, ("Heavy Infantry", "Pikes"))
    assert (duel.attack.lines, duel.attack.total) == (["4 Heavy Infantry"], 4)
    assert (duel.defence.lines, duel.defence.total) == (["4 Pikes", "+1 hill"], 5)


def test_a_fight_of_late_shows_both_sums_and_its_winner() -> None:
    attack = (Term("value", 4, "HI4a"), Term("against", -2, "CV2a"), Term("bonus", 5, "CO5a"))
    event = Fought(0, 3, attack, (Term("value", 3, "CV2a"),), 0)
    (duel,) = battlefield.fought([event])
    assert duel.attack.lines == ["4 Heavy Infantry", "−2 against Cavalry", "+5 bonus card: Commander"]
    assert (duel.attack.total, duel.defence.total, duel.winner) == (7, 3, 0)


@pytest.mark.parametrize(
    ("phase", "more", "name"),
    [
        ("advance", {}, "Advance"),
        ("flank", {}, "Flank attacks"),
        ("place", {"placing": Placing()}, "Actions"),
        ("bonus", {"fight": Fight(3, "HI4a")}, "Actions"),
        ("bonus", {"fight": Fight(3, "HI4a", flank=True)}, "Flank attacks"),
        ("trim", {}, "Draw cards"),
    ],
)
def test_the_phase_bar_marks_the_phase(phase: str, more: dict[str, Any], name: str) -> None:
    view = GAME.view(state(phase=phase, **more), 0)
    assert isinstance(view, FieldOfGloryView)
    assert [each for each, now in battlefield.phases(view) if now] == [name]


def test_what_changed_of_late_is_marked() -> None:
    view, choices = asked(state())
    news = [Placed(1, "PK3a", 3, 5), Placed(1, "HI4a", 2, 4), ControlTaken(1, 3), ControlLost(0, 5)]
    columns = battlefield.columns(view, 0, choices, SEATS, news)
    assert [column.number for column in columns if column.turned] == [3, 5]
    assert [card.fresh for card in columns[2].enemy] == [True]
    assert [card.fresh for card in columns[2].own] == [False], "both sides have a card of that name"


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_words_on_cards_are_short_enough_to_stand_unbroken(language: str) -> None:
    with override(language):
        names = [battlefield.pictured(card).name for card in CARDS]
        names += [column.terrain for column in battlefield.columns(asked(state())[0], 0, [], SEATS)]
    assert [word for name in names for word in name.split() if len(word) > LONGEST] == []


def test_a_card_says_what_it_can_be_used_for_where_that_is_more_than_one_thing() -> None:
    view, choices = asked(state(hands=[["CO5a", "LI3a", "RE2a"], []]))
    uses = {card.code: card.uses for card in battlefield.cards(view.hands[0], choices)}
    assert uses == {"CO5a": (), "LI3a": ("Place", "Draw 3"), "RE2a": ("Reserves", "Draw 2")}


def test_of_two_equal_units_a_defence_says_which_one_a_victory_costs() -> None:
    at = state(phase="answer", fight=Fight(3, "HI4a", bonus="CO5a"))
    at.columns[2] = Column([["HI4a"], ["MI3a", "MI2a"]])
    view, choices = asked(at, 1)
    notes = {each["text"]: each["note"] for group in battlefield.groups(choices, view) for each in group.choices}
    assert notes["stand MI3a"] == "If you win, only the lead stays: you discard Medium Infantry (2)."
    assert notes["stand MI2a"] == "If you win, only the lead stays: you discard Medium Infantry (3)."
    assert notes["withdraw MI3a"] == ""


def test_of_two_equal_units_in_different_columns_an_attack_says_which_one() -> None:
    columns = [Column([[], []]) for _ in range(5)]
    columns[1], columns[3] = Column([["CV4a"], ["PK3a"]]), Column([["CV4b", "MI2a"], ["PK2a"]])
    view, choices = asked(state(columns=columns))
    notes = {each["text"]: each["note"] for group in battlefield.groups(choices, view) for each in group.choices}
    assert notes["attack CV4a"] == "The unit stands in column 2."
    survivor = "If you win, only the lead stays: you discard Medium Infantry (2)."
    assert notes["attack CV4b"] == f"The unit stands in column 4. {survivor}"
    assert notes["attack MI2a"] == "If you win, only the lead stays: you discard Cavalry (4)."


def test_a_unit_by_itself_needs_no_word_about_who_is_left() -> None:
    view, choices = asked(state())
    other = {"Place a unit", "Make room"}
    groups = [group for group in battlefield.groups(choices, view) if group.heading not in other]
    assert {each["note"] for group in groups for each in group.choices} == {""}


def test_the_column_that_is_fought_for_and_the_leads_are_marked() -> None:
    view = GAME.view(state(phase="answer", fight=Fight(3, "HI4a", bonus="CO5a")), 1)
    assert isinstance(view, FieldOfGloryView)
    columns = battlefield.columns(view, 1, [], SEATS)
    assert [column.number for column in columns if column.fought] == [3]
    assert [card.lead for card in (*columns[2].enemy, *columns[2].own)] == [True, False]


def test_the_army_counts_every_type_of_card() -> None:
    counts = {line["name"]: line["line"] for line in battlefield.army_cards(asked(state())[0])}
    assert len(counts) == 12
    assert (counts["Light Infantry"].hand, counts["Heavy Infantry"].field) == (1, 1)


def test_cards_are_listed_by_type_and_points() -> None:
    assert battlefield.cards_by_type(["SP3a", "CO5a"]) == ["Spears (3)", "Commander (5)"]
    assert battlefield.cards_by_type(None) == []


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_the_board_and_the_log_call_a_card_the_same(language: str) -> None:
    with override(language):
        called = {kind.code: gettext(kind.name) for kind in KINDS}
        assert {KIND[card].code: battlefield.pictured(card).name for card in CARDS} == called


def test_every_card_belongs_to_an_arm_and_one_that_is_no_unit_says_what_it_does() -> None:
    cards = {kind.code: battlefield.pictured(card) for card, kind in KIND.items()}
    assert {code for code, card in cards.items() if card.does} == {kind.code for kind in KINDS if not kind.unit}
    assert {code for code, card in cards.items() if card.arm == "horse"} == {"CV", "LC"}
    assert {code for code, card in cards.items() if not card.arm} == set()


def test_a_unit_that_can_only_end_the_turn_says_for_how_many_cards() -> None:
    at = state(hands=[["EL2a", "CO5a"], ["MI2a"]])
    view, choices = asked(at)
    found = {card.code: card.uses for card in battlefield.cards(view.hands[0], choices)}
    assert found == {"EL2a": ("Place", "Draw 2"), "CO5a": ()}
    at.hands[0] = ["EL2a"]
    view, choices = asked(at)
    assert [card.uses for card in battlefield.cards(view.hands[0], choices)] == [("Draw 2",)]
