"""Nothing that is said pushes the hand below what is pressed, or lies over it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.conftest import DESKTOP
from tests.e2e.field_of_glory.test_prices import opened

LONG = "Centurio.Bellicosus places Cavalry in column 2, Heavy Infantry in column 3 and Medium Infantry in column 4. "
SINCE = """() => {
    const row = document.createElement("div");
    row.className = "meanwhile";
    row.innerHTML = "<details class='since over'><summary></summary></details><a class='show-me' href='#'></a>";
    document.querySelector("#prompt").after(row);
}"""
PUSHED = """(said) => {
    document.querySelector(".since summary").textContent = said;
    const prompt = document.querySelector("#prompt");
    const hand = document.querySelector(".hand .cards").getBoundingClientRect();
    const cut = hand.bottom - document.querySelector(".act").getBoundingClientRect().top;
    return [Math.round(prompt.offsetHeight / parseFloat(getComputedStyle(prompt).lineHeight)), Math.max(0, cut)];
}"""
OVER_HAND = """() => {
    const hand = document.querySelector(".match-hand").getBoundingClientRect();
    const why = document.querySelector("#why");
    const { top, bottom, width, height } = why.getBoundingClientRect();
    const isSeen = width * height > 0 && getComputedStyle(why).clipPath === "none";
    return isSeen && top < hand.bottom && bottom > hand.top;
}"""


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_what_is_asked_takes_two_lines_beside_the_longest_news(
    language: str, browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = opened(browser, live_server, "attack", locale=language, viewport={"width": 1280, "height": 800})
    page.evaluate(SINCE)
    found = {times: page.evaluate(PUSHED, LONG * times) for times in (1, 2, 4, 8)}
    assert [each for each in found.values() if each[0] > 2 or each[1]] == []


def test_a_second_press_is_asked_for_by_the_button_and_not_over_the_hand(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page: Page = opened(browser, live_server, "actions", locale="en", **DESKTOP)
    page.locator("#choices .choice.main").click()
    expect(page.locator("#choices .choice.armed")).to_contain_text("Press again:")
    expect(page.locator("#why")).to_contain_text("Nothing has been played yet.")  # for those who listen
    assert not page.evaluate(OVER_HAND)
