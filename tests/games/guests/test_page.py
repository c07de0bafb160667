"""The way from a guest to an account that takes the guest's matches along, without JavaScript."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts import guests, outbox
from accounts.models import User
from games.bots import services as bots
from games.core.models import Match, Seat
from games.lobby import services as lobby
from tests.games.browsing import form, signed_in, told
from tests.games.tables import now
from tests.parts.cast import PASSWORD

pytestmark = pytest.mark.django_db
KEEP, MERGE, BACK = reverse("keep"), reverse("merge_guest"), reverse("back_to_guest")
LOGIN = reverse("account_login")


@pytest.fixture
def guest(noon: Any) -> User:
    return guests.create()


@pytest.fixture
def with_ann(ann: User, guest: User) -> Match:
    made = lobby.invite(ann, lobby.Terms("en-garde", {}, pace_days=3, audience="link")).match
    lobby.join(made.public_id, guest)
    return now(made)


@pytest.fixture
def leaving(with_ann: Match, guest: User) -> Client:
    """A browser in which the guest has pressed to sign in to an account."""
    client = signed_in(guest)
    answer = form(client.get(KEEP), reverse("sign_in_from_guest")).send(client)
    assert answer.redirect_chain == [(LOGIN, 302)]
    assert "After you sign in, you can add your guest matches to your account." in told(answer)
    return client


def by_password(client: Client, name: str) -> Any:
    return client.post(LOGIN, {"login": name, "password": PASSWORD}, follow=True)


def test_signed_in_one_is_asked_and_takes_the_matches_along(leaving: Client, guest: User, cat: User) -> None:
    page = by_password(leaving, "Cat")
    assert page.redirect_chain[-1] == (MERGE, 302)
    assert f"You’ve played as {guest.username} in this browser. You’re now signed in as Cat." in told(page)
    assert "En Garde – Ann (in progress)" in told(page)
    done = form(page, MERGE).send(leaving)
    assert done.redirect_chain == [(reverse("my_matches"), 302)]
    assert "1 match is now in your account." in told(done)
    assert Seat.objects.filter(user=cat).count() == 1
    assert leaving.get(MERGE).headers["Location"] == reverse("my_matches")


def test_a_code_in_an_email_leads_there_too(leaving: Client, cat: User) -> None:
    leaving.post(reverse("account_request_login_code"), {"email": cat.email})
    outbox.deliver_due()
    code = re.search(r"^\s*([A-Z0-9-]{6,9})\s*$", str(mail.outbox[-1].body), re.MULTILINE)
    assert code
    answer = leaving.post(reverse("account_confirm_login_code"), {"code": code[1]})
    assert answer.headers["Location"] == MERGE


def test_to_ask_changes_nothing_and_what_is_left_can_be_taken_later(leaving: Client, guest: User, cat: User) -> None:
    by_password(leaving, "Cat")
    assert Seat.objects.filter(user=guest).count() == 1
    page = leaving.get(reverse("my_matches"))
    assert "You also have matches as a guest. Add them to your account?" in told(page)
    assert "En Garde – Ann (in progress)" in told(leaving.get(MERGE))


def test_before_signing_in_one_can_go_back_to_the_guest(leaving: Client, guest: User) -> None:
    answer = form(leaving.get(LOGIN), BACK).send(leaving)
    assert answer.redirect_chain == [(reverse("my_matches"), 302)]
    assert "Your guest session ends on" in told(answer)
    assert leaving.session["_auth_user_id"] == str(guest.pk)


def test_after_signing_in_one_can_go_back_and_is_signed_out(leaving: Client, guest: User, cat: User) -> None:
    form(by_password(leaving, "Cat"), BACK).send(leaving)
    assert leaving.session["_auth_user_id"] == str(guest.pk)
    assert "guest" not in leaving.session


def test_what_cannot_come_along_is_named_with_the_reason(leaving: Client, guest: User) -> None:
    bots.challenge(guest, "en-garde", {})
    page = by_password(leaving, "Ann")
    assert "These matches stay with the guest" in told(page)
    assert "Your account is already in this match, or was in it before." in told(page)
    done = form(page, MERGE).send(leaving)
    assert "1 match is now in your account." in told(done)
    assert "The other matches stay in your guest session." in told(done)
    assert Seat.objects.filter(user=guest).count() == 1


def test_a_guest_that_is_gone_is_not_gone_back_to(leaving: Client, guest: User) -> None:
    guests.close_guest(guest)
    answer = leaving.post(BACK, follow=True)
    assert "This guest no longer exists" in told(answer)
    assert "_auth_user_id" not in leaving.session


@pytest.mark.parametrize("meanwhile", [{"guest_until": None}, {"is_active": False}], ids=["account", "suspended"])
def test_a_guest_that_became_an_account_or_is_suspended_is_not_gone_back_to(
    meanwhile: dict[str, Any], leaving: Client, guest: User
) -> None:
    User.objects.filter(pk=guest.pk).update(**meanwhile)
    assert "This guest no longer exists" in told(leaving.post(BACK, follow=True))
    assert "_auth_user_id" not in leaving.session


def test_a_guest_whose_day_is_over_can_still_sign_in_to_an_account(guest: User, cat: User, noon: Any) -> None:
    bots.challenge(guest, "en-garde", {})
    client = signed_in(guest)
    noon.shift(guests.DAY)
    form(client.get(KEEP), reverse("sign_in_from_guest")).send(client)
    form(by_password(client, "Cat"), MERGE).send(client)
    assert Seat.objects.filter(user=cat).count() == 1


def test_nobody_takes_what_another_browser_has_set_aside(leaving: Client, guest: User, cat: User) -> None:
    assert signed_in(cat).post(MERGE).headers["Location"] == reverse("my_matches")
    assert signed_in(cat).post(BACK).headers["Location"] == LOGIN
    assert Seat.objects.filter(user=guest).count() == 1


def test_another_guest_takes_no_matches_of_the_one_set_aside(leaving: Client, guest: User) -> None:
    leaving.post(reverse("try_out", args=["en-garde"]))
    assert leaving.get(MERGE).headers["Location"] == reverse("my_matches")
    assert Seat.objects.filter(user=guest).count() == 1


def test_only_a_guest_is_led_from_a_guest_to_an_account(cat: User) -> None:
    client = signed_in(cat)
    assert client.post(reverse("sign_in_from_guest")).headers["Location"] == reverse("my_matches")
    assert client.session["_auth_user_id"] == str(cat.pk)


def test_signing_out_forgets_the_guest(leaving: Client, cat: User) -> None:
    by_password(leaving, "Cat")
    leaving.post(reverse("account_logout"))
    assert "guest" not in leaving.session


def test_a_guest_set_aside_is_known_for_as_long_as_somebody_signed_in(leaving: Client) -> None:
    assert leaving.session.get_expiry_age() == 90 * 24 * 3600
