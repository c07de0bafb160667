"""Statistics as programs are shown them."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.core.services import play
from tests.games.programs import Program, program
from tests.games.statistics.test_page import over
from tests.games.statistics.test_recount import fought
from tests.games.tables import begin

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


@pytest.fixture
def bens(ann: User, ben: User) -> Program:
    """A program of Ben's, who has won two matches of En Garde against Ann, and lost a battle."""
    over(ann, ben, "early", 2)
    over(ann, ben, "later", 12)
    fought(ann, ben)
    return program(ben)


LENGTHS = [{"least": 0, "most": 9, "matches": 2}, {"least": 10, "most": 19, "matches": 1}]


def balance(won: int, lost: int) -> dict[str, int]:
    return {"matches": won + lost, "won": won, "level": 0, "lost": lost}


def test_the_site(bens: Program) -> None:
    assert bens.get("statistics/").json() == {
        "games": [{"game": "en-garde", "matches": 2}, {"game": "fantasy-dice-battles", "matches": 1}],
        "ends": [{"reason": "resignation", "matches": 3}],
        "lengths": LENGTHS,
    }


def test_a_game(bens: Program) -> None:
    assert bens.get("statistics/fantasy-dice-battles/").json() == {
        "game": "fantasy-dice-battles",
        "matches": 1,
        "sides": [{**balance(1, 0), "seat": 0}, {**balance(0, 1), "seat": 1}],
        "armies": [{**balance(0, 1), "army": "horde"}, {**balance(1, 0), "army": "realm"}],
        "ends": [{"reason": "resignation", "matches": 1}],
        "lengths": [{"least": 0, "most": 9, "matches": 1}],
    }
    assert bens.get("statistics/en-garde/").json()["armies"] == []


def test_a_draw_is_level_for_both_sides(bens: Program, ann: User, ben: User) -> None:
    play.adjudicate(begin(ann, ben).public_id, "!draw")
    sides = bens.get("statistics/en-garde/").json()["sides"]
    drawn = {"matches": 3, "level": 1}
    assert sides == [{**balance(0, 2), **drawn, "seat": 0}, {**balance(2, 0), **drawn, "seat": 1}]


def test_a_player(bens: Program) -> None:
    assert bens.get("players/ben/statistics/").json() == {
        "player": "Ben",
        "games": [
            {**balance(2, 0), "game": "en-garde", "sides": [{**balance(2, 0), "seat": 1}], "armies": []},
            {
                **balance(0, 1),
                "game": "fantasy-dice-battles",
                "sides": [{**balance(0, 1), "seat": 1}],
                "armies": [{**balance(0, 1), "army": "horde"}],
            },
        ],
        "opponents": [{**balance(2, 1), "name": "Ann"}],
    }


@pytest.mark.parametrize("address", ["statistics/nothing/", "players/Nobody/statistics/"])
def test_what_is_not_there_is_not_found(bens: Program, address: str) -> None:
    assert bens.get(address).status_code == 404
