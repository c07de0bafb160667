"""Guests: made for a day, kept by a name and a mail address, closed where they are not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts import guests, outbox
from accounts.models import Outbox, User
from tests.accounts.conftest import Greeting
from tests.parts.cast import PASSWORD

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
KEEP = reverse("keep")
FILLED = {"username": "Dora", "email": "dora@example.org", "password1": PASSWORD}


@pytest.fixture(autouse=True)
def noon() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def guest() -> User:
    return guests.create("Europe/Rome", "it")


@pytest.fixture
def guesting(guest: User, client: Client) -> Client:
    User.objects.update(language="")
    client.force_login(guest)
    return client


def again(user: User) -> User:
    return User.objects.get(pk=user.pk)


# --- Who they are ---------------------------------------------------------------------------------------------------


def test_a_guest_is_a_user_for_a_day_without_password_and_address(guest: User) -> None:
    assert re.fullmatch(r"Guest-[1-9]\d{3}", guest.username)
    guest.full_clean(exclude=["password", "email"])
    assert (guest.guest_until, guest.is_guest) == (NOON + timedelta(days=1), True)
    assert (guest.email, guest.time_zone, guest.language) == ("", "Europe/Rome", "it")
    assert not guest.has_usable_password()


def test_a_name_that_is_taken_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    User.objects.create_user("guest_1ooo")
    drawn = iter([0, 0, 0, 0, 7])
    monkeypatch.setattr("accounts.guests.secrets", SimpleNamespace(randbelow=lambda _: next(drawn)))
    assert guests.create().username == "Guest-100000"
    assert guests.create().username == "Guest-1007"


def test_a_guest_gets_no_mails(guest: User, greeting: Greeting) -> None:
    outbox.queue(guest.pk, "greeting", "1", {})
    outbox.deliver_due()
    assert (Outbox.objects.get().status, mail.outbox) == (Outbox.Status.OBSOLETE, [])


def test_every_page_says_until_when_and_where_to_stay(guesting: Client) -> None:
    page = guesting.get("/").content.decode()
    assert "Your guest session ends on Tuesday, 3 March 2026, 13:00." in page  # in Rome
    assert f'href="{KEEP}"' in page


def test_nobody_else_sees_that_banner_or_that_page(client: Client, ann: User) -> None:
    assert KEEP not in client.get("/").content.decode()
    assert client.get(KEEP).headers["Location"].startswith(reverse("account_login"))
    client.force_login(ann)
    assert KEEP not in client.get("/").content.decode()
    assert client.get(KEEP).headers["Location"] == reverse("my_matches")


# --- Becoming an account --------------------------------------------------------------------------------------------


def confirm(guesting: Client) -> Any:
    """Open the link of the newest mail and say yes."""
    outbox.deliver_due()
    found = re.search(r"/sign-up/\S+", str(mail.outbox[-1].body))
    assert found
    return guesting.post(found.group())


def test_no_cache_keeps_the_page_on_which_a_guest_stays(guesting: Client) -> None:
    given = guesting.get(KEEP).headers["Cache-Control"].split(", ")
    assert {"private", "no-store"} <= set(given)


def test_a_name_an_address_and_the_link_in_the_mail_make_an_account(guesting: Client, guest: User) -> None:
    guesting.post(KEEP, FILLED)
    outbox.deliver_due()
    assert (again(guest).is_guest, again(guest).username, again(guest).email) == (True, guest.username, "")
    assert [letter.to for letter in mail.outbox] == [["dora@example.org"]]
    assert "We’ve emailed a link to dora@example.org." in guesting.get(KEEP).content.decode()
    assert "<summary>Wrong address?</summary>" in guesting.get(KEEP).content.decode()
    banner = guesting.get("/").content.decode()
    assert "Open the link in our email to save your matches" in banner
    assert "Choose a name and enter your email address to save" not in banner
    confirm(guesting)
    kept = again(guest)
    assert (kept.username, kept.email, kept.guest_until) == ("Dora", "dora@example.org", None)
    assert kept.check_password(PASSWORD)
    assert EmailAddress.objects.get(user=kept).verified
    assert guesting.get(reverse("my_matches")).status_code == 200
    assert KEEP not in guesting.get("/").content.decode()


def test_a_wrong_address_is_corrected_by_filling_the_form_in_again(guesting: Client, guest: User) -> None:
    guesting.post(KEEP, {**FILLED, "email": "doro@example.org"})
    outbox.deliver_due()
    assert guesting.post(KEEP, FILLED).status_code == 302
    outbox.deliver_due()
    assert [letter.to[0] for letter in mail.outbox] == ["doro@example.org", "dora@example.org"]
    confirm(guesting)
    assert (again(guest).email, again(guest).guest_until) == ("dora@example.org", None)
    assert [address.email for address in EmailAddress.objects.all()] == ["dora@example.org"]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"username": "A-nn"}, "is taken, or too similar to another player’s name."),
        ({"username": "-x"}, "A name must start with a letter or a digit"),
        ({"email": "nowhere"}, "Enter a valid email address."),
        ({"password1": "x"}, "This password is too short."),
        ({"username": "D" * 100_000}, "Ensure this value has at most 30 characters (it has 100000)."),
    ],
)
def test_what_cannot_be_is_refused_by_a_sentence_and_nothing_is_changed(
    guesting: Client, guest: User, ann: User, given: dict[str, str], sentence: str
) -> None:
    page = guesting.post(KEEP, {**FILLED, **given})
    assert page.status_code == 422
    assert sentence in page.content.decode().replace("&quot;", '"')
    assert (again(guest).username, again(guest).email, mail.outbox) == (guest.username, "", [])


def test_an_address_that_somebody_has_is_told_of_by_mail_alone(guesting: Client, guest: User, ann: User) -> None:
    there = guesting.post(KEEP, {**FILLED, "email": ann.email}, follow=True)
    assert "We’ve sent an email to ann@example.org." in there.content.decode()
    outbox.deliver_due()
    assert str(mail.outbox[-1].subject) == "Sealed Move: you already have an account"
    assert "/sign-up/" not in str(mail.outbox[-1].body)
    assert (again(guest).username, again(guest).email) == (guest.username, "")


def test_in_another_browser_the_link_keeps_the_matches_and_leads_to_signing_in(guesting: Client, guest: User) -> None:
    guesting.post(KEEP, FILLED)
    page = confirm(Client())
    assert page.headers["Location"] == reverse("account_login")
    assert (again(guest).username, again(guest).guest_until) == ("Dora", None)


def test_guests_who_give_one_address_mail_it_five_times_a_day_at_most(ann: User) -> None:
    """Twelve posts of one guest and one of each of seven others, to a stranger and to somebody who has an account."""
    for name, victim in (("Stranger", "victim@third-party.example"), ("Player", ann.email)):
        for number in range(8):
            client = Client()
            client.force_login(guests.create())
            for _ in range(12 if number == 0 else 1):
                given = {"username": f"{name}{number}", "email": victim, "password1": PASSWORD}
                assert client.post(KEEP, given).status_code == 302
        outbox.deliver_due()
    addressed = [letter.to[0] for letter in mail.outbox]
    assert (addressed.count("victim@third-party.example"), addressed.count(ann.email)) == (5, 1)


def test_a_guest_who_asks_again_is_sent_nothing_new_and_the_link_stays_good(guesting: Client, guest: User) -> None:
    guesting.post(KEEP, FILLED)
    outbox.deliver_due()
    guesting.post(KEEP, FILLED | {"username": "Dorothea"})
    confirm(guesting)
    assert len(mail.outbox) == 1
    assert again(guest).username == "Dorothea"


def test_the_name_may_not_look_like_that_of_a_guest(guesting: Client, guest: User) -> None:
    page = guesting.post(KEEP, FILLED | {"username": guest.username.lower()})
    assert "People could think this name belongs to the site." in page.content.decode()
    assert again(guest).is_guest


def test_a_guest_of_the_old_way_still_proves_the_address(guesting: Client, guest: User) -> None:
    guest.email, guest.username = "dora@example.org", "Dora"
    guest.set_password(PASSWORD)
    guest.save()
    address = EmailAddress.objects.create(user=guest, email=guest.email, primary=True)
    Client().post(reverse("account_confirm_email", args=[EmailConfirmationHMAC(address).key]))
    assert (again(guest).guest_until, again(guest).email) == (None, "dora@example.org")


def test_an_address_that_is_proved_without_a_password_makes_no_account(guest: User) -> None:
    address = EmailAddress.objects.create(user=guest, email="dora@example.org", verified=True, primary=True)
    guests.become_account(email_address=address)
    assert again(guest).is_guest


def test_the_pages_of_accounts_lead_a_guest_to_the_page_that_makes_one(guesting: Client) -> None:
    for name in ("account_email", "account_change_password"):
        assert guesting.get(reverse(name)).headers["Location"] == KEEP


# --- When the day is over -------------------------------------------------------------------------------------------


@pytest.fixture
def late(guesting: Client, noon: time_machine.Traveller) -> Client:
    """A guest whose day has just ended."""
    noon.shift(timedelta(days=1))
    return guesting


def test_when_the_day_is_over_pages_lead_to_where_matches_are_kept(late: Client) -> None:
    page = late.get(reverse("my_matches"), follow=True)
    assert page.redirect_chain == [(KEEP, 302)]
    assert "Your guest session has ended" in page.content.decode()
    assert "We’ll keep your matches until Tuesday, 10 March 2026, 13:00, and then cancel them." in page.content.decode()
    assert late.get("/").status_code == 200
    assert late.get("/matches/", headers={"HX-Request": "true"}).headers["HX-Redirect"] == KEEP


def test_when_the_day_is_over_nothing_can_be_posted(late: Client) -> None:
    for path in ("/settings/", "/try/en-garde", "/m/firstmatch/submit"):
        page = late.post(path)
        assert page.status_code == 403
        assert "Your guest session has ended, so nothing was changed." in page.content.decode()


def test_when_the_day_is_over_matches_can_still_be_kept(late: Client, guest: User, noon: Any) -> None:
    noon.shift(timedelta(days=6))
    assert late.post(KEEP, FILLED).status_code == 302
    confirm(late)
    assert again(guest).guest_until is None
    assert late.get(reverse("my_matches")).status_code == 200


def test_a_guest_can_always_sign_out(late: Client) -> None:
    assert late.post(reverse("account_logout")).status_code == 302
    assert KEEP not in late.get("/").content.decode()


def test_a_guest_is_to_be_closed_a_week_after_the_day(guest: User, noon: Any) -> None:
    edge = NOON + timedelta(days=8)
    assert not guests.to_close(edge - timedelta(seconds=1)).exists()
    assert guests.to_close(edge).get() == guest


def test_who_is_closed_is_signed_out_and_leaves_name_and_address_free(guesting: Client, guest: User) -> None:
    guesting.post(KEEP, FILLED)
    outbox.deliver_due()
    guests.close_guest(guest)
    assert confirm(Client()).status_code == 410
    closed = again(guest)
    assert (closed.is_active, closed.left, closed.email) == (False, NOON, "")
    assert re.fullmatch(r"Guest-\d{12}", closed.username)
    assert not closed.has_usable_password()
    assert not EmailAddress.objects.exists()
    assert guesting.get(reverse("my_matches")).headers["Location"].startswith(reverse("account_login"))
    User.require_unlike("Dora")
