"""What comes from many addresses: counted by the wider network, and for all strangers together."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts import guests, limits
from accounts.models import User
from tests.accounts.test_known_browsers import browser_of
from tests.accounts.test_limits import NOTHING, PATHS, PROGRAMS, post, sign_in
from tests.games.browsing import signed_in
from tests.parts.cast import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("redis")]
CODE, RESET = reverse("account_request_login_code"), reverse("account_reset_password")
PASSKEY, JSON = reverse("mfa_login_webauthn"), {"accept": "application/json"}


def joined(source: str) -> int:
    """Return what is answered to a visitor who tries a match, from an address."""
    return int(post(Client(), reverse("try_out", args=["en-garde"]), source).status_code)


@pytest.mark.parametrize(
    ("inside", "outside"),
    [("2001:db8:1:{:x}00::1", "2001:db8:2::1"), ("192.0.2.{}", "192.0.3.1")],
)
def test_a_network_of_many_customers_gets_ten_times_what_one_gets(
    inside: str, outside: str, redis_server: str, settings: Any
) -> None:
    settings.LIMITS = settings.LIMITS | {"try": "1/h/ip"}
    assert [joined(inside.format(20 * number)) for number in range(12)] == [302] * 10 + [429] * 2
    assert joined(outside) == 302
    assert User.objects.filter(guest_until__isnull=False).count() == 11


def test_what_one_address_is_refused_uses_up_nothing_of_its_network(redis_server: str, settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"try": "1/h/ip"}
    assert [joined("192.0.2.1") for _ in range(12)] == [302] + [429] * 11
    assert joined("192.0.2.2") == 302


# --- All strangers together -------------------------------------------------------------------------------------------


def test_strangers_from_everywhere_are_counted_together_and_lock_nobody_out(
    ann: User, redis_server: str, settings: Any
) -> None:
    known = browser_of(ann)
    settings.LIMITS = settings.LIMITS | {"login": "3/m/site,2/m/known"}
    found = [sign_in("Ben", "wrong", f"198.51.{number}.1").status_code for number in range(5)]
    assert found == [200] * 3 + [429] * 2
    assert sign_in("Ann", PASSWORD, "203.0.113.1").status_code == 429
    assert sign_in("Ann", PASSWORD, "203.0.113.1", known).status_code == 302
    assert post(signed_in(ann)).status_code == 422


def test_a_known_browser_has_an_allowance_of_its_own_and_no_more(
    ann: User, ben: User, redis_server: str, settings: Any
) -> None:
    known, other = browser_of(ann), browser_of(ben)
    settings.LIMITS = settings.LIMITS | {"login": "100/m/site,2/m/known"}
    assert [sign_in("Ann", "wrong", "203.0.113.1", known).status_code for _ in range(3)] == [200, 200, 429]
    assert sign_in("Ben", PASSWORD, "203.0.113.1", other).status_code == 302


def test_neighbours_lock_nobody_out_of_a_known_browser(ann: User, redis_server: str, settings: Any) -> None:
    known = browser_of(ann)
    settings.LIMITS = settings.LIMITS | {"login": "3/m/wide,100/m/site,2/m/known"}
    assert [sign_in("Ben", "wrong", f"192.0.2.{number}").status_code for number in range(4)] == [200] * 3 + [429]
    assert sign_in("Ann", PASSWORD, "192.0.2.9").status_code == 429
    assert sign_in("Ann", PASSWORD, "192.0.2.9", known).status_code == 302


def test_guests_are_strangers_and_accounts_are_not(ann: User, redis_server: str, settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"keep": "1/h/site"}
    keep = reverse("keep")
    assert [post(signed_in(guests.create()), keep).status_code for _ in range(2)] == [422, 429]
    assert post(signed_in(ann), keep).status_code != 429


@pytest.mark.parametrize("path", [CODE, RESET])
def test_emails_that_strangers_ask_for_are_counted_together(path: str, redis_server: str, settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"mail": "2/h/site"}
    found = [post(Client(), path, f"198.51.{n}.1", email=f"a{n}@example.org").status_code for n in range(3)]
    assert found == [302, 302, 429]


MAKES_NOTHING = ["/accounts/logout/", "/admin/logout/", "/appearance", "/healthz", "/stream/"]
"""Addresses where a visitor's post neither hashes a password nor sends an email nor makes a row."""


def test_nothing_that_a_stranger_can_post_hashes_mails_or_makes_rows_without_a_count_of_all(settings: Any) -> None:
    """Everything that a visitor may post has one of three results.

    It's refused once strangers have used up what they may do together, or it leads to the sign-in, or it makes nothing.
    """
    settings.LIMITS = dict.fromkeys(settings.LIMITS, "0/m/site") | {"play": "1000/m/ip"}
    browser = Client()
    found = {path: browser.post(path) for path in sorted(PATHS.keys() - PROGRAMS.keys())}
    open_doors = sorted(
        path
        for path, answer in found.items()
        if answer.status_code not in (404, 405, 429)
        and not (answer.status_code == 302 and "login/" in answer["Location"])
    )
    assert open_doors == MAKES_NOTHING


def rows() -> dict[str, int]:
    """Return how many rows each table has."""
    return {model._meta.label: model._default_manager.count() for model in apps.get_models()}


def test_nothing_that_a_stranger_can_look_at_makes_rows_without_a_count_of_all(settings: Any) -> None:
    settings.LIMITS = dict.fromkeys(settings.LIMITS, "0/m/site")
    before = rows()
    for path in sorted(PATHS.keys() - PROGRAMS.keys()):
        Client().get(path)
        if path.startswith("/accounts/"):  # allauth has other answers for scripts
            Client().get(path, headers=JSON)
    assert rows() == before


def test_a_passkey_can_be_asked_for_as_often_as_a_password(redis_server: str, settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"login": "2/m/wide"}
    asked = [Client().get(PASSKEY, headers=JSON, REMOTE_ADDR=f"192.0.2.{number}") for number in range(3)]
    assert [answer.status_code for answer in asked] == [200, 200, 429]
    assert Session.objects.count() == 2


@pytest.mark.parametrize("name", sorted(NOTHING.keys() - {"sign_in", "look", "feed"}))
def test_a_count_of_all_says_when_to_come_back(name: str, redis_server: str, settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {name: "1/m/site"}
    request = RequestFactory().post("/", REMOTE_ADDR="192.0.2.1")
    request.user = AnonymousUser()
    assert limits.consume(request, name) == 0
    assert 1 <= limits.consume(request, name) <= 60


def test_without_redis_no_stranger_is_refused(settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"try": "1/h/ip,1/h/site"}
    assert [joined("192.0.2.1") for _ in range(3)] == [302] * 3
