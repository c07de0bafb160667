"""Every page that asks for a password says whose it is, so that a browser keeps it for the right account."""

from __future__ import annotations

import re

import pytest
from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.games.browsing import signed_in

pytestmark = pytest.mark.django_db
PASSWORD = re.compile(r'<input[^>]*type="password"[^>]*>')
USERNAME = re.compile(r'<input[^>]*autocomplete="username"[^>]*>')


def told(page: str) -> tuple[bool, list[str]]:
    """Return whether a page asks for a password, and the fields that say whose."""
    return bool(PASSWORD.search(page)), USERNAME.findall(page)


@pytest.mark.parametrize("name", ["account_change_password", "account_reauthenticate", "leave_site"])
def test_pages_of_somebody_who_is_signed_in_name_the_account(name: str, ann: User) -> None:
    page = signed_in(ann).get(reverse(name)).content.decode()
    asks, [field] = told(page)
    assert (asks, 'value="Ann"' in field, " hidden" in field) == (True, True, True)


def test_so_does_the_page_behind_the_link_to_a_new_password(ann: User) -> None:
    key = user_pk_to_url_str(ann), default_token_generator.make_token(ann)
    page = Client().get(reverse("account_reset_password_from_key", args=key), follow=True).content.decode()
    asks, [field] = told(page)
    assert (asks, 'value="Ann"' in field) == (True, True)


@pytest.mark.parametrize("name", ["account_login", "account_signup"])
def test_where_the_name_is_typed_the_field_says_so(name: str) -> None:
    asks, fields = told(Client().get(reverse(name)).content.decode())
    assert (asks, len(fields)) == (True, 1)


def test_every_field_for_a_new_password_says_the_same_in_our_words(ann: User) -> None:
    key = user_pk_to_url_str(ann), default_token_generator.make_token(ann)
    german = {"Accept-Language": "de"}
    pages = [
        Client().get(reverse("account_signup"), headers=german),
        Client().get(reverse("account_reset_password_from_key", args=key), follow=True, headers=german),
        signed_in(ann).get(reverse("account_change_password"), headers=german),
    ]
    help_texts = [
        "Mindestens 8 Zeichen. Kein gängiges Passwort und keines, das deinem Namen ähnelt." in page.content.decode()
        for page in pages
    ]
    assert help_texts == [True, True, True]
