"""What people are told about their accounts: new passwords, new addresses, and what was changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core.context import request_context
from django.core import mail
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts import notices, outbox, tasks
from accounts.models import Outbox, User
from games.core.services import leaving
from tests.parts.cast import PASSWORD, give_password

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
RESET, ADDRESS = reverse("account_reset_password"), reverse("account_email")
NEW = {"password1": "foils-and-sabres", "password2": "foils-and-sabres"}


@pytest.fixture(autouse=True)
def noon() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def letters() -> list[Any]:
    """Return what was mailed so far, once all that is due is sent."""
    outbox.deliver_due()
    return list(mail.outbox)


def resets() -> list[Any]:
    """Return those of the letters that hold a link to a new password."""
    return [message for message in letters() if "/accounts/password/reset/key/" in str(message.body)]


def link(message: Any) -> str:
    found = re.search(r"http://testserver(/accounts/\S+)", str(message.body))
    assert found
    return found[1]


def choose_password(path: str) -> Any:
    """Open the link to a new password and choose one."""
    client = Client()
    page = client.get(path, follow=True)
    return client.post(page.redirect_chain[-1][0], NEW) if page.redirect_chain else page


# --- A new address that was never confirmed -------------------------------------------------------------------------

WEEK = timedelta(days=7)


def addresses() -> list[str]:
    return sorted(EmailAddress.objects.values_list("email", flat=True))


def test_a_new_address_is_forgotten_with_the_letter_that_asked_for_it(
    as_ann: Client, ben: User, noon: time_machine.Traveller
) -> None:
    """A link is good for a day. A user who asks for another one has a week from then on."""
    both = ["ann@example.org", "ben@example.org", "new@example.org"]
    give_password(as_ann)
    as_ann.post(ADDRESS, {"email": "new@example.org", "action_add": ""})
    letters()
    noon.shift(timedelta(days=3))
    as_ann.post(ADDRESS, {"email": "new@example.org", "action_send": ""})
    letters()
    noon.move_to(NOON + WEEK)
    tasks.remove_old()
    assert "new@example.org" in as_ann.get(ADDRESS).content.decode()
    assert (addresses(), Outbox.objects.filter(kind="confirmation").count()) == (both, 1)
    noon.move_to(NOON + WEEK + timedelta(days=3) - timedelta(seconds=1))
    tasks.remove_old()
    assert addresses() == both
    noon.shift(timedelta(seconds=1))
    for _ in range(2):
        tasks.remove_old()
        assert (addresses(), Outbox.objects.filter(kind="confirmation").count()) == (both[:2], 0)
    assert "new@example.org" not in as_ann.get(ADDRESS).content.decode()


def test_one_that_was_confirmed_stays_and_so_does_one_whose_letter_still_waits(
    as_ann: Client, ann: User, ben: User, noon: time_machine.Traveller
) -> None:
    give_password(as_ann)
    as_ann.post(ADDRESS, {"email": "new@example.org", "action_add": ""})
    as_ann.post(link(letters()[-1]))
    waits = EmailAddress.objects.create(user=ben, email="Waits@example.org")
    notices.queue_confirmation(waits)
    noon.shift(WEEK)
    tasks.remove_old()
    assert addresses() == ["Waits@example.org", "ben@example.org", "new@example.org"]


# --- A new password -------------------------------------------------------------------------------------------------


def test_asking_again_while_the_link_is_good_sends_nothing_new(client: Client, ann: User, noon: Any) -> None:
    client.post(RESET, {"email": "ANN@example.org"})
    assert len(letters()) == 1
    noon.shift(timedelta(minutes=59))
    client.post(RESET, {"email": ann.email})
    assert len(letters()) == 1
    choose_password(link(mail.outbox[0]))
    ann.refresh_from_db()
    assert ann.check_password(NEW["password1"])


def test_a_link_is_good_for_an_hour(client: Client, ann: User, noon: Any) -> None:
    client.post(RESET, {"email": ann.email})
    [first] = letters()
    noon.shift(timedelta(hours=1, seconds=1))
    assert "has expired" in choose_password(link(first)).content.decode()
    client.post(RESET, {"email": ann.email})
    assert len(letters()) == 2


def test_a_link_that_was_used_or_was_made_useless_is_followed_by_a_new_one(client: Client, ann: User) -> None:
    client.post(RESET, {"email": ann.email})
    choose_password(link(resets()[0]))
    client.post(RESET, {"email": ann.email})
    assert len(resets()) == 2
    client.post(reverse("account_login"), {"login": "Ann", "password": NEW["password1"]})
    Client().post(RESET, {"email": ann.email})
    assert len(resets()) == 3


def test_what_is_queued_for_a_new_password_holds_no_secret(client: Client, ann: User) -> None:
    client.post(RESET, {"email": ann.email})
    assert Outbox.objects.get().payload == {"language": "en"}
    token = link(letters()[0]).rstrip("/").rpartition("/")[2]
    assert token not in str(Outbox.objects.get().payload)


def test_the_link_is_written_in_the_language_of_whose_account_it_is(client: Client, ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(language="de")
    client.post(RESET, {"email": ann.email}, headers={"accept-language": "it"})
    assert letters()[0].subject == "Sealed Move: Wähle ein neues Passwort"


def test_strangers_who_ask_all_day_leave_its_owner_a_good_link_every_hour(client: Client, ann: User, noon: Any) -> None:
    pages = []
    for _ in range(60):  # thirty hours
        pages.append(client.post(RESET, {"email": ann.email}))
        outbox.deliver_due()
        noon.shift(timedelta(minutes=30))
    assert {(page.status_code, page["Location"]) for page in pages} == {(302, reverse("account_reset_password_done"))}
    assert len(mail.outbox) == 30


def test_an_address_that_is_only_wanted_gives_nobody_a_new_password(client: Client, ann: User) -> None:
    EmailAddress.objects.create(user=ann, email="mallory@example.org", verified=False)
    client.post(RESET, {"email": "mallory@example.org"})
    assert letters() == []


def test_who_is_locked_out_gets_no_link(client: Client, ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(is_active=False)
    client.post(RESET, {"email": ann.email})
    assert letters() == []


# --- A new address --------------------------------------------------------------------------------------------------


def test_asking_again_for_the_same_address_sends_nothing_new_within_a_day(as_ann: Client, noon: Any) -> None:
    give_password(as_ann)
    as_ann.post(ADDRESS, {"email": "new@example.org", "action_add": ""})
    [first] = letters()
    assert (first.to, first.subject) == (["new@example.org"], "Sealed Move: is this your address?")
    noon.shift(timedelta(hours=23))
    as_ann.post(ADDRESS, {"email": "new@example.org", "action_send": ""})
    assert Outbox.objects.count() == 2
    assert len(letters()) == 1
    as_ann.post(link(first))
    assert User.objects.get().email == "new@example.org"


def test_a_user_has_five_addresses_asked_within_a_day_and_is_answered_alike(as_ann: Client, ann: User) -> None:
    give_password(as_ann)
    pages = []
    for number in range(7):
        address = f"stranger{number}@example.com"
        page = as_ann.post(ADDRESS, {"email": address, "action_add": ""}, follow=True)
        pages.append(without_tokens(page.content.decode()).replace(address, "stranger"))
        outbox.deliver_due()
    assert [message.to for message in mail.outbox] == [[f"stranger{number}@example.com"] for number in range(5)]
    assert set(pages[1:]) == {pages[1]}


def test_an_address_that_somebody_else_has_is_answered_alike_and_mailed_nothing(
    as_ann: Client, ann: User, ben: User
) -> None:
    give_password(as_ann)
    pages = []
    for address in ("new@example.org", ben.email):
        as_ann.post(ADDRESS, {"email": address, "action_add": ""})
        pages.append(as_ann.get(ADDRESS).content.decode().replace(address, "ADDRESS"))
    assert "We’ve sent a link to ADDRESS" in pages[0]
    assert without_tokens(pages[0]) == without_tokens(pages[1])
    outbox.deliver_due()
    assert [message.to for message in mail.outbox] == []  # the first is wanted no more, the second is Ben's


def without_tokens(page: str) -> str:
    return re.sub(r'value="\w{64}"', "", page)


def test_a_link_that_is_wanted_no_more_is_not_sent(as_ann: Client, ann: User) -> None:
    give_password(as_ann)
    as_ann.post(ADDRESS, {"email": "new@example.org", "action_add": ""})
    assert EmailAddress.objects.filter(verified=False).exists()
    EmailAddress.objects.filter(verified=False).delete()
    assert letters() == []


# --- What was changed -----------------------------------------------------------------------------------------------


def test_a_changed_password_is_told_with_when_and_from_where(as_ann: Client, ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(time_zone="Europe/Rome")
    as_ann.post(
        reverse("account_change_password"),
        {"oldpassword": PASSWORD, **NEW},
        headers={"user-agent": "Lynx " + "x" * 999},
    )
    [message] = letters()
    assert (message.to, message.subject) == (["ann@example.org"], "Sealed Move: a change to how you sign in")
    body = str(message.body)
    assert "There’s been a change to your account Ann on Sealed Move:\n\nYour password was changed." in body
    assert "When: Monday, 2 March 2026, 13:00 (Europe/Rome)" in body
    assert "From the IP address 127.0.0.1, with the browser Lynx xxx" in body
    assert len(Outbox.objects.get().payload["agent"]) == 200
    assert f"http://testserver{RESET}" in body


def test_a_changed_address_is_told_to_the_old_one(as_ann: Client, ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(language="de")
    give_password(as_ann)
    as_ann.post(ADDRESS, {"email": "new@example.org", "action_add": ""})
    as_ann.post(link(letters()[0]))
    message = letters()[-1]
    assert message.to == ["ann@example.org"]
    assert "Dein Konto hat eine neue E-Mail-Adresse." in str(message.body)
    assert "new@example.org" not in str(message.body)
    assert RESET not in str(message.body)  # which would go to the new one


def test_a_new_password_by_link_is_told(client: Client, ann: User) -> None:
    client.post(RESET, {"email": ann.email})
    choose_password(link(letters()[0]))
    assert "Your password was reset using a link we emailed you." in str(letters()[-1].body)


def tell(user: User, change: str) -> None:
    request = RequestFactory().get("/")
    with request_context(request):
        get_adapter().send_notification_mail(f"mfa/email/{change}", user)


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_every_change_that_allauth_tells_of_has_its_sentence(ann: User, language: str) -> None:
    User.objects.filter(pk=ann.pk).update(language=language)
    for change in notices.CHANGES:
        tell(ann, change)
    bodies = [str(message.body) for message in letters()]
    assert len({body.split("\n")[2] for body in bodies}) == len(notices.CHANGES)


def test_a_change_that_has_no_sentence_yet_is_told_all_the_same(ann: User) -> None:
    tell(ann, "teleported")
    assert "Something about how you sign in has changed." in str(letters()[0].body)


def test_nothing_is_told_where_the_site_does_not_want_it(ann: User, settings: Any) -> None:
    settings.ACCOUNT_EMAIL_NOTIFICATIONS = False
    tell(ann, "totp_activated")
    assert not Outbox.objects.exists()


def test_a_change_made_without_a_request_is_told_too(ann: User) -> None:
    get_adapter().send_notification_mail("mfa/email/totp_deactivated", ann)
    assert "From the IP address" not in str(letters()[0].body)


@pytest.mark.parametrize("change", ["totp_activated", "webauthn_added", "recovery_codes_generated"])
def test_who_is_told_of_an_added_factor_is_led_to_where_it_is_removed(ann: User, change: str) -> None:
    tell(ann, change)
    [message] = letters()
    assert "A new password alone won’t remove it." in str(message.body)
    html = message.alternatives[0].content
    for url in (f"http://testserver{RESET}", f"http://testserver{reverse('mfa_index')}"):
        assert url in str(message.body)
        assert f'href="{url}"' in html


def test_a_changed_password_leads_to_no_page_of_factors(ann: User) -> None:
    tell(ann, "password_changed")
    assert reverse("mfa_index") not in str(letters()[0].body)


def test_what_cannot_be_switched_off_offers_no_choice_of_mails(ann: User) -> None:
    tell(ann, "password_changed")
    [message] = letters()
    html = message.alternatives[0].content
    assert "Choose which emails you get" not in str(message.body) + html


def test_changes_never_count_to_any_limit(ann: User) -> None:
    for _ in range(8):
        tell(ann, "totp_activated")
    assert len(letters()) == 8


def test_an_email_of_allauth_that_nobody_here_writes_is_a_fault(ann: User) -> None:
    with pytest.raises(LookupError, match="account/email/password_reset_code"):
        get_adapter().send_mail("account/email/password_reset_code", ann.email, {})
    assert mail.outbox == []


# --- Afterwards -----------------------------------------------------------------------------------------------------


def test_who_it_was_for_finds_it_in_the_log(as_ann: Client, ann: User, ben: User) -> None:
    for user in (ann, ben):
        Client().post(RESET, {"email": user.email})
    Outbox.objects.create(recipient=ben, address=ann.email, kind="reset", key="1")  # Ben had that address before
    page = as_ann.get(reverse("sent_mails")).content.decode()
    assert page.count("A new password") == 1


def test_who_leaves_leaves_nothing_that_was_sent_to_the_address(client: Client, ann: User) -> None:
    client.post(RESET, {"email": ann.email})
    outbox.deliver_due()
    leaving.close_account(ann)
    assert not Outbox.objects.exists()
