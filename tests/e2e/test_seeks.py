"""Two who never meet ask the site for an opponent, and a worker begins their match."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.core.models import Match
from games.seeks.models import Seek
from tests.e2e.conftest import DESKTOP, PHONE, Person
from tests.games.tables import seat

pytestmark = pytest.mark.usefixtures("worker")
BEGUN = "fetch('/seeks/').then((page) => page.text()).then((text) => text.includes('Just started'))"
WORD = "document.dispatchEvent(new CustomEvent('fresh', { detail: null }))"
"""What `stream.js` says once the stream is open; `service` has none."""


def overflow(page: Page) -> int:
    """Return by how many pixels a page is wider than its window."""
    found: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return found


def ask(somebody: Person) -> None:
    """Ask for an opponent in En Garde, at the pace that the form begins with."""
    somebody.sign_in()
    somebody.open("/seeks/")
    somebody.page.get_by_role("link", name="En Garde").click()
    look = somebody.page.get_by_role("button", name="Find an opponent")
    expect(look).to_be_visible()
    assert overflow(somebody.page) == 0
    look.click()
    expect(somebody.page.locator(".messages")).to_contain_text("We’re looking for an opponent for you")


def follow(somebody: Person, opponent: str) -> Match:
    """Go to the match once it has begun. The open page tells of it by itself."""
    somebody.page.wait_for_function(BEGUN)
    somebody.page.evaluate(WORD)
    match = somebody.page.get_by_role("link", name=f"En Garde against {opponent}")
    expect(match).to_be_visible()
    expect(somebody.page.get_by_role("button", name="Stop looking")).to_have_count(0)
    assert overflow(somebody.page) == 0
    match.click()
    somebody.page.wait_for_url("**/m/**")
    expect(somebody.page.locator("main")).to_contain_text(opponent)
    return Match.objects.get(public_id=somebody.page.url.rstrip("/").rpartition("/")[2])


def test_two_who_want_the_same_are_led_to_their_match(arrive: Callable[..., Person]) -> None:
    ann, ben = arrive("Ann", PHONE), arrive("Ben", DESKTOP)
    ask(ann)
    expect(ann.page.locator("#mine")).to_have_text("You’re looking for")
    assert overflow(ann.page) == 0
    ask(ben)
    matches = [follow(ann, "Ben"), follow(ben, "Ann")]
    assert (matches[0], matches[0].status) == (matches[1], Match.Status.PLAYING)
    assert {each.user.username for each in matches[0].seats.all()} == {"Ann", "Ben"}
    assert [seat(matches[0], User.objects.get(username=name)).house for name in ("Ann", "Ben")] == [False, False]
    assert not Seek.objects.exists()
