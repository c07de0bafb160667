"""The fight that a column of Field of Glory shows, to each reader as far as it is known to him."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.template.loader import get_template

from games.boards.about import Shown
from games.boards.field_of_glory.board import board
from games.boards.field_of_glory.clash import FALLEN, MET, STANDS, Clash, Party, clash
from games.rules.field_of_glory.events import Fought, Term
from games.rules.field_of_glory.state import Column, Fight
from tests.games.boards.field_of_glory.test_battlefield import GAME, state
from tests.games.boards.field_of_glory.test_board import PLAYERS

ATTACK = (Term("value", 4, "HI4a"), Term("flank", 2), Term("bonus", 5, "CO5a"))
DEFENCE = (Term("value", 4, "PK3a"), Term("hill", 1))


def under_attack(me: int, *pikes: str, bonus: str = "CO5a") -> Shown:
    """Return a state: Red has attacked column 3 with a bonus card, and blue is to answer."""
    at = state(phase="answer", fight=Fight(3, "HI4a", bonus=bonus))
    at.columns[2] = Column([["HI4a"], list(pikes)])
    return Shown(GAME.view(at, me), me, PLAYERS)


def found(shown: Shown) -> Clash:
    shows = clash(shown)
    assert shows is not None
    return shows


def bonus(party: Party) -> tuple[str, bool]:
    return party.bonus.code if party.bonus else "", party.covered


def test_the_bonus_card_of_the_attacker_lies_face_down_and_only_he_knows_it() -> None:
    attacker, defender = found(under_attack(0, "PK3a")), found(under_attack(1, "PK3a"))
    assert [bonus(attacker.own), bonus(attacker.enemy)] == [("CO5a", True), ("", False)]
    assert [bonus(defender.enemy), bonus(defender.own)] == [("", True), ("", False)]


@pytest.mark.parametrize("card", ["CO5a", "LI2a"])
def test_the_page_of_the_defender_is_the_same_no_matter_what_the_bonus_card(card: str) -> None:
    template = get_template("field-of-glory/board.jinja")
    pages = [template.render({"board": board(under_attack(1, "PK3a", bonus=each))}) for each in (card, "RE2a")]
    assert pages[0] == pages[1]
    assert "Bonus card: face down" in pages[0]


def test_both_sums_stand_in_the_column_without_bonus_cards() -> None:
    shows = found(under_attack(1, "PK3a"))
    assert (shows.column, shows.flank, shows.over) == (3, False, False)
    assert [(sum.total, sum.lines) for sum in shows.enemy.sums] == [(4, ["4 Heavy Infantry"])]
    assert [(sum.total, sum.lines) for sum in shows.own.sums] == [(4, ["4 Pikes"])]


def test_the_end_of_the_match_leaves_no_fight_open() -> None:
    shown = under_attack(1, "PK3a")
    assert clash(replace(shown, is_over=True)) is None
    assert clash(replace(shown, is_over=True, is_past=True)) == clash(shown)


def test_each_unit_that_may_lead_the_defence_has_its_sums_but_equal_ones_are_shown_once() -> None:
    assert [sum.total for sum in found(under_attack(1, "EL3a", "LI2a")).own.sums] == [6, 2]
    assert [sum.total for sum in found(under_attack(1, "PK3a", "PK2a")).own.sums] == [5]


def test_after_a_fight_both_bonus_cards_are_turned_and_count_in_the_totals() -> None:
    shows = found(Shown(GAME.view(state(), 1), 1, PLAYERS, recent=[Fought(0, 3, ATTACK, DEFENCE, 0)]))
    assert [bonus(shows.enemy), bonus(shows.own)] == [("CO5a", False), ("", False)]
    assert [(sum.total, sum.lines) for sum in shows.enemy.sums] == [(11, ["4 Heavy Infantry", "+2 flank attack"])]
    assert (shows.over, shows.flank, shows.winner, shows.won) == (True, True, "Ann", False)


@pytest.mark.parametrize(
    ("winner", "me", "watching", "said"),
    [(0, 0, False, "You won."), (0, 1, False, "You lost."), (0, 0, True, "Ann won."), (None, 0, False, "Tie")],
)
def test_who_has_won_is_said_to_each_reader(winner: int | None, me: int, watching: bool, said: str) -> None:
    recent = [Fought(0, 3, ATTACK, DEFENCE, winner)]
    page = board(Shown(GAME.view(state(), me), me, PLAYERS, recent=recent, watching=watching))
    assert f'class="verdict" data-piece="verdict" data-outcome>{said}<' in get_template(
        "field-of-glory/board.jinja"
    ).render({"board": page})


def test_of_several_fights_the_newest_is_shown_and_none_where_there_was_none() -> None:
    fights = [Fought(0, column, ATTACK, DEFENCE, 0) for column in (2, 4)]
    assert found(Shown(GAME.view(state(), 0), 0, PLAYERS, recent=fights)).column == 4
    assert clash(Shown(GAME.view(state(), 0), 0, PLAYERS)) is None


def test_a_fight_that_is_over_goes_at_the_readers_first_step() -> None:
    recent = [Fought(0, 3, ATTACK, DEFENCE, 0)]
    shown = Shown(GAME.view(state(), 0), 0, PLAYERS, recent=recent, plan=[{"label": "Place Pikes in column 3"}])
    assert clash(shown) is None
    assert clash(replace(shown, plan=[])) is not None


def test_the_leads_of_both_sides_meet_and_once_it_is_over_the_loser_lies() -> None:
    shows = found(under_attack(1, "PK3a", "PK2a"))
    met = [(party.figures, pose) for party, pose in shows.scenes[0]]
    assert met == [(("legionary",), MET[0]), (("pikeman",), MET[1])]
    assert len(shows.scenes) == 1
    fought = Fought(0, 3, ATTACK, DEFENCE, 0)
    ended = found(Shown(GAME.view(state(), 0), 0, PLAYERS, recent=[fought])).scenes[1]
    assert [(party.figures, pose) for party, pose in ended] == [(("pikeman",), FALLEN), (("legionary",), STANDS)]
    tied = found(Shown(GAME.view(state(), 0), 0, PLAYERS, recent=[Fought(0, 3, ATTACK, DEFENCE, None)])).scenes[1]
    assert {pose for _, pose in tied} == {FALLEN}
