"""Opponents that programs seek."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from accounts import broker
from accounts.models import User
from games.core.models import Match
from games.seeks import services as seeks
from games.seeks.models import Seek
from tests.games.programs import program
from tests.games.seeks.test_services import ask

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

FREE: dict[str, Any] = {
    "options": {},
    "nights": None,
    "weekends": None,
    "vacations": None,
    "absence": None,
    "rated": None,
    "language": "",
    "near": True,
    "min_reliability": 0,
    "watchable": False,
    "paired": False,
    "keep": 0,
}
"""What is asked where nothing is said."""


def seen(**given: Any) -> dict[str, Any]:
    return {**FREE, "game": "en-garde", "fastest_days": 3, "slowest_days": 7, "rests": "", **given}


def test_a_program_seeks_changes_what_it_seeks_and_withdraws(ben: User, noon: object) -> None:
    bens = program(ben)
    since = "2026-03-02T12:00:00Z"
    first = bens.put("seeks/en-garde/", fastest_days=3, slowest_days=7)
    assert (first.status_code, first.json()) == (200, seen(since=since))
    more = {"options": {"starter": "left"}, "weekends": True, "absence": "loss", "rated": True, "keep": 2}
    changed = bens.put("seeks/en-garde/", fastest_days=3, slowest_days=14, **more).json()
    assert changed == seen(since=since, **{**more, "slowest_days": 14})
    assert bens.get("seeks/").json() == {"results": [changed], "waiting": []}
    assert [bens.delete("seeks/en-garde/").status_code for _ in range(2)] == [204, 404]
    assert bens.get("seeks/").json()["results"] == []


def test_others_are_numbers_alone_at_each_pace_that_suits_them(ann: User, cat: User, ben: User, noon: object) -> None:
    for user in (ann, cat):
        ask(user)
    Seek.objects.filter(user=cat).update(slowest_days=5)
    answer = program(ben).get("seeks/")
    numbers = [{"game": "en-garde", "pace_days": pace, "others": others} for pace, others in ((3, 2), (5, 2), (7, 1))]
    assert answer.json() == {"results": [], "waiting": numbers}
    assert b"Ann" not in answer.content


def test_two_that_fit_play_and_the_seeks_are_gone(ann: User, ben: User, noon: object) -> None:
    for user in (ann, ben):
        program(user).put("seeks/en-garde/", fastest_days=3, slowest_days=7)
    [match] = seeks.find_opponents()
    assert (match.pace_days, match.status, Seek.objects.count()) == (3, Match.Status.PLAYING, 0)


def test_what_cannot_be_sought_is_refused_with_what_can(ben: User, noon: object) -> None:
    bens = program(ben)
    paces = {"fastest_days": 7, "slowest_days": 3}
    refused = bens.put("seeks/en-garde/", **paces)
    said = "The fastest pace can’t be slower than the slowest one."
    assert (refused.status_code, refused.json()["message"]) == (409, said)
    answers = [
        bens.put("seeks/en-garde/", fastest_days=4, slowest_days=7),
        bens.put("seeks/en-garde/", fastest_days=3, slowest_days=7, keep=11),
        bens.put("seeks/chess/", fastest_days=3, slowest_days=7),
        bens.put("seeks/en-garde/", fastest_days=3, slowest_days=7, options={"starter": "nobody"}),
        program(ben, "read").put("seeks/en-garde/", fastest_days=3, slowest_days=7),
    ]
    assert [answer.status_code for answer in answers] == [400, 400, 404, 422, 403]
    assert not Seek.objects.exists()


def test_two_that_cannot_be_paired_do_not_keep_the_others_waiting(
    ann: User, ben: User, cat: User, noon: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It doesn't matter what is wrong with their match."""
    begun = seeks._begun

    def broken(wish: Any, users: Any) -> Match:
        if ann in users:
            raise RuntimeError("broken")
        return begun(wish, users)

    monkeypatch.setattr(seeks, "_begun", broken)
    for user in (ann, ben, cat):
        ask(user)
    [match] = seeks.find_opponents()
    assert {seat.user for seat in match.seats.all()} == {ben, cat}
    assert Seek.objects.get().user == ann


def test_a_program_asks_for_a_pair_and_another_takes_one(ann: User, ben: User, noon: object) -> None:
    anns, bens = program(ann), program(ben)
    asked = anns.put("seeks/field-of-glory/", fastest_days=3, slowest_days=7, paired=True)
    taken = bens.put("seeks/field-of-glory/", fastest_days=3, slowest_days=7, paired=None)
    assert (asked.json()["paired"], taken.json()["paired"]) == (True, None)
    first = seeks.find_opponent(Seek.objects.get(user=ben).pk)
    assert first is not None
    assert anns.get(f"matches/{first.public_id}/").json()["twin"] == first.twin_id


@pytest.mark.django_db(transaction=True)
def test_a_program_is_answered_although_its_match_begins_before_the_answer_is_written(
    ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a worker pairs two as soon as what is sought is committed."""

    def publish(task: str, args: Sequence[Any], *_: Any, **_options: Any) -> None:
        if task == "games.tasks.pair":
            seeks.find_opponent(*args)

    ask(ann)
    monkeypatch.setattr(broker, "publish", publish)
    answer = program(ben).put("seeks/en-garde/", fastest_days=3, slowest_days=7)
    assert (answer.status_code, answer.json()["fastest_days"]) == (200, 3)
    assert not Seek.objects.exists()
    assert Match.objects.get().seats.filter(user=ben).exists()
