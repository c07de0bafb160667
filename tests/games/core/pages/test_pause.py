"""A pause and more time, as pages, calendar and programs show them: the same moment everywhere."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from accounts.models import Feed, User
from games.bots import services as bots
from games.core.models import Match
from games.offers import services as offers
from tests.games.browsing import form, signed_in, told
from tests.games.feeds.test_page import event, feed  # noqa: F401  a fixture
from tests.games.programs import assert_refused, program
from tests.games.rows.doors import NOON
from tests.games.tables import answer, now, play_link, seat, turn

pytestmark = pytest.mark.django_db
Time = time_machine.Traveller
STANDS = 'The clocks are paused until <time datetime="2026-03-05T12:00:00+00:00">'
ADDRESS = "matches/firstmatch/"


def paused(match: Match, ann: User, ben: User) -> None:
    """Let both agree on a pause of three days from now."""
    offers.make(match.public_id, ben.pk, "pause", 3)
    offers.make(match.public_id, ann.pk, "pause", 3, agreeing=True)


def test_a_pause_is_offered_with_its_days_and_agreed_to_by_its_page(match: Match, ann: User, ben: User) -> None:
    mine, theirs = signed_in(ann), signed_in(ben)
    listed = told(mine.get(f"{match.get_absolute_url()}offer"))
    for called in ("Offer a draw", "Offer to cancel the match", "Offer a pause", "Ask for more time"):
        assert called in listed
    page = mine.get(f"{match.get_absolute_url()}offer/pause")
    assert "so its final deadline doesn’t change. The match ends by 30 June 2026." in told(page)
    assert "You’ve offered a pause of 5 days." in told(form(page).send(mine, days="5"))
    asked = theirs.get(f"{match.get_absolute_url()}offer/pause")
    assert "Ben offers" not in told(asked)
    assert "Ann has offered a pause of 5 days." in told(asked)
    assert "Agreed: the clocks are paused." in told(form(asked).send(theirs))
    assert now(match).paused_until == NOON + timedelta(days=5)


@pytest.mark.parametrize("days", ["", "0", "4", "-1", "x", "9" * 99, "٣"])
def test_other_days_are_refused_in_a_sentence(days: str, match: Match, ann: User) -> None:
    client = signed_in(ann)
    answered = client.post(f"{match.get_absolute_url()}offer/pause", {"act": "offer", "days": days}, follow=True)
    assert (answered.status_code, "You can’t offer this number of days." in told(answered)) == (422, True)
    assert seat(match, ann).offer == ""


def test_pages_of_both_and_by_link_say_until_when_the_clocks_stand(
    match: Match, ann: User, ben: User, noon: Time
) -> None:
    assert STANDS not in told(signed_in(ann).get(match.get_absolute_url()))
    paused(match, ann, ben)
    for user in (ann, ben):
        client = signed_in(user)
        assert STANDS in told(client.get(match.get_absolute_url()))
        assert '<span class="badge">paused</span>' in told(client.get("/matches/"))
    assert STANDS in told(signed_in(ben).get(f"/t/{play_link(match, ann)}/"))
    noon.shift(timedelta(days=3))
    for user in (ann, ben):
        assert STANDS not in told(signed_in(user).get(match.get_absolute_url()))
        assert '<span class="badge">paused</span>' not in told(signed_in(user).get("/matches/"))


def test_the_deadline_in_the_calendar_moves(
    match: Match,
    ann: User,
    ben: User,
    feed: Feed,  # noqa: F811
) -> None:
    assert (event(feed)["DTEND"].dt, event(feed)["SEQUENCE"]) == (NOON + timedelta(days=3), 0)
    paused(match, ann, ben)
    assert (event(feed)["DTEND"].dt, event(feed)["SEQUENCE"]) == (NOON + timedelta(days=6), 1)
    offers.make(match.public_id, ann.pk, "time", 2)
    offers.make(match.public_id, ben.pk, "time", 2, agreeing=True)
    assert (event(feed)["DTEND"].dt, event(feed)["SEQUENCE"]) == (NOON + timedelta(days=8), 2)


def test_programs_offer_agree_and_see_it(match: Match, ann: User, ben: User) -> None:
    anns, bens = program(ann), program(ben)
    offered = anns.put(f"{ADDRESS}offer/", kind="time", days=2).json()["seats"][0]
    assert (offered["offer"], offered["offer_days"], offered["offer_seat"]) == ("time", 2, 0)
    assert_refused(bens.put(f"{ADDRESS}offer/", kind="time", days=3, agree=True), 409, "stale")
    assert_refused(bens.put(f"{ADDRESS}offer/", kind="time", days=4, agree=True), 422, "bad_offer")
    agreed = bens.put(f"{ADDRESS}offer/", kind="time", days=2, agree=True).json()
    assert (agreed["seats"][0]["offer"], agreed["seats"][0]["deadline"]) == ("", "2026-03-07T12:00:00Z")
    assert agreed["paused_until"] is None
    anns.put(f"{ADDRESS}offer/", kind="pause", days=1)
    agreed = bens.put(f"{ADDRESS}offer/", kind="pause", days=1, agree=True).json()
    assert (agreed["paused_until"], agreed["seats"][0]["deadline"]) == ("2026-03-03T12:00:00Z", "2026-03-08T12:00:00Z")
    assert_refused(anns.put(f"{ADDRESS}offer/", kind="pause", days=1), 422, "bad_offer")


def test_a_move_ends_what_was_asked_for_it_on_the_others_page(match: Match, ann: User, ben: User) -> None:
    offers.make(match.public_id, ann.pk, "time", 1)
    page = signed_in(ben)
    assert "Ann has asked for 1 more day." in told(page.get(match.get_absolute_url()))
    answer(match, ann, "F1")
    assert "Ann asks for" not in told(page.get(match.get_absolute_url()))


def test_the_house_is_offered_no_draw_and_pauses_at_once(ann: User, noon: Time) -> None:
    match = bots.challenge(ann, "en-garde", {"starter": "left"}, seat=0)
    client = signed_in(ann)
    listed = told(client.get(f"{match.get_absolute_url()}offer"))
    assert ("Offer a draw" in listed, "Offer a pause" in listed) == (False, True)
    page = client.get(f"{match.get_absolute_url()}offer/pause")
    assert "Agreed: the clocks are paused." in told(form(page).send(client, days="3"))
    assert turn(match, ann).counted_from == NOON + timedelta(days=3)
