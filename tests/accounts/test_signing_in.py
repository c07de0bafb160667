"""From sign-up over the verified address to a new password, on the pages."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.http import HttpRequest
from django.test import Client

from accounts.adapter import AccountAdapter
from accounts.models import User
from tests.parts.cast import PASSWORD, give_password, person

ANN = {"username": "Ann", "email": "ann@example.org", "password1": PASSWORD, "time_zone": "Europe/Rome"}
LOOKS_TAKEN = "looks too much like the name of somebody who is here already."

pytestmark = pytest.mark.django_db


def link(pattern: str) -> str:
    """The path of the link in the newest mail."""
    found = re.search(rf"http://testserver({pattern}\S*)", str(mail.outbox[-1].body))
    assert found
    return found[1]


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_signing_up_sends_a_mail_whose_link_signs_in(client: Client) -> None:
    page = client.post("/accounts/signup/", ANN)
    assert (page.status_code, page["Location"]) == (302, "/accounts/confirm-email/")
    assert not is_signed_in(client)

    confirm = link("/accounts/confirm-email/")
    assert client.get(confirm).status_code == 200
    assert not EmailAddress.objects.get().verified  # a look changes nothing
    client.post(confirm)
    assert EmailAddress.objects.get().verified
    assert is_signed_in(client)


def test_signing_up_keeps_what_the_browser_said(client: Client) -> None:
    client.post("/accounts/signup/", ANN, headers={"accept-language": "de-CH,de;q=0.9"})
    ann = User.objects.get()
    assert (ann.username, ann.time_zone, ann.language) == ("Ann", "Europe/Rome", "de")


def test_a_time_zone_nobody_knows_becomes_utc(client: Client) -> None:
    client.post("/accounts/signup/", ANN | {"time_zone": "../etc/passwd"})
    assert User.objects.get().time_zone == "UTC"


def test_without_a_verified_address_signing_in_only_sends_another_mail(client: Client) -> None:
    client.post("/accounts/signup/", ANN)
    page = client.post("/accounts/login/", {"login": "Ann", "password": PASSWORD})
    assert page["Location"] == "/accounts/confirm-email/"
    assert not is_signed_in(client)


@pytest.mark.parametrize("login", ["Ann", "ann", "ann@example.org"])
def test_one_signs_in_by_name_or_address(client: Client, ann: User, login: str) -> None:
    client.post("/accounts/login/", {"login": login, "password": PASSWORD})
    assert is_signed_in(client)


def test_a_wrong_password_is_refused(client: Client, ann: User) -> None:
    page = client.post("/accounts/login/", {"login": "Ann", "password": "wrong"})
    assert "are not correct" in page.content.decode()
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


@pytest.mark.parametrize("name", ["Ann", "ANN", "Аnn", "A-n-n"])
def test_a_name_that_looks_like_anothers_gets_a_sentence(client: Client, ann: User, name: str) -> None:
    page = client.post("/accounts/signup/", ANN | {"username": name, "email": "other@example.org"})
    assert f"“{name}” {LOOKS_TAKEN}" in page.content.decode()
    assert User.objects.count() == 1


def test_two_who_ask_for_one_name_at_once_are_told_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def new_user(adapter: AccountAdapter, request: HttpRequest) -> User:
        if not User.objects.exists():
            person("ann")  # after the look, before the insert
        return User()

    monkeypatch.setattr(AccountAdapter, "new_user", new_user)
    page = client.post("/accounts/signup/", ANN | {"email": "other@example.org"})
    assert f"“Ann” {LOOKS_TAKEN}" in page.content.decode()
    assert User.objects.count() == 1


def test_an_address_that_has_an_account_is_told_by_mail_alone(client: Client, ann: User) -> None:
    page = client.post("/accounts/signup/", ANN | {"username": "Annabel"})
    assert page["Location"] == "/accounts/confirm-email/"
    assert mail.outbox[-1].subject == "Sealed Move: you have an account already"
    assert User.objects.count() == 1


def test_a_forgotten_password_is_replaced_by_a_link(client: Client, ann: User) -> None:
    client.post("/accounts/password/reset/", {"email": "ann@example.org"})
    page = client.get(link("/accounts/password/reset/key/"), follow=True)
    form = page.redirect_chain[-1][0]
    client.post(form, {"password1": "foils-and-sabres", "password2": "foils-and-sabres"})
    ann.refresh_from_db()
    assert ann.check_password("foils-and-sabres")
    assert "too old" in client.get(link("/accounts/password/reset/key/"), follow=True).content.decode()


def test_a_reset_for_an_unknown_address_says_so_in_the_mail_alone(client: Client, db: None) -> None:
    page = client.post("/accounts/password/reset/", {"email": "nobody@example.org"})
    assert page["Location"] == "/accounts/password/reset/done/"
    assert mail.outbox[-1].subject.endswith("there is no account with this address")


def test_mails_point_to_the_site_whatever_host_was_asked_for(client: Client, ann: User) -> None:
    client.post("/accounts/password/reset/", {"email": "ann@example.org"}, headers={"host": "localhost"})
    assert link("/accounts/password/reset/key/")
    assert "localhost" not in mail.outbox[-1].message().as_string()


def test_the_mails_say_who_sends_them_in_text_and_html(client: Client) -> None:
    client.post("/accounts/signup/", ANN)
    message = mail.outbox[-1]
    assert message.subject == "Welcome to Sealed Move: is this your address?"
    assert message.extra_headers["Auto-Submitted"] == "auto-generated"
    html = message.alternatives[0].content  # type: ignore[attr-defined]
    assert link("/accounts/confirm-email/") in html
    assert "Sealed Move" in html


@pytest.fixture
def no_mail_server(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1  # nothing listens there


def test_without_a_mail_server_signing_up_says_so_and_can_be_taken_up_again(
    client: Client, no_mail_server: None, settings: Any
) -> None:
    page = client.post("/accounts/signup/", ANN)
    assert page.status_code == 503
    assert page["Retry-After"] == "300"
    assert "We could not send the mail just now" in page.content.decode()

    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    client.post("/accounts/login/", {"login": "Ann", "password": PASSWORD})
    client.post(link("/accounts/confirm-email/"))
    assert EmailAddress.objects.get().verified
    assert is_signed_in(client)


def test_without_a_mail_server_a_reset_says_so(client: Client, ann: User, no_mail_server: None) -> None:
    page = client.post("/accounts/password/reset/", {"email": "ann@example.org"})
    assert page.status_code == 503
    assert "Please try again in a few minutes." in page.content.decode()


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
PAGES += ["/accounts/inactive/"]
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
