"""A press says immediately that it was taken, then waits, and is sent once however slow the line is."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.core.models import Match
from tests.e2e.conftest import DESKTOP
from tests.e2e.moments import moments
from tests.e2e.pages import sign_in
from tests.games import tables
from tests.parts.cast import person
from tests.parts.patience import until

PRESS = """(button) => {
    button.click();
    return document.querySelectorAll("#match[data-waiting] .pressed").length;
}"""
"""This presses, and counts what waits before anything else can happen."""
TWICE = """(button) => {
    button.click();
    button.click();
    return document.querySelectorAll("form[data-sent] .pressed").length;
}"""
WAITING = "#match[data-waiting], #match .pressed"


PRESSED = {
    "en-garde": ("first move", ".playing-card.usable", "#choices .choice:visible"),
    "field-of-glory": ("turn with nine cards", "[data-part=hand] .usable", "#choices .choice:visible"),
    "fantasy-dice-battles": ("orders", ".menu > summary", ".order-card .chip"),
}
"""By game, a moment and what is pressed then, the last of it to send something."""


def opened(browser: Browser, live_server: LiveServer, match: Match, user: User) -> tuple[Page, list[Route]]:
    """Return the page of a player, and what it sends, which is not answered before the test says so."""
    context = browser.new_context(base_url=live_server.url, **DESKTOP)
    sign_in(context, user, live_server.url)
    page = context.new_page()
    sent: list[Route] = []
    page.route(re.compile("/(submit|plan)$"), lambda route: sent.append(route))
    page.goto(match.get_absolute_url(), wait_until="networkidle")
    return page, sent


def pressed(browser: Browser, live_server: LiveServer, match: Match) -> tuple[Page, list[Route]]:
    """Return the page of a player who has pressed a move, and what was sent and is not answered yet."""
    page, sent = opened(browser, live_server, match, User.objects.get(username="Ann"))
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


@pytest.mark.parametrize("game", PRESSED)
def test_in_each_game_a_press_says_that_it_waits_until_its_answer_is_there(
    game: str, browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    moment, first, then = PRESSED[game]
    found = next(each for each in moments(game, person("Ann"), person("Ben")) if each.name == moment)
    page, sent = opened(browser, live_server, found.match, found.user)
    page.locator(first).first.click()
    assert page.locator(then).first.evaluate(PRESS) == 1  # at once
    arrive(page, sent, 1)
    expect(page.locator("#match[data-waiting] .pressed")).to_be_visible()
    sent[0].continue_()
    expect(page.locator(WAITING)).to_have_count(0)


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


def test_a_form_that_loads_a_page_waits_too_and_is_sent_once(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    match = tables.begin(person("Ann"), person("Ben"))
    context = browser.new_context(base_url=live_server.url, **DESKTOP)
    sign_in(context, User.objects.get(username="Ann"), live_server.url)
    page = context.new_page()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.goto(f"{match.get_absolute_url()}resign")
    assert page.locator("main form button[type=submit]").evaluate(TWICE) == 1
    page.wait_for_url(lambda url: not url.endswith("/resign"))
    assert len([url for url in sent if url.endswith("/resign")]) == 1
    assert tables.now(match).status == Match.Status.OVER


def test_a_form_of_a_page_that_the_browser_kept_can_be_pressed_again(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    context = browser.new_context(base_url=live_server.url, **DESKTOP)
    page = context.new_page()
    page.goto("/accounts/login/")
    page.evaluate("""() => {
        const form = document.querySelector("main form");
        form.toggleAttribute("data-sent", true);
        dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    }""")
    expect(page.locator("form[data-sent]")).to_have_count(0)


PRESSED_LINK = """(link) => {
    addEventListener("click", (event) => event.preventDefault(), { once: true }); // after all others: the page stays
    link.click();
    return getComputedStyle(link).outlineStyle;
}"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_link_to_a_match_shows_at_once_that_it_was_pressed(
    motion: Literal["reduce", "no-preference"], browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    match = tables.begin(person("Ann"), person("Ben"))
    context = browser.new_context(base_url=live_server.url, reduced_motion=motion, **DESKTOP)
    sign_in(context, User.objects.get(username="Ann"), live_server.url)
    page = context.new_page()
    page.goto("/matches/", wait_until="networkidle")
    link = page.locator(f"#lists a[href='{match.get_absolute_url()}']").first
    assert link.evaluate(PRESSED_LINK) == "dashed"
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(page.locator("[data-sent]")).to_have_count(0)
