"""What can be pressed looks like it: menus have rows, small steps are buttons, and what unfolds has our chevron."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from tests.e2e.conftest import DESKTOP
from tests.e2e.test_access import sign_in
from tests.games import tables
from tests.parts.cast import person

CONTROLS = (
    ".menu li > a, .menu .linkish, .ways > a, .log > p > a, .buttons > a, .next-match, .show-me, .last-round summary"
)
UNDERLINED = f"""
    [...document.querySelectorAll({CONTROLS!r})]
        .filter((each) => getComputedStyle(each).textDecorationLine !== "none")
        .map((each) => each.textContent.trim())
"""
MARKED = """
    [...document.querySelectorAll("summary")]
        .filter((each) => getComputedStyle(each).listStyleType !== "none")
        .map((each) => each.textContent.trim())
"""
ROWS = """
    [...document.querySelectorAll(".menu > .sheet > li > :is(a, label)")]
        .filter((each) => each.checkVisibility())
        .map((each) => Math.round(each.getBoundingClientRect().height))
"""


@pytest.fixture
def page(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """A match of Ann's that goes on."""
    ann = person("Ann")
    match = tables.play_on(tables.begin(ann, person("Ben")), 8)
    context = browser.new_context(base_url=live_server.url, **DESKTOP)
    sign_in(context, ann, live_server.url)
    page = context.new_page()
    page.goto(match.get_absolute_url())
    yield page
    context.close()


def test_no_control_is_an_underlined_link(page: Page) -> None:
    assert page.locator(CONTROLS).count() > 3
    assert page.evaluate(UNDERLINED) == []


def test_what_unfolds_has_our_chevron_and_not_the_browsers(page: Page) -> None:
    assert page.locator("summary").count() > 3
    assert page.evaluate(MARKED) == []


def test_the_rows_of_the_menu_are_of_one_height(page: Page) -> None:
    page.evaluate("document.querySelector('details.menu').open = true")
    rows = page.evaluate(ROWS)
    assert len(rows) > 4
    assert set(rows) == {40}
