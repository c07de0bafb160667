"""A player who waits for others sees what has become of the invitation, without a reload."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.lobby import services as lobby
from games.lobby.models import Invitation
from tests.e2e.conftest import DESKTOP, Person, hide, look_again
from tests.games.tables import offer, turn

pytestmark = pytest.mark.by_turns(2)


@pytest.fixture
def ann(arrive: Callable[..., Person]) -> Person:
    """She waits at her table for somebody to join."""
    ann = arrive("Ann", DESKTOP)
    ann.sign_in()
    ann.page.clock.install()
    return ann


@pytest.fixture
def ben(transactional_db: None) -> User:
    return User.objects.create_user("Ben", "ben@example.org")


def test_anyone_who_waits_is_led_to_the_match_when_it_begins(ann: Person, ben: User) -> None:
    user = User.objects.get(username="Ann")
    match = offer(user)
    ann.open(match.invitation.get_absolute_url())

    lobby.join(match.public_id, ben)
    look_again(ann.page)

    ann.page.wait_for_url(f"**{match.get_absolute_url()}")
    expect(ann.page.locator("#prompt")).to_be_visible()
    assert turn(match, user).looked is True


def test_a_page_that_nobody_looks_at_does_not_open_the_match(ann: Person, ben: User) -> None:
    user = User.objects.get(username="Ann")
    match = offer(user)
    ann.open(match.invitation.get_absolute_url())
    hide(ann.page)

    lobby.join(match.public_id, ben)
    look_again(ann.page)
    assert turn(match, user).looked is False

    hide(ann.page, hidden=False)
    ann.page.wait_for_url(f"**{match.get_absolute_url()}")


def test_anyone_who_waits_is_told_that_the_answer_is_no(ann: Person, ben: User) -> None:
    match = offer(User.objects.get(username="Ann"))
    Invitation.objects.update(audience=Invitation.Audience.PERSONAL, invited=ben)
    ann.open(match.invitation.get_absolute_url())

    lobby.decline(match.public_id, ben)
    look_again(ann.page)

    expect(ann.page.locator(".message.warning")).to_contain_text("Ben has declined")


def test_the_link_can_be_copied(ann: Person) -> None:
    match = offer(User.objects.get(username="Ann"))
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.open(match.invitation.get_absolute_url())
    ann.page.get_by_role("button", name="Copy the link").click()
    expect(ann.page.get_by_role("button", name="Copied")).to_be_visible()
    shared = ann.page.get_by_label("Send this link to a friend").input_value()
    assert ann.page.evaluate("navigator.clipboard.readText()") == shared
