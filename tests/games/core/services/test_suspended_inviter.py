"""What a suspended person has offered: neither listed nor to be joined while that lasts, and as before afterwards."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts import tasks
from accounts.models import Outbox, User
from games.core.models import Match
from games.core.services import play
from games.core.services.eligibility import LobbyError
from games.lobby import services as lobby
from games.lobby.models import Invitation
from games.rematch import services as rematch
from games.seeks import services as seeks
from games.seeks.fit import Wish
from games.seeks.models import Seek
from tests.games.browsing import form, forms, signed_in, told
from tests.games.programs import program
from tests.games.tables import AUCTION, begin, now, offer

pytestmark = pytest.mark.django_db
CLOSED = "This invitation isn’t open right now, so nobody can join. Come back later, or look for another one."
OFFERS: dict[str, dict[str, Any]] = {
    "open": {"audience": "open"},
    "link": {"audience": "link"},
    "personal": {"audience": "personal", "invited": "Ben"},
}


def suspend(user: User, *, is_active: bool = False) -> None:
    User.objects.filter(pk=user.pk).update(is_active=is_active)


@pytest.fixture(params=OFFERS)
def offered(request: pytest.FixtureRequest, ann: User, ben: User) -> Match:
    """A match that Ann, who was suspended since, has offered."""
    match = lobby.invite(ann, lobby.Terms("en-garde", {}, pace_days=3, **OFFERS[request.param])).match
    suspend(ann)
    return match


def page(match: Match, name: str = "invitation") -> str:
    return reverse(name, args=[match.public_id])


def listed(user: User) -> list[str]:
    """Return the invitations of others that a user is shown, in the lobby and by the list for programs."""
    shown = signed_in(user).get(reverse("lobby")).context
    rows = [*shown["to_me"], *shown["open_invitations"]]
    assert {row["public_id"] for row in rows} == {
        each["id"] for each in program(user).get("invitations/").json()["results"]
    }
    return [row["public_id"] for row in rows]


def test_it_is_listed_again_afterwards(offered: Match, ann: User, ben: User) -> None:
    assert listed(ben) == []
    assert signed_in(ben).get(reverse("my_matches")).context["to_me"] == []
    suspend(ann, is_active=True)
    assert listed(ben) == ([] if offered.invitation.audience == "link" else [offered.public_id])


def test_nobody_can_join_and_it_can_be_joined_afterwards(offered: Match, ann: User, ben: User) -> None:
    with pytest.raises(LobbyError, match=r"^This invitation isn’t open right now"):
        lobby.join(offered.public_id, ben)
    assert (now(offered).status, offered.seats.count()) == ("open", 1)
    suspend(ann, is_active=True)
    lobby.join(offered.public_id, ben)
    assert now(offered).status == "playing"


def test_its_page_says_that_it_is_not_open_and_not_why(offered: Match, ann: User, ben: User) -> None:
    shown = signed_in(ben).get(page(offered))
    assert (shown.status_code, CLOSED in told(shown), "suspend" in told(shown).lower()) == (200, True, False)
    assert not [each for each in forms(shown) if each.action in {page(offered, "join"), page(offered, "decline")}]


def test_who_has_an_old_page_open_gets_a_sentence(offered: Match, ann: User, ben: User) -> None:
    client = signed_in(ben)
    suspend(ann, is_active=True)
    opened = form(client.get(page(offered)), action=page(offered, "join"))
    suspend(ann)
    refused = opened.send(client)
    assert (refused.status_code, told(refused).count(CLOSED)) == (409, 1)


def test_programs_learn_the_same(offered: Match, ben: User) -> None:
    bens = program(ben)
    assert bens.get(f"invitations/{offered.public_id}/").json()["state"] == "rests"
    refused = bens.post(f"invitations/{offered.public_id}/join/")
    assert (refused.status_code, refused.json()["code"], refused.json()["message"]) == (409, "lobby", CLOSED)


def test_who_is_at_the_table_may_leave_it(ann: User, ben: User) -> None:
    table = offer(ann, AUCTION)
    lobby.join(table.public_id, ben)
    suspend(ann)
    client = signed_in(ben)
    form(client.get(page(table)), action=page(table, "leave")).send(client)
    assert table.seats.count() == 1


def test_a_visitor_with_the_link_is_led_to_sign_in_and_makes_no_guest(ann: User, client: Client) -> None:
    match = lobby.invite(ann, lobby.Terms("en-garde", {}, audience="link")).match
    opened = form(client.get(page(match)), action=page(match, "join_as_guest"))
    suspend(ann)
    people = User.objects.count()
    refused = opened.send(client)
    assert CLOSED in told(refused)
    assert (User.objects.count(), match.seats.count()) == (people, 1)
    assert client.get(page(match)).headers["Location"] == f"{reverse('account_login')}?next={page(match)}"
    suspend(ann, is_active=True)
    assert "Ann has invited you to En Garde" in told(client.get(page(match)))


def test_the_letter_about_it_is_not_sent(ann: User, ben: User, noon: time_machine.Traveller) -> None:
    lobby.invite(ann, lobby.Terms("en-garde", {}, **OFFERS["personal"]))
    suspend(ann)
    noon.shift(3600)
    tasks.deliver_due()
    assert list(Outbox.objects.filter(kind="invited").values_list("status", flat=True)) == ["obsolete"]


def test_the_address_of_what_is_offered_again_leads_there_all_the_while(ann: User, ben: User) -> None:
    first, again = offer(ann), offer(ann, public_id="secondoffr")
    Invitation.objects.filter(match=again).update(again_of=first, first=first)
    suspend(ann)
    assert signed_in(ben).get(page(first)).headers["Location"] == page(again)


@pytest.fixture
def over(ann: User, ben: User, noon: time_machine.Traveller) -> Match:
    """Return a match that is over, with a rematch that Ann has offered."""
    match = begin(ann, ben)
    play.resign(match.public_id, ann.pk)
    rematch.rematch(match.public_id, ann)
    return now(match)


def test_a_rematch_is_not_spoken_of_and_cannot_be_joined(over: Match, ann: User, ben: User) -> None:
    client, accept = signed_in(ben), "Accept Ann’s rematch"
    assert accept in told(client.get(over.get_absolute_url()))
    suspend(ann)
    shown = told(client.get(over.get_absolute_url()))
    assert (accept in shown, "Rematch with sides swapped" in shown) == (False, False)
    made = rematch.rematch(over.public_id, ben)
    assert CLOSED in told(client.get(page(made)))
    suspend(ann, is_active=True)
    assert accept in told(client.get(over.get_absolute_url()))
    lobby.join(made.public_id, ben)
    assert now(made).status == "playing"


def test_the_letter_about_a_rematch_is_not_sent(over: Match, ann: User, noon: time_machine.Traveller) -> None:
    suspend(ann)
    noon.shift(3600)
    tasks.deliver_due()
    assert list(Outbox.objects.filter(kind="rematch").values_list("status", flat=True)) == ["obsolete"]


def test_a_seek_is_neither_counted_nor_paired_and_is_afterwards(ann: User, ben: User) -> None:
    wish = Wish("en-garde", 3, 3, near=False)
    seeks.ask(ann, wish)
    suspend(ann)
    mine = seeks.ask(ben, wish)
    (waiting,) = (each for each in signed_in(ben).get(reverse("seeks")).context["waiting"] if each.game == "en-garde")
    assert (sum(waiting.numbers), seeks.find_opponent(mine.pk), seeks.find_opponents()) == (0, None, [])
    suspend(ann, is_active=True)
    assert len(seeks.find_opponents()) == 1
    assert not Seek.objects.exists()
