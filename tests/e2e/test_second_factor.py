"""The second factor as people meet it: a code from an app, a passkey, and the admin behind them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from tests.e2e.conftest import DESKTOP
from tests.e2e.test_access import faults, sign_in
from tests.parts.cast import PASSWORD, person

pytestmark = pytest.mark.by_turns(2)

KEY = {
    "options": {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
}
"""A device that has passkeys and whose owner always says yes."""

SET_UP = ["mfa_index", "mfa_add_webauthn", "mfa_list_webauthn", "mfa_deactivate_totp"]
CODES = ["mfa_view_recovery_codes", "mfa_generate_recovery_codes", "mfa_reauthenticate"]


@pytest.fixture
def mo(transactional_db: None, settings: Settings) -> User:
    """Return a moderator who is asked for a second factor."""
    settings.ADMIN_SECOND_FACTOR = True
    return person("Mo", is_staff=True, is_superuser=True)


@pytest.fixture
def page(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """A browser of its own, in which no script may fail and the content policy may stop nothing."""
    context: BrowserContext = browser.new_context(base_url=live_server.url, **DESKTOP)
    page = context.new_page()
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda line: said.append(line.text) if "Content Security Policy" in line.text else None)
    yield page
    context.close()
    assert said == []


@pytest.fixture
def device(page: Page) -> Any:
    """The page's connection to a device with passkeys."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    added = devtools.send("WebAuthn.addVirtualAuthenticator", KEY)
    return devtools, added["authenticatorId"]


def give(page: Page, **fields: str) -> None:
    """Fill in the first form of the page and send it."""
    for name, text in fields.items():
        page.fill(f"main form input[name={name}]", text)
    page.locator("main form button[type=submit]").first.click()


def code(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


def test_a_moderator_sets_an_app_up_and_enters_the_admin_with_its_code(mo: User, page: Page) -> None:
    page.goto("/admin/games/match/")
    give(page, login="Mo", password=PASSWORD)
    expect(page.get_by_role("heading", name="Two-factor authentication required")).to_be_visible()
    page.get_by_role("link", name="Set it up").click()
    page.get_by_role("link", name="Set up an app").click()
    give(page, password=PASSWORD)
    secret = page.locator("code.key").inner_text()
    assert page.locator("img.qr").evaluate("image => image.complete && image.naturalWidth > 0")
    give(page, code=code(secret))
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    expect(page.locator(".codes li")).to_have_count(10)

    page.goto("/admin/games/match/")
    expect(page.get_by_text("Please do it now.")).to_be_visible()
    page.get_by_role("link", name="Enter a code").click()
    give(page, code=code(secret))
    expect(page).to_have_url(f"{page.url.partition('/admin')[0]}/admin/games/match/")
    expect(page.get_by_role("heading", name="Select match to view")).to_be_visible()

    page.goto("/accounts/logout/")
    give(page)
    page.goto("/admin/")
    give(page, login="Mo", password=PASSWORD)
    spare = RecoveryCodes.activate(mo).get_unused_codes()[0]  # the code of this half minute is used up
    give(page, code=spare)
    expect(page.get_by_role("heading", name="Site administration")).to_be_visible()


def test_a_moderator_adds_a_passkey_and_enters_the_admin_with_it_alone(mo: User, page: Page, device: Any) -> None:
    page.goto("/accounts/login/?next=/accounts/2fa/")
    give(page, login="Mo", password=PASSWORD)
    page.get_by_role("link", name="Add a passkey").click()
    give(page, password=PASSWORD)
    page.fill("input[name=name]", "My phone")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    assert str(Authenticator.objects.get(type="webauthn")) == "My phone"

    page.goto("/admin/")
    page.get_by_role("link", name="Use a passkey").click()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", name="Site administration")).to_be_visible()

    page.goto("/accounts/logout/")
    give(page)
    page.goto("/admin/games/match/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("heading", name="Select match to view")).to_be_visible()

    page.goto("/accounts/logout/")
    give(page)
    page.goto("/admin/")
    give(page, login="Mo", password=PASSWORD)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", name="Site administration")).to_be_visible()


def test_a_passkey_that_is_not_used_gets_a_sentence(mo: User, page: Page, device: Any) -> None:
    devtools, key = device
    devtools.send("WebAuthn.setUserVerified", {"authenticatorId": key, "isUserVerified": False})
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("Your passkey wasn’t used. You can try again.")).to_be_visible()


def test_every_page_of_it_can_be_used_by_all(mo: User, page: Page, live_server: LiveServer) -> None:
    sign_in(page.context, mo, live_server.url)
    page.goto("/accounts/reauthenticate/")
    give(page, password=PASSWORD)
    found = {name: faults(page, reverse(name)) for name in ("mfa_index", "mfa_activate_totp")}
    TOTP.activate(mo, generate_totp_secret())
    RecoveryCodes.activate(mo)
    found |= {name: faults(page, reverse(name)) for name in SET_UP + CODES}
    assert {name: each for name, each in found.items() if each} == {}
