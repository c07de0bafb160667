"""Signing up: what is filled in waits for the link in the email, and nobody learns who has an account."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import guests, outbox, sign_ups, tasks
from accounts.models import Outbox, SignUp, User
from accounts.outbox import upkeep
from tests.parts.cast import PASSWORD, person

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
SIGN_UP, RESET = reverse("account_signup"), reverse("account_reset_password")
DORA = {"username": "Dora", "email": "Dora@example.org", "password1": PASSWORD, "time_zone": "Europe/Rome"}
LOOKS_TAKEN = "is taken, or too similar to another player’s name."


@pytest.fixture(autouse=True)
def noon() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def subjects() -> list[str]:
    """Return what was mailed so far, once all that is due is sent."""
    outbox.deliver_due()
    return [str(message.subject) for message in mail.outbox]


def link() -> str:
    """Return the path of the link in the newest email."""
    outbox.deliver_due()
    found = re.search(r"http://testserver(/sign-up/\S+)", str(mail.outbox[-1].body))
    assert found
    return found[1]


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def told(page: Any) -> str:
    found: str = page.content.decode()
    return found.replace("&quot;", '"').replace("&#x27;", "'")


# --- Asking ---------------------------------------------------------------------------------------------------------


def test_a_sign_up_waits_for_a_day_and_makes_nobody(client: Client) -> None:
    page = client.post(SIGN_UP, DORA, headers={"accept-language": "de-CH,de;q=0.9"})
    assert (page.status_code, page["Location"]) == (302, "/accounts/confirm-email/")
    assert not is_signed_in(client)
    assert not User.objects.exists()
    kept = SignUp.objects.get()
    assert (kept.username, kept.email, kept.time_zone, kept.language) == (
        "Dora",
        "dora@example.org",
        "Europe/Rome",
        "de",
    )
    assert (kept.expires, kept.guest) == (NOON + timedelta(days=1), None)
    assert PASSWORD not in kept.password


def test_no_request_speaks_to_a_mail_server(client: Client, settings: Any, ann: User) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1  # nothing listens there
    assert client.post(SIGN_UP, DORA).status_code == 302
    assert client.post(RESET, {"email": ann.email}).status_code == 302
    outbox.deliver_due()
    assert {row.status for row in Outbox.objects.all()} == {Outbox.Status.PENDING}
    assert {row.attempts for row in Outbox.objects.all()} == {1}


def test_a_time_zone_nobody_knows_becomes_utc(client: Client) -> None:
    client.post(SIGN_UP, DORA | {"time_zone": "../etc/passwd"})
    client.post(link())
    assert User.objects.get().time_zone == "UTC"


def test_what_is_queued_holds_no_secret(client: Client) -> None:
    client.post(SIGN_UP, DORA)
    row = Outbox.objects.get()
    assert (row.recipient, row.address) == (None, "dora@example.org")
    assert row.payload == {"sign_up": SignUp.objects.get().pk, "language": "en"}


def test_the_email_says_who_sends_it_in_text_and_html_and_in_the_language_of_the_page(client: Client) -> None:
    client.post(SIGN_UP, DORA, headers={"accept-language": "de"})
    path = link()
    message = mail.outbox[-1]
    assert message.to == ["dora@example.org"]
    assert message.subject == "Willkommen bei Sealed Move: Bestätige deine E-Mail-Adresse"
    assert message.extra_headers["Auto-Submitted"] == "auto-generated"
    html = message.alternatives[0].content  # type: ignore[attr-defined]
    assert path in html
    assert "Sealed Move" in html
    assert "Dora" in str(message.body)
    assert reverse("settings") not in str(message.body)  # there are none to choose yet


def test_an_address_longer_than_any_is_refused(client: Client) -> None:
    address = f"dora@{'x' * 60}.{'y' * 60}.{'z' * 60}.{'u' * 60}.example.org"
    for page in (client.post(SIGN_UP, DORA | {"email": address}), client.post(RESET, {"email": address})):
        assert "Ensure this value has at most 254 characters" in told(page)
    assert not Outbox.objects.exists()


@pytest.mark.parametrize("name", ["Ann", "ANN", "Ａnn", "A-n-n"])
def test_a_name_that_looks_like_anothers_gets_a_sentence(client: Client, ann: User, name: str) -> None:
    page = client.post(SIGN_UP, DORA | {"username": name})
    assert f"“{unicodedata.normalize('NFKC', name)}” {LOOKS_TAKEN}" in told(page)
    assert not SignUp.objects.exists()


@pytest.mark.parametrize("email", ["ann@example.org", "nobody@example.org"])
def test_a_name_that_waits_is_kept_free_for_a_day_no_matter_who_has_the_address(
    client: Client, ann: User, noon: Any, email: str
) -> None:
    client.post(SIGN_UP, DORA | {"email": email})
    assert f"“D0ra” {LOOKS_TAKEN}" in told(Client().post(SIGN_UP, DORA | {"username": "D0ra"}))
    with pytest.raises(ValidationError):
        User.require_unlike("dora")
    noon.shift(timedelta(days=1))
    assert Client().post(SIGN_UP, DORA | {"username": "D0ra"}).status_code == 302
    assert SignUp.objects.get().username == "D0ra"


def test_two_who_ask_for_one_name_at_once_are_told_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = iter([None])

    def require_unlike(name: str, **besides: Any) -> None:
        if next(looked, "again") is None:  # after the look, before the insert
            SignUp.objects.create(
                username=name, skeleton="dora", email="x@example.org", expires=NOON.replace(year=2027)
            )
        else:
            look(name, **besides)

    look = User.require_unlike
    monkeypatch.setattr(User, "require_unlike", require_unlike)
    page = client.post(SIGN_UP, DORA)
    assert f"“Dora” {LOOKS_TAKEN}" in told(page)
    assert [row.email for row in SignUp.objects.all()] == ["x@example.org"]


def test_who_asks_again_changes_the_sign_up_and_is_sent_nothing_new(client: Client, noon: Any) -> None:
    client.post(SIGN_UP, DORA)
    first = link()
    noon.shift(timedelta(hours=23))
    client.post(SIGN_UP, DORA | {"username": "Dorothea"})
    outbox.deliver_due()
    assert len(mail.outbox) == 1
    noon.shift(timedelta(hours=23))
    client.post(first)
    assert User.objects.get().username == "Dorothea"


def test_who_asks_again_after_the_email_could_not_be_sent_is_sent_it(client: Client) -> None:
    client.post(SIGN_UP, DORA)
    Outbox.objects.update(status=Outbox.Status.FAILED)
    client.post(SIGN_UP, DORA)
    assert subjects() == ["Welcome to Sealed Move: confirm your email address"]


def test_a_wrong_address_is_corrected_by_asking_again_and_its_link_is_good_no_more(client: Client) -> None:
    client.post(SIGN_UP, DORA | {"email": "doro@example.org"})
    wrong = link()
    assert client.post(SIGN_UP, DORA).status_code == 302
    right = link()
    assert client.post(wrong).status_code == 410
    client.post(right)
    assert User.objects.get().email == "dora@example.org"


def test_what_came_to_nothing_is_forgotten(client: Client, noon: Any) -> None:
    client.post(SIGN_UP, DORA)
    outbox.deliver_due()
    noon.shift(sign_ups.LASTS - timedelta(seconds=1))
    tasks.remove_old()
    assert SignUp.objects.exists()
    noon.shift(timedelta(seconds=1))
    tasks.remove_old()
    assert not SignUp.objects.exists()
    assert Outbox.objects.exists()
    noon.shift(upkeep.KEPT)
    tasks.remove_old()
    assert not Outbox.objects.exists()


def test_an_email_that_was_late_for_its_sign_up_is_not_sent(client: Client, noon: Any) -> None:
    client.post(SIGN_UP, DORA)
    noon.shift(sign_ups.LASTS)
    assert subjects() == []
    assert Outbox.objects.get().status == Outbox.Status.OBSOLETE


def test_the_sign_in_page_says_that_the_link_comes_first(client: Client) -> None:
    client.post(SIGN_UP, DORA)
    page = client.post(reverse("account_login"), {"login": "Dora", "password": PASSWORD})
    assert not is_signed_in(client)
    assert "Wrong name, email address or password. Please try again." in told(page)
    assert "First open the link in the email we sent you." in told(page)


# --- The link -------------------------------------------------------------------------------------------------------


def test_the_link_makes_the_account_when_it_is_confirmed_and_signs_in(client: Client) -> None:
    client.post(SIGN_UP, DORA)
    path = link()
    for look in (client.get, client.head):
        assert look(path).status_code == 200
        assert not User.objects.exists()
    assert "Use dora@example.org for Dora?" in told(client.get(path))
    page = client.post(path)
    assert page["Location"] == reverse("my_matches")
    dora = User.objects.get()
    assert (dora.username, dora.email, dora.skeleton) == ("Dora", "dora@example.org", "dora")
    assert (dora.time_zone, dora.language, dora.guest_until) == ("Europe/Rome", "en", None)
    assert dora.check_password(PASSWORD)
    address = EmailAddress.objects.get()
    assert (address.user, address.email, address.verified, address.primary) == (dora, dora.email, True, True)
    assert is_signed_in(client)
    assert not SignUp.objects.exists()


def test_in_another_browser_the_link_makes_the_account_and_leads_to_signing_in(client: Client) -> None:
    client.post(SIGN_UP, DORA)
    other = Client()
    page = other.post(link(), follow=True)
    assert page.redirect_chain == [(reverse("account_login"), 302)]
    assert "The account Dora is ready. Sign in with the password chosen at sign-up." in told(page)
    assert not is_signed_in(other)
    other.post(reverse("account_login"), {"login": "Dora", "password": PASSWORD})
    assert is_signed_in(other)


def test_somebody_else_who_is_signed_in_stays_so(client: Client, ann: User) -> None:
    client.post(SIGN_UP, DORA)
    other = Client()
    other.force_login(ann)
    other.post(link())
    assert other.session["_auth_user_id"] == str(ann.pk)
    assert User.objects.filter(username="Dora").exists()


def test_a_link_opened_twice_is_used_already(client: Client) -> None:
    client.post(SIGN_UP, DORA)
    path = link()
    client.post(path)
    for again in (client.get(path), client.post(path)):
        assert again.status_code == 410
        assert "This link has already been used or has expired." in told(again)
    assert User.objects.count() == 1


def test_a_link_is_too_old_after_a_day(client: Client, noon: Any) -> None:
    client.post(SIGN_UP, DORA)
    path = link()
    noon.shift(sign_ups.LASTS)
    for late in (client.get(path), client.post(path)):
        assert late.status_code == 410
    assert not User.objects.exists()


def test_a_forged_link_is_not_found(client: Client) -> None:
    client.post(SIGN_UP, DORA)
    for forged in (link()[:-2] + "x/", reverse("make_account", args=["1"])):
        for page in (client.get(forged), client.post(forged)):
            assert page.status_code == 404
            assert "This link is incomplete." in told(page)
            assert "<h1>This link doesn’t work</h1>" in told(page)
    assert not User.objects.exists()


def test_a_link_whose_address_got_an_account_in_the_meantime_says_so(client: Client) -> None:
    client.post(SIGN_UP, DORA)
    path = link()
    User.objects.create_user("Dorothea", "DORA@example.org", PASSWORD)
    for late in (client.get(path), client.post(path)):
        assert late.status_code == 409
        assert "There’s already an account with this address." in told(late)
    assert User.objects.count() == 1


@pytest.mark.parametrize("looked", [True, False])
def test_a_link_whose_name_was_taken_in_the_meantime_says_so(
    client: Client, looked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.post(SIGN_UP, DORA)
    path = link()
    User.objects.create_user("D0ra", "other@example.org", PASSWORD)
    if not looked:  # taken between the look and the insert
        monkeypatch.setattr(User, "require_unlike", lambda *_, **__: None)
    page = client.post(path)
    assert page.status_code == 409
    assert "Someone else has taken this name in the meantime." in told(page)
    assert (User.objects.count(), SignUp.objects.count(), EmailAddress.objects.count()) == (1, 1, 0)


def test_a_guest_of_the_old_way_keeps_no_address_that_another_proves(client: Client) -> None:
    guest = guests.create()
    User.objects.filter(pk=guest.pk).update(email="dora@example.org")
    client.post(SIGN_UP, DORA)
    client.post(link())
    assert User.objects.get(username="Dora").email == "dora@example.org"
    assert User.objects.get(pk=guest.pk).email == ""


def test_the_page_of_a_link_is_kept_by_no_cache(client: Client) -> None:
    client.post(SIGN_UP, DORA)
    assert client.get(link())["Cache-Control"] == "private, no-store"


# --- Who has an account ---------------------------------------------------------------------------------------------


def test_who_has_an_account_is_told_so_by_email_alone_once_a_day(client: Client, ann: User) -> None:
    page = client.post(SIGN_UP, DORA | {"email": ann.email})
    assert page["Location"] == "/accounts/confirm-email/"
    Client().post(SIGN_UP, DORA | {"email": ann.email, "username": "Dorothea"})
    assert subjects() == ["Sealed Move: you already have an account"]
    assert "/sign-up/" not in str(mail.outbox[0].body)
    assert f"http://testserver{RESET}" in str(mail.outbox[0].body)


def test_an_address_that_somebody_wants_and_has_not_proved_stands_in_nobodys_way(client: Client, ann: User) -> None:
    EmailAddress.objects.create(user=ann, email="dora@example.org", verified=False)
    client.post(SIGN_UP, DORA)
    client.post(link())
    assert User.objects.get(username="Dora").email == "dora@example.org"


Work = tuple[int, list[str], int]
"""Status, the shapes of all queries, and how often a password was hashed."""
Ask = Callable[[str], Any]


def shape(sql: str) -> str:
    """Return a query without its values."""
    return re.sub(r"'[^']*'|\b\d+\b|\bs\d+_x\d+\b", "?", sql)


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Callable[[Ask, str], Work]:
    hashed = []
    encode = MD5PasswordHasher.encode

    def counted(hasher: MD5PasswordHasher, *args: Any) -> str:
        hashed.append(args)
        return encode(hasher, *args)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)

    def measure(ask: Ask, address: str) -> Work:
        before = len(hashed)
        with CaptureQueriesContext(connection) as queries:
            page = ask(address)
        return page.status_code, [shape(query["sql"]) for query in queries], len(hashed) - before

    return measure


def visitor(address: str) -> Any:
    return Client().post(SIGN_UP, DORA | {"email": address, "username": f"D-{address[:3]}"})


def forgetful(address: str) -> Any:
    return Client().post(RESET, {"email": address})


@pytest.mark.parametrize(("ask", "hashes"), [(visitor, 1), (forgetful, 0)])
def test_asking_costs_the_same_whether_or_not_the_address_has_an_account(
    ask: Ask, hashes: int, work: Callable[[Ask, str], Work], ann: User
) -> None:
    known, unknown = work(ask, ann.email), work(ask, "nobody@example.org")
    assert known == unknown
    assert (known[0], known[2]) == (302, hashes)
    assert any('INTO "accounts_outbox"' in query for query in known[1])


def test_a_guest_is_answered_at_the_same_cost_whether_or_not_the_address_has_an_account(
    work: Callable[[Ask, str], Work], ann: User
) -> None:
    def guest(name: str, client: Client) -> Ask:
        return lambda address: client.post(reverse("keep"), DORA | {"email": address, "username": name})

    clients = [Client(), Client()]
    for client in clients:
        client.force_login(guests.create())
    asked = [guest("Dora", clients[0]), guest("Emma", clients[1])]
    addresses = [ann.email, "nobody@example.org"]
    known, unknown = (work(ask, address) for ask, address in zip(asked, addresses, strict=True))
    assert known == unknown
    assert (known[0], known[2]) == (302, 1)
    pages = [told(client.get(reverse("keep"))) for client in clients]
    for page, address in zip(pages, addresses, strict=True):
        assert f"We’ve emailed a link to {address}." in page
        assert "Dora" not in page
        assert "Emma" not in page


def test_both_are_refused_alike_where_the_name_is_taken(client: Client, ann: User) -> None:
    person("Ben")
    pages = [
        told(client.post(SIGN_UP, {"username": "Ben", "email": email, "password1": PASSWORD}))
        for email in (ann.email, "ann@example.com")
    ]
    assert all(f"“Ben” {LOOKS_TAKEN}" in page for page in pages)
    assert not SignUp.objects.exists()


def test_a_sign_up_cannot_be_kept_twice_under_one_name() -> None:
    fields = {"skeleton": "dora", "expires": NOON}
    SignUp.objects.create(username="Dora", email="a@example.org", **fields)
    with pytest.raises(IntegrityError):
        SignUp.objects.create(username="D0ra", email="b@example.org", **fields)
