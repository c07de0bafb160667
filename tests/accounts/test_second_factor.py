"""A second factor: set up with the password at hand, asked for when signing in, taken away after a loss."""

import re
import time
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import guests
from accounts.models import Outbox, User
from tests.accounts.test_signing_in import link
from tests.games.browsing import signed_in, told
from tests.parts.cast import PASSWORD, give_password, person

pytestmark = pytest.mark.django_db


def code(secret: str, period: int = 0) -> str:
    """Return what an app would show now, or some periods later."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30 + period))


@pytest.fixture
def secret(ann: User) -> str:
    """The key of Ann's app, set up long ago."""
    made = generate_totp_secret()
    TOTP.activate(ann, made)
    RecoveryCodes.activate(ann)
    return made


def sign_in(client: Client, **more: str) -> Any:
    return client.post("/accounts/login/", {"login": "Ann", "password": PASSWORD, **more})


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def reasons() -> list[str]:
    """Return what people were told, in order."""
    return [row.payload["change"] for row in Outbox.objects.filter(kind="security").order_by("created")]


# --- Setting up -----------------------------------------------------------------------------------------------------


def test_an_app_is_set_up_with_the_password_and_a_code_and_told_by_mail(
    as_ann: Client, ann: User, django_capture_on_commit_callbacks: Any
) -> None:
    asked = as_ann.get("/accounts/2fa/totp/activate/")
    assert asked["Location"] == "/accounts/reauthenticate/?next=%2Faccounts%2F2fa%2Ftotp%2Factivate%2F"
    give_password(as_ann)
    shown = told(as_ann.get("/accounts/2fa/totp/activate/"))
    blocks = re.findall(r"<span>(\w+)</span>", shown.partition('<code class="key">')[2].partition("</code>")[0])
    assert {len(block) for block in blocks} == {4}
    with django_capture_on_commit_callbacks(execute=True):
        page = as_ann.post("/accounts/2fa/totp/activate/", {"code": code("".join(blocks))}, follow=True)
    assert page.redirect_chain == [("/accounts/2fa/recovery-codes/", 302)]
    assert len(re.findall(r"<li><code>\d{8}</code></li>", told(page))) == 10
    assert list(Authenticator.objects.order_by("pk").values_list("user", "type")) == [
        (ann.pk, "totp"),
        (ann.pk, "recovery_codes"),
    ]
    assert reasons() == ["totp_activated"]


def test_a_wrong_code_sets_nothing_up(as_ann: Client) -> None:
    give_password(as_ann)
    as_ann.get("/accounts/2fa/totp/activate/")
    assert "Incorrect code." in told(as_ann.post("/accounts/2fa/totp/activate/", {"code": "000000"}))
    assert not Authenticator.objects.exists()


def test_the_app_is_removed_with_the_password_and_recovery_codes_go_too(as_ann: Client, secret: str) -> None:
    assert as_ann.post("/accounts/2fa/totp/deactivate/")["Location"].startswith("/accounts/reauthenticate/")
    assert Authenticator.objects.count() == 2
    give_password(as_ann)
    as_ann.post("/accounts/2fa/totp/deactivate/")
    assert not Authenticator.objects.exists()
    assert reasons() == ["totp_deactivated"]


def test_the_mail_address_can_be_changed_with_a_second_factor_too(as_ann: Client, secret: str) -> None:
    give_password(as_ann)
    as_ann.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    assert "new@example.org" in told(as_ann.get("/accounts/email/"))


def test_a_guest_is_led_to_the_page_that_makes_an_account() -> None:
    client = signed_in(guests.create())
    for name in ("mfa_index", "mfa_activate_totp", "mfa_add_webauthn", "account_reauthenticate"):
        assert client.get(reverse(name))["Location"] == reverse("keep")


# --- Signing in -----------------------------------------------------------------------------------------------------


def test_signing_in_asks_for_the_second_factor(client: Client, ann: User, secret: str) -> None:
    assert sign_in(client)["Location"] == "/accounts/2fa/authenticate/"
    assert not is_signed_in(client)
    page = client.post("/accounts/2fa/authenticate/", {"code": "000000"})
    assert "Incorrect code." in told(page)
    assert not is_signed_in(client)
    client.post("/accounts/2fa/authenticate/", {"code": code(secret)})
    assert is_signed_in(client)


@pytest.mark.parametrize(("period", "signs_in"), [(-2, False), (-1, True), (1, True), (2, False)])
def test_a_phone_may_be_half_a_minute_wrong(
    client: Client, secret: str, period: int, signs_in: bool, time_machine: Any
) -> None:
    time_machine.move_to("2026-03-01T12:00:15Z", tick=False)
    sign_in(client)
    client.post("/accounts/2fa/authenticate/", {"code": code(secret, period)})
    assert is_signed_in(client) is signs_in


@pytest.mark.xdist_group("redis")
@pytest.mark.usefixtures("redis_server")
def test_guessing_codes_is_throttled(client: Client, secret: str) -> None:
    sign_in(client)
    pages = [told(client.post("/accounts/2fa/authenticate/", {"code": "000000"})) for _ in range(12)]
    assert "Too many failed attempts." in pages[-1]
    client.post("/accounts/2fa/authenticate/", {"code": code(secret)})
    assert not is_signed_in(client)


def test_a_recovery_code_works_once(ann: User, secret: str) -> None:
    spare = RecoveryCodes.activate(ann).get_unused_codes()[0]
    for works in (True, False):
        client = Client()
        sign_in(client)
        client.post("/accounts/2fa/authenticate/", {"code": spare})
        assert is_signed_in(client) is works


def test_a_new_password_by_mail_does_not_stand_for_the_second_factor(client: Client, ann: User, secret: str) -> None:
    client.post("/accounts/password/reset/", {"email": ann.email})
    page = client.get(link("/accounts/password/reset/key/"), follow=True)
    client.post(page.redirect_chain[-1][0], {"password1": "foils-and-sabres", "password2": "foils-and-sabres"})
    assert sign_in(client, password="foils-and-sabres")["Location"] == "/accounts/2fa/authenticate/"
    assert not is_signed_in(client)


# --- Lost -----------------------------------------------------------------------------------------------------------


def reset(name: str) -> str:
    out = StringIO()
    call_command("second_factor", "reset", name, stdout=out)
    return out.getvalue()


def test_lost_factors_are_removed_by_a_command_that_names_them_and_tells_the_owner(ann: User, secret: str) -> None:
    other = person("Ben")
    TOTP.activate(other, generate_totp_secret())
    assert reset("Ann") == "removed: TOTP Authenticator\nremoved: Recovery codes\n"
    assert list(Authenticator.objects.values_list("user__username", flat=True)) == ["Ben"]
    assert reasons() == ["second_factor_removed"]
    assert Outbox.objects.get().recipient == ann


def test_who_has_none_is_left_alone(ann: User) -> None:
    assert reset("Ann") == "Ann has no second factor; nothing was changed.\n"
    assert not Outbox.objects.exists()


def test_lost_factors_are_found_by_a_name_in_any_case(ann: User, secret: str) -> None:
    assert reset("aNN") == "removed: TOTP Authenticator\nremoved: Recovery codes\n"
    assert reset("aNN") == "Ann has no second factor; nothing was changed.\n"


def test_a_name_that_nobody_has_is_refused(ann: User, secret: str) -> None:
    with pytest.raises(CommandError, match=r"^Nobody here is called “Anna”\.$") as refusal:
        reset("Anna")
    assert refusal.value.returncode == 1
    assert Authenticator.objects.count() == 2


# --- The pages ------------------------------------------------------------------------------------------------------

PAGES = ["mfa_index", "mfa_list_webauthn", "mfa_view_recovery_codes", "mfa_generate_recovery_codes"]
PAGES += ["mfa_deactivate_totp", "mfa_add_webauthn", "mfa_reauthenticate"]


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_every_page_stands_in_our_frame_in_three_languages(
    name: str, language: str, as_ann: Client, ann: User, secret: str
) -> None:
    User.objects.filter(pk=ann.pk).update(language=language)
    give_password(as_ann)
    page = told(as_ann.get(reverse(name)))
    assert f'<html lang="{language}">' in page
    assert '<main id="content"' in page


def test_the_settings_lead_to_it(as_ann: Client) -> None:
    assert f'href="{reverse("mfa_index")}"' in told(as_ann.get("/settings/"))


def test_a_passkey_that_never_was_is_refused(client: Client, ann: User, secret: str) -> None:
    sign_in(client)
    for credential in ("{}", "[]", '{"id": "x", "response": {"userHandle": "MQ"}}', "nonsense", ""):
        page = client.post("/accounts/2fa/authenticate/", {"credential": credential})
        assert page.status_code == 200
    assert client.post("/accounts/2fa/webauthn/login/", {"credential": "{}"}).status_code == 302
    assert not is_signed_in(client)


def test_the_password_given_once_more_counts_for_five_minutes(as_ann: Client, secret: str, time_machine: Any) -> None:
    give_password(as_ann)
    assert as_ann.get(reverse("mfa_view_recovery_codes")).status_code == 200
    time_machine.move_to(timezone.now() + timedelta(minutes=6))
    assert as_ann.get(reverse("mfa_view_recovery_codes")).status_code == 302
