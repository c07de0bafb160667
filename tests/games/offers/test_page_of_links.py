"""Offers answered by the link in the email about them: what it shows and does, and when it ends."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings as configured
from django.db import transaction
from django.test import Client

from accounts.models import User
from games.core.models import Match
from games.core.reading import mail_links, play_links
from games.core.services import leaving, looks, play
from games.offers import links as offer_links, services as offers
from tests.games.browsing import forms, signed_in, told
from tests.games.core.notices.test_notices import body, sent
from tests.games.core.reading.test_play_links import NOT_ENTITLED, change, password
from tests.games.rows.doors import NOON, everything
from tests.games.tables import now, offer_link, play_link, seat, texts, turn
from tests.parts.cast import person
from tests.test_urls import FOUND, NO_TOKEN, NOT_FOUND, OK, TABLE, UNFIT, ask, house  # noqa: F401

pytestmark = pytest.mark.django_db
Time = time_machine.Traveller
STALE = 409
ENDED = "This link doesn’t work any more"
GONE = "This offer is no longer open. It has been answered or withdrawn."


@pytest.fixture
def link(match: Match, ann: User, ben: User) -> str:
    """The address by which Ann answers Ben, who offers a pause of three days."""
    offers.make(match.public_id, ben.pk, "pause", 3)
    return f"/o/{offer_link(match, ben, ann)}/"


def pages(address: str) -> list[tuple[int, bool]]:
    """Return what looking, agreeing and declining are answered, and whether that the link has ended."""
    client = Client()
    answers = [
        client.get(address),
        *(client.post(address, {"act": act, "confirm": "1"}) for act in ("agree", "decline")),
    ]
    return [(each.status_code, ENDED in told(each)) for each in answers]


# --- Looking and answering ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["get", "head"])
def test_looking_changes_nothing_and_sets_nothing(method: str, link: str, client: Client) -> None:
    before = everything()
    response = getattr(client, method)(link)
    assert (response.status_code, everything() == before, dict(client.cookies)) == (OK, True, {})


def test_the_page_says_what_is_offered_and_asks_for_no_cookie(link: str, client: Client) -> None:
    page = told(client.get(link))
    assert "Ben has offered a pause of 3 days." in page
    assert "Pause your match of En Garde with Ben?" in page
    assert ("csrfmiddlewaretoken" in page, "data-stamp" in page) == (False, False)
    assert [each.fields.get("act") for each in forms(client.get(link)) if "act" in each.fields] == ["agree", "decline"]


def test_a_link_from_a_real_letter_agrees_to_a_pause(match: Match, ann: User, ben: User, noon: Time) -> None:
    sent(noon)
    offers.make(match.public_id, ben.pk, "pause", 3)
    letter = sent(noon)["ann"]
    [address] = re.findall(r"http://testserver(/o/\S+)", "\n".join(body(letter)))
    assert f'href="http://testserver{address}"' in letter.alternatives[0][0]
    client = Client(enforce_csrf_checks=True)
    answered = client.post(address, {"act": "agree"}, headers={"Origin": "null"}, secure=True)
    assert (answered.status_code, "Agreed: the clocks are paused." in told(answered)) == (OK, True)
    assert (now(match).paused_until, texts(match)) == (NOON + timedelta(days=3, minutes=1), [])
    assert {configured.SESSION_COOKIE_NAME, configured.CSRF_COOKIE_NAME} & set(client.cookies) == set()
    assert GONE in told(client.post(address, {"act": "agree"}))


def test_what_ends_the_match_needs_a_tick(match: Match, ann: User, ben: User, client: Client) -> None:
    offers.make(match.public_id, ben.pk, "draw")
    address = f"/o/{offer_link(match, ben, ann)}/"
    asked = next(each for each in forms(client.get(address)) if each.fields.get("act") == "agree")
    refused = asked.send(client)
    assert (refused.status_code, "Please tick the box to confirm." in told(refused), texts(match)) == (UNFIT, True, [])
    answered = asked.send(client, confirm="1")
    assert ("You’ve agreed, so it’s settled." in told(answered), texts(match)) == (True, ["!draw"])


def test_declining_takes_this_offer_away_and_no_other_and_is_told(
    link: str, match: Match, ann: User, ben: User, noon: Time, client: Client
) -> None:
    sent(noon)
    answered = client.post(link, {"act": "decline"})
    assert (answered.status_code, "Offer declined. The match goes on." in told(answered)) == (OK, True)
    assert (seat(match, ben).offer, now(match).paused_until) == ("", None)
    assert sent(noon)["ben"].subject == "Ann declined your offer: En Garde goes on"


@pytest.mark.parametrize("act", ["", "offer", "withdraw", "AGREE"])
def test_nothing_else_can_be_pressed(act: str, link: str, match: Match, client: Client) -> None:
    assert client.post(link, {"act": act, "confirm": "1", "days": "5"}).status_code == UNFIT
    assert [each.offer for each in match.seats.order_by("number")] == ["", "pause"]


def test_the_days_are_those_of_the_link(link: str, match: Match, client: Client) -> None:
    client.post(link, {"act": "agree", "days": "14"})
    assert now(match).paused_until == NOON + timedelta(days=3)


def test_a_press_counts_as_a_look_and_fetching_does_not(link: str, match: Match, ann: User, client: Client) -> None:
    client.get(link)
    assert turn(match, ann).looked is False
    client.post(link, {"act": ""})
    assert (turn(match, ann).looked, seat(match, ann).opened_ply) == (True, -1)


def test_what_is_no_longer_possible_is_said_and_nothing_is_done(link: str, match: Match, client: Client) -> None:
    Match.objects.filter(pk=match.pk).update(last_moment=NOON + timedelta(days=2))
    refused = client.post(link, {"act": "agree"})
    assert refused.status_code == UNFIT
    assert "This match would be over before the pause ends." in told(refused)
    assert now(match).paused_until is None


def test_it_is_read_in_the_players_own_language_and_who_has_signed_in_gets_the_page_itself(
    link: str, match: Match, ann: User, ben: User
) -> None:
    change(ann, language="de")
    assert '<html lang="de"' in told(signed_in(ben).get(link))
    assert signed_in(ann).get(link)["Location"] == f"{match.get_absolute_url()}offer/pause"


# --- Ending ---------------------------------------------------------------------------------------------------------


def declined(match: Match, ann: User, _ben: User) -> None:
    offers.decline(match.public_id, ann.pk)


def again(match: Match, ben: User) -> None:
    offers.withdraw(match.public_id, ben.pk)
    offers.make(match.public_id, ben.pk, "pause", 3)


OVER: dict[str, Callable[[Match, User, User], object]] = {
    "withdrawn": lambda match, _ann, ben: offers.withdraw(match.public_id, ben.pk),
    "declined": declined,
    "agreed": lambda match, ann, _ben: offers.make(match.public_id, ann.pk, "pause", 3, agreeing=True),
    "of other days": lambda match, _ann, ben: offers.make(match.public_id, ben.pk, "pause", 5),
    "made again": lambda match, _ann, ben: again(match, ben),
    "of another kind": lambda match, _ann, ben: offers.make(match.public_id, ben.pk, "draw"),
    "the match is over": lambda match, _ann, ben: play.resign(match.public_id, ben.pk),
}


@pytest.mark.parametrize("how", OVER)
def test_a_link_ends_with_its_offer(how: str, link: str, match: Match, ann: User, ben: User) -> None:
    OVER[how](match, ann, ben)
    before = everything()
    client = Client()
    answers = [
        client.get(link),
        client.post(link, {"act": "agree", "confirm": "1"}),
        client.post(link, {"act": "decline"}),
    ]
    assert [(each.status_code, GONE in told(each)) for each in answers] == [(OK, True), (STALE, True), (STALE, True)]
    assert everything() == before


@pytest.mark.parametrize("act", ["agree", "decline"])
def test_an_offer_made_again_while_the_link_is_read_is_another(
    act: str, link: str, match: Match, ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looks, "mark_looked", lambda _seat: again(match, ben))
    answered = Client().post(link, {"act": act})
    assert (answered.status_code, GONE in told(answered)) == (STALE, True)
    assert (seat(match, ben).offer, now(match).paused_until) == ("pause", None)


ENDS: dict[str, Callable[[Match, User, User], object]] = {
    "leaving": lambda _match, ann, _ben: leaving.close_account(User.objects.get(pk=ann.pk)),
    "another password": lambda _match, ann, _ben: password(ann),
    "another address": lambda _match, ann, _ben: change(ann, email="new@example.org"),
    "a seat that somebody else has": lambda match, _ann, _ben: match.seats.filter(number=0).update(user=person("Cat")),
}


@pytest.mark.parametrize("how", [*ENDS, *NOT_ENTITLED])
def test_a_link_ends_with_what_its_reader_is(how: str, link: str, match: Match, ann: User, ben: User) -> None:
    assert Client().get(link).status_code == OK
    ENDS[how](match, ann, ben) if how in ENDS else NOT_ENTITLED[how](ann)
    before = everything()
    assert pages(link) == [(NOT_FOUND, True)] * 3
    assert everything() == before


def test_a_link_ends_after_a_week(link: str, noon: Time, client: Client) -> None:
    noon.shift(mail_links.LASTS)
    assert client.get(link).status_code == OK
    noon.shift(1)
    assert pages(link) == [(NOT_FOUND, True)] * 3


@pytest.mark.parametrize("who", ["staff", "who has a passkey", "who has switched it off"])
def test_whom_no_link_is_for_gets_the_plain_address(who: str, match: Match, ann: User, ben: User, noon: Time) -> None:
    sent(noon)
    NOT_ENTITLED[who](ann)
    offers.make(match.public_id, ben.pk, "pause", 3)
    lines = body(sent(noon)["ann"])
    assert f"http://testserver/m/{match.public_id}/offer/pause" in lines
    assert not any("/o/" in line for line in lines)


# --- Nothing else ---------------------------------------------------------------------------------------------------


def test_a_token_of_one_sort_opens_nothing_of_another(link: str, match: Match, ann: User, ben: User) -> None:
    mine, plays = link.split("/")[2], play_link(match, ann)
    client = Client()
    before = everything()
    found = [client.get(f"/t/{mine}/"), client.post(f"/t/{mine}/submit", {"move": "F1"}), client.get(f"/o/{plays}/")]
    found += [client.post(f"/o/{plays}/", {"act": "agree", "confirm": "1"}), client.get(f"/f/{mine}/calendar.ics")]
    assert [each.status_code for each in found] == [NOT_FOUND] * 5
    shown = {"Authorization": f"Bearer {mine}"}
    assert client.get("/api/v1/me/", headers=shown).status_code == NO_TOKEN
    assert everything() == before
    assert play_links.opened(plays).found.match == offer_links.opened(mine).found.match


def test_a_link_is_good_for_no_address_below_it(link: str, client: Client) -> None:
    below = [client.get(f"{link}{what}").status_code for what in ("submit", "plan", "agree", "..%2f")]
    assert below == [NOT_FOUND] * 4


def test_who_has_opened_a_link_is_a_visitor_at_every_other_address(house: None, client: Client) -> None:  # noqa: F811
    ann, ben = (User.objects.get(username=name) for name in ("Ann", "Ben"))
    match = Match.objects.get(public_id="firstmatch")
    offers.make(match.public_id, ben.pk, "pause", 3)
    assert client.get(f"/o/{offer_link(match, ben, ann)}/").status_code == OK
    found = {}
    for name, address in TABLE.items():
        if "link" not in name:
            with transaction.atomic():
                found[name] = ask(client, name, address.method).status_code
                transaction.set_rollback(True)
    assert found == {name: address.visitor for name, address in TABLE.items() if "link" not in name}


def test_no_answer_lets_a_browser_tell_the_address(link: str, client: Client) -> None:
    answers = [client.get(link), client.post(link, {"act": ""}), client.put(link), client.get(f"{link}x")]
    for each in answers:
        assert each.headers["Referrer-Policy"] == "no-referrer"
        assert "no-store" in each.headers["Cache-Control"]
        assert configured.SESSION_COOKIE_NAME not in each.cookies
