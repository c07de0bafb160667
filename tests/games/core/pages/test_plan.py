"""Composing a move step by step: a plan is kept between pages, and tells the others nothing."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.core.models import Match
from games.core.services import play
from tests.games.browsing import form, forms, signed_in, told
from tests.games.tables import answer, seat, texts

pytestmark = pytest.mark.django_db


@pytest.fixture
def bidding(auction: Match, ann: User) -> Match:
    """A sealed auction in which all three owe a bid."""
    answer(auction, ann, "pass")
    return auction


def url(match: Match) -> str:
    return f"{match.get_absolute_url()}plan"


def send(user: User, match: Match, move: str, expected: Any = None) -> Any:
    given = seat(match, user).serial if expected is None else expected
    return signed_in(user).post(url(match), {"move": move, "expected": given})


def test_a_bid_is_composed_shortened_and_played_by_forms(bidding: Match, ben: User) -> None:
    client = signed_in(ben)
    page = client.get(bidding.get_absolute_url())
    page = form(page, "/plan").send(client, move="bid 4")
    assert seat(bidding, ben).plan == "bid 4"
    page = form(page, "/plan").send(client, move="bid 4; on odd")
    shorter = [each for each in forms(page) if each.fields.get("move") == "bid 4"]
    page = shorter[0].send(client)
    assert seat(bidding, ben).plan == "bid 4"
    page = form(page, "/plan").send(client, move="bid 4; on even")
    page = form(page, "/plan").send(client, move="bid 4; on even; seal")
    assert texts(bidding) == ["pass"]
    ready = [each for each in forms(page) if each.action.endswith("/submit")]
    assert ready[0].fields["move"] == "bid 4; on even; seal"
    ready[0].send(client)
    assert texts(bidding) == ["pass", "bid 4; on even; seal"]
    assert seat(bidding, ben).plan == ""


def test_an_empty_plan_takes_all_back(bidding: Match, ben: User) -> None:
    send(ben, bidding, "bid 4")
    assert send(ben, bidding, "").status_code == 302
    assert seat(bidding, ben).plan == ""


def test_the_others_learn_nothing_of_a_plan(bidding: Match, ben: User, cat: User) -> None:
    watching = signed_in(cat)
    before = watching.get(f"{bidding.get_absolute_url()}stamp").content
    page = watching.get(bidding.get_absolute_url(), headers={"HX-Request": "true"}).context["page"].view
    send(ben, bidding, "bid 4; on odd")
    assert watching.get(f"{bidding.get_absolute_url()}stamp").content == before
    assert watching.get(bidding.get_absolute_url(), headers={"HX-Request": "true"}).context["page"].view == page
    assert "bid 4" not in seat(bidding, cat).plan


def test_a_step_that_does_not_fit_is_refused_and_the_plan_stays(bidding: Match, ben: User) -> None:
    send(ben, bidding, "bid 4")
    response = send(ben, bidding, "bid 4; seal")
    assert response.status_code == 422
    assert "“seal” isn’t possible now" in told(response)
    response = send(ben, bidding, "bid 4; something")
    assert response.status_code == 422
    assert seat(bidding, ben).plan == "bid 4"


def test_a_plan_for_a_question_no_longer_asked_is_stale(bidding: Match, ben: User) -> None:
    response = send(ben, bidding, "bid 4", expected=seat(bidding, ben).serial + 1)
    assert response.status_code == 409
    assert "The match has moved on since you opened this page, so your plan wasn’t saved." in told(response)
    assert send(ben, bidding, "bid 4", expected="x").status_code == 409
    assert seat(bidding, ben).plan == ""


def test_who_owes_nothing_plans_nothing(match: Match, ben: User) -> None:
    response = send(ben, match, "F3")
    assert response.status_code == 409
    assert "It’s not your turn. The match is waiting for Ann." in told(response)
    assert seat(match, ben).plan == ""


def test_a_finished_match_takes_no_plan(match: Match, ann: User) -> None:
    play.resign(match.public_id, ann.pk)
    assert send(ann, match, "F3").status_code == 409


def test_strangers_are_told_that_there_is_nothing(match: Match, cat: User, mo: User) -> None:
    for user in (cat, mo):
        assert send(user, match, "F3", 1).status_code == 404


def test_who_is_signed_out_plans_nothing(match: Match, client: Client, ann: User) -> None:
    assert client.post(url(match), {"move": "F3", "expected": 1}).status_code == 302
    assert seat(match, ann).plan == ""


def test_it_takes_posts_alone_and_is_never_stored(bidding: Match, ben: User) -> None:
    assert signed_in(ben).get(url(bidding)).status_code == 405
    assert send(ben, bidding, "bid 4").headers["Cache-Control"] == "private, no-store"
