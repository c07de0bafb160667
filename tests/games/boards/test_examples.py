"""The worked examples of the pages of rules are what the rules make of them."""

import pytest

from games.boards.en_garde.examples import examples as fencing
from games.boards.fantasy_dice_battles.examples import examples as skirmishes
from games.boards.field_of_glory.examples import examples as battles
from games.core.pages import rulebook
from games.rules.en_garde.events import RoundWon
from games.rules.en_garde.view import EnGardeView
from games.rules.fantasy_dice_battles.data import HERO
from games.rules.fantasy_dice_battles.events import DiceCounted, Drew, Rolled
from games.rules.fantasy_dice_battles.round.diagram import aim
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS
from games.rules.fantasy_dice_battles.view import DiceBattlesView
from games.rules.field_of_glory.events import ControlTaken, Eliminated, Fought, Settled, UnitDiscarded
from games.rules.field_of_glory.state import WINNING
from games.rules.field_of_glory.view import FieldOfGloryView

RED = 0


def battle(name: str) -> FieldOfGloryView:
    view = battles()[name].view
    assert isinstance(view, FieldOfGloryView)
    return view


def test_nine_is_paid_by_a_commander_and_a_cavalry_card() -> None:
    example = battles()["placing"]
    assert Settled(RED, 9, 9) in example.events
    assert example.cards[RED] == ("CO5a", "CV4a")


@pytest.mark.parametrize(("name", "pair"), [("open", (2, 3)), ("shut", None), ("edge", (2, 1))])
def test_only_what_is_open_is_drawn_as_attacked_in_the_flank(name: str, pair: tuple[int, int] | None) -> None:
    fight = battle(name).fight
    assert (fight and (fight.column, fight.beside)) == pair


@pytest.mark.parametrize(("name", "totals"), [("open", (6, 4)), ("edge", (4, 4)), ("overlap", (5, 4))])
def test_attacks_are_drawn_with_their_sums(name: str, totals: tuple[int, int]) -> None:
    fight = battle(name).fight
    assert fight is not None
    assert [odds.totals for odds in fight.sums] == [totals]


def test_ten_against_nine_wins_the_column() -> None:
    events = battles()["fight"].events
    fought = next(event for event in events if isinstance(event, Fought))
    assert [sum(term.amount for term in side) for side in (fought.attack, fought.defence)] == [10, 9]
    follow = [type(event) for event in events[events.index(fought) + 1 :]]
    assert follow == [Eliminated, ControlTaken, UnitDiscarded]


def test_red_has_three_columns_at_a_glance_and_so_wins_next() -> None:
    view = battle("glance")
    assert [column.number for column in view.columns if column.control == RED] == [1, 3, 4]
    assert view.terrain[RED] == WINNING


def test_two_fives_are_needed_to_parry_at_a_glance() -> None:
    view = fencing()["glance"].view
    assert isinstance(view, EnGardeView)
    assert view.attack is not None
    assert (view.distance, view.attack.value, view.attack.count) == (5, 5, 2)


def test_overlap_adds_two_for_the_units_beside() -> None:
    fight = battle("overlap").fight
    assert fight is not None
    assert fight.overlap == 2


def test_the_fencers_are_drawn_where_the_text_has_them() -> None:
    found = {name: example.view for name, example in fencing().items()}
    assert {name: view.fencers for name, view in found.items() if isinstance(view, EnGardeView)} == {
        "glance": (9, 14),
        "measure": (6, 14),
        "parry": (9, 13),
        "advance": (9, 14),
        "retreat": (9, 18),
        "end": (9, 13),
    }


def test_battles_are_drawn_in_their_first_turn() -> None:
    assert {battle(name).turn for name in battles()} == {1}


def test_the_last_card_gives_the_round_to_more_cards_of_the_distance() -> None:
    assert RoundWon(0, 1, "comparison-hand", (1, 0)) in fencing()["end"].events


def test_a_round_is_drawn_with_the_dice_it_was_thrown_with() -> None:
    events = skirmishes()["round"].events
    counted = [(event.card, event.dice) for event in events if isinstance(event, DiceCounted)]
    assert counted == [("marshal", 1), ("pikes", 2), ("outriders", 5), ("castellan", 3), ("shamans", 2)]
    faces = [event.faces for event in events if isinstance(event, Rolled)]
    assert faces == [(1,), (2, 3), (1, 3, 3, 5, 6), (3, 4, 4), (3, 4)]


def test_after_a_round_as_many_cards_are_drawn_as_were_laid() -> None:
    example = skirmishes()["round"]
    assert [event.count for event in example.events if isinstance(event, Drew)] == [3, 3]
    assert isinstance(example.view, DiceBattlesView)
    assert [side.hand_size for side in example.view.sides] == [7, 7]


def test_a_one_follows_its_arrow_and_a_two_goes_behind() -> None:
    view = skirmishes()["gaps"].view
    assert isinstance(view, DiceBattlesView)
    standing = [token is not None for token in view.sides[1].tokens[:5]]
    faces = SETS[DEFAULT_SET].faces
    assert standing == [False, True, True, True, False]
    assert [aim(face, 0b01110) for face in faces] == [1, 3, 1, 1, 2, 2]
    assert aim(faces[4], 0b01010) == HERO


def test_gaps_are_drawn_with_who_fell_there_and_who_is_hurt() -> None:
    view = skirmishes()["gaps"].view
    assert isinstance(view, DiceBattlesView)
    horde = view.sides[1]
    assert sorted(horde.lost) == ["gobarch", "pikes"]
    assert [token.place if token else "" for token in horde.tokens[:6]] == ["", "1:F2", "1:F3", "1:S1", "", "1:H"]
    hurt = [(token.place, token.wounds, token.poison) for token in horde.tokens if token and token.wounds]
    assert hurt == [("1:F3", 2, False), ("1:H", 2, True)]


def test_a_game_without_examples_has_none_to_draw() -> None:
    context = rulebook.context("sealed-auction")
    assert (context["examples"], context["sections"]) == ({}, {})
