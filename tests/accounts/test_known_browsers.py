"""Browsers in which somebody has signed in: what others try counts for nothing there."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account import app_settings as of_accounts
from allauth.mfa import app_settings as of_factors
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from django.urls import reverse

from accounts import known_browsers
from accounts.models import User
from tests.accounts.test_limits import LOCKED, sign_in
from tests.accounts.test_second_factor import code
from tests.games.browsing import told
from tests.parts.cast import PASSWORD, person

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("redis")]


def browser_of(user: User) -> Client:
    """Return a browser in which somebody has signed in, and out again."""
    browser = Client()
    assert sign_in(user.username, PASSWORD, "192.0.2.1", browser).status_code == 302
    browser.post(reverse("account_logout"))
    return browser


@pytest.fixture
def attacked(ann: User, ben: User, redis_server: str, settings: Any) -> dict[str, Client]:
    """Ann's browser and Ben's, once strangers have tried as many passwords for Ann and her address as are counted."""
    settings.LIMITS = settings.LIMITS | {"sign_in": "2/h/key,5/h/known"}
    browsers = {"Ann": browser_of(ann), "Ben": browser_of(ben)}
    for login in ("Ann", ann.email):
        for number in range(2):
            sign_in(login, "wrong", f"192.0.2.{number}")
    return browsers


@pytest.mark.parametrize("login", ["Ann", "ANN", "ann@example.org"])
def test_strangers_lock_nobody_out_of_a_browser_they_have_signed_in_with(
    attacked: dict[str, Client], login: str
) -> None:
    assert sign_in(login, PASSWORD, "192.0.2.9", attacked["Ann"]).status_code == 302


def test_a_browser_that_somebody_else_has_signed_in_with_is_counted(attacked: dict[str, Client]) -> None:
    assert LOCKED in told(sign_in("Ann", PASSWORD, "192.0.2.9", attacked["Ben"]))


def test_a_neighbour_with_the_same_address_locks_nobody_out_of_a_known_browser(ann: User, redis_server: str) -> None:
    """Many customers of a provider share an address, and all of a household."""
    known = browser_of(ann)
    for number in range(11):
        sign_in(("Ann", "Ben")[number % 2], "wrong", "192.0.2.9")
    assert LOCKED in told(sign_in("Ann", PASSWORD, "192.0.2.9"))
    assert sign_in("Ann", PASSWORD, "192.0.2.9", known).status_code == 302


NEIGHBOUR = "192.0.2.9"


def test_neighbours_who_use_up_the_limit_of_an_address_lock_nobody_out_of_a_known_browser(
    ann: User, redis_server: str
) -> None:
    known = browser_of(ann)
    found = [sign_in(f"Nobody {number}", "wrong", NEIGHBOUR).status_code for number in range(31)]
    assert found == [200] * 30 + [429]
    assert sign_in("Ann", PASSWORD, NEIGHBOUR, known).status_code == 302


def test_they_keep_nobody_from_a_second_factor(ann: User, redis_server: str) -> None:
    known, secret = browser_of(ann), generate_totp_secret()
    TOTP.activate(ann, secret)
    for number in range(11):
        sign_in(f"Nobody {number}", "wrong", NEIGHBOUR)
    assert sign_in("Ann", PASSWORD, NEIGHBOUR, known)["Location"] == reverse("mfa_authenticate")
    shown = {"code": code(secret)}
    assert known.post(reverse("mfa_authenticate"), shown, REMOTE_ADDR=NEIGHBOUR).status_code == 302


def test_they_keep_nobody_from_a_passkey(ann: User, redis_server: str) -> None:
    known, passkey = browser_of(ann), reverse("mfa_login_webauthn")
    found = [Client().post(passkey, REMOTE_ADDR=NEIGHBOUR).status_code for _ in range(31)]
    assert found[-1] == 429
    assert known.post(passkey, REMOTE_ADDR=NEIGHBOUR).status_code != 429


def test_allauth_counts_nobody_who_signs_in_by_address() -> None:
    """It does not know which browsers are known."""
    counted = [of_accounts.RATE_LIMITS["login"], of_accounts.RATE_LIMITS["login_failed"]]
    counted.append(of_factors.RATE_LIMITS["webauthn_login"])
    assert not [rates for rates in counted if rates and "/ip" in rates]


def test_a_known_browser_is_counted_by_name_wherever_it_is(attacked: dict[str, Client]) -> None:
    for number in range(5):
        assert LOCKED not in told(sign_in("Ann", "wrong", f"192.0.2.{number}", attacked["Ann"]))
    assert LOCKED in told(sign_in("Ann", PASSWORD, "192.0.2.9", attacked["Ann"]))


def test_a_right_password_does_not_count_in_a_known_browser(ann: User, redis_server: str) -> None:
    known = browser_of(ann)
    for _ in range(6):
        assert sign_in("Ann", PASSWORD, "192.0.2.9", known).status_code == 302
        known.post(reverse("account_logout"))


def test_a_browser_is_known_no_more_once_the_password_is_another(attacked: dict[str, Client], ann: User) -> None:
    ann.set_password("foils-and-sabres")
    ann.save()
    assert LOCKED in told(sign_in("Ann", "foils-and-sabres", "192.0.2.9", attacked["Ann"]))


@pytest.mark.parametrize("forged", ["", "1", "{pk}:", "{pk}:0123456789abcdef0123456789abcdef", "{pk}:0:1:2", "\u00e9"])
def test_a_browser_that_says_so_itself_is_not_known(attacked: dict[str, Client], ann: User, forged: str) -> None:
    browser = Client()
    browser.cookies[known_browsers.COOKIE] = forged.format(pk=ann.pk)
    assert LOCKED in told(sign_in("Ann", PASSWORD, "192.0.2.9", browser))


@pytest.mark.parametrize("https", [True, False])
def test_the_cookie_of_a_known_browser_is_for_the_server_alone(ann: User, settings: Any, https: bool) -> None:
    settings.HTTPS = https
    cookie = sign_in("Ann", PASSWORD, "192.0.2.1").cookies[known_browsers.COOKIE]
    flags = [cookie[name] for name in ("httponly", "samesite", "secure", "max-age", "path")]
    assert flags == [True, "Lax", True if https else "", 365 * 24 * 3600, "/"]
    assert cookie.value.startswith(f"{ann.pk}:")


@pytest.mark.parametrize("name", ["Işık", "IŞIK", "Straße", "Iris"])
def test_a_browser_is_known_by_a_name_in_any_script(name: str, redis_server: str, settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"sign_in": "1/h/key,5/h/known"}
    known = browser_of(person(name))
    for _ in range(2):
        sign_in(name, "wrong", "192.0.2.9")
    assert sign_in(name, PASSWORD, "192.0.2.9", known).status_code == 302
