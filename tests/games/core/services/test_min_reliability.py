"""A reliability that an invitation asks for: who may join, who is told why not, and that newcomers are held to none."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts import guests
from accounts.models import User
from games.core.models import Match
from games.core.services import play
from games.lobby import services as lobby
from games.lobby.models import Invitation
from games.rematch import services as rematch
from tests.games.browsing import form, signed_in, told
from tests.games.lobby.test_services import nothing_was_made, refusal
from tests.games.lobby.test_terms import deliver_later
from tests.games.programs import program
from tests.games.tables import finished, now

pytestmark = pytest.mark.django_db
SAID = (
    "This match requires 90% reliability; yours is 80% (8 of 10 matches without an absence). It recovers with every "
    "match you finish."
)


def offered(user: User, **given: Any) -> Match:
    return lobby.invite(user, lobby.Terms("en-garde", {}, pace_days=3, **{"min_reliability": 90, **given})).match


def played(user: User, other: User, kept: int, absences: int) -> None:
    finished(user, other, range(kept))
    finished(user, other, range(absences), outcome="timeout")


def test_who_falls_short_cannot_join_and_is_told_why(ann: User, ben: User, cat: User) -> None:
    played(ben, cat, 8, 2)
    match = offered(ann)
    assert refusal(lobby.join, match.public_id, ben) == SAID
    assert match.seats.count() == 1
    played(ben, cat, 10, 0)
    assert lobby.join(match.public_id, ben).status == "playing"


def test_it_holds_for_anyone_who_was_given_the_link_but_for_no_guest(ann: User, ben: User, cat: User) -> None:
    played(ben, cat, 8, 2)
    match = offered(ann, audience="link")
    assert refusal(lobby.join, match.public_id, ben) == SAID
    assert lobby.join(match.public_id, guests.create()).status == "playing"


@pytest.mark.parametrize(("absences", "joins"), [(0, True), (4, True), (5, False)])
def test_a_newcomers_first_five_matches_are_held_to_nothing(
    ann: User, ben: User, cat: User, absences: int, joins: bool
) -> None:
    played(ben, cat, 0, absences)
    match = offered(ann, min_reliability=100)
    if not joins:
        assert "yours is 0% (0 of 5 matches without an absence)." in refusal(lobby.join, match.public_id, ben)
    else:
        assert lobby.join(match.public_id, ben).status == "playing"


def test_one_absence_that_ended_many_matches_is_one_of_those_that_count(ann: User, ben: User, cat: User) -> None:
    played(ben, cat, 9, 0)
    finished(ben, cat, range(20), outcome="timeout", absent_since=ann.date_joined)
    assert lobby.join(offered(ann).public_id, ben).status == "playing"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"min_reliability": -1}, "Reliability must be between 0 and 100 percent."),
        ({"min_reliability": 101}, "Reliability must be between 0 and 100 percent."),
        (
            {"min_reliability": 90, "audience": "personal", "invited": "Ben"},
            "You can’t require reliability when you invite a player by name. Leave it out.",
        ),
    ],
)
def test_what_cannot_be_asked_is_refused(ann: User, ben: User, given: dict[str, Any], said: str) -> None:
    assert refusal(offered, ann, **given) == said
    assert nothing_was_made()


def test_a_rematch_asks_for_nothing(ann: User, ben: User, cat: User) -> None:
    match = lobby.join(offered(ann).public_id, ben)
    play.resign(match.public_id, ben.pk)
    played(ben, cat, 0, 10)
    again = rematch.rematch(match.public_id, ann)
    assert again.invitation.min_reliability == 0
    assert lobby.join(again.public_id, ben).status == "playing"


def test_the_page_says_beforehand_what_is_asked_and_why_the_reader_cannot_join(ann: User, ben: User, cat: User) -> None:
    played(ann, cat, 48, 2)
    played(ben, cat, 8, 2)
    match = offered(ann)
    address = match.invitation.get_absolute_url()
    page = told(signed_in(ben).get(address))
    assert SAID in page
    assert "Join this match" not in page
    assert "<dt>Ann’s reliability</dt><dd>96% (48 of 50 matches)</dd>" in page
    assert "<dd>at least 90%; this doesn’t apply to a player’s first five matches</dd>" in page
    assert "Join this match" in told(signed_in(cat).get(address))
    assert SAID not in told(signed_in(ann).get(address))
    response = signed_in(ben).post(reverse("join", args=[match.public_id]))
    assert (response.status_code, SAID in told(response), now(match).status) == (409, True, "open")


def test_the_form_offers_shares_and_none_to_begin_with(ann: User) -> None:
    client = signed_in(ann)
    for filled in ({}, {"min_reliability": "95"}):
        form(client.get(reverse("invite_to", args=["en-garde"]))).send(client, **filled)
    assert list(Invitation.objects.order_by("pk").values_list("min_reliability", flat=True)) == [0, 95]


def test_the_form_says_what_cannot_be(ann: User) -> None:
    client = signed_in(ann)
    response = form(client.get(reverse("invite_to", args=["en-garde"]))).send(client, min_reliability="93")
    assert "Select a valid choice. 93 is not one of the available choices." in told(response)
    assert (response.status_code, nothing_was_made()) == (422, True)


def test_what_the_form_remembers_does_not_hinder_an_invitation_by_name(ann: User, ben: User) -> None:
    """Ann's last match asked for 80%. Her form begins with it, and hides it once she names a player."""
    lobby.invite(ann, lobby.Terms("en-garde", {}, min_reliability=80))
    client = signed_in(ann)
    page = client.get(reverse("invite_to", args=["en-garde"]))
    remembered = page.context["form"]["min_reliability"].value()
    assert remembered == 80
    form(page).send(client, audience="personal", invited="Ben", min_reliability=str(remembered))
    asked = Invitation.objects.order_by("-pk").values_list("invited__username", "min_reliability").first()
    assert asked == ("Ben", 0)


def test_programs_ask_for_it_see_it_and_are_refused_like_people(ann: User, ben: User, cat: User) -> None:
    played(ben, cat, 8, 2)
    finished(ann, cat, range(3), outcome="timeout", absent_since=ann.date_joined)
    made = program(ann).post("invitations/", game="en-garde", min_reliability=90).json()
    anns = {"percent": None, "kept": 0, "absences": 1, "missed": 3}
    assert (made["min_reliability"], made["reliability"]) == (90, anns)
    bens = program(ben)
    assert bens.get("invitations/").json()["results"] == [made]
    assert bens.get("me/").json()["reliability"] == {"percent": 80, "kept": 8, "absences": 2, "missed": 2}
    refused = bens.post(f"invitations/{made['id']}/join/")
    assert (refused.status_code, refused.json()["code"], refused.json()["message"]) == (409, "lobby", SAID)


@pytest.mark.parametrize("least", [-1, 101, 90.5, "90", None])
def test_a_program_that_asks_for_no_share_is_refused(ann: User, least: Any) -> None:
    assert program(ann).post("invitations/", game="en-garde", min_reliability=least).status_code == 400
    assert nothing_was_made()


def test_the_letter_of_a_personal_invitation_and_the_page_for_visitors_tell_the_inviters_reliability(
    ann: User, ben: User, cat: User
) -> None:
    said = "Ann’s reliability: 80% (8 of 10 matches)"
    played(ann, cat, 8, 2)
    offered(ann, min_reliability=0, audience="personal", invited="Ben")
    deliver_later()
    (letter,) = mail.outbox
    html = letter.alternatives[0].content  # type: ignore[union-attr]
    assert (letter.to, said in letter.body, said in html) == (["ben@example.org"], True, True)
    assert said in told(Client().get(offered(ann, audience="link").invitation.get_absolute_url()))


def test_nothing_is_told_of_a_player_with_no_match_that_counts(ann: User, ben: User) -> None:
    offered(ann, min_reliability=0, audience="personal", invited="Ben")
    deliver_later()
    assert "Reliability" not in mail.outbox[0].body
    assert "Reliability" not in told(Client().get(offered(ann, audience="link").invitation.get_absolute_url()))
