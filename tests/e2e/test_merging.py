"""A guest who plays a person signs in to an account and takes the match along, in a browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.core.models import Match
from games.lobby import services as lobby
from tests.e2e.conftest import DESKTOP, PHONE, Person
from tests.e2e.test_access import OVERFLOW, violations
from tests.games.tables import answer, first_move, next_user, now
from tests.parts.cast import PASSWORD, person

pytestmark = pytest.mark.usefixtures("worker")
NARROWEST = {**PHONE, "viewport": {"width": 320, "height": 640}}


def joined(guest: Person, ann: User) -> Match:
    """Return a match of a guest with Ann, who offered it by a link."""
    match = lobby.invite(ann, lobby.Terms("en-garde", {}, audience="link", seat=1)).match
    guest.open(f"/i/{match.public_id}/")
    guest.page.get_by_role("button", name="Play as a guest").click()
    guest.page.wait_for_url("**/m/**")
    return now(match)


def sign_in_from_guest(page: Page, name: str) -> None:
    page.locator(".guest a").click()
    page.get_by_role("button", name="Sign in to my account").click()
    page.fill("input[name=login]", name)
    page.fill("input[name=password]", PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/guest/matches/")


@pytest.mark.parametrize("how", [DESKTOP, NARROWEST], ids=["desktop", "phone"])
def test_a_guest_takes_a_match_with_a_person_along(how: dict[str, object], arrive: Callable[..., Person]) -> None:
    ann, _ = person("Ann"), person("Cat")
    dora = arrive("Dora", how)
    match, page = joined(dora, ann), dora.page
    sign_in_from_guest(page, "Cat")
    expect(page.locator("main")).to_contain_text("En Garde – Ann (in progress)")
    expect(page.locator("main")).not_to_contain_text("What stays with the guest")
    assert [*violations(page, {}), page.evaluate(OVERFLOW)] == [0]
    page.get_by_role("button", name="Move the matches").click()
    page.wait_for_url("**/matches/")
    expect(page.locator("main")).to_contain_text("1 match is now in your account.")
    page.locator(".match-row a").first.click()
    page.wait_for_url(f"**{match.get_absolute_url()}")
    if next_user(match) == ann:
        answer(match, ann, first_move(match, ann))
    expect(page.locator("#choices")).to_be_visible()


def test_a_match_with_oneself_stays_with_the_guest_who_can_go_back_to_it(arrive: Callable[..., Person]) -> None:
    ann = person("Ann")
    dora = arrive("Dora", NARROWEST)
    match, page = joined(dora, ann), dora.page
    sign_in_from_guest(page, "Ann")
    expect(page.get_by_role("button", name="Move the matches")).to_have_count(0)
    expect(page.locator("main")).to_contain_text("What stays with the guest doesn’t change")
    page.get_by_role("button", name="Sign out and continue as").click()
    page.wait_for_load_state()
    dora.open(match.get_absolute_url())
    expect(page.locator(".guest")).to_contain_text("Choose a name and enter your email address to save your matches")
