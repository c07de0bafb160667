"""An earlier ply of a match, with my own eyes."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.core.models import Match
from games.rules.en_garde.events import Advanced, Drew
from tests.bench import budgets
from tests.games.browsing import forms, signed_in, told
from tests.games.tables import answer, choices, offer, play_on, seat

pytestmark = pytest.mark.django_db


def url(match: Match, ply: int | str) -> str:
    return f"{match.get_absolute_url()}{ply}/"


def test_it_shows_the_board_as_it_was_with_my_eyes(match: Match, ann: User, ben: User) -> None:
    before = signed_in(ann).get(match.get_absolute_url()).context["page"].view
    answer(match, ann, "F1")
    then = signed_in(ann).get(url(match, 0)).context["page"].view
    assert then == before
    assert then.hands[1] is None
    theirs = signed_in(ben).get(url(match, 0)).context["page"].view
    assert theirs.hands[0] is None
    assert theirs.fencers == (1, 23)


def test_every_entry_can_be_stepped_through(match: Match, ann: User) -> None:
    play_on(match, 4)
    client = signed_in(ann)
    for ply in range(5):
        page = client.get(url(match, ply)).context["page"]
        assert page.at.ply == ply
        assert page.at.prev_url == (url(match, ply - 1) if ply else "")
        assert page.at.next_url == (url(match, ply + 1) if ply < 4 else "")
        assert page.at.latest_url == match.get_absolute_url()
        assert page.log.lines[-1].ply == ply


def test_nothing_can_be_played_there(match: Match, ann: User) -> None:
    response = signed_in(ann).get(url(match, 0))
    assert response.context["page"].asked.choices == []
    assert [each for each in forms(response) if each.action.endswith(("/submit", "/plan"))] == []
    assert "Move 0 of 0" in told(response)


def test_the_board_marks_what_that_entry_did(match: Match, ann: User, ben: User) -> None:
    answer(match, ann, "F2")
    answer(match, ben, choices(match, ben)[0])
    assert signed_in(ben).get(url(match, 1)).context["page"].news.news == [Advanced(0, 2, 3), Drew(0, 1)]


def test_what_has_not_happened_is_not_found(match: Match, ann: User) -> None:
    client = signed_in(ann)
    for ply in (1, 10**30, "-1", "x"):
        assert client.get(url(match, ply)).status_code == 404


def test_another_seats_sealed_bid_is_no_entry_to_look_at(auction: Match, ann: User, ben: User, cat: User) -> None:
    answer(auction, ann, "pass")
    answer(auction, ben, "bid 4; on odd; seal")
    assert signed_in(ben).get(url(auction, 2)).status_code == 200
    for user in (ann, cat):
        assert signed_in(user).get(url(auction, 1)).status_code == 200
        assert signed_in(user).get(url(auction, 2)).status_code == 404


def test_strangers_are_told_that_there_is_nothing(match: Match, cat: User, ann: User) -> None:
    assert signed_in(cat).get(url(match, 0)).status_code == 404
    assert signed_in(ann).get(url(offer(ann, public_id="openmatch1"), 0)).status_code == 404


def test_who_is_signed_out_is_asked_to_sign_in(match: Match, client: Client) -> None:
    assert client.get(url(match, 0)).headers["Location"] == f"/accounts/login/?next={url(match, 0)}"


def test_it_is_only_read_never_stored_and_does_not_count_as_opened(match: Match, ann: User) -> None:
    client = signed_in(ann)
    assert client.post(url(match, 0)).status_code == 405
    assert client.get(url(match, 0)).headers["Cache-Control"] == "private, no-store"
    assert seat(match, ann).opened_at is None


def test_it_costs_at_most_twelve_queries(match: Match, ann: User) -> None:
    play_on(match, 40)
    client = signed_in(ann)
    for ply in (0, 20, 40):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(url(match, ply)).status_code == 200
        assert len(queries) <= budgets.QUERIES
