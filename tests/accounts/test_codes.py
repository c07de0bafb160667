"""Signing in by a code in an email."""

from __future__ import annotations

import re

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core import mail
from django.test import Client

from accounts import codes, outbox
from accounts.models import Outbox, User

pytestmark = pytest.mark.django_db

ASK, CONFIRM = "/accounts/login/code/", "/accounts/login/code/confirm/"
WRONG = "AAA-AAA"  # no code uses these letters


def ask(client: Client, address: str = "ann@example.org", **given: str) -> str:
    """Ask for a code and read it in the newest email."""
    assert client.post(ASK, {"email": address, **given})["Location"].startswith(CONFIRM)
    outbox.deliver_due()
    return code_in_mail()


def code_in_mail() -> str:
    found = re.search(r"^[A-Z0-9]+(?:-[A-Z0-9]+)+$", str(mail.outbox[-1].body), re.MULTILINE)
    assert found
    return found[0]


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_one_signs_in_by_the_code_that_was_sent(client: Client, ann: User) -> None:
    code = ask(client, "Ann@Example.org", next="/settings/")
    assert mail.outbox[-1].to == ["ann@example.org"]
    assert "within 15 minutes" in str(mail.outbox[-1].body)
    assert not is_signed_in(client)
    assert client.post(CONFIRM, {"code": code, "next": "/settings/"})["Location"] == "/settings/"
    assert client.session["_auth_user_id"] == str(ann.pk)


def test_where_one_wanted_to_go_is_kept_from_page_to_page(client: Client, ann: User) -> None:
    assert f'href="{ASK}?next=%2Fsettings%2F"' in client.get("/accounts/login/?next=/settings/").content.decode()
    assert 'name="next" value="/settings/"' in client.get(f"{ASK}?next=/settings/").content.decode()
    confirm = client.post(ASK, {"email": ann.email, "next": "/settings/"})["Location"]
    assert confirm == f"{CONFIRM}?next=%2Fsettings%2F"
    page = client.get(confirm).content.decode()
    assert 'name="next" value="/settings/"' in page
    assert "If there’s an account for ann@example.org, we’ve emailed it a code." in page


def test_a_code_signs_in_only_the_browser_that_asked_and_only_once(client: Client, ann: User) -> None:
    code = ask(client)
    other = Client()
    assert other.post(CONFIRM, {"code": code})["Location"] == ASK
    assert not is_signed_in(other)
    client.post(CONFIRM, {"code": code})
    client.post("/accounts/logout/")
    assert client.post(CONFIRM, {"code": code})["Location"] == ASK
    assert not is_signed_in(client)


def test_a_code_of_somebody_else_is_wrong(client: Client, ann: User, ben: User) -> None:
    other = Client()
    theirs = ask(other, ben.email)
    ask(client)
    page = client.post(CONFIRM, {"code": theirs})
    assert page.status_code == 200
    assert "Incorrect code." in page.content.decode()
    assert not is_signed_in(client)


def test_after_three_wrong_codes_one_asks_for_another(client: Client, ann: User) -> None:
    code = ask(client)
    assert [client.post(CONFIRM, {"code": WRONG}).status_code for _ in range(3)] == [200, 200, 302]
    assert client.post(CONFIRM, {"code": code})["Location"] == ASK
    assert not is_signed_in(client)


def test_a_code_is_good_for_a_quarter_of_an_hour(client: Client, ann: User) -> None:
    with time_machine.travel("2026-03-01 12:00Z", tick=False) as noon:
        code = ask(client)
        noon.shift(15 * 60)
        assert client.get(CONFIRM).status_code == 200
        noon.shift(1)
        assert client.post(CONFIRM, {"code": code})["Location"] == ASK
    assert not is_signed_in(client)


def test_a_code_that_is_no_longer_good_is_not_sent(client: Client, ann: User) -> None:
    with time_machine.travel("2026-03-01 12:00Z", tick=False) as noon:
        client.post(ASK, {"email": ann.email})
        noon.shift(15 * 60 + 1)
        outbox.deliver_due()
    assert (mail.outbox, Outbox.objects.get().status) == ([], Outbox.Status.OBSOLETE)


def test_asking_for_an_address_that_nobody_has_is_answered_alike_and_mails_nobody(client: Client, ann: User) -> None:
    for address in (ann.email, "nobody@example.org"):
        asking = Client()
        answer = asking.post(ASK, {"email": address})
        page = asking.get(answer["Location"])
        assert (answer.status_code, answer["Location"], page.status_code) == (302, CONFIRM, 200)
        assert asking.post(CONFIRM, {"code": WRONG}).status_code == 200
    outbox.deliver_due()
    assert [letter.to for letter in mail.outbox] == [[ann.email]]
    assert Outbox.objects.get(address="nobody@example.org").status == Outbox.Status.OBSOLETE


def test_no_row_of_the_outbox_tells_a_code(client: Client, ann: User) -> None:
    code = ask(client)
    row = Outbox.objects.get()
    assert code not in str(row.payload)
    assert codes.unsealed(row.payload["code"]) == code
    assert codes.unsealed("something else") == ""


def test_an_address_that_is_not_proved_yet_signs_nobody_in(client: Client, ann: User) -> None:
    EmailAddress.objects.create(user=ann, email="new@example.org", verified=False, primary=False)
    client.post(ASK, {"email": "new@example.org"})
    outbox.deliver_due()
    assert mail.outbox == []


def test_a_code_proves_the_address_of_an_account(client: Client) -> None:
    dora = User.objects.create_user("Dora", "dora@example.org", "en-garde-2026")
    EmailAddress.objects.create(user=dora, email=dora.email, verified=False, primary=True)
    client.post(CONFIRM, {"code": ask(client, dora.email)})
    assert is_signed_in(client)
    assert EmailAddress.objects.get(user=dora).verified


def test_a_code_replaces_the_password_and_not_the_second_factor(client: Client, ann: User) -> None:
    TOTP.activate(ann, generate_totp_secret())
    RecoveryCodes.activate(ann)
    answer = client.post(CONFIRM, {"code": ask(client)})
    assert answer["Location"] == "/accounts/2fa/authenticate/"
    assert not is_signed_in(client)
    assert "One more step: enter the code from your app" in client.get(answer["Location"]).content.decode()


def test_who_is_suspended_in_the_meantime_is_not_signed_in(client: Client, ann: User) -> None:
    code = ask(client)
    User.objects.filter(pk=ann.pk).update(is_active=False)
    assert client.post(CONFIRM, {"code": code})["Location"].startswith("/suspended/")
    assert not is_signed_in(client)


def test_one_cannot_ask_all_the_time(ann: User, redis_server: str) -> None:
    pages = [Client().post(ASK, {"email": ann.email}) for _ in range(4)]
    assert [page.status_code for page in pages] == [302, 302, 302, 200]
    assert "Too many failed attempts." in pages[-1].content.decode()


def test_an_address_too_long_for_anybody_is_refused(client: Client) -> None:
    page = client.post(ASK, {"email": f"{'a' * 300}@example.org"})
    assert page.status_code == 200
    assert "Ensure this value has at most 254 characters" in page.content.decode()
