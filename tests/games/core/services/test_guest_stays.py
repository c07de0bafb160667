"""Guests who play the person who gave them a link: how long they stay, and what comes of their absence."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts import guests, outbox
from accounts.models import Endpoint, Outbox, User
from games.bots import services as bots
from games.core.models import Match, Seat, Substitution
from games.core.reading import endings, reliability
from games.core.reading.reliability import Reliability
from games.core.services import guest_stays as stays, play, sweeps
from games.lobby import services as lobby
from games.lobby.models import Invitation
from games.substitutes import notices as substitutes
from tests.games.browsing import signed_in, told
from tests.games.conftest import NOON
from tests.games.tables import AUCTION, answer, first_move, now, pass_time, seat, texts, turn
from tests.parts import browser

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
KEEP = reverse("keep")


@pytest.fixture
def guest(noon: Any) -> User:
    return guests.create()


@pytest.fixture
def linked(ann: User, guest: User) -> Match:
    """A match that was to be rated, begun by a guest who was given the link; Ann moves first."""
    terms = lobby.Terms("en-garde", {"starter": "left"}, pace_days=3, seat=0, audience="link", rated=True)
    made = lobby.invite(ann, terms).match
    lobby.join(made.public_id, guest)
    return now(made)


def again(user: User) -> User:
    return User.objects.get(pk=user.pk)


def page_of(match: Match) -> str:
    return reverse("invitation", args=[match.public_id])


# --- How long they stay ---------------------------------------------------------------------------------------------


def test_a_guest_stays_as_long_as_the_match_may_last_and_a_day_after_it(linked: Match, guest: User, noon: Any) -> None:
    assert again(guest).guest_until == linked.last_moment
    noon.shift(20 * DAY)
    assert stays.shorten() == 0
    assert signed_in(guest).get(reverse("match", args=[linked.public_id])).status_code == 200
    play.resign(linked.public_id, guest.pk)
    assert (stays.shorten(), stays.shorten()) == (1, 0)
    assert again(guest).guest_until == NOON + 21 * DAY


def test_another_match_with_people_keeps_a_guest_and_one_with_the_house_does_not(
    linked: Match, guest: User, ben: User, noon: Any
) -> None:
    other = lobby.invite(ben, lobby.Terms("en-garde", {}, audience="link")).match
    lobby.join(other.public_id, guest)
    bots.try_out(guest, "en-garde")
    play.resign(linked.public_id, guest.pk)
    assert stays.shorten() == 0
    play.resign(other.public_id, guest.pk)
    assert stays.shorten() == 1
    assert again(guest).guest_until == NOON + DAY


def test_a_match_that_waits_for_a_third_keeps_a_guest(linked: Match, guest: User, ben: User) -> None:
    waits = lobby.invite(ben, lobby.Terms(AUCTION, {}, audience="link")).match
    lobby.join(waits.public_id, guest)
    assert now(waits).status == Match.Status.OPEN
    play.resign(linked.public_id, guest.pk)
    assert stays.shorten() == 0


def test_who_joins_a_match_while_it_is_looked_at_stays(linked: Match, guest: User) -> None:
    """Found a moment ago as one who plays nobody."""
    assert not stays._shorten(guest.pk, NOON)
    assert again(guest).guest_until == linked.last_moment


def test_who_became_an_account_is_no_guest_again(linked: Match, guest: User) -> None:
    User.objects.filter(pk=guest.pk).update(guest_until=None)
    play.resign(linked.public_id, guest.pk)
    assert (stays.shorten(), again(guest).guest_until) == (0, None)


# --- What they are asked and told -----------------------------------------------------------------------------------


def moved(client: Client, match: Match, user: User, **headers: str) -> Any:
    given = {"move": first_move(match, user), "expected": turn(match, user).seat.serial}
    return client.post(reverse("submit", args=[match.public_id]), given, headers=headers)


def test_after_the_first_move_a_guest_is_asked_once_for_an_address_and_may_play_on_without(
    linked: Match, ann: User, guest: User
) -> None:
    client, match = signed_in(guest), reverse("match", args=[linked.public_id])
    answer(linked, ann, first_move(linked, ann))
    asked = moved(client, linked, guest, **{"HX-Request": "true"})
    assert asked.headers["HX-Redirect"] == f"{KEEP}?next={match}"
    page = told(client.get(asked.headers["HX-Redirect"]))
    assert "How should we tell you when it’s your turn?" in page
    assert f'href="{match}">Keep playing without email</a>' in page
    filled = {"username": "Dora", "email": "dora@example.org", "password1": "en-garde-2026", "next": match}
    assert client.post(KEEP, filled).headers["Location"] == match
    answer(linked, ann, first_move(linked, ann))
    client.session.flush()
    assert moved(signed_in(guest), linked, guest).headers["Location"] == match  # who has given one is not asked again


@pytest.mark.parametrize("key", ["", browser.SITE], ids=["without a key", "with a key"])
def test_the_browser_is_offered_where_the_site_can_tell_it_and_leads_back(key: str, guest: User, settings: Any) -> None:
    settings.VAPID_PRIVATE_KEY, settings.VAPID_SUBJECT = key, "mailto:us@example.org"
    page = told(signed_in(guest).get(f"{KEEP}?next=/m/abc/"))
    link = '<a class="button quiet" href="/settings/endpoints/?next=/m/abc/">Notify me in this browser</a>'
    assert [words in page for words in (link, "or let this browser notify you")] == [bool(key)] * 2
    assert ("Check back from time to time: if your time runs out" in page) is not bool(key)


def test_the_house_asks_nobody_for_an_address_and_no_other_site_is_led_to(guest: User) -> None:
    tried = bots.try_out(guest, "en-garde")
    client = signed_in(guest)
    assert moved(client, tried, guest).headers["Location"] == reverse("match", args=[tried.public_id])
    assert "elsewhere" not in told(client.get(f"{KEEP}?next=//elsewhere.example/"))


def test_a_guest_is_told_by_browsers_alone(linked: Match, ann: User, guest: User) -> None:
    push = Endpoint.objects.create(user=guest, channel="push", name="Phone", address="https://push.example/1")
    hook = Endpoint.objects.create(user=guest, channel="webhook", name="Room", address="https://hook.example/1")
    answer(linked, ann, first_move(linked, ann))
    Outbox.objects.update(next_try=NOON)
    letter = Outbox.objects.get(kind="turn", recipient=guest, channel="email")
    outbox.deliver(letter.pk)
    letter.refresh_from_db()
    assert (letter.status, letter.address) == (Outbox.Status.OBSOLETE, "")
    spread = Outbox.objects.filter(kind="turn", recipient=guest).exclude(endpoint=None)
    assert set(spread.values_list("endpoint", flat=True)) == {push.pk, hook.pk}
    outbox.deliver(spread.get(endpoint=hook).pk)
    refused = spread.get(endpoint=hook)
    assert (refused.status, refused.error) == (
        "obsolete",
        "Guests don’t get emails, only notifications in their browser.",
    )


# --- When they never come -------------------------------------------------------------------------------------------


@pytest.fixture
def left(linked: Match, ann: User, guest: User, noon: time_machine.Traveller) -> Match:
    """A match in which a guest has moved once and stayed away since, until the time was up."""
    sweeps.heartbeat()
    for user in (ann, guest, ann):
        answer(linked, user, first_move(linked, user))
    Outbox.objects.update(status="obsolete")
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {linked.pk: "void"}
    return now(linked)


def test_a_guest_who_stays_away_makes_the_match_void_without_a_mark_for_the_friend(
    left: Match, ann: User, guest: User
) -> None:
    assert [seat(left, user).outcome for user in (ann, guest)] == ["void", "absent"]
    found = Invitation.objects.get(again_of=left)
    assert (found.inviter, found.audience, found.state) == (ann, "link", "waits")
    assert (left.rated, found.match.rated, found.made_unrated) == (False, True, False)


def test_the_link_then_leads_to_the_new_invitation_for_all_but_the_friend(
    left: Match, ann: User, ben: User, guest: User, client: Client
) -> None:
    found = Invitation.objects.get(again_of=left)
    for reader in (client, signed_in(ben), signed_in(guest)):
        assert reader.get(page_of(left)).headers["Location"] == page_of(found.match)
    assert signed_in(ann).get(page_of(left)).headers["Location"] == left.get_absolute_url()
    address = left.get_absolute_url()
    assert [reader.get(address).status_code == 200 for reader in (client, signed_in(ben), signed_in(ann))] == [
        *(False, False),  # it would tell the way to what is offered instead
        True,
    ]
    assert left.public_id not in told(client.get(reverse("profile", args=["Ann"])))
    assert not found.match.private
    lobby.withdraw(found.match.public_id, ann)
    assert client.get(page_of(left)).headers["Location"].startswith(reverse("account_login"))


def test_who_is_away_although_a_guest_came_is_judged_as_ever(
    linked: Match, ann: User, guest: User, noon: time_machine.Traveller
) -> None:
    sweeps.heartbeat()
    for user in (ann, guest):
        answer(linked, user, first_move(linked, user))
    Outbox.objects.update(status="sent", sent_at=NOON)
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {linked.pk: "asked"}


def test_nothing_is_said_to_count_as_an_absence_that_does_not(
    linked: Match, ann: User, guest: User, noon: time_machine.Traveller
) -> None:
    """Ann owes her first move, then one after it, to a guest, who may choose."""
    seats = linked.seats.select_related("user")
    assert endings.when_up(linked, seats, seat(linked, ann)) == "If it runs out, the match is void."
    sweeps.heartbeat()
    for user in (ann, guest):
        answer(linked, user, first_move(linked, user))
    Outbox.objects.update(status="sent", sent_at=NOON)
    pass_time(noon, 3 * DAY)
    sweeps.expire()
    page = told(signed_in(guest).get(reverse("time_up", args=[linked.public_id])))
    assert "The match ends immediately and doesn’t count." in page
    assert "counts as an absence" not in page


def test_nor_once_the_match_is_over_or_the_seat_taken_over(linked: Match, ann: User, ben: User, guest: User) -> None:
    late, gone = Seat(user=ann, outcome="timeout"), Seat(user=ann, outcome="absent")
    assert endings.own_absence(late, [late, Seat(user=ben)]) == "This counts as an absence for you."
    assert endings.own_absence(late, [late, Seat(user=guest)]) == ""
    void = Match(status=Match.Status.VOID)
    assert endings.how_void(void, [gone, Seat(user=guest)]) == "The match is void because Ann was absent."
    Substitution.objects.create(match=linked, seat=0, ply=1, former=ann, user=ben, absent=True)
    told_of = {"match": linked.pk, "ply": 1}
    assert not substitutes.relieved_notice(ann, told_of).context["absent"]
    Seat.objects.filter(match=linked, user=guest).update(user=ben)
    assert substitutes.relieved_notice(ann, told_of).context["absent"]


def test_a_guest_loses_to_the_house_by_absence(guest: User, noon: time_machine.Traveller) -> None:
    sweeps.heartbeat()
    tried = bots.try_out(guest, "en-garde")
    answer(tried, guest, first_move(tried, guest))
    bots.move_for_bot(tried.pk)
    Outbox.objects.update(status="obsolete")
    pass_time(noon, 40 * DAY)
    assert sweeps.expire() == {tried.pk: "timeout"}


def test_the_match_says_what_a_guests_absence_does(linked: Match, ann: User, guest: User) -> None:
    page = told(signed_in(ann).get(linked.get_absolute_url()))
    assert f"If {guest.username}, a guest, runs out of time, the match is void." in page


# --- When they give up before they have moved -------------------------------------------------------------------------


RESIGN = {"confirm": "1", "unlost": "1"}


def resign_page(match: Match) -> str:
    return reverse("resign", args=[match.public_id])


def test_a_guest_who_gives_up_before_the_first_move_leaves_the_friend_the_link(
    linked: Match, ann: User, guest: User
) -> None:
    answer(linked, ann, first_move(linked, ann))
    client, said = signed_in(guest), "You haven’t moved yet, so nobody loses: the match ends immediately and is void."
    assert said in told(client.get(resign_page(linked)))
    page = told(client.post(resign_page(linked), RESIGN, follow=True))
    assert "The match is void" in page
    assert "The match was declared void." in page
    assert "You lost" not in page
    found = Invitation.objects.get(again_of=linked)
    assert (found.inviter, found.audience, found.state, found.match.rated) == (ann, "link", "waits", True)
    assert [texts(linked)[-1], *(seat(linked, user).outcome for user in (ann, guest))] == ["!void", "void", "void"]
    assert reliability.reliability_of(ann.pk) == Reliability()
    assert Client().get(page_of(linked)).headers["Location"] == page_of(found.match)


def test_after_the_first_move_it_is_a_defeat_and_a_page_that_said_otherwise_does_nothing(
    linked: Match, ann: User, guest: User
) -> None:
    client = signed_in(guest)
    for user in (ann, guest):
        answer(linked, user, first_move(linked, user))
    refused = client.post(resign_page(linked), RESIGN)
    assert refused.status_code == 409
    assert (
        "The match has moved on since you opened this page, so you haven’t resigned. Look at the board again."
        in told(refused)
    )
    assert now(linked).status == "playing"
    assert "counts as lost" in told(client.get(resign_page(linked)))
    client.post(resign_page(linked), {"confirm": "1"})
    assert [seat(linked, user).outcome for user in (ann, guest)] == ["won", "lost"]
    assert not Invitation.objects.filter(again_of=linked).exists()


def test_the_friend_or_one_who_plays_the_house_loses_as_ever(linked: Match, ann: User, guest: User) -> None:
    tried = bots.try_out(guest, "en-garde")
    for match, user in ((linked, ann), (tried, guest)):
        assert "counts as lost" in told(signed_in(user).get(resign_page(match)))
        play.resign(match.public_id, user.pk)
        assert seat(match, user).outcome == "lost"
