"""The door of the admin: the site's own sign-in, and a second factor in this session where it is asked for."""

from collections.abc import Iterator
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib import admin
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts import second_factor
from accounts.models import User
from fogsite.admin import AdminSite
from fogsite.settings import ADMIN_SECOND_FACTOR as IN_PRODUCTION, DEVELOPMENT
from tests.accounts.test_second_factor import code
from tests.games.browsing import signed_in, told
from tests.parts.cast import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked_for(settings: Any) -> None:
    """A second factor is asked for, as in production."""
    settings.ADMIN_SECOND_FACTOR = True


@pytest.fixture
def secret(mo: User) -> str:
    made = generate_totp_secret()
    TOTP.activate(mo, made)
    return made


def sign_in(client: Client, secret: str = "") -> None:
    """Sign in on the site's own page, with a code if there is an app."""
    client.post("/accounts/login/", {"login": "Mo", "password": PASSWORD})
    if secret:
        client.post("/accounts/2fa/authenticate/", {"code": code(secret)})
    assert "_auth_user_id" in client.session


def pages(resolver: URLResolver | None = None, prefix: str = "/") -> Iterator[str]:
    """Yield every address of the admin, with 1 for everything that stands in it."""
    for found in (resolver or get_resolver()).url_patterns:
        route = prefix + str(found.pattern)
        if isinstance(found, URLResolver) and route.startswith("/admin/"):
            yield from pages(found, route)
        elif isinstance(found, URLPattern) and route.startswith("/admin/"):
            yield "/".join("1" if part[:1] in "<(" and part else part for part in route.split("/"))


def test_it_is_asked_for_in_production_alone() -> None:
    assert (DEVELOPMENT, IN_PRODUCTION) == (False, True)
    assert admin.site.__class__ is AdminSite


# --- Signing in -----------------------------------------------------------------------------------------------------


def test_a_visitor_is_led_to_the_sites_own_sign_in_and_back(client: Client, mo: User) -> None:
    page = client.get("/admin/games/match/", follow=True)
    assert [where for where, _ in page.redirect_chain] == [
        "/admin/login/?next=/admin/games/match/",
        "/accounts/login/?next=%2Fadmin%2Fgames%2Fmatch%2F",
    ]
    done = client.post(
        "/accounts/login/", {"login": "Mo", "password": PASSWORD, "next": "/admin/games/match/"}, follow=True
    )
    assert done.redirect_chain[-1][0] == "/admin/games/match/"
    assert done.status_code == 200


def test_a_password_posted_to_the_admin_itself_signs_nobody_in(client: Client, mo: User) -> None:
    page = client.post("/admin/login/", {"username": "Mo", "password": PASSWORD, "next": "/admin/"})
    assert page["Location"] == "/accounts/login/?next=%2Fadmin%2F"
    assert "_auth_user_id" not in client.session


@pytest.mark.xdist_group("redis")
def test_guessing_the_password_is_throttled_for_moderators_too(client: Client, mo: User, redis_server: str) -> None:
    for _ in range(12):
        client.post("/accounts/login/", {"login": "Mo", "password": "wrong", "next": "/admin/"})
    page = client.post("/accounts/login/", {"login": "Mo", "password": PASSWORD, "next": "/admin/"})
    assert "Too many failed attempts." in told(page)
    assert "_auth_user_id" not in client.session


def test_a_player_is_refused(ann: User, asked_for: None) -> None:
    page = signed_in(ann).get("/admin/", follow=True)
    assert page.status_code == 403
    assert "Two-factor" not in told(page)


def test_nobody_is_led_away_from_the_site(mo: User) -> None:
    assert signed_in(mo).get("/admin/login/?next=https://evil.example/")["Location"] == "/admin/"


def test_a_moderators_password_is_changed_on_the_sites_own_page(mo: User) -> None:
    assert signed_in(mo).get("/admin/password_change/")["Location"] == "/accounts/password/change/"


# --- The second factor ----------------------------------------------------------------------------------------------


def test_without_a_second_factor_the_page_says_so_and_leads_to_setting_one_up(mo: User, asked_for: None) -> None:
    client = signed_in(mo)
    page = client.get("/admin/games/match/", follow=True)
    assert page.redirect_chain == [("/admin/login/?next=/admin/games/match/", 302)]
    assert page.status_code == 403
    assert "Two-factor authentication required" in told(page)
    assert f'href="{reverse("mfa_index")}"' in told(page)


@pytest.mark.parametrize("method", ["get", "post"])
def test_nothing_of_the_admin_is_shown_before(method: str, mo: User, asked_for: None) -> None:
    client = signed_in(mo)
    found = set(pages())
    assert len(found) > 60
    for page in found - {"/admin/login/", "/admin/logout/"}:
        answer = getattr(client, method)(page)
        assert (answer.status_code, page, answer.headers.get("Location", "")[:13]) == (302, page, "/admin/login/")
    assert getattr(client, method)("/admin/logout/")["Location"] == "/admin/"
    shown = told(getattr(client, method)("/admin/login/"))
    assert "Site administration" not in shown
    assert "/admin/games/" not in shown


def test_a_code_in_this_session_opens_it(client: Client, mo: User, secret: str, asked_for: None) -> None:
    sign_in(client, secret)
    assert client.get("/admin/").status_code == 200
    assert client.get("/admin/login/?next=/admin/games/match/")["Location"] == "/admin/games/match/"


def test_a_session_from_before_must_use_the_factor_first(client: Client, mo: User, asked_for: None) -> None:
    sign_in(client)
    secret = generate_totp_secret()
    TOTP.activate(mo, secret)
    page = client.get("/admin/games/match/", follow=True)
    assert page.status_code == 403
    assert "Please do it now." in told(page)
    way = "/accounts/2fa/reauthenticate/?next=%2Fadmin%2Fgames%2Fmatch%2F"
    assert f'href="{way}">Enter a code</a>' in told(page)
    form = {"code": code(secret), "next": "/admin/games/match/"}
    assert client.post(way, form, follow=True).redirect_chain == [("/admin/games/match/", 302)]
    assert client.get("/admin/games/match/").status_code == 200


def test_giving_the_password_again_is_not_enough(client: Client, mo: User, secret: str, asked_for: None) -> None:
    client.force_login(mo)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert client.get("/admin/").status_code == 302


def test_a_factor_that_was_taken_away_opens_nothing_any_more(
    client: Client, mo: User, secret: str, asked_for: None
) -> None:
    sign_in(client, secret)
    second_factor.remove_all(mo)
    assert client.get("/admin/").status_code == 302
    TOTP.activate(mo, secret)
    assert client.get("/admin/").status_code == 302


def test_the_factor_of_somebody_else_counts_for_nothing(mo: User, ann: User, secret: str, asked_for: None) -> None:
    client = signed_in(mo)
    session = client.session
    session["account_authentication_methods"] = [{"method": "mfa", "id": Authenticator.objects.get().pk, "at": 1}]
    session["account_authentication_methods_user"] = str(mo.pk)
    session.save()
    assert client.get("/admin/").status_code == 200
    Authenticator.objects.update(user=ann)
    assert client.get("/admin/").status_code == 302


def test_signing_out_ends_it(client: Client, mo: User, secret: str, asked_for: None) -> None:
    sign_in(client, secret)
    client.post("/accounts/logout/")
    client.force_login(mo)
    assert client.get("/admin/").status_code == 302


def test_where_it_is_not_asked_for_it_costs_no_query(mo: User, django_assert_num_queries: Any) -> None:
    client = signed_in(mo)
    with django_assert_num_queries(2):  # session and user
        assert client.get("/admin/login/").status_code == 302


# --- What is shown of second factors --------------------------------------------------------------------------------


def test_no_page_of_the_admin_shows_the_secret_of_a_second_factor(mo: User, secret: str) -> None:
    client = signed_in(mo)
    row = Authenticator.objects.get()
    for name, args in (("changelist", []), ("change", [row.pk])):
        page = client.get(reverse(f"admin:mfa_authenticator_{name}", args=args))
        assert page.status_code == 200
        assert secret not in told(page)
    assert client.get(reverse("admin:mfa_authenticator_add")).status_code == 403
    assert client.post(reverse("admin:mfa_authenticator_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
