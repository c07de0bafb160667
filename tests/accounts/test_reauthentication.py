"""A borrowed session does not become the account: what is dear asks for the password, and is told by mail."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts import feeds, guests, notices, outbox, tokens
from accounts.models import Outbox, Token, User
from tests.accounts.test_signing_in import link
from tests.games.browsing import signed_in, told
from tests.parts.cast import PASSWORD, give_password

pytestmark = pytest.mark.django_db

NEW = {"name": "My robot", "scope": "play"}
FOILS = "foils-and-sabres"
CHANGED = {"oldpassword": PASSWORD, "password1": FOILS, "password2": FOILS}


def reasons() -> list[str]:
    """Return what people were told, in order."""
    return [row.payload["change"] for row in Outbox.objects.filter(kind="security").order_by("created")]


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session and client.get("/settings/").status_code == 200


def again(client: Client, page: Any, password: str) -> Any:
    """Give the password on the page that somebody was led to."""
    assert page.status_code == 302
    where, _, query = page["Location"].partition("?next=")
    assert where == "/accounts/reauthenticate/"
    return client.post(where, {"password": password, "next": query.replace("%2F", "/")})


# --- The address ----------------------------------------------------------------------------------------------------


def test_a_new_address_needs_the_password_and_then_goes_on_where_it_stopped(as_ann: Client, ann: User) -> None:
    form = {"email": "new@example.org", "action_add": ""}
    assert "Incorrect password" in told(again(as_ann, as_ann.post("/accounts/email/", form), "wrong"))
    assert not mail.outbox
    assert not EmailAddress.objects.filter(email="new@example.org").exists()
    again(as_ann, as_ann.post("/accounts/email/", form), PASSWORD)
    assert EmailAddress.objects.get(email="new@example.org").verified is False


def test_the_old_address_is_told_when_the_new_one_is_verified(as_ann: Client, ann: User) -> None:
    give_password(as_ann)
    as_ann.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    as_ann.post(link("/accounts/confirm-email/"))
    outbox.deliver_due()
    letter = mail.outbox[-1]
    assert letter.to == ["ann@example.org"]
    assert letter.subject == "Sealed Move: a change to how you sign in"
    assert "Your account has a new email address. This one is no longer linked to it." in letter.body
    ann.refresh_from_db()
    assert ann.email == "new@example.org"


# --- Tokens ---------------------------------------------------------------------------------------------------------


def test_a_token_needs_the_password_and_is_then_made_as_asked_for(as_ann: Client, ann: User) -> None:
    page = as_ann.post("/settings/programs/", NEW)
    assert page["Location"] == "/accounts/reauthenticate/?next=%2Fsettings%2Fprograms%2F"
    assert "Incorrect password" in told(again(as_ann, page, "wrong"))
    assert not Token.objects.exists()
    made = again(as_ann, as_ann.post("/settings/programs/", NEW), PASSWORD)
    assert re.search(r'<code class="token">fog_\w{64}</code>', told(made))
    assert (Token.objects.get().user, Token.objects.get().name) == (ann, "My robot")


def test_a_form_that_is_wrong_is_told_before_the_password_is_asked_for(as_ann: Client) -> None:
    assert as_ann.post("/settings/programs/", {**NEW, "scope": "rule"}).status_code == 422


def test_who_does_not_want_to_give_the_password_goes_back_to_the_settings(as_ann: Client) -> None:
    page = told(as_ann.get("/accounts/reauthenticate/"))
    assert "Before you change something important, please enter your password again." in page
    assert 'href="/settings/">Cancel</a>' in page


def test_looking_and_revoking_need_no_password(as_ann: Client, ann: User) -> None:
    token = tokens.create(ann, "robot", "play")
    assert as_ann.get("/settings/programs/").status_code == 200
    as_ann.post("/settings/programs/revoke", {"number": token[:15]})
    assert tokens.find(token) is None


def test_a_new_token_is_told_by_mail_that_no_setting_stops(ann: User) -> None:
    tokens.create(ann, "robot", "play")
    outbox.deliver_due()
    [letter] = mail.outbox
    assert letter.to == ["ann@example.org"]
    assert letter.subject == "Sealed Move: a change to how you sign in"
    assert "A token was created. A program can use it to act on your behalf." in letter.body
    assert "http://testserver/accounts/password/reset/" in letter.body
    assert "Unsubscribe from" not in letter.body
    html = letter.alternatives[0].content  # type: ignore[attr-defined]
    assert "A token was created. A program can use it to act on your behalf." in html


@pytest.mark.parametrize("language", ["de", "it"])
def test_notices_are_in_the_language_of_their_reader(language: str, ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(language=language)
    for change in notices.CHANGES:
        notices.queue_security(ann, change)
    outbox.deliver_due()
    assert len(mail.outbox) == len(notices.CHANGES)
    english = {str(sentence) for sentence in notices.CHANGES.values()}
    assert not [letter.body for letter in mail.outbox if any(each in letter.body for each in english)]


# --- Passwords, sessions and tokens ---------------------------------------------------------------------------------


def reset_password(client: Client, ann: User) -> None:
    client.post("/accounts/password/reset/", {"email": ann.email})
    page = client.get(link("/accounts/password/reset/key/"), follow=True)
    client.post(page.redirect_chain[-1][0], {"password1": FOILS, "password2": FOILS})


def test_a_password_reset_ends_all_sessions_and_tokens_and_is_told(client: Client, ann: User, ben: User) -> None:
    borrowed, token, others = signed_in(ann), tokens.create(ann, "robot", "play"), tokens.create(ben, "robot", "play")
    for user in (ann, ben):
        feeds.renew_addresses(user)
    Outbox.objects.all().delete()
    reset_password(client, ann)
    ann.refresh_from_db()
    assert ann.check_password(FOILS)
    assert not is_signed_in(borrowed)
    assert tokens.find(token) is None
    assert tokens.find(others) is not None
    assert (feeds.feed_addresses(ann) == {}, feeds.feed_addresses(ben) == {}) == (True, False)
    assert reasons() == ["password_reset"]


def test_a_reset_that_is_refused_ends_nothing(client: Client, ann: User) -> None:
    token = tokens.create(ann, "robot", "play")
    client.post("/accounts/password/reset/", {"email": ann.email})
    page = client.get(link("/accounts/password/reset/key/"), follow=True)
    client.post(page.redirect_chain[-1][0], {"password1": FOILS, "password2": "other"})
    assert tokens.find(token) is not None


@pytest.mark.parametrize(("ticked", "left"), [({"end_tokens": "on"}, False), ({}, True)])
def test_a_password_change_ends_other_sessions_and_tokens_unless_they_are_kept(
    as_ann: Client, ann: User, ticked: dict[str, str], left: bool
) -> None:
    borrowed, token = signed_in(ann), tokens.create(ann, "robot", "play")
    Outbox.objects.all().delete()
    assert '<input type="checkbox" name="end_tokens"' in told(as_ann.get("/accounts/password/change/"))
    assert "checked" in told(as_ann.get("/accounts/password/change/"))
    as_ann.post("/accounts/password/change/", {**CHANGED, **ticked})
    assert (is_signed_in(as_ann), is_signed_in(borrowed)) == (True, False)
    assert (tokens.find(token) is not None) is left
    assert reasons() == ["password_changed"]


@pytest.mark.parametrize(("ticked", "left"), [({"end_tokens": "on"}, False), ({}, True)])
def test_a_password_change_ends_the_addresses_of_feeds_unless_they_are_kept(
    as_ann: Client, ann: User, ticked: dict[str, str], left: bool
) -> None:
    feeds.renew_addresses(ann)
    assert '<input type="checkbox" name="end_tokens"' in told(as_ann.get("/accounts/password/change/"))
    before = feeds.feed_addresses(ann)
    as_ann.post("/accounts/password/change/", {**CHANGED, **ticked})
    assert feeds.feed_addresses(ann) == (before if left else {})


def test_who_has_no_tokens_is_not_asked_about_them(as_ann: Client, ann: User) -> None:
    assert "end_tokens" not in told(as_ann.get("/accounts/password/change/"))
    as_ann.post("/accounts/password/change/", CHANGED)
    ann.refresh_from_db()
    assert ann.check_password(FOILS)


def test_a_password_set_by_an_operator_ends_tokens_too(mo: User, ann: User) -> None:
    token = tokens.create(ann, "robot", "play")
    form = {"password1": FOILS, "password2": FOILS, "usable_password": "true"}
    assert signed_in(mo).post(f"/admin/accounts/user/{ann.pk}/password/", form).status_code == 302
    ann.refresh_from_db()
    assert ann.check_password(FOILS)
    assert tokens.find(token) is None


# --- Nobody is trapped ----------------------------------------------------------------------------------------------


def test_a_guest_has_no_password_and_is_not_asked_for_one() -> None:
    client = signed_in(guests.create())
    page = client.post("/settings/programs/", NEW)
    assert page.status_code == 422
    assert "API tokens need an account with a confirmed email address." in told(page)
    assert client.get("/accounts/reauthenticate/")["Location"] == "/guest/"


def test_who_has_an_account_without_password_is_not_asked_for_one(ann: User) -> None:
    ann.set_unusable_password()
    ann.save()
    client = signed_in(ann)
    assert "fog_" in told(client.post("/settings/programs/", NEW))
