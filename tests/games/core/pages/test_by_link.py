"""The page of a play link: what is looked at and played there, that it is nothing else, and that it is told nobody."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.conf import settings as configured
from django.core import mail
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts import outbox
from accounts.models import User
from fogsite.logs import Masked
from games.boards.fantasy_dice_battles import saved_armies
from games.chat import services as chat
from games.core.models import Match, Seat
from games.core.services import looks
from games.offers import services as offers
from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS
from tests.games.browsing import HTMX, form, forms, signed_in, told
from tests.games.rows.doors import everything
from tests.games.tables import answer, begin, duel, first_move, play_link, seat, texts, turn
from tests.test_urls import FOUND, NO_TOKEN, NOT_FOUND, OK, STALE, TABLE, UNFIT, ask, house  # noqa: F401

pytestmark = pytest.mark.django_db
Time = time_machine.Traveller
ENDED = "This link doesn’t work any more"
REALM = armies.text(SETS[DEFAULT_SET].presets["realm_a"].army)


def link(match: Match, user: User, what: str = "") -> str:
    """Return an address of the link for a user's turn."""
    return f"/t/{play_link(match, user)}/{what}"


def post(client: Client, match: Match, user: User, what: str, **sent: Any) -> Any:
    """Return what is answered to a press on the page of the link, as it was drawn for what is asked now."""
    return client.post(link(match, user, what), {"expected": seat(match, user).serial, **sent})


def words(page: str) -> set[str]:
    """Return the texts of a page, each exactly as found between two tags."""
    return {" ".join(text.split()) for text in re.split(r"<[^>]*>", page) if text.strip()}


# --- Looking --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["get", "head"])
@pytest.mark.parametrize("headers", [{}, HTMX, {**HTMX, "X-Refresh": "used"}], ids=["page", "part", "used"])
def test_looking_changes_nothing_at_all(
    method: str, headers: dict[str, str], match: Match, ann: User, ben: User, client: Client
) -> None:
    address = link(match, ann)
    chat.say(match.public_id, ben, "Hello")
    offers.make(match.public_id, ben.pk, "draw")
    before = everything()
    response = getattr(client, method)(address, headers=headers)
    assert (response.status_code, everything() == before, dict(client.cookies)) == (OK, True, {})


@pytest.mark.parametrize("game", ["en-garde", "field-of-glory", "fantasy-dice-battles"])
def test_a_link_shows_no_more_than_the_players_own_page(game: str, ann: User, ben: User, client: Client) -> None:
    match = begin(ann, ben, game=game, public_id="shown")
    begin(ann, ben, public_id="another")
    saved_armies.save(ann, "Old guard", REALM)
    chat.say(match.public_id, ben, "Hello")
    offers.make(match.public_id, ben.pk, "draw")
    page = told(client.get(link(match, ann)))
    own = told(signed_in(ann).get(match.get_absolute_url()))
    shown = words(page.partition('<div class="sitting">')[2].partition('<p class="message">')[0])
    everything = " ".join(words(own))
    assert {text for text in shown if text not in everything} == set()
    assert len(shown) > 20
    hidden = ("Hello", "has offered a draw", "Resign", "Next match", "My notes", "Old guard", "stream.js")
    assert [text for text in hidden if text in page] == []
    assert [text for text in hidden if text not in own] == ([] if game == "fantasy-dice-battles" else ["Old guard"])


def test_it_leads_to_nothing_that_can_be_done_but_the_move(match: Match, ann: User, client: Client) -> None:
    address = link(match, ann)
    page = client.get(address)
    led = [found.action for found in forms(page)] + re.findall(r'(?:formaction|hx-post)="([^"]+)"', told(page))
    assert set(led) == {f"{address}submit"}
    assert "You’re playing through a link from an email." in told(page)
    assert "data-stamp-url" not in told(page)
    assert "csrfmiddlewaretoken" not in told(page)


def test_the_whole_log_can_be_read(match: Match, ann: User, client: Client) -> None:
    assert "Round 1 begins; Ann starts." in told(client.get(f"{link(match, ann)}?log=all"))


def test_it_is_read_in_the_players_own_language_no_matter_who_has_signed_in(match: Match, ann: User, ben: User) -> None:
    User.objects.filter(pk=ann.pk).update(language="de", time_zone="America/New_York")
    page = told(signed_in(ben).get(link(match, ann)))
    assert '<html lang="de"' in page
    assert "07:00" in page
    assert reverse("account_logout") not in page


def test_who_has_signed_in_as_the_same_user_gets_the_page_itself(match: Match, ann: User) -> None:
    client, address = signed_in(ann), link(match, ann)
    assert client.get(address)["Location"] == match.get_absolute_url()
    answer(match, ann, "F1")
    assert client.get(address)["Location"] == match.get_absolute_url()


# --- Playing --------------------------------------------------------------------------------------------------------


def test_a_link_from_a_real_letter_plays_a_move(match: Match, ann: User, noon: Time, client: Client) -> None:
    noon.shift(30)
    outbox.deliver_due()
    letters: list[Any] = mail.outbox
    [letter] = [each for each in letters if each.to == [ann.email]]
    [address] = re.findall(r"http://testserver(/t/\S+)", str(letter.body))
    assert f'href="http://testserver{address}"' in letter.alternatives[0][0]
    played = form(client.get(address), "submit").press(client, "move", "F1")
    assert (played.status_code, texts(match)) == (OK, ["F1"])
    assert "Your move has been played" in told(played)
    assert match.get_absolute_url() in told(played)
    assert not {configured.SESSION_COOKIE_NAME, configured.CSRF_COOKIE_NAME} & set(client.cookies)
    assert not match.entries.get(ply=1).by_program


def test_a_press_on_a_page_whose_turn_is_over_is_told_that_the_move_was_made(
    match: Match, ann: User, client: Client
) -> None:
    address, asked = link(match, ann, "submit"), seat(match, ann).serial
    answers = [client.post(address, {"move": move, "expected": asked}) for move in ("F1", "F1", "F2")]
    assert [each.status_code for each in answers] == [FOUND, OK, OK]
    assert ["Your move has been played" in told(each) for each in answers[1:]] == [True, True]
    assert texts(match) == ["F1"]


def test_a_turn_of_two_moves_is_played_to_its_end_and_nothing_twice(match: Match, client: Client) -> None:
    user = duel(match)
    address, before = link(match, user), texts(match)
    page = form(client.get(address), "submit")
    following = page.press(client, "move", "P")
    assert following.redirect_chain == [(address, FOUND)]
    again = page.press(client, "move", "P")  # pressed twice
    assert (again.redirect_chain, texts(match)) == ([(address, FOUND)], [*before, "P"])
    stale = client.post(page.action, {**page.fields, "move": first_move(match, user)})  # in a tab that stood open
    assert (stale.status_code, "so your move wasn’t played. Look at the board again." in told(stale)) == (STALE, True)
    assert texts(match) == [*before, "P"]
    last = form(stale, "submit").press(client, "move", first_move(match, user))
    assert ("Your move has been played" in told(last), len(texts(match))) == (True, len(before) + 2)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["form", "script"])
def test_a_move_that_is_refused_says_why_on_the_same_page(
    headers: dict[str, str], match: Match, ann: User, client: Client
) -> None:
    address = link(match, ann, "submit")
    refused = client.post(address, {"move": "P", "expected": seat(match, ann).serial}, headers=headers)
    assert (refused.status_code, texts(match)) == (UNFIT, [])
    assert 'role="alert"' in told(refused)
    assert f'action="{address}"' in told(refused)
    assert ("<html" in told(refused)) is (not headers)


@pytest.mark.parametrize("asked", ["", "x", "99"])
def test_a_move_without_the_number_of_its_question_is_not_made(
    asked: str, match: Match, ann: User, client: Client
) -> None:
    assert post(client, match, ann, "submit", move="F1", expected=asked).status_code == STALE
    assert texts(match) == []


def test_the_next_turn_is_not_played_though_it_begins_in_this_very_moment(
    match: Match, ann: User, ben: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    note, asked = looks.mark_looked, seat(match, ann).serial

    def overtaken(mine: Seat) -> None:
        note(mine)
        monkeypatch.setattr(looks, "mark_looked", note)
        answer(match, ann, "F1")
        answer(match, ben, "F1")

    monkeypatch.setattr(looks, "mark_looked", overtaken)
    said = post(client, match, ann, "submit", move="F1", expected=asked + 1)
    assert seat(match, ann).serial > asked
    assert (said.status_code, "Your move has been played" in told(said), texts(match)) == (OK, True, ["F1", "F1"])


def test_a_plan_is_composed_and_played(auction: Match, ann: User, ben: User, client: Client) -> None:
    answer(auction, ann, "peek")
    address = link(auction, ben)
    planned = form(client.get(address), "plan").press(client, "move", "bid 2")
    assert planned.redirect_chain == [(address, FOUND)]
    assert seat(auction, ben).plan == "bid 2"
    post(client, auction, ben, "plan", move="")
    assert seat(auction, ben).plan == ""
    assert post(client, auction, ben, "submit", move=first_move(auction, ben)).status_code == FOUND
    assert seat(auction, ben).answered is not None


def test_an_army_is_composed_as_a_whole(ann: User, ben: User, client: Client) -> None:
    match = begin(ann, ben, game="fantasy-dice-battles", public_id="dicematch1")
    address = link(match, ann)
    page = client.get(address)
    assert form(page, "army").action == f"{address}army"
    data = {"expected": seat(match, ann).serial, "army": REALM}
    assert client.post(f"{address}army", data)["Location"] == address
    assert (seat(match, ann).plan != "", texts(match)) == (True, [])
    wrong = post(client, match, ann, "army", army="elephants")
    assert (wrong.status_code, 'role="alert"' in told(wrong)) == (UNFIT, True)


@pytest.mark.parametrize(("what", "move"), [("submit", "P"), ("plan", "F1"), ("plan", "P")])
def test_a_press_counts_as_a_look_and_fetching_does_not(
    what: str, move: str, match: Match, ann: User, client: Client
) -> None:
    client.get(link(match, ann))
    assert turn(match, ann).looked is False
    post(client, match, ann, what, move=move)
    assert (turn(match, ann).looked, seat(match, ann).opened_ply) == (True, -1)


def test_a_press_that_is_asked_for_once_more_counts_as_a_look(match: Match, ann: User, client: Client) -> None:
    asked = post(client, match, ann, "submit", move="F1", ask="1")
    assert (asked.status_code, texts(match), turn(match, ann).looked) == (OK, [], True)


def test_a_form_needs_no_cookie_and_none_of_a_foreign_page_has_any_effect(match: Match, ann: User) -> None:
    """As browsers send it from a page without referrer, and in a browser in which somebody else has signed in."""
    client = Client(enforce_csrf_checks=True)
    data = {"move": "F1", "expected": seat(match, ann).serial}
    sent = client.post(link(match, ann, "submit"), data, headers={"Origin": "null"}, secure=True)
    assert (sent.status_code, texts(match)) == (FOUND, ["F1"])


# --- Nothing else ---------------------------------------------------------------------------------------------------


def test_who_has_opened_a_link_is_a_visitor_at_every_other_address(house: None, client: Client) -> None:  # noqa: F811
    ann = User.objects.get(username="Ann")
    client.get(link(Match.objects.get(public_id="firstmatch"), ann))
    found = {}
    for name, address in TABLE.items():
        if "link" not in name:
            with transaction.atomic():
                found[name] = ask(client, name, address.method).status_code
                transaction.set_rollback(True)
    assert found == {name: address.visitor for name, address in TABLE.items() if "link" not in name}


ELSEWHERE = ["resign", "offer/draw", "offer/cancel", "chat", "mute", "mute-match", "rematch", "hints", "notes"]
ELSEWHERE += ["stamp", "record.json", "positions.json", "0/", "army"]


@pytest.mark.parametrize("what", ELSEWHERE)
def test_a_link_is_good_for_nothing_else_in_its_match(what: str, match: Match, ann: User, client: Client) -> None:
    before = everything()
    data = {"text": "Hello", "notes": "Mine", "confirm": "1", "act": "offer", "muted": "1", "shown": "0", "army": REALM}
    address = link(match, ann, what)
    asked = [client.post(address, data).status_code] + [client.get(address).status_code] * (what != "army")
    assert set(asked) == {NOT_FOUND}
    match.turns.update(looked_ply=-1)  # to post is a press, wherever a game has such a part
    assert everything() == before


def test_the_token_is_no_token_of_a_program(match: Match, ann: User, client: Client) -> None:
    shown = {"Authorization": f"Bearer {play_link(match, ann)}"}
    assert client.get("/api/v1/me/", headers=shown).status_code == NO_TOKEN


def test_a_link_that_has_ended_says_so_and_does_nothing(match: Match, ann: User, ben: User, client: Client) -> None:
    address = link(match, ann)
    User.objects.filter(pk=ann.pk).update(is_active=False)
    before = everything()
    answers = [client.get(address)] + [client.post(address + what, {"move": "F1"}) for what in ("submit", "plan")]
    assert [(each.status_code, ENDED in told(each)) for each in answers] == [(NOT_FOUND, True)] * 3
    assert everything() == before


def test_anyone_who_guesses_learns_nothing(match: Match, client: Client) -> None:
    page = client.get("/t/guessed/")
    assert (page.status_code, ENDED in told(page), "/m/" in told(page)) == (NOT_FOUND, True, False)


# --- Told to nobody -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "what"), [("get", ""), ("post", "submit"), ("get", "submit"), ("put", ""), ("get", ")")]
)
def test_no_answer_lets_a_browser_tell_the_address(
    method: str, what: str, match: Match, ann: User, client: Client, settings: Any
) -> None:
    address = link(match, ann, what)
    answers = [getattr(client, method)(address)]
    settings.LIMITS = settings.LIMITS | {"play": "0/m/user,0/m/ip"}
    answers.append(getattr(client, method)(address))
    for each in answers:
        assert each.headers["Referrer-Policy"] == "no-referrer"
        assert "no-store" in each.headers["Cache-Control"]
        assert configured.SESSION_COOKIE_NAME not in each.cookies
    assert client.get("/").headers["Referrer-Policy"] == "same-origin"


@pytest.fixture
def log() -> Iterator[StringIO]:
    """What the service writes, as its settings have it written."""
    written = StringIO()
    handler = logging.StreamHandler(written)
    logging_settings: Any = configured.LOGGING
    given = logging_settings["formatters"]["text"]
    assert given["class"] == f"{Masked.__module__}.{Masked.__name__}"
    handler.setFormatter(Masked(given["format"], style=given["style"]))
    logging.getLogger().addHandler(handler)
    yield written
    logging.getLogger().removeHandler(handler)


def test_no_token_stands_in_the_log(match: Match, ann: User, log: StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    given = play_link(match, ann)
    client = Client(raise_request_exception=False)
    client.put(f"/t/{given}/")
    post(client, match, ann, "submit", move="P")
    client.get(f"/t/{given}x/")

    def broken(*_: object) -> None:
        raise KeyError(f"/t/{given}/")

    monkeypatch.setattr(looks, "mark_looked", broken)
    assert client.post(f"/t/{given}/plan").status_code == 500
    told = log.getvalue()
    assert given not in told
    assert given[:20] not in told
    lines = ("Method Not Allowed", "Unprocessable", "Not Found", "Internal Server Error")
    assert [line for line in lines if line not in told] == []
    assert "KeyError: '/t/…/'" in told
