"""Tokens of programs: made on a page, shown once, taken back."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from accounts import outbox, tokens
from accounts.models import Token, User
from tests.parts.cast import give_password, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def as_ann(as_ann: Client) -> Client:
    """Ann, who has just given her password."""
    give_password(as_ann)
    return as_ann


PAGE = "/settings/programs/"
NEW = {"name": "My robot", "scope": "play"}


def shown(page: Any) -> str:
    """Return the token on the page; empty where there is none."""
    return page.content.decode().partition('<code class="token">')[2].partition("<")[0]


def test_a_token_is_shown_once_and_kept_as_a_hash(as_ann: Client, ann: User) -> None:
    page = as_ann.post(PAGE, NEW)
    token = shown(page)
    row = Token.objects.get()
    assert page.status_code == 200
    assert page["Cache-Control"] == "private, no-store"
    assert token.startswith("fog_")
    assert len(token) == 68
    assert token not in [str(value) for value in vars(row).values()]
    assert tokens.find(token) == row
    assert (row.user, row.name, row.scopes) == (ann, "My robot", ["read", "play"])
    again = as_ann.get(PAGE).content.decode()
    assert "My robot" in again
    assert token not in again


def test_a_token_may_be_for_looking_only(as_ann: Client) -> None:
    as_ann.post(PAGE, {"name": "A clock", "scope": "read"})
    assert Token.objects.get().scopes == ["read"]


@pytest.mark.parametrize("wrong", [{"name": ""}, {"name": "x" * 61}, {"scope": "rule the world"}, {"name": "a\0b"}])
def test_a_token_without_a_proper_name_or_scope_is_refused(as_ann: Client, wrong: dict[str, str]) -> None:
    page = as_ann.post(PAGE, NEW | wrong)
    assert page.status_code == 422
    assert 'class="errorlist' in page.content.decode()
    assert not Token.objects.exists()


def test_twenty_tokens_are_enough(as_ann: Client, ann: User) -> None:
    for number in range(tokens.MAX_TOKENS):
        tokens.create(ann, f"robot {number}", "read")
    page = as_ann.post(PAGE, NEW)
    assert page.status_code == 422
    assert "You already have 20 tokens. Revoke one first." in page.content.decode()
    assert Token.objects.count() == tokens.MAX_TOKENS


def test_who_has_no_verified_address_gets_none(client: Client) -> None:
    client.force_login(User.objects.create_user("Dora", "dora@example.org"))
    page = client.post(PAGE, NEW)
    assert page.status_code == 422
    assert "API tokens need an account with a confirmed email address." in page.content.decode()


def test_a_guest_gets_none() -> None:
    guest = person("Gus", guest_until=timezone.now())
    with pytest.raises(ValidationError, match="confirmed email address"):
        tokens.create(guest, "robot", "play")


def test_a_revoked_token_is_gone_at_once(as_ann: Client, ann: User) -> None:
    token = tokens.create(ann, "robot", "play")
    page = as_ann.post(f"{PAGE}revoke", {"number": token[:15]}, follow=True)
    assert "Token revoked" in page.content.decode()
    assert tokens.find(token) is None


def test_nobody_revokes_the_tokens_of_others(as_ann: Client, ben: User) -> None:
    token = tokens.create(ben, "robot", "play")
    assert as_ann.post(f"{PAGE}revoke", {"number": token[:15]})["Location"] == PAGE
    assert tokens.find(token) is not None


def test_all_tokens_of_one_user_go_together(ann: User, ben: User) -> None:
    mine, his = tokens.create(ann, "one", "play"), tokens.create(ben, "two", "play")
    tokens.revoke_all(ann)
    assert tokens.find(mine) is None
    assert tokens.find(his) is not None


@pytest.mark.parametrize("change", [{"is_active": False}, {"guest_until": timezone.now()}])
def test_who_may_not_sign_in_has_no_use_of_a_token(ann: User, change: dict[str, Any]) -> None:
    token = tokens.create(ann, "robot", "play")
    User.objects.filter(pk=ann.pk).update(**change)
    assert tokens.find(token) is None


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_costs_the_same_for_one_token_and_three(
    as_ann: Client, ann: User, django_assert_num_queries: Any, count: int
) -> None:
    for number in range(count):
        tokens.create(ann, f"robot {number}", "read")
    with django_assert_num_queries(4):  # session, user, what waits, tokens
        page = as_ann.get(PAGE)
    assert page.content.decode().count("never used") == count


def test_a_name_is_shown_as_it_was_typed(as_ann: Client) -> None:
    page = as_ann.post(PAGE, NEW | {"name": "<b>robot</b>"}).content.decode()
    assert "&lt;b&gt;robot&lt;/b&gt;" in page


def test_the_email_about_a_new_token_says_from_where(as_ann: Client) -> None:
    as_ann.post(PAGE, NEW, headers={"user-agent": "Lynx"})
    outbox.deliver_due()
    assert "From the IP address 127.0.0.1, with the browser Lynx" in mail.outbox[-1].body


def test_the_day_on_which_a_token_was_last_shown_is_noted(ann: User) -> None:
    EmailAddress.objects.get_or_create(user=ann, email="ann@example.org", defaults={"verified": True})
    found = tokens.find(tokens.create(ann, "program", "read"))
    assert found is not None
    tokens.note_used(found)
    assert Token.objects.get().used == timezone.now().date()
