"""Board, hand and buttons are on the screen together, at every kind of moment, and nothing moves under the player."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page
from pytest_django.live_server_helper import LiveServer

from tests.e2e.en_garde import moments
from tests.e2e.pages import sign_in
from tests.parts.cast import person

pytestmark = pytest.mark.by_turns(2)

LOWEST = 120
"""Pixels from the top at which a board begins at the latest."""
SIZES = [(1280, 800), (1440, 900), (1920, 1080), (375, 812)]
BOXES = """Object.fromEntries([...document.querySelectorAll("[data-part]")].map((each) => {
    const { top, bottom, width, height } = each.getBoundingClientRect();
    return [each.dataset.part, { top, bottom, area: width * height }];
}))"""
COVERED = """[...document.querySelectorAll(".space, .fencer, .playing-card, .corner, .stock dt, #choices .choice.main")]
    .filter((each) => each.checkVisibility())
    .filter((each) => {
        const { left, top, width, height } = each.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return !hit || !(each.contains(hit) || hit.closest(".piste, .playing-card"));
    }).map((each) => each.outerHTML.slice(0, 80))"""


def place(page: Page) -> tuple[float, float]:
    """How far the page is scrolled, and where the board begins."""
    return page.evaluate("scrollY"), page.evaluate(BOXES)["board"]["top"]


def require_one_screen(boxes: dict[str, Any], width: int, height: int) -> None:
    """Board, hand and buttons stand in the window, in this order."""
    assert set(boxes) == {"board", "hand", "act"}
    assert boxes["board"]["top"] <= LOWEST
    assert boxes["hand"]["bottom"] <= (boxes["act"]["top"] or height) + 1
    assert boxes["act"]["bottom"] <= height
    if width > 1000:
        assert boxes["board"]["area"] + boxes["hand"]["area"] >= 0.45 * width * height


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_moment_of_en_garde_is_on_one_screen(
    context: BrowserContext, live_server: LiveServer, transactional_db: None, width: int, height: int
) -> None:
    ann, ben = person("Ann"), person("Ben")
    sign_in(context, ann, live_server.url)
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": height})
    for moment in moments.MOMENTS:
        page.goto(moment(ann, ben).get_absolute_url())
        require_one_screen(page.evaluate(BOXES), width, height)
        assert page.evaluate(COVERED) == [], moment.__name__
        before = place(page)
        if (card := page.locator(".playing-card.usable")).count():
            card.first.click()
            assert place(page) == before
            assert page.evaluate(COVERED) == [], moment.__name__
            page.locator("#choices .choice:visible").first.click()
            page.locator("#choices").wait_for(state="detached")
            assert place(page) == before
