"""A press says immediately that it was taken, then waits, and is sent once however slow the line is."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.core.models import Match
from tests.e2e.conftest import DESKTOP
from tests.e2e.pages import sign_in
from tests.games import tables
from tests.parts.cast import person
from tests.parts.patience import until

PRESS = """(button) => {
    button.click();
    return document.querySelectorAll("#match[data-waiting] .pressed").length;
}"""
"""This presses, and counts what waits before anything else can happen."""
WAITING = "#match[data-waiting], #match .pressed"


def pressed(browser: Browser, live_server: LiveServer, match: Match) -> tuple[Page, list[Route]]:
    """Return the page of a player who has pressed a move, and what was sent and is not answered yet."""
    context = browser.new_context(base_url=live_server.url, **DESKTOP)
    sign_in(context, User.objects.get(username="Ann"), live_server.url)
    page = context.new_page()
    sent: list[Route] = []
    page.route("**/submit", lambda route: sent.append(route))
    page.goto(match.get_absolute_url(), wait_until="networkidle")
    page.locator(".playing-card.usable").first.click()
    button = page.locator("#choices .choice:visible").first
    assert button.evaluate(PRESS) == 1
    arrive(page, sent, 1)
    return page, sent


def arrive(page: Page, sent: list[Route], number: int) -> None:
    """Wait until so many moves have been sent; what the browser tells comes in only while it is asked something."""
    until(lambda: page.evaluate("true") and len(sent) >= number)


def test_a_press_is_answered_immediately_and_sent_once(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    match = tables.begin(person("Ann"), person("Ben"))
    page, sent = pressed(browser, live_server, match)
    page.keyboard.press("Enter")
    page.evaluate("document.getElementById('choices').requestSubmit()")
    page.evaluate("fetch(document.getElementById('match').dataset.stampUrl)")  # what was sent before has arrived
    assert len(sent) == 1
    sent[0].continue_()
    expect(page.locator("#choices")).to_have_count(0)
    expect(page.locator(WAITING)).to_have_count(0)
    assert tables.now(match).ply == match.ply + 1


def test_a_press_that_fails_can_be_repeated(browser: Browser, live_server: LiveServer, transactional_db: None) -> None:
    match = tables.begin(person("Ann"), person("Ben"))
    page, sent = pressed(browser, live_server, match)
    sent[0].abort()
    expect(page.locator("#trouble")).to_be_visible()
    expect(page.locator(WAITING)).to_have_count(0)
    page.locator("#choices .choice:visible").first.click()
    expect(page.locator(WAITING)).not_to_have_count(0)
    arrive(page, sent, 2)
    sent[1].continue_()
    expect(page.locator("#choices")).to_have_count(0)
