"""Signing in, a new password, a new address, on the pages; signing up is in test_sign_ups.py."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts import outbox
from accounts.models import Outbox, User
from tests.parts.cast import PASSWORD, give_password

pytestmark = pytest.mark.django_db


def link(pattern: str) -> str:
    """Return the path of the link in the newest mail, once all that is due is sent."""
    outbox.deliver_due()
    found = re.search(rf"http://testserver({pattern}\S*)", str(mail.outbox[-1].body))
    assert found
    return found[1]


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_an_account_whose_address_is_not_proved_is_sent_the_link_when_it_signs_in(client: Client) -> None:
    ann = User.objects.create_user("Ann", "ann@example.org", PASSWORD)
    page = client.post("/accounts/login/", {"login": "Ann", "password": PASSWORD})
    assert page["Location"] == "/accounts/confirm-email/"
    assert not is_signed_in(client)
    confirm = link("/accounts/confirm-email/")
    assert client.get(confirm).status_code == 200
    assert not EmailAddress.objects.get().verified  # a look changes nothing
    client.post(confirm)
    assert EmailAddress.objects.get(user=ann).verified
    assert is_signed_in(client)


@pytest.mark.parametrize("login", ["Ann", "ann", "ann@example.org"])
def test_one_signs_in_by_name_or_address(client: Client, ann: User, login: str) -> None:
    client.post("/accounts/login/", {"login": login, "password": PASSWORD})
    assert is_signed_in(client)


def test_a_wrong_password_is_refused(client: Client, ann: User) -> None:
    page = client.post("/accounts/login/", {"login": "Ann", "password": "wrong"})
    assert "Wrong name, email address or password. Please try again." in page.content.decode()
    assert not is_signed_in(client)


def test_a_name_too_long_for_anybody_is_refused_unlooked_for(client: Client, ann: User) -> None:
    page = client.post("/accounts/login/", {"login": "A" * 100_000, "password": "en-garde-2026"})
    assert page.status_code == 200
    assert "Ensure this value has at most 254 characters" in page.content.decode()


def test_signing_out_needs_a_post(as_ann: Client) -> None:
    as_ann.get("/accounts/logout/")
    assert is_signed_in(as_ann)
    as_ann.post("/accounts/logout/")
    assert not is_signed_in(as_ann)


def test_a_forgotten_password_is_replaced_by_a_link(client: Client, ann: User) -> None:
    client.post("/accounts/password/reset/", {"email": "ann@example.org"})
    path = link("/accounts/password/reset/key/")
    page = client.get(path, follow=True)
    form = page.redirect_chain[-1][0]
    client.post(form, {"password1": "foils-and-sabres", "password2": "foils-and-sabres"})
    ann.refresh_from_db()
    assert ann.check_password("foils-and-sabres")
    assert "has expired" in client.get(path, follow=True).content.decode()


def test_a_reset_for_an_unknown_address_is_answered_alike_and_mails_nobody(client: Client, ann: User) -> None:
    pages = [client.post("/accounts/password/reset/", {"email": f"{name}@example.org"}) for name in ("ann", "nobody")]
    assert {page["Location"] for page in pages} == {"/accounts/password/reset/done/"}
    outbox.deliver_due()
    assert [letter.to for letter in mail.outbox] == [["ann@example.org"]]
    assert Outbox.objects.get(address="nobody@example.org").status == Outbox.Status.OBSOLETE


def test_mails_point_to_the_site_no_matter_which_host_was_asked_for(client: Client, ann: User) -> None:
    client.post("/accounts/password/reset/", {"email": "ann@example.org"}, headers={"host": "localhost"})
    assert link("/accounts/password/reset/key/")
    assert "localhost" not in mail.outbox[-1].message().as_string()


def test_a_new_address_replaces_the_old_one_once_it_is_verified(as_ann: Client, ann: User) -> None:
    give_password(as_ann)
    as_ann.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    ann.refresh_from_db()
    assert ann.email == "ann@example.org"
    as_ann.post(link("/accounts/confirm-email/"))
    ann.refresh_from_db()
    assert ann.email == "new@example.org"
    assert [address.email for address in EmailAddress.objects.all()] == ["new@example.org"]


def test_a_password_is_changed_by_who_knows_the_old_one(as_ann: Client, ann: User) -> None:
    new = {"password1": "foils-and-sabres", "password2": "foils-and-sabres"}
    as_ann.post("/accounts/password/change/", {"oldpassword": "wrong", **new})
    ann.refresh_from_db()
    assert ann.check_password(PASSWORD)
    as_ann.post("/accounts/password/change/", {"oldpassword": PASSWORD, **new})
    ann.refresh_from_db()
    assert ann.check_password("foils-and-sabres")


PAGES = ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/accounts/password/reset/done/"]
PAGES += ["/accounts/confirm-email/", "/accounts/confirm-email/unknown/", "/accounts/password/reset/key/1-unknown/"]
PAGES += ["/accounts/inactive/", "/accounts/login/code/"]
OWN_PAGES = ["/accounts/logout/", "/accounts/password/change/", "/accounts/email/", "/accounts/reauthenticate/"]


@pytest.mark.parametrize("path", PAGES)
def test_the_pages_for_strangers_stand_in_our_frame(client: Client, path: str) -> None:
    page = client.get(path)
    assert page.status_code == 200
    assert '<main id="content"' in page.content.decode()


@pytest.mark.parametrize("path", OWN_PAGES)
def test_the_pages_for_oneself_stand_in_our_frame(as_ann: Client, client: Client, path: str) -> None:
    page = as_ann.get(path)
    assert page.status_code == 200
    assert '<main id="content"' in page.content.decode()


# --- Where one is led on to -----------------------------------------------------------------------------------------

HOME = "/matches/"
LED_ON = [
    (False, "http://testserver/settings/", "http://testserver/settings/"),
    (True, "http://testserver/settings/", HOME),
    (True, "//testserver/settings/", HOME),
    (True, "https://testserver/settings/", "https://testserver/settings/"),
    (True, "/settings/", "/settings/"),
    (True, "https://elsewhere.example/", HOME),
    (True, "http://[", HOME),
]


@pytest.mark.parametrize(("https", "asked", "led"), LED_ON)
def test_signing_in_leads_nobody_off_the_site_or_out_of_https(
    client: Client, ann: User, settings: Any, https: bool, asked: str, led: str
) -> None:
    settings.HTTPS = https
    page = client.post("/accounts/login/", {"login": "Ann", "password": PASSWORD, "next": asked})
    assert (page.status_code, page["Location"]) == (302, led)


def test_giving_the_password_again_leads_nobody_out_of_https(as_ann: Client, settings: Any) -> None:
    settings.HTTPS = True
    form = {"password": PASSWORD, "next": "http://testserver/settings/"}
    assert as_ann.post("/accounts/reauthenticate/", form)["Location"] == HOME


def test_the_door_of_the_admin_leads_nobody_out_of_https(client: Client, mo: User, settings: Any) -> None:
    settings.HTTPS = True
    door = "/admin/login/?next=http://testserver/settings/"
    assert client.get(door)["Location"].startswith("/accounts/login/?next=%2Fadmin%2Flogin%2F")
    client.force_login(mo)
    assert client.get(door)["Location"] == "/admin/"
