"""A link by which guests come, resign before they have moved, and come again: how often it deals."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import guests, outbox
from accounts.models import Outbox, User
from games.core.models import Match
from games.core.reading.access import NotYours
from games.core.services import play
from games.core.services.eligibility import LobbyError
from games.lobby import queries, services as lobby
from games.lobby.models import Invitation
from tests.games.browsing import signed_in, told
from tests.games.programs import program

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
RESTS = "Your link is on hold because guests resigned before their first move more than once in a day."


@pytest.fixture
def link(noon: time_machine.Traveller, ann: User) -> Match:
    return lobby.invite(ann, lobby.Terms("en-garde", {}, pace_days=3, seat=1, audience="link")).match


def leads_to(link: Match) -> Invitation:
    """Return the newest invitation of a link."""
    found = Invitation.objects.get(match=link)
    while again := Invitation.objects.filter(again_of=found.match).first():
        found = again
    return found


def dealt(link: Match) -> str:
    """Have a new guest come by the link and give the hand back: `dealt`, or what was answered."""
    guest, invitation = guests.create(), leads_to(link)
    try:
        lobby.join(invitation.match.public_id, guest)
    except LobbyError as error:
        return str(error.sentence.template)
    play.resign(invitation.match.public_id, guest.pk, unlost=True)
    return "dealt"


def page(match: Match, name: str = "invitation") -> str:
    return reverse(name, args=[match.public_id])


def test_a_link_deals_once_more_within_a_day_and_then_rests_until_it_is_offered_again(link: Match, ann: User) -> None:
    closed = "This invitation isn’t open right now, so nobody can join. Come back later, or look for another one."
    assert [dealt(link) for _ in range(4)] == ["dealt", "dealt", closed, closed]
    assert (leads_to(link).state, leads_to(link).resting) == ("rests", True)
    lobby.offer_again(leads_to(link).match.public_id, ann)
    assert [dealt(link) for _ in range(2)] == ["dealt", closed]


def test_a_day_later_a_link_that_still_waits_deals_once_more(link: Match, noon: time_machine.Traveller) -> None:
    assert dealt(link) == "dealt"
    noon.shift(DAY)
    assert [dealt(link) for _ in range(3)][:2] == ["dealt", "dealt"]
    assert leads_to(link).resting


def test_what_guests_make_of_a_link_costs_its_inviter_no_invitation(
    link: Match, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "MAX_A_DAY", 1)
    assert [dealt(link) for _ in range(2)] == ["dealt", "dealt"]
    monkeypatch.setattr(lobby, "MAX_A_DAY", 2)
    lobby.offer_again(leads_to(link).match.public_id, ann)
    monkeypatch.setattr(lobby, "MAX_OPEN", 1)
    lobby.invite(ann, lobby.Terms("en-garde", {}))
    with pytest.raises(LobbyError, match="already have 1 open invitations"):
        lobby.invite(ann, lobby.Terms("en-garde", {}))


def test_the_inviter_is_mailed_of_it_once_a_day(link: Match, ann: User) -> None:
    for _ in range(2):
        dealt(link)
    gone = list(Outbox.objects.filter(recipient=ann, kind="gone").order_by("pk"))
    assert len(gone) == 2
    assert not Outbox.objects.filter(recipient=ann, kind="end").exists()
    assert not Outbox.objects.exclude(recipient=ann).filter(kind="gone").exists()
    for row in gone:
        outbox.deliver(row.pk)
        row.refresh_from_db()
    assert [row.status for row in gone] == ["sent", "obsolete"]


def test_the_page_and_programs_say_that_it_rests_and_who_may_end_that(
    link: Match, ann: User, ben: User, client: Client
) -> None:
    for _ in range(2):
        dealt(link)
    rests = leads_to(link).match
    assert RESTS in told(signed_in(ann).get(page(rests)))
    over = Match.objects.get(offered_again__match=rests)
    assert "Your link is on hold: reopen it" in told(signed_in(ann).get(page(over, "match")))
    seen = told(signed_in(ben).get(page(link), follow=True))
    assert "This link is on hold until Ann reopens it." in seen
    assert "Join this match" not in seen
    assert client.get(page(rests)).status_code == 302
    address = f"invitations/{rests.public_id}/"
    found = program(ann).get(address).json()
    assert (found["state"], found["resting"]) == ("rests", True)
    assert program(ann).get("invitations/").json()["results"][0]["id"] == rests.public_id
    assert program(ben).post(f"{address}again/").status_code == 404
    assert signed_in(ben).post(page(rests, "offer_again")).status_code == 404
    assert "Your invitation is open again." in told(signed_in(ann).post(page(rests, "offer_again"), follow=True))
    assert (leads_to(link).state, program(ann).get(address).json()["resting"]) == ("waits", False)


def test_a_program_offers_it_again_and_nobody_does_once_it_has_begun(link: Match, ann: User, ben: User) -> None:
    for _ in range(2):
        dealt(link)
    rests = leads_to(link).match
    assert program(ann).post(f"invitations/{rests.public_id}/again/").status_code == 204
    lobby.join(rests.public_id, ben)
    with pytest.raises(LobbyError, match="The match has begun"):
        lobby.offer_again(rests.public_id, ann)
    with pytest.raises(NotYours):
        lobby.offer_again(rests.public_id, ben)


def test_one_that_rests_is_listed_for_its_inviter_who_may_withdraw_it(link: Match, ann: User) -> None:
    for _ in range(2):
        dealt(link)
    rests = leads_to(link).match
    assert "by link, on hold" in told(signed_in(ann).get(reverse("lobby")))
    lobby.withdraw(rests.public_id, ann)
    assert leads_to(link).state == "withdrawn"
    assert "Reopen the link" not in told(signed_in(ann).get(page(rests)))


def test_the_first_address_of_a_link_costs_no_more_however_often_it_was_offered_again(
    link: Match, ann: User, client: Client
) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert client.get(page(link)).headers["Location"] == page(leads_to_newest())
        return len(asked)

    def leads_to_newest() -> Match:
        return Match.objects.filter(invitation__inviter=ann).latest("pk")

    def offered_again() -> None:
        dealt(link)
        lobby.offer_again(leads_to(link).match.public_id, ann)

    offered_again()
    once = cost()
    for _ in range(4):
        offered_again()
    assert cost() == once
    assert Invitation.objects.filter(first=link).count() == 5


def test_every_address_of_a_link_leads_to_the_newest(link: Match, ann: User, client: Client) -> None:
    for _ in range(3):
        dealt(link)
        lobby.offer_again(leads_to(link).match.public_id, ann)
    newest = leads_to(link).match
    others = Match.objects.exclude(pk=newest.pk)
    assert {client.get(page(match)).headers["Location"] for match in others} == {page(newest)}
    assert client.get(page(newest)).status_code == 200
    lobby.withdraw(newest.public_id, ann)
    assert queries.offered_instead(link.public_id) is None


def test_offering_a_link_again_counts_as_beginning_a_match(
    link: Match, ann: User, redis_server: str, settings: Any
) -> None:
    settings.LIMITS = settings.LIMITS | {"begin": "2/h/user"}
    for _ in range(2):
        dealt(link)
    rests = leads_to(link).match
    address = f"invitations/{rests.public_id}/again/"
    client = signed_in(ann)
    assert client.post(page(rests, "offer_again")).status_code == 302
    assert [program(ann).post(address).status_code for _ in range(2)] == [204, 429]
    assert client.post(page(rests, "offer_again")).status_code == 429


def test_links_that_were_offered_again_before_their_first_match_was_noted(link: Match, ann: User) -> None:
    for _ in range(3):
        dealt(link)
        lobby.offer_again(leads_to(link).match.public_id, ann)
    was = list(Invitation.objects.order_by("pk").values_list("first", flat=True))
    Invitation.objects.update(first=None)
    import_module("games.migrations.0060_fill_first_of_link").fill(apps, None)
    assert list(Invitation.objects.order_by("pk").values_list("first", flat=True)) == was
    assert was == [None, link.pk, link.pk, link.pk]
