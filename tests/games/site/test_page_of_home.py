"""The home page: what this is, every game, and how much goes on."""

import re

import pytest
from django.db import connection
from django.template.loader import get_template
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django.fixtures import Settings

from accounts.models import User
from games.core.models import Match
from games.core.pages import rulebook
from games.core.services import play
from games.rules import registry
from games.site import home
from tests.games.browsing import form, signed_in, told
from tests.games.tables import AUCTION

pytestmark = pytest.mark.django_db


def test_a_visitor_learns_what_this_is_and_how_to_sign_up(client: Client) -> None:
    page = told(client.get("/"))
    assert "Board games, one move at a time" in page
    assert "En Garde" in page
    assert reverse("account_signup") in page
    assert reverse("account_login") in page


def test_members_come_home_to_their_matches_and_others_learn_what_this_is(ann: User, client: Client) -> None:
    assert signed_in(ann).get("/").headers["Location"] == reverse("my_matches")
    assert '<a class="mark" href="/matches/">' in told(signed_in(ann).get("/rules/"))
    for name in ("visitor", "guest"):
        page = told(client.get("/"))
        assert '<a class="mark" href="/">' in page
        assert (reverse("account_signup") in page.partition("<main")[2]) == (name == "visitor")
        form(client.get("/"), "/try/en-garde").send(client)  # makes a guest of the visitor


def test_it_is_only_read(client: Client) -> None:
    assert client.post("/").status_code == 405
    assert client.head("/").status_code == 200


def test_a_visitor_tries_a_game_to_begin_with_wherever_it_stands(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "slugs", lambda: ("field-of-glory", AUCTION, "en-garde"))
    assert rulebook.first_try() == "en-garde"
    assert told(client.get("/")).count('action="/try/en-garde"') == 2  # the main button, and its own
    monkeypatch.setattr(registry, "slugs", lambda: (AUCTION, "field-of-glory", "fantasy-dice-battles"))
    assert rulebook.first_try() == "field-of-glory"
    monkeypatch.setattr(registry, "slugs", lambda: (AUCTION,))
    assert rulebook.first_try() == ""
    assert 'action="/try/' not in told(client.get("/"))


def test_every_game_has_its_picture(client: Client) -> None:
    page = told(client.get("/"))
    for game in rulebook.all_games():
        assert game["title"] in page
    assert page.count('class="picture"') == len(rulebook.all_games())


@pytest.mark.parametrize("slug", sorted(set(registry.slugs()) - {AUCTION}))
def test_a_game_of_this_site_has_a_picture_of_its_own(slug: str) -> None:
    drawn = get_template(f"{slug}/front.jinja").render()
    assert drawn.count('class="picture"') == 1


def test_a_game_without_a_picture_has_cards_and_a_sealed_letter(client: Client) -> None:
    page = told(client.get("/"))
    card = page[page.index("<h3>Sealed Auction</h3>") :].partition("</li>")[0]
    assert (card.count('class="cards"'), card.count('class="letter"')) == (3, 1)
    assert "<image" not in card


def test_the_numbers_say_how_much_goes_on_once_many_play_and_silence_is_not_counted(
    client: Client, match: Match, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert home.site_numbers() == {"people": 2, "running": 1, "finished": 0}
    assert "players ·" not in told(client.get("/"))
    with monkeypatch.context() as patched:
        patched.setattr(home, "site_numbers", lambda: {"people": 50, "running": 1, "finished": 0})
        assert "<strong>50</strong> players" in told(client.get("/"))
    play.resign(match.public_id, ann.pk)
    assert home.site_numbers() == {"people": 2, "running": 0, "finished": 1}
    assert "players ·" not in told(client.get("/"))


def test_without_redis_it_is_drawn_with_few_questions(client: Client, match: Match) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert client.get("/").status_code == 200
    assert len(queries) == 4


def test_the_foot_of_every_page_leads_to_rules_fairness_programs_and_source(client: Client, settings: Settings) -> None:
    settings.SOURCE_URL = "https://example.org/source"
    for address in ("/", "/rules/", "/nothing/"):
        foot = told(client.get(address)).partition("<footer")[2]
        for link in ("/rules/", "/fairness/", reverse("api_docs"), "https://example.org/source"):
            assert f'href="{link}"' in foot
    settings.SOURCE_URL = ""
    assert "Source code" not in told(client.get("/"))


def test_a_card_says_what_the_box_of_its_game_would(client: Client) -> None:
    page = " ".join(
        re.sub(r"<[^>]+>", " ", client.get("/", headers={"accept-language": "en"}).content.decode()).split()
    )
    length = "5 rounds to win, about 40 moves each; your first match is 1 round of the standard game"
    assert f"Players 2 Length {length} Difficulty Easy Designer Reiner Knizia" in page
    assert "Players 2 Length a draft, then about 7 turns each Difficulty Medium Designer Martin Wallace" in page
    assert "Players 2 Length about 10 rounds Difficulty Demanding" in page


def test_the_first_thing_seen_is_a_board_being_played(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.get("/").content.decode().count('class="hero-picture"') == 1
    assert "fencers.svg#lunge-3" in client.get("/").content.decode()
    monkeypatch.setattr(registry, "slugs", lambda: (AUCTION,))
    assert client.get("/").content.decode().count('class="hero-picture"') == 1
    assert "fencers.svg" not in client.get("/").content.decode()
