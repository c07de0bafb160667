"""Favourites that programs keep."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import blocks
from accounts.models import User
from games.bots import services as bots
from games.core.services import leaving
from games.favourites import services as favourites
from games.favourites.models import Favourite
from tests.games.conftest import NOON
from tests.games.programs import Program, assert_refused, program
from tests.parts.cast import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]
SINCE = "2026-03-02T12:00:00Z"
UNKNOWN = "There’s no player with that name. Check the spelling."
NOT_THESE = "You can add people to your favourites only if you can invite them."


def seen(name: str, tell: bool = False) -> dict[str, Any]:
    return {"player": name, "tell": tell, "created": SINCE}


def kept() -> list[tuple[str, bool]]:
    return list(Favourite.objects.order_by("pk").values_list("favoured__username", "tell"))


def said(answer: Any) -> str:
    """Return why a program was refused."""
    assert_refused(answer, 409, "lobby")
    message: str = answer.json()["message"]
    return message


def test_a_program_keeps_changes_lists_and_removes_a_favourite(anns: Program, ben: User, noon: object) -> None:
    for given, tell in (
        ({}, False),
        ({"tell": True}, True),
        ({}, True),
        ({"tell": None}, True),
        ({"tell": False}, False),
    ):
        answer = anns.put("favourites/", player=" bEN ", **given)
        assert (answer.status_code, answer.json(), kept()) == (200, seen("Ben", tell), [("Ben", tell)])
    assert anns.get("favourites/").json() == {"results": [seen("Ben")], "next": None}
    assert [anns.delete("favourites/?player=ben").status_code for _ in range(2)] == [204, 404]
    assert (anns.get("favourites/").json()["results"], kept()) == ([], [])


def test_nobody_else_sees_it(anns: Program, ben: User, bens: Program, cats: Program, noon: object) -> None:
    anns.put("favourites/", player="Ben", tell=True)
    assert [each.get("favourites/").json()["results"] for each in (bens, cats)] == [[], []]
    assert [each.delete("favourites/?player=Ben").status_code for each in (bens, cats)] == [404, 404]
    assert kept() == [("Ben", True)]


@pytest.mark.parametrize("name", ["Nobody", "", " ", "Be", "B%n", "Ben, Cat", "x" * 150])
def test_a_name_that_nobody_has_is_refused(anns: Program, ben: User, name: str) -> None:
    assert said(anns.put("favourites/", player=name)) == UNKNOWN
    assert kept() == []


def test_a_block_either_way_looks_as_if_nobody_had_the_name(ann: User, anns: Program, ben: User, cat: User) -> None:
    blocks.block(ann, ben)
    blocks.block(cat, ann)
    answers = [anns.put("favourites/", player=name) for name in ("Nobody", "Ben", "Cat")]
    assert len({answer.content for answer in answers}) == 1
    assert ([said(answer) for answer in answers], kept()) == ([UNKNOWN] * 3, [])


def test_one_who_blocks_later_is_not_listed_nor_changed_and_can_still_be_removed(
    ann: User, anns: Program, ben: User, bens: Program
) -> None:
    anns.put("favourites/", player="Ben")
    blocks.block(ben, ann)
    assert anns.get("favourites/").json()["results"] == []
    assert (said(anns.put("favourites/", player="Ben", tell=True)), kept()) == (UNKNOWN, [("Ben", False)])
    assert (anns.delete("favourites/?player=Ben").status_code, kept()) == (204, [])


def test_oneself_the_house_and_the_suspended_are_refused(anns: Program, ben: User, cat: User) -> None:
    User.objects.filter(pk=ben.pk).update(is_active=False)
    names = ["Ann", "Ben", bots.bot_of("en-garde").username]
    assert [said(anns.put("favourites/", player=name)) for name in names] == [NOT_THESE] * 3
    leaving.close_account(cat)
    cat.refresh_from_db()
    assert [said(anns.put("favourites/", player=name)) for name in ("Cat", cat.username)] == [UNKNOWN] * 2
    assert kept() == []


def test_one_too_many_is_refused_and_those_there_are_can_be_changed(
    anns: Program, ben: User, cat: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(favourites, "MAX_FAVOURITES", 1)
    anns.put("favourites/", player="Ben")
    assert said(anns.put("favourites/", player="Cat")) == "You can have up to 1 favourites. Remove one first."
    assert (anns.put("favourites/", player="Ben", tell=True).status_code, kept()) == (200, [("Ben", True)])


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "missing_key"),
        ({"player": 5}, "bad_value"),
        ({"player": None}, "bad_value"),
        ({"player": "x" * 151}, "bad_value"),
        ({"player": "Be\0n"}, "bad_value"),
        ({"player": "Ben", "tell": "yes"}, "bad_value"),
        ({"player": "Ben", "user": "Cat"}, "unknown_key"),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_kept(anns: Program, ben: User, body: Any, code: str) -> None:
    assert_refused(anns.put("favourites/", **body), 400, code)
    assert kept() == []


def test_to_remove_nobody_in_particular_is_refused(anns: Program, ben: User) -> None:
    anns.put("favourites/", player="Ben")
    assert_refused(anns.delete("favourites/"), 400, "missing_key")
    for name in ("", "Nobody", "Cat", "%00"):
        assert anns.delete(f"favourites/?player={name}").status_code in (400, 404)
    assert kept() == [("Ben", False)]


def test_a_token_for_looking_lists_and_changes_nothing(ann: User, ben: User) -> None:
    favourites.add(ann, ben)
    looking = program(ann, "read")
    assert looking.get("favourites/").status_code == 200
    assert_refused(looking.put("favourites/", player="Ben", tell=True), 403, "wrong_scope")
    assert_refused(looking.delete("favourites/?player=Ben"), 403, "wrong_scope")
    assert kept() == [("Ben", False)]


def test_a_hundred_come_in_two_pieces_each_once_by_as_many_queries(ann: User, anns: Program, ben: User) -> None:
    favourites.add(ann, ben)
    costs = []
    for number in range(99):
        row = favourites.add(ann, person(f"Other{number}"))
        Favourite.objects.filter(pk=row.pk).update(created=NOON - timedelta(hours=number // 3))
    Favourite.objects.filter(favoured=ben).update(created=NOON + timedelta(hours=1))
    address, names = "favourites/", list[str]()
    while address:
        with CaptureQueriesContext(connection) as queries:
            answer = anns.get(address).json()
        costs.append(len(queries))
        assert len(answer["results"]) == 50
        names += [each["player"] for each in answer["results"]]
        address = answer["next"]
    assert (names[0], len(set(names)), costs) == ("Ben", 100, [2, 2])
    assert_refused(anns.get("favourites/?cursor=2026"), 400, "bad_cursor")
