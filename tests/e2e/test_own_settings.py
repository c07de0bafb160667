"""Beside the board a player chooses sounds, animation, colours, and to be asked again before each move."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.test_motion import advance, opened
from tests.games import tables
from tests.parts.cast import person

pytestmark = pytest.mark.by_turns(3)


def settings(page: Page) -> None:
    page.get_by_label("More", exact=True).click()


def test_nothing_moves_once_animation_is_off_and_that_is_remembered(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = opened(browser, live_server, tables.begin(person("Ann"), person("Ben")))
    settings(page)
    expect(page.get_by_label("Animation")).to_have_value("on")
    page.get_by_label("Animation").select_option("off")
    page.get_by_label("Sounds").select_option("low")
    page.reload()
    page.evaluate("import('/static/js/motion.js')")
    settings(page)
    expect(page.get_by_label("Animation")).to_have_value("off")
    expect(page.get_by_label("Sounds")).to_have_value("low")
    settings(page)
    advance(page)
    assert page.evaluate("moved") == []


def test_a_player_who_wants_to_be_asked_presses_each_move_twice(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    match = tables.begin(person("Ann"), person("Ben"))
    page = opened(browser, live_server, match)
    settings(page)
    page.get_by_label("Ask again before each move").check()
    settings(page)
    page.locator(".playing-card.usable").first.click()
    button = page.locator("#choices .choice:visible").first
    button.click()
    expect(page.locator("#choices .armed")).to_have_count(1)
    assert tables.now(match).ply == match.ply
    page.clock.run_for(500)  # nobody presses twice before they have seen what is asked
    button.click()
    expect(page.locator("#choices")).to_have_count(0)
    assert tables.now(match).ply == match.ply + 1


def test_colours_are_chosen_at_the_table(browser: Browser, live_server: LiveServer, transactional_db: None) -> None:
    match = tables.begin(person("Ann"), person("Ben"))
    page = opened(browser, live_server, match)
    settings(page)
    page.locator("#match .menu").get_by_role("button", name="Dark").click()
    expect(page.locator("html[data-theme=dark]")).to_have_count(1)
    expect(page).to_have_url(f"{live_server.url}{match.get_absolute_url()}")
