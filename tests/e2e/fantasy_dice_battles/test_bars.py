"""On a phone nothing in the bar of a side lies over its neighbour, and what a card would do stands in one line."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests.e2e.moments import moments
from tests.e2e.pages import sign_in
from tests.parts.cast import person

FULL = ["nobody to send", "fleeing", "idle battalion"]
"""Moments with units in reinforcements and in flight."""
OVER = """() => [...document.querySelectorAll(".dice-side .waiting")]
    .map((each) => each.scrollWidth - each.clientWidth).filter((over) => over > 0)"""
BROKEN = """() => [...document.querySelectorAll(".hand .chip")].filter((chip) => {
    const words = document.createRange();
    words.selectNodeContents(chip.querySelector("[aria-hidden]"));
    const { height, width } = words.getBoundingClientRect();
    return height > 1.8 * parseFloat(getComputedStyle(chip).lineHeight) || width > chip.clientWidth + 1;
}).map((chip) => chip.innerText)"""
LONGEST = """() => document.querySelectorAll(".hand .chip.laid > [aria-hidden]")
    .forEach((each) => { each.lastChild.textContent = " ✓5+"; })"""


@pytest.mark.by_turns(3)
@pytest.mark.parametrize("language", ["de", "it"])
def test_bars_and_counts_have_room_on_a_phone(
    language: str, browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    ann, ben = person("Ann"), person("Ben")
    context = browser.new_context(
        base_url=live_server.url, locale=language, viewport={"width": 375, "height": 812}, has_touch=True
    )
    sign_in(context, ann, live_server.url)
    page = context.new_page()
    found = {}
    for moment in moments("fantasy-dice-battles", ann, ben):
        if moment.name in FULL and moment.user == ann:
            page.goto(moment.match.get_absolute_url(), wait_until="load")
            page.evaluate(LONGEST)
            found[moment.name] = [page.evaluate(OVER), page.evaluate(BROKEN)]
    context.close()
    assert found == {name: [[], []] for name in FULL}
