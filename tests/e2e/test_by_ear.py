"""A whole match of En Garde by keyboard and accessible names alone, as somebody plays it who sees no screen.

Each control is found by its role and its accessible name, reached with Tab, and pressed with Enter.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.core.models import Match
from games.core.reading.seen import Seen
from games.rules import engine
from tests.e2e.conftest import DESKTOP, look_again
from tests.e2e.pages import sign_in
from tests.games import tables
from tests.parts.cast import person

pytestmark = pytest.mark.django_db(transaction=True)

ENOUGH = 150
"""More stops of Tab than any way through a page needs."""


class Listener:
    """Somebody who hears a page and never sees it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def named(self, role: str, name: str) -> Locator:
        """Return what has this role, and a name that begins with these words."""
        return self.page.get_by_role(role, name=re.compile(rf"^{re.escape(name)}($|\W)"))  # type: ignore[arg-type]

    def press(self, name: str) -> None:
        """Press Tab until a button of this name has the focus, then Enter."""
        reached = self.named("button", name).and_(self.page.locator(":focus"))
        for _ in range(ENOUGH):
            if reached.count():
                return self.page.keyboard.press("Enter")
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab doesn't lead to “{name}”:\n{self.page.locator('#match').aria_snapshot()}")

    def choose(self, name: str) -> None:
        """Choose a step in the list of all moves. Press twice if the page asks for it."""
        self.mark()
        if not self.named("button", name).count():
            self.press("All moves")
        self.press(name)
        if self.named("button", f"Press again: {name}").count():
            self.settled()
            self.page.keyboard.press("Enter")
        self.expect_news()

    def hear(self) -> None:
        """Let the page find that the other player has moved."""
        self.mark()
        look_again(self.page)
        self.expect_news()
        self.settled()

    def mark(self) -> None:
        self.page.evaluate("document.getElementById('match').dataset.old = ''")

    def expect_news(self) -> None:
        """Wait until the match is shown again, and what is new is announced."""
        expect(self.page.locator("#match[data-old], #choices:not([data-ready])")).to_have_count(0)
        expect(self.page.get_by_role("status").first).not_to_be_empty()

    def settled(self) -> None:
        """Wait until keys are taken again."""
        expect(self.page.locator("[data-unseen]")).to_have_count(0)


def steps(match: Match, user: User, text: str) -> list[str]:
    """Return what the steps of a move are called."""
    seen = Seen.now(tables.now(match), match.seats.all(), tables.seat(match, user).index)
    return [match.rules.label(step).said(seen.voice) for step in engine.parse_move(match.rules, text)]


def test_a_whole_match_is_played_by_ear(browser: Browser, live_server: LiveServer) -> None:
    ann, ben = person("Ann"), person("Ben")
    match = tables.begin(ann, ben, rounds=1)
    context = browser.new_context(base_url=live_server.url, **DESKTOP)
    sign_in(context, ann, live_server.url)
    page = context.new_page()
    page.clock.install()
    page.goto(match.get_absolute_url())
    play(Listener(page), match, ann)
    assert tables.now(match).ended is not None
    expect(page.get_by_role("heading", name=re.compile("^You (won|lost)"))).to_be_focused()
    expect(page.get_by_role("status").first).to_contain_text(re.compile("You (won|lost) the match"))


def play(listener: Listener, match: Match, ann: User) -> None:
    """Play Ann's moves on her page, and the other ones elsewhere. Both attack as soon as they can."""
    while user := tables.next_user(match):
        text = tables.attack(match, user)
        if user == ann:
            for name in steps(match, ann, text):
                listener.choose(name)
        else:
            tables.answer(match, user, text)
            listener.hear()
