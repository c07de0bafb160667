"""An invitation as visitors meet it: who invites to what, and how to join with one click."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.core.models import Match
from games.lobby import services as lobby
from tests.games.browsing import form, told

pytestmark = pytest.mark.django_db


def invite(ann: User, audience: str, **more: Any) -> Match:
    return lobby.invite(ann, lobby.Terms("en-garde", {}, pace_days=3, audience=audience, **more)).match


def page_of(match: Match) -> str:
    return reverse("invitation", args=[match.public_id])


def test_a_visitor_with_the_link_is_told_who_invites_to_what_and_joins_with_one_click(
    ann: User, client: Client
) -> None:
    match = invite(ann, "link", note="Your revenge?")
    response = client.get(page_of(match))
    page = told(response)
    assert "Ann has invited you to En Garde" in page
    assert page.partition("<article")[2].count("23 spaces") == 1
    assert "Your revenge?" in page
    assert '<meta property="og:title" content="Ann has invited you to En Garde">' in page
    assert "/static/en-garde/share.png" in page
    begun = form(response, action=reverse("join_as_guest", args=[match.public_id])).send(client, entropy="5" * 32)
    assert begun.redirect_chain == [(reverse("match", args=[match.public_id]), 302)]
    guest = match.seats.exclude(user=ann).get()
    assert (guest.user.is_guest, guest.entropy, guest.entropy_source) == (True, "5" * 32, "browser")


def test_the_button_stands_before_the_options_and_one_rule_says_whose_time_is_up(ann: User, client: Client) -> None:
    page = told(client.get(page_of(invite(ann, "link")))).partition("<article")[2]
    before, _summary, folded = page.partition("<details><summary>About this match</summary>")
    parts = ("game-picture", "Play as a guest", "Turn by turn", "time is up")
    assert [part in before for part in parts] == [True, True, True, False]
    assert before.index("game-picture") < before.index("Play as a guest") < before.index("Turn by turn")
    assert "or continue against the computer. If a guest’s time runs out, the match is void instead.</p>" in folded
    assert page.count("void") == 1


def test_signing_up_and_in_lead_back_to_the_invitation(ann: User, client: Client) -> None:
    match = invite(ann, "link")
    page = told(client.get(page_of(match)))
    for name in ("account_signup", "account_login"):
        assert f'href="{reverse(name)}?next={page_of(match)}"' in page


def test_an_open_invitation_asks_for_an_account(ann: User, client: Client) -> None:
    match = invite(ann, "open")
    assert "Play as a guest" not in told(client.get(page_of(match)))
    answer = client.post(reverse("join_as_guest", args=[match.public_id]), follow=True)
    assert "Guests can only play against the computer." in told(answer)
    assert not User.objects.exclude(guest_until=None).exists()
    assert match.seats.count() == 1


@pytest.mark.parametrize("what", ["personal", "begun", "withdrawn", "nothing"])
def test_what_is_not_for_visitors_is_a_page_to_sign_in_whether_it_is_there_or_not(
    what: str, ann: User, ben: User, client: Client
) -> None:
    match = invite(ann, "personal", invited="Ben") if what == "personal" else invite(ann, "link")
    if what == "begun":
        lobby.join(match.public_id, ben)
    if what == "withdrawn":
        lobby.withdraw(match.public_id, ann)
    address = page_of(match) if what != "nothing" else "/i/nowhere001/"
    assert client.get(address)["Location"] == f"{reverse('account_login')}?next={address}"
    assert client.post(f"{address}guest")["Location"] == address
    assert not User.objects.exclude(guest_until=None).exists()


def test_who_is_signed_in_does_not_become_a_guest(ann: User, ben: User, client: Client) -> None:
    match = invite(ann, "link")
    client.force_login(ben)
    assert client.post(reverse("join_as_guest", args=[match.public_id]))["Location"] == page_of(match)
    assert match.seats.count() == 1
