"""The bar above a match: on a phone nothing in it lies over anything else, nor leaves the page."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from games.core.models import Turn
from tests.e2e.pages import sign_in
from tests.games.tables import begin
from tests.parts.cast import person

FAULTS = """() => {
    const parts = [...document.querySelectorAll(".match-bar > *, .match-bar .short > .badge")];
    const boxes = parts.map((each) => each.getBoundingClientRect());
    const found = parts.filter((_, at) => boxes[at].right > innerWidth - 8);
    const next = document.querySelector(".next-match").getBoundingClientRect();
    found.push(...parts.filter((each, at) => each.matches(".badge, .clocks") && boxes[at].right > next.left - 1));
    return found.map((each) => each.className);
}"""


@pytest.mark.parametrize("width", [320, 375])
def test_another_match_that_waits_covers_no_clock(
    width: int, browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    ann, ben = person("Ann"), person("Maestro.Belcolpo")
    match = begin(ann, ben)
    begin(ann, ben, public_id="waiting001")
    Turn.objects.update(deadline=F("deadline") - timedelta(hours=2))  # days with their hours take the most room
    context = browser.new_context(base_url=live_server.url, viewport={"width": width, "height": 640}, locale="de")
    sign_in(context, ann, live_server.url)
    page = context.new_page()
    page.goto(match.get_absolute_url())
    assert page.locator(".clocks .short .badge").inner_text().endswith("Std.")
    assert page.locator(".next-match .short").inner_text().startswith("Weiter")
    assert page.evaluate(FAULTS) == []
