"""Downloading a match, and what its page lays open: all when it is over, before that what I may know."""

import json

import msgspec
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Match
from games.rules import record, verify
from games.services import play
from tests.games.browsing import signed_in, told
from tests.games.tables import ENTROPIES, SECRET, answer, attack, play_on

pytestmark = pytest.mark.django_db


def url(match: Match) -> str:
    return f"{match.get_absolute_url()}record.json"


def test_the_record_of_a_finished_match_verifies(match: Match, ann: User, ben: User) -> None:
    play_on(match, choose=attack)
    for user in (ann, ben):
        response = signed_in(user).get(url(match))
        verify.check(record.loads(response.content))
        assert response.headers["Content-Type"] == "application/json"
        assert response.headers["Content-Disposition"] == 'attachment; filename="firstmatch.json"'
        assert response.headers["Cache-Control"] == "private, no-store"


def test_a_void_match_has_its_record_too(match: Match, ann: User) -> None:
    play.adjudicate(match.public_id, "!void")
    assert json.loads(signed_in(ann).get(url(match)).content)["result"] == {"reason": "void"}


def test_a_running_match_is_given_as_its_seat_sees_it(match: Match, ann: User, ben: User) -> None:
    answer(match, ann, "F1")
    response = signed_in(ben).get(url(match))
    given = json.loads(response.content)
    assert (given["format"], given["seat"], len(given["entries"])) == ("fog-seat/1", 1, 2)
    assert given["view"]["hands"][0] is None
    assert SECRET.hex().encode() not in response.content
    assert "draws" not in given["entries"][0]
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(response.content, type=record.Record)


def test_the_page_lays_the_secret_open_when_the_match_is_over(match: Match, ann: User) -> None:
    client = signed_in(ann)
    page = told(client.get(match.get_absolute_url()))
    assert SECRET.hex() not in page
    assert "Download what I know so far" in page
    play.resign(match.public_id, ann.pk)
    page = told(client.get(match.get_absolute_url()))
    for shown in (SECRET.hex(), *ENTROPIES[:2], "Added by Ann", "Added by Ben", "Download the record"):
        assert shown in page


def test_strangers_are_told_that_there_is_nothing(match: Match, cat: User, mo: User) -> None:
    for user in (cat, mo):
        assert signed_in(user).get(url(match)).status_code == 404


def test_who_is_signed_out_is_asked_to_sign_in(match: Match, client: Client) -> None:
    assert client.get(url(match)).headers["Location"] == f"/accounts/login/?next={url(match)}"


def test_a_finished_match_costs_at_most_twelve_queries(match: Match, ann: User) -> None:
    play_on(match, choose=attack)
    client = signed_in(ann)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(match.get_absolute_url()).status_code == 200
    assert len(queries) <= 12


def test_how_chance_is_kept_fair_is_said_to_anybody(client: Client) -> None:
    page = told(client.get("/fairness/"))
    assert "python -m games.rules.verify record.json" in page
    assert "The people who run the site can look." in page
