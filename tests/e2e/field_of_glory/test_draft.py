"""The cards of the draft: large figures, and all of them and all names on one line."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests.e2e.moments import moments
from tests.e2e.pages import sign_in
from tests.parts.cast import person

PLACES = """() => {
    document.querySelector(".draft .army-card .numbers").remove(); // as on a card of a commander
    const cards = [...document.querySelectorAll(".draft .army-card")];
    const boxes = (what) => cards.map((card) => card.querySelector(what).getBoundingClientRect());
    return {
        figures: boxes(".figure").map(({ top }) => Math.round(top)),
        names: boxes(".type").map(({ top }) => Math.round(top)),
        sizes: boxes(".figure").map(({ width, height }) => Math.min(width, height)),
    };
}"""


def test_figures_of_the_draft_are_large_and_on_one_line_with_numbers_and_without(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    found = next(each for each in moments("field-of-glory", person("Ann"), person("Ben")) if each.name == "draft")
    context = browser.new_context(base_url=live_server.url, viewport={"width": 1280, "height": 800})
    sign_in(context, found.user, live_server.url)
    page = context.new_page()
    page.goto(found.match.get_absolute_url())
    places: dict[str, Any] = page.evaluate(PLACES)
    assert len(set(places["figures"])) == len(set(places["names"])) == 1
    assert min(places["sizes"]) >= 130
    assert max(places["sizes"]) <= 150
