"""Deeds as programs are shown them."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.deeds import services as awards
from games.deeds.models import Award
from tests.games.programs import program
from tests.games.rows.doors_awards import won

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


def row(**given: Any) -> dict[str, Any]:
    """Return what is shown of a first win, except what is `given`."""
    known = {"game": "en-garde", "deed": "win", "title": "Salute", "asks": "Win a match."}
    return known | {"match": "first00001", "earned": "2026-03-02T12:00:00Z"} | given


def test_a_program_reads_its_own_deeds_and_those_of_others(ann: User, ben: User) -> None:
    won(ann, ben, "first00001"), won(ben, ann, "second0001", 1)
    awards.note_due()
    bens, own = program(ben), row(match="second0001", earned="2026-03-02T13:00:00Z")
    assert bens.get("deeds/").json() == {"results": [own]}
    assert bens.get("deeds/?player=Ann").json() == {"results": [row()]}
    assert bens.get("deeds/?player=Ben").json() == {"results": [own]}


def test_of_a_private_match_its_players_alone_learn(ann: User, ben: User, cat: User) -> None:
    won(ann, ben, "first00001", private=True)
    awards.note_due()
    for reader, found in ((ann, row()), (ben, row()), (cat, row(match=None, earned=None))):
        assert program(reader).get("deeds/?player=Ann").json() == {"results": [found]}


def test_deeds_that_there_are_no_more_are_left_out(ann: User, ben: User) -> None:
    won(ann, ben, "first00001")
    awards.note_due()
    Award.objects.update(deed="gone")
    assert program(ben).get("deeds/?player=Ann").json() == {"results": []}


def test_nobody_and_who_has_left_has_none(ann: User, ben: User) -> None:
    User.objects.filter(pk=ann.pk).update(left=timezone.now())
    assert [program(ben).get(f"deeds/?player={name}").status_code for name in ("Nobody", "Ann")] == [404, 404]


def test_five_deeds_cost_as_many_queries_as_one(ann: User, ben: User) -> None:
    match, costs, bens = won(ann, ben, "first00001"), [], program(ben)
    rest = {"user": ann, "game": "en-garde", "match": match, "earned": match.ended}
    for deeds in (["win"], ["wall", "four", "fleche", "riposte"]):
        Award.objects.bulk_create(Award(deed=deed, **rest) for deed in deeds)
        with CaptureQueriesContext(connection) as queries:
            bens.get("deeds/?player=Ann")
        costs.append(len(queries))
    assert costs == [costs[0]] * 2
    assert len(bens.get("deeds/?player=Ann").json()["results"]) == 5
