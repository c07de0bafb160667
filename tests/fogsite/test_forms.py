"""How forms are drawn: nothing is cut without a word, and the focus goes to what is wrong."""

import re

import pytest
from django.test import Client

from accounts.models import User
from tests.games.browsing import signed_in, told

pytestmark = pytest.mark.django_db
LONG = "Dora-van-der-Wiesenthal_zu_Hohe"


def test_a_name_that_is_too_long_stands_whole_beside_the_sentence_that_refuses_it(client: Client) -> None:
    fields = {"username": LONG, "email": "dora@example.org", "password1": "a long walk by the sea"}
    page = told(client.post("/accounts/signup/", fields))
    assert f'value="{LONG}"' in page
    assert "Ensure this value has at most 30 characters (it has 31)." in page
    assert "up to 30 letters" in page


@pytest.mark.parametrize("path", ["/invitations/new/en-garde/", "/settings/programs/"])
def test_no_field_is_cut_by_the_browser(path: str, ann: User) -> None:
    page = told(signed_in(ann).get(path))
    assert '<input type="text"' in page
    assert "maxlength" not in page


def test_where_name_and_password_do_not_fit_together_the_first_has_the_focus(client: Client) -> None:
    page = told(client.post("/accounts/login/", {"login": "Ann", "password": "nothing of the kind"}))
    assert re.findall(r'name="(\w+)"[^>]* autofocus', page) == ["login"]
    assert '<div role="alert"><ul class="errorlist nonfield"' in page


def test_nothing_has_the_focus_before_anything_was_sent(client: Client) -> None:
    assert "autofocus" not in told(client.get("/accounts/login/"))
