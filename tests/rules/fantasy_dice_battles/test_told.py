"""Fantasy Dice Battles as one seat is told of it."""

from __future__ import annotations

from games.rules.fantasy_dice_battles import events as ev
from games.rules.fantasy_dice_battles.told import drawn, last_round, told
from games.rules.game import Event, Seat
from games.rules.telling import weightiest_first
from tests.rules.fantasy_dice_battles.table import ANN, BEN

ROUND: list[Event] = [
    ev.Revealed(ANN, "1", "footmen"),
    ev.Struck(seat=ANN, unit="footmen", place="1:F1", color="normal", dice=3, stopped=1, poison=0, wounds=2),
    ev.Struck(seat=BEN, unit="orcs", place="2:F3", color="poison", dice=1, stopped=0, poison=1, wounds=0),
    ev.PoisonWorked(ANN, "footmen", "1:F1"),
    ev.Defeated(ANN, "footmen", "1:F1", flees=True),
    ev.Drew(BEN, 1),
    ev.RoundStarted(4),
]


def said(events: list[Event], me: Seat | None) -> list[str]:
    return [str(each.sentence) for each in told(events, me)]


def test_an_army_is_told_in_short_and_at_length_on_request() -> None:
    put: list[Event] = [ev.UnitPut(ANN, "footmen", "1:F1"), ev.UnitPut(ANN, "footmen", "reserve")]
    (short,) = told(put, ANN)
    assert str(short.sentence) == "You put 2 units on the field."
    assert str(short.more) == "You put Footmen in battalion 1, F1. You put Footmen in reinforcements."
    assert said(put[:1], None) == ["seat 0 puts Footmen in battalion 1, F1."]

    (shown,) = told([ev.ArmyShown(BEN, "realm", ("footmen",) * 18, ())], ANN)
    assert str(shown.sentence) == "seat 1 leads the Realm."
    assert str(shown.more).startswith("seat 1 leads the Realm: Footmen, Footmen,")


def test_heroes_who_fell_are_told_before_units() -> None:
    fallen = [ev.Defeated(ANN, "footmen", "1:F1", flees=True), ev.HeroFell(ANN, "marshal", "1:H", ())]
    assert str(weightiest_first(told(fallen, ANN))[0]) == "Your Lord Marshal falls in battalion 1."


def test_how_a_round_ended_comes_first_then_who_was_hurt_and_who_fell() -> None:
    assert [str(sentence) for sentence in weightiest_first(told(ROUND, ANN))] == [
        "Round 3: 0 wounds dealt, 3 taken. You lose Footmen.",
        "Your Footmen (battalion 1, F1): 2 wounds, 1 die stopped by armour.",
        "seat 1’s Orcs (battalion 2, F3): poisoned.",
        "Your Footmen (battalion 1, F1): the poison becomes a wound.",
        "Your Footmen (battalion 1, F1): defeated, now fleeing.",
        "You reveal Footmen at battalion 1: active.",
        "Round 4 begins.",
        "seat 1 draws a card.",
    ]


def test_a_unit_that_flees_is_told_once_and_who_it_pushes_out_in_any_case() -> None:
    defeated = ev.Defeated(ANN, "footmen", "1:F1", flees=True)
    assert said([defeated, ev.Fled(ANN, "footmen")], ANN) == ["Your Footmen (battalion 1, F1): defeated, now fleeing."]
    pushed = "Fleeing: your Footmen. That pushes Orcs out of the game."
    assert said([defeated, ev.Fled(ANN, "footmen", "orcs")], ANN)[1:] == [pushed]


def test_the_other_side_is_told_the_same_the_other_way_round() -> None:
    assert said(ROUND, BEN)[0] == "Round 3: 3 wounds dealt, 0 taken. seat 0 loses Footmen."
    assert "seat 0’s Footmen (battalion 1, F1): defeated, now fleeing." in said(ROUND, BEN)


def test_who_looks_on_is_told_of_both_by_name() -> None:
    assert said(ROUND, None)[:3] == [
        "Round 3: seat 0 deals 0 wounds, seat 1 3. seat 0 loses Footmen.",
        "seat 0 reveals Footmen at battalion 1: active.",
        "seat 0’s Footmen (battalion 1, F1): 2 wounds, 1 die stopped by armour.",
    ]


def test_a_seat_is_told_that_it_won_or_lost_and_what_it_drew() -> None:
    ended = ev.BattleEnded("heroes", (2, 1))
    assert said([ended], ANN) == ["You have more heroes standing: 2 to 1."]
    assert said([ended], BEN) == ["You have fewer heroes standing: 1 to 2."]
    assert said([ev.BattleEnded("level", (1, 1))], ANN) == ["Heroes standing: 1 on each side. The battle is a draw."]
    assert said([ev.Drew(ANN, 1, ("footmen",))], ANN) == ["You draw Footmen."]
    assert said([ev.Drew(ANN, 1, ("orcs", "footmen", "orcs"))], ANN) == ["You draw Orcs ×2 and Footmen."]
    assert said([ev.UnitPut(ANN, "footmen", "1:F1")], ANN) == ["You put Footmen in battalion 1, F1."]


def test_a_seat_is_told_which_cards_it_drew_last_and_nothing_of_the_cards_of_others() -> None:
    first, last = ev.Drew(ANN, 1, ("footmen",)), ev.Drew(ANN, 2, ("footmen", "orcs"))
    assert str(drawn([first, last, *ROUND], ANN)) == "You draw Footmen and Orcs."
    assert drawn([first, last, *ROUND], BEN) is None


def test_the_round_before_and_the_one_to_come_are_not_taken_for_the_one_that_was_fought() -> None:
    events = [ev.RoundStarted(3), ev.Sealed(ANN), *ROUND, ev.Sealed(BEN)]
    sums = [sentence for sentence in said(events, ANN) if "dealt" in sentence]
    assert sums == ["Round 3: 0 wounds dealt, 3 taken. You lose Footmen."]
    assert str(last_round(events, ANN)) == sums[0]
    assert last_round([ev.RoundStarted(1), ev.Sealed(ANN)], ANN) is None


def test_equal_units_that_were_lost_are_counted() -> None:
    fallen = [ev.Defeated(BEN, unit, "2:F3", flees=True) for unit in ("footmen", "orcs", "footmen")]
    events = [ev.Revealed(ANN, "1", "footmen"), *fallen, ev.RoundStarted(2)]
    assert str(last_round(events, ANN)) == "Round 1: 0 wounds dealt, 0 taken. seat 1 loses Footmen ×2 and Orcs."


def test_a_result_counts_wounds_and_names_who_fell_on_both_sides_heroes_first() -> None:
    hit = ev.Struck(seat=BEN, unit="orcs", place="2:F3", color="normal", dice=1, stopped=0, poison=0, wounds=1)
    mine = [ev.Defeated(ANN, "footmen", "1:F1", flees=True), ev.HeroFell(ANN, "marshal", "1:H", ())]
    fought = [ev.Revealed(ANN, "1", "footmen"), hit, ev.RoundStarted(2)]
    assert said(fought, ANN)[0] == "Round 1: 1 wound dealt, 0 taken. Nobody loses a unit."
    fought[2:2] = [*mine, ev.Defeated(BEN, "orcs", "2:F3", flees=True)]
    losses = "You lose Lord Marshal and Footmen; seat 1 loses Orcs."
    assert said(fought, ANN)[0] == f"Round 1: 1 wound dealt, 0 taken. {losses}"
    watched = "Round 1: seat 0 deals 1 wound, seat 1 0. Losses: Lord Marshal and Footmen (seat 0); Orcs (seat 1)."
    assert said(fought, None)[0] == watched


def test_what_the_last_round_cost_is_told_after_who_won() -> None:
    events = [*ROUND[:-1], ev.BattleEnded("heroes", (3, 1))]
    assert [str(sentence) for sentence in weightiest_first(told(events, BEN))][:2] == [
        "You have fewer heroes standing: 1 to 3.",
        "The last round: 3 wounds dealt, 0 taken. seat 0 loses Footmen.",
    ]


def test_a_result_counts_those_who_fled_with_their_hero() -> None:
    fought: list[Event] = [
        ev.Revealed(ANN, "1", "footmen"),
        ev.Defeated(ANN, "bowmen", "2:S1", flees=True),
        ev.HeroFell(ANN, "marshal", "1:H", ("footmen", "knights")),
        ev.Fled(ANN, "bowmen"),
        ev.Fled(ANN, "footmen"),
        ev.Fled(ANN, "knights"),
        ev.RoundStarted(2),
    ]
    lost = "lose Lord Marshal, Bowmen, Footmen and Knights."
    assert said(fought, ANN)[0] == f"Round 1: 0 wounds dealt, 0 taken. You {lost}"
