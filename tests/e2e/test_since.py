"""What has happened since a player's last move is never cut: it stands whole above the board, or scrolls by itself.
Opened, it lies beside the board or above it, never over it.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from tests.e2e.moments import moments
from tests.e2e.pages import sign_in
from tests.parts.cast import person

SIZES = {320: 640, 375: 812, 1280: 800}
WHOLE = {"en-garde": 375, "field-of-glory": 375, "fantasy-dice-battles": 1280}
"""From this width on nothing needs to scroll: a round of many units names all that fell."""
LANGUAGES = ["en", "de", "it"]
DECIDED = {
    "en-garde": ["next round", "next round, with an offer", "over"],
    "field-of-glory": ["fight won", "flank attacks"],
    "fantasy-dice-battles": ["round over", "over, lost"],
}
"""Moments at which something was won or lost."""
CUT = """(whole) => {
    const since = document.querySelector(".since");
    const line = since.querySelector("summary");
    const { bottom } = document.querySelector(".caption").getBoundingClientRect();
    const isWide = line.scrollWidth > line.clientWidth;
    const isLow = since.getBoundingClientRect().bottom > bottom + 1;
    const isHigh = line.offsetHeight > since.clientHeight + 1;
    const scrolls = getComputedStyle(since).overflowY === "auto" && !whole;
    const asked = document.querySelector("#prompt");
    const isAskedCut = asked && innerWidth >= 1280 && asked.scrollHeight > asked.clientHeight + 1;
    const isCut = isWide || isLow || (isHigh && !scrolls) || isAskedCut;
    return isCut ? `${line.offsetHeight} of ${since.clientHeight}: ${line.innerText}` : "";
}"""

COVERS = """() => [...document.querySelectorAll(".since, .last-round")].flatMap((each) => {
    each.open = true;
    const sheet = each.querySelector(".sheet").getBoundingClientRect();
    const { top, bottom, left, right } = document.querySelector(".match-board").getBoundingClientRect();
    const piste = document.querySelector(".match-board .hall");
    const low = each.matches(".last-round") && innerWidth < 960 ? piste.getBoundingClientRect().bottom : bottom;
    const covers = sheet.top < low - 1 && sheet.bottom > top + 1 && sheet.left < right - 1 && sheet.right > left + 1;
    const isOut = sheet.right > innerWidth || sheet.left < 0 || sheet.height < 30;
    each.open = false;
    return covers || isOut ? [each.className] : [];
})"""
"""On a phone what tells how a round ended is a part of the board below its piste."""

OFFERED = {"en-garde": "next round, with an offer", "fantasy-dice-battles": "orders, with an offer"}
HIDDEN = """() => {
    const offers = document.querySelector(".offers");
    const words = document.createRange();
    words.selectNodeContents(document.querySelector("#prompt"));
    const pill = offers.querySelector("summary > span").getBoundingClientRect();
    const laps = ({ top, bottom, left, right }) =>
        top < pill.bottom - 1 && bottom > pill.top + 1 && left < pill.right - 1 && right > pill.left + 1;
    const isOver = [...words.getClientRects()].some(laps);
    offers.open = true;
    const { left, right, bottom } = offers.querySelector(".sheet").getBoundingClientRect();
    offers.open = false;
    return isOver || left < 0 || right > innerWidth || bottom > innerHeight ? `${isOver} ${left} ${right}` : "";
}"""
"""An offer that lies over what is asked, or opens beyond the window."""


@pytest.mark.parametrize("game", OFFERED)
def test_an_offer_lies_over_nothing_and_opens_within_the_window(
    game: str, browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    ann, ben = person("Ann"), person("Maestro.Belcolpo")
    page = _seated(browser, live_server.url, ann, "de")
    moment = next(each for each in moments(game, ann, ben) if each.name == OFFERED[game])
    found = {}
    page.goto(moment.match.get_absolute_url(), wait_until="load")
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        found[width] = page.evaluate(HIDDEN)
    assert found == dict.fromkeys(SIZES, "")


@pytest.mark.by_turns(3)
@pytest.mark.parametrize("game", DECIDED)
def test_who_won_and_who_lost_what_stands_whole_above_the_board(
    game: str, browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    ann, ben = person("Ann"), person("Maestro.Belcolpo")
    pages = {language: _seated(browser, live_server.url, ann, language) for language in LANGUAGES}
    found: dict[tuple[str, str, int], str] = {}
    for moment in moments(game, ann, ben):
        if moment.name not in DECIDED[game]:
            continue
        for language, page in pages.items():
            page.goto(moment.match.get_absolute_url(), wait_until="load")
            for width, height in SIZES.items():
                page.set_viewport_size({"width": width, "height": height})
                fault = page.evaluate(CUT, width >= WHOLE[game])
                if fault := fault or ", ".join(page.evaluate(COVERS)):
                    found[moment.name, language, width] = fault
    assert found == {}


TORN = """() => {
    const since = document.querySelector(".since");
    const line = since?.querySelector("summary");
    if (!line || document.querySelector(".result")) return "";
    const lines = since.clientHeight / parseFloat(getComputedStyle(line).lineHeight);
    const isTorn = line.offsetHeight > since.clientHeight + 1 && Math.abs(lines - Math.round(lines)) > 0.05;
    return isTorn ? `${lines} lines: ${line.innerText}` : "";
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_units_that_were_placed_are_told_whole_on_a_phone_and_longer_news_in_whole_lines(
    language: str, browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    ann, ben = person("Ann"), person("Centurio.Bellicosus")
    page = _seated(browser, live_server.url, ann, language)
    page.set_viewport_size({"width": 375, "height": 812})
    found = {}
    for moment in moments("field-of-glory", ann, ben):
        if moment.user != ann or moment.name.startswith("over"):
            continue
        page.goto(moment.match.get_absolute_url(), wait_until="load")
        if not page.locator(".since").count():
            continue
        fault = page.evaluate(CUT, True)
        page.evaluate("document.querySelector('.since summary').append(' and one more card'.repeat(20))")
        if fault := fault or page.evaluate(TORN):
            found[moment.name] = fault
    assert found == {}


LOW = """() => {
    const since = document.querySelector(".since.interim");
    const line = since.querySelector("summary");
    const least = Math.min(line.offsetHeight, 3 * parseFloat(getComputedStyle(line).lineHeight));
    return since.clientHeight < least - 1 ? `${since.clientHeight} of ${least}: ${line.innerText}` : "";
}"""
TWICE = """() => {
    const since = document.querySelector(".since.interim");
    const line = since.querySelector("summary").innerText.trim();
    since.open = true;
    const found = [...since.querySelectorAll(".sheet > p")].filter((each) => each.checkVisibility());
    return [found.length, found.some((each) => each.innerText.trim() === line)];
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_smallest_phone_shows_three_lines_of_how_a_round_ended_and_opened_says_it_once(
    language: str, browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    ann, ben = person("Ann"), person("Ben")
    page = _seated(browser, live_server.url, ann, language)
    page.set_viewport_size({"width": 320, "height": 640})
    moment = next(each for each in moments("fantasy-dice-battles", ann, ben) if each.name == "round over")
    page.goto(moment.match.get_absolute_url(), wait_until="load")
    assert page.evaluate(LOW) == ""
    assert page.evaluate(TWICE) == [1, False]


def _seated(browser: Browser, address: str, user: User, language: str) -> Page:
    context = browser.new_context(base_url=address, locale=language)
    sign_in(context, user, address)
    return context.new_page()
