"""Field of Glory as one seat is told of it."""

from __future__ import annotations

import pytest

from games.rules.field_of_glory import events as ev
from games.rules.field_of_glory.told import told
from games.rules.game import Event, Seat
from games.rules.telling import weightiest_first
from tests.rules.field_of_glory.test_words import FOUGHT, Cast

BILL: list[Event] = [
    ev.Placed(0, "HI4a", 2, 1),
    ev.Placed(0, "CV2a", 3, 2),
    ev.Paid(0, "PK4a", 4),
    ev.Settled(0, 3, 4),
]


def said(events: list[Event], me: Seat | None) -> list[str]:
    return [each.sentence.said(Cast()) for each in told(events, me)]


@pytest.mark.parametrize(
    ("me", "sentence"),
    [
        (0, "You place Heavy Infantry in column 2 and Cavalry in column 3 at a cost of 3 and pay 4 (Pikes 4)."),
        (1, "Ann places Heavy Infantry in column 2 and Cavalry in column 3 at a cost of 3 and pays 4 (Pikes 4)."),
        (None, "Ann places Heavy Infantry in column 2 and Cavalry in column 3 at a cost of 3 and pays 4 (Pikes 4)."),
    ],
)
def test_all_that_is_placed_and_paid_is_one_sentence(me: Seat | None, sentence: str) -> None:
    assert said(BILL, me) == [sentence]


def test_a_placement_of_somebody_else_has_a_short_form_for_a_phone() -> None:
    [mine, theirs, one] = [told(events, me)[-1] for events, me in ((BILL, 0), (BILL, 1), (BILL[:1] + BILL[2:], 1))]
    assert mine.short is None
    assert theirs.short is not None
    assert theirs.short.said(Cast()) == "Ann places 2 units and pays 4."
    assert one.short is not None
    assert one.short.said(Cast()) == "Ann places one unit and pays 4."


def test_what_costs_nothing_is_placed_without_a_word_of_paying() -> None:
    events = [ev.Removed(1, "CV2a", 2), ev.Placed(1, "HI4a", 2, 0), ev.Settled(1, 0, 0)]
    assert said(events, 0) == [
        "Ben discards Cavalry from column 2 to make room.",
        "Ben places Heavy Infantry in column 2.",
    ]
    assert said(events, 1) == [
        "You discard Cavalry from column 2 to make room.",
        "You place Heavy Infantry in column 2.",
    ]


@pytest.mark.parametrize(
    ("placed", "units"),
    [
        ([("EL3a", 4), ("LI2a", 4)], "Elephants and Light Infantry in column 4"),
        ([("CV2a", 4), ("CV3a", 5), ("CV4a", 2)], "Cavalry in columns 2, 4 and 5"),
        ([("CV2a", 4), ("LI2a", 4), ("CV3a", 5)], "Cavalry in columns 4 and 5 and Light Infantry in column 4"),
        ([("CV2a", 4), ("CV3a", 4)], "Cavalry ×2 in column 4"),
        ([("CV2a", 4), ("CV3a", 4), ("CV4a", 5)], "Cavalry ×2 in column 4 and Cavalry in column 5"),
    ],
)
def test_units_are_told_by_type_or_by_column(placed: list[tuple[str, int]], units: str) -> None:
    events: list[Event] = [ev.Placed(0, card, column, 0) for card, column in placed]
    assert said(events, 1) == [f"Ann places {units}."]


def test_columns_taken_and_a_card_discarded_to_draw_are_one_deed_each() -> None:
    taken: list[Event] = [ev.ControlTaken(0, 5), ev.ControlTaken(0, 2), ev.Drew(0, 3)]
    assert said(taken, 0) == ["You take control of columns 2 and 5 and draw 3 cards."]
    assert said(taken[1:], 1) == ["Ann takes control of column 2 and draws 3 cards."]
    drawing: list[Event] = [ev.DiscardedToDraw(1, "LI2a", 2), ev.Drew(1, 2)]
    assert said(drawing, 0) == ["Ben discards Light Infantry (2) and draws 2 cards."]


def test_a_fight_is_told_by_who_won_it() -> None:
    mine = "11 (4 Pikes, +1 second unit, +1 for two Pikes, +5 bonus card: Commander)"
    theirs = "2 (3 Cavalry, −2 woods, +1 hill)"
    assert said([FOUGHT], 0) == [
        "You win the fight in column 3, 11–2.",
        f"Fight in column 3: you {mine}, Ben {theirs}.",
    ]
    assert said([FOUGHT], 1) == [
        "You lose the fight in column 3, 2–11.",
        f"Fight in column 3: you {theirs}, Ann {mine}.",
    ]
    drawn = ev.Fought(1, 1, FOUGHT.attack, FOUGHT.attack)
    assert said([drawn], 0)[0] == "The fight in column 1 is a tie, 11–11."
    assert said([FOUGHT], None)[0].startswith("Fight in column 3: Ann 11 (")


@pytest.mark.parametrize(
    ("event", "mine", "theirs"),
    [
        (ev.Drew(0, 1, ("HI4a",)), "You draw Heavy Infantry (4).", "Ann draws a card."),
        (ev.Eliminated(0, ("HI4a",), 2), "You lose Heavy Infantry in column 2.",
         "Ann loses Heavy Infantry in column 2."),
        (ev.BattleWon(0, "control", (3, 1)), "You won: you control 3 columns at the Victory check.",
         "You lost: Ann controls 3 columns at the Victory check."),
        (ev.BattleWon(0, "terrain", (2, 1)), "Both Shuffle cards are out: you won 2–1 on columns.",
         "Both Shuffle cards are out: you lost 1–2 on columns."),
    ],
)  # fmt: skip
def test_what_happens_is_told_to_both(event: Event, mine: str, theirs: str) -> None:
    hidden = event.seen_by(1)
    assert hidden
    assert said([event], 0) == [mine]
    assert said([hidden], 1) == [theirs]


def test_placements_and_attacks_come_before_turns_and_draws() -> None:
    events = [ev.Drew(0, 3), ev.TurnStarted(0, 2), *BILL, ev.Attacked(0, 2, "HI4a")]
    assert [sentence.said(Cast()).split()[1] for sentence in weightiest_first(told(events, 1))] == [
        "attacks",
        "places",
        "draws",
        "2:",
    ]


@pytest.mark.parametrize(
    ("me", "sentences"),
    [
        (0, ["You have no card in hand and nothing to attack: your turn ends by itself.", "You draw 2 cards."]),
        (1, ["Ann has no card in hand and nothing to attack: the turn ends by itself.", "Ann draws 2 cards."]),
    ],
)
def test_a_turn_that_ends_by_itself_is_told_before_what_is_drawn(me: Seat, sentences: list[str]) -> None:
    assert said([ev.TurnSpent(0), ev.Drew(0, 2)], me) == sentences
    assert [each.said(Cast()) for each in weightiest_first(told([ev.Drew(0, 2), ev.TurnSpent(0)], me))] == sentences
