"""Offers answered on the page of the match."""

import re

import pytest
from django.test import Client

from accounts.models import User
from games.bots import services as bots
from games.core.models import Match
from games.offers import services as offers
from tests.games.browsing import signed_in, told
from tests.games.tables import begin, now

pytestmark = pytest.mark.django_db
ANSWER = re.compile(r'<form class="plain message.*?offer".*?</form>', re.DOTALL)


@pytest.fixture
def match(ann: User, ben: User) -> Match:
    return begin(ann, ben)


def answers(client: Client, match: Match) -> list[str]:
    """Return the forms with which the page lets its reader answer."""
    return ANSWER.findall(told(client.get(match.get_absolute_url())))


def test_an_offer_is_answered_in_place_by_a_button_that_says_what_it_ends(match: Match, ann: User, ben: User) -> None:
    offers.make(match.public_id, ann.pk, "draw")
    (asked,) = answers(signed_in(ben), match)
    assert "Ann has offered a draw. The match ends immediately and nobody wins." in asked
    assert f'action="/m/{match.public_id}/offer/draw"' in asked
    assert 'name="act" value="agree">Yes, end the match in a draw.</button>' in asked
    assert 'name="act" value="decline">Decline</button>' in asked
    assert re.findall(r'name="(number|days|confirm)" value="(\w+)"', asked) == [
        ("number", "1"),
        ("days", "0"),
        ("confirm", "1"),
    ]
    (mine,) = answers(signed_in(ann), match)
    assert 'name="act" value="withdraw">Withdraw the offer</button>' in mine
    assert "agree" not in mine


@pytest.mark.parametrize(("act", "status"), [("agree", "over"), ("decline", "playing")])
def test_one_press_answers_it(match: Match, ann: User, ben: User, act: str, status: str) -> None:
    offers.make(match.public_id, ann.pk, "draw")
    given = {"act": act, "number": "1", "days": "0", "confirm": "1"}
    answered = signed_in(ben).post(f"/m/{match.public_id}/offer/draw", given)
    assert (answered.status_code, now(match).status) == (302, status)


def test_what_ends_nothing_needs_no_confirmation(match: Match, ann: User, ben: User) -> None:
    offers.make(match.public_id, ann.pk, "pause", 3)
    (asked,) = answers(signed_in(ben), match)
    assert 'name="act" value="agree">Agree</button>' in asked
    assert '<input type="hidden" name="days" value="3">' in asked
    assert "confirm" not in asked


def ready(client: Client, match: Match) -> list[tuple[str, str]]:
    """Return what one press in the menu of the match offers: where it is posted, and what the button says."""
    menu = re.compile(r'<button class="linkish" form="acts" formaction="(.*?)" name="act" value="offer">(.*?)</button>')
    return menu.findall(told(client.get(match.get_absolute_url())))


def test_a_draw_is_offered_by_the_menu_until_somebody_offers_one(match: Match, ann: User, ben: User) -> None:
    client = signed_in(ann)
    [(address, said)] = ready(client, match)
    assert said == "Offer a draw"
    page = client.post(address, {"act": "offer"}, follow=True)
    assert "You’ve offered a draw." in told(page)
    assert (ready(client, match), ready(signed_in(ben), match)) == ([], [])


def test_a_bot_is_offered_no_draw(ann: User) -> None:
    match = bots.challenge(ann, "en-garde", {"starter": "left"}, seat=0)
    assert ready(signed_in(ann), match) == []
