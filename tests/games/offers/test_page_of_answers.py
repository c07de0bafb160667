"""Offers answered on the page of the match."""

import re

import pytest
from django.test import Client

from accounts.models import User
from games.bots import services as bots
from games.core.models import Match
from games.core.models.seat import NOTHING, Offered
from games.offers import services as offers
from tests.games.browsing import signed_in, told
from tests.games.tables import answer, begin, now, play_on, seat

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


def test_an_offer_of_somebody_else_asks_for_its_answer_and_what_happened_beside_it_is_a_word(
    match: Match, ann: User, ben: User
) -> None:
    offers.make(play_on(match, 1).public_id, ann.pk, "pause", 3)
    asked, mine = (told(signed_in(user).get(match.get_absolute_url())) for user in (ben, ann))
    assert '<strong class="answer">Answer</strong></span></summary>' in asked
    assert '<details class="since over brief" name="over">' in asked
    assert "<summary>What happened</summary>" in asked
    assert 'class="answer"' not in mine


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


def test_the_menu_of_an_old_page_agrees_to_nothing(match: Match, ann: User, ben: User) -> None:
    """Ben moves and offers a draw after Ann has opened her page: she is shown his offer, and the match goes on."""
    client = signed_in(ann)
    answer(match, ann, "F1")
    [(address, _said)] = ready(client, match)
    answer(match, ben, "F1")
    offers.make(match.public_id, ben.pk, "draw")
    page = client.post(address, {"act": "offer", "confirm": "1", "number": "1"})
    assert (page.status_code, now(match).status, seat(match, ann).offered) == (409, "playing", NOTHING)
    assert "Ben has already offered the same, so you haven’t offered anything." in told(page)
    [asked] = ANSWER.findall(told(page))
    assert 'name="act" value="agree">Yes, end the match in a draw.</button>' in asked


def test_a_bot_is_offered_no_draw(ann: User) -> None:
    match = bots.challenge(ann, "en-garde", {"starter": "left"}, seat=0)
    assert ready(signed_in(ann), match) == []


# --- Two who ask, each for something of their own ---------------------------------------------------------------------


@pytest.fixture
def asked(auction: Match, ben: User, cat: User) -> Match:
    """Ben asks for a replacement, and then Cat does: Ann has an answer for each."""
    for user in (ben, cat):
        assert offers.make(auction.public_id, user.pk, "seat") is False
    return auction


def offered(match: Match, *users: User) -> list[Offered]:
    return [seat(match, user).offered for user in users]


def pressed(client: Client, form: str, act: str) -> int:
    """Press a button of a form on the page; return the status."""
    address = re.search(r'action="([^"]+)"', form)
    assert address is not None
    given = dict(re.findall(r'name="(number|days)" value="(\d+)"', form))
    return client.post(address[1], {**given, "act": act}).status_code


@pytest.mark.parametrize("name", ["Ben", "Cat"])
def test_the_buttons_answer_the_one_who_is_named_beside_them(
    name: str, asked: Match, ann: User, ben: User, cat: User
) -> None:
    client = signed_in(ann)
    (form,) = (each for each in answers(client, asked) if f"{name} has asked for a replacement." in each)
    assert pressed(client, form, "agree") == 302
    about = {"Ben": ben, "Cat": cat}
    assert offered(asked, ann) == [Offered("seat", 0, seat(asked, about[name]).number)]
    offers.withdraw(asked.public_id, ann.pk)
    assert pressed(client, form, "decline") == 302
    assert [user for user in about if offered(asked, about[user]) == [NOTHING]] == [name]


def test_the_page_of_a_kind_is_about_the_one_who_asked_last(asked: Match, ann: User, ben: User, cat: User) -> None:
    client = signed_in(ann)
    address = f"/m/{asked.public_id}/offer/seat"
    page = told(client.get(address))
    assert ("Cat has asked for a replacement." in page, "Ben has asked" in page) == (True, False)
    assert 'name="number" value="2"' in page
    offers.withdraw(asked.public_id, cat.pk)
    answered = told(client.post(address, {"act": "agree", "number": "2", "days": "0"}))
    assert "The offer was withdrawn before you answered. Nothing was agreed." in answered
    assert offered(asked, ann, ben) == [NOTHING, Offered("seat", 0, seat(asked, ben).number)]
