"""The home page."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.games.browsing import signed_in, told

pytestmark = pytest.mark.django_db


def test_a_visitor_learns_what_this_is_and_how_to_sign_up(client: Client) -> None:
    page = told(client.get("/"))
    assert "Board games, one move at a time" in page
    assert "En Garde" in page
    assert reverse("account_signup") in page
    assert reverse("account_login") in page


def test_who_is_signed_in_finds_their_matches(ann: User) -> None:
    page = told(signed_in(ann).get("/"))
    assert reverse("my_matches") in page
    assert reverse("account_signup") not in page


def test_it_is_only_read(client: Client) -> None:
    assert client.post("/").status_code == 405
    assert client.head("/").status_code == 200
