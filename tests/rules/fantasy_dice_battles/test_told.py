"""Fantasy Dice Battles as one seat is told of it."""

from __future__ import annotations

from games.rules.fantasy_dice_battles import events as ev
from games.rules.fantasy_dice_battles.told import told
from games.rules.game import Event, Seat
from games.rules.telling import weightiest_first
from tests.rules.fantasy_dice_battles.table import ANN, BEN

ROUND: list[Event] = [
    ev.RoundStarted(3),
    ev.Struck(ANN, "footmen", "1:F1", "normal", 3, 1, 0, 2),
    ev.Struck(BEN, "orcs", "2:F3", "poison", 1, 0, 1, 0),
    ev.PoisonWorked(ANN, "footmen", "1:F1"),
    ev.Defeated(ANN, "footmen", "1:F1", flees=True),
    ev.Drew(BEN, 1),
]


def said(events: list[Event], me: Seat | None) -> list[str]:
    return [str(each.sentence) for each in told(events, me)]


def test_what_a_round_cost_both_comes_first_then_who_fell_and_who_was_hurt() -> None:
    assert [str(sentence) for sentence in weightiest_first(told(ROUND, ANN))] == [
        "Round 3: you took 3 wounds and lost Footmen; seat 1 took no wound and lost no unit.",
        "Your Footmen at 1:F1 is defeated and flees.",
        "Your Footmen (1:F1): 2 wounds, 1 stopped by armour.",
        "Orcs of seat 1 (2:F3): poisoned.",
        "The poison on your Footmen at 1:F1 becomes a wound.",
        "Round 3 begins.",
        "seat 1 draws a card.",
    ]


def test_the_other_side_is_told_the_same_the_other_way_round() -> None:
    assert said(ROUND, BEN)[0] == "Round 3: you took no wound and lost no unit; seat 0 took 3 wounds and lost Footmen."
    assert "Footmen of seat 0 at 1:F1 is defeated and flees." in said(ROUND, BEN)


def test_who_looks_on_is_told_of_both_by_name() -> None:
    assert said(ROUND, None)[:2] == ["Round 3 begins.", "Footmen of seat 0 (1:F1): 2 wounds, 1 stopped by armour."]


def test_a_seat_is_told_that_it_won_or_lost_and_what_it_drew() -> None:
    ended = ev.BattleEnded("heroes", (2, 1))
    assert said([ended], ANN) == ["You won: 2 of your heroes stand, 1 of seat 1."]
    assert said([ended], BEN) == ["You lost: 1 of your heroes stand, 2 of seat 0."]
    assert said([ev.BattleEnded("level", (1, 1))], ANN) == ["Heroes standing: 1 on each side. The battle is drawn."]
    assert said([ev.Drew(ANN, 1, ("footmen",))], ANN) == ["You draw Footmen."]
    assert said([ev.UnitPut(ANN, "footmen", "1:F1")], ANN) == ["You put Footmen at 1:F1."]
