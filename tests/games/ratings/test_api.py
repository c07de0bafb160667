"""Ratings as programs are shown them."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import User
from games.core.models import Match
from games.ratings import services as ratings
from tests.games.programs import Program, program
from tests.games.ratings.test_page import crowd, rating
from tests.games.ratings.test_services import won

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

START = {"number": 1500.0, "deviation": 250.0, "settled": False}


@pytest.fixture
def bens(ben: User) -> Program:
    return program(ben)


def test_a_program_reads_its_own_ratings_and_those_of_others(ann: User, bens: Program) -> None:
    rating(ann, 1612.437, 88.8)
    assert bens.get("ratings/").json()["results"] == []
    row = {"number": 1612.437, "deviation": 88.8, "settled": True, "game": "en-garde", "matches": 3}
    assert bens.get("ratings/?player=Ann").json() == {"dump_number": ann.dump_number, "results": [row]}


def test_nobody_and_who_has_left_has_none(ann: User, bens: Program) -> None:
    User.objects.filter(pk=ann.pk).update(left=timezone.now())
    assert [bens.get(f"ratings/?player={name}").status_code for name in ("Nobody", "Ann")] == [404, 404]


def test_a_table_comes_in_pages(ann: User, bens: Program) -> None:
    rating(ann, 1900.5, 120)
    crowd(60, settled=60)
    first = bens.get("ratings/en-garde/").json()
    assert (first["active"], len(first["results"])) == (61, 50)
    assert first["results"][0] == {
        "rank": 1,
        "name": "Ann",
        "number": 1900.5,
        "deviation": 120.0,
        "settled": True,
        "matches": 3,
    }
    rest = bens.get(first["next"]).json()
    assert ([row["rank"] for row in rest["results"]], rest["next"]) == (list(range(51, 62)), None)


@pytest.mark.parametrize(
    ("address", "status"),
    [("ratings/nothing/", 404), ("ratings/en-garde/?page=2", 404), ("ratings/en-garde/?page=0", 400)],
)
def test_what_is_not_there_is_not_found(bens: Program, address: str, status: int) -> None:
    assert bens.get(address).status_code == status


def test_a_match_says_what_it_has_changed(ann: User, ben: User, bens: Program) -> None:
    match = won(ann, ben)
    address = f"matches/{match.public_id}/"
    assert bens.get(address).json()["ratings"] == []
    ratings.tally("en-garde")
    after = [{"number": number, "deviation": 237.356, "settled": False} for number in (1579.133, 1420.867)]
    assert bens.get(address).json()["ratings"] == [
        {"seat": seat, "verdict": "counts", "before": START, "after": after[seat]} for seat in (0, 1)
    ]


def test_it_says_why_it_changed_nothing(ann: User, ben: User, bens: Program) -> None:
    match = won(ann, ben)
    Match.objects.update(struck="A trial.")
    ratings.tally("en-garde")
    found = bens.get(f"matches/{match.public_id}/").json()["ratings"]
    assert found == [{"seat": seat, "verdict": "struck", "before": START, "after": START} for seat in (0, 1)]
