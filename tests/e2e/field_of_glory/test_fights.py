"""A fight lies within its own column: no column moves for it, and it goes once its reader acts."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from tests.e2e.conftest import DESKTOP, look_again
from tests.e2e.moments import moments
from tests.e2e.pages import sign_in
from tests.games import tables
from tests.parts.cast import person

SIZES: dict[str, dict[str, Any]] = {
    "1280": DESKTOP,
    "1920": {"viewport": {"width": 1920, "height": 1080}},
    "820": {"viewport": {"width": 820, "height": 1180}},
}
COLUMNS = """() => [...document.querySelectorAll(".lane")].map((lane) => {
    const { left, top, width, height } = lane.getBoundingClientRect();
    return [left, top, width, height].map(Math.round).join(" ");
})"""
PLAINS = """() => [...new Set(
    [...document.querySelectorAll(".lane.plain > .land")].map((land) => {
        const { backgroundColor, color } = getComputedStyle(land);
        return `${backgroundColor} ${color}`;
    }),
)]"""
NOTE = """() => {
    window.seen = [];
    const note = () => {
        const boxes = (what) => [...document.querySelectorAll(what)].map((each) => each.getBoundingClientRect());
        const lanes = boxes(".lane");
        const isIn = (box) => lanes.some((lane) => box.left >= lane.left - 1 && box.right <= lane.right + 1);
        const left = boxes(".lane .unit, .clash, .party").filter((box) => box.width && !isIn(box)).length;
        const figures = [...document.querySelectorAll(".lane .unit .figure")];
        const torn = [...document.querySelectorAll(".party, .clash .verdict")]
            .filter((each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1);
        const sizes = new Set(figures.map((each) => getComputedStyle(each).width)).size;
        seen.push({ columns: (COLUMNS)().join(", "), left, torn: torn.length, sizes });
        requestAnimationFrame(note);
    };
    note();
}""".replace("COLUMNS", COLUMNS)
"""This notes in each frame where the columns are, how much is not within one, how much of the fight is cut, and how
many sizes figures have."""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_column_moves_for_a_fight_and_it_goes_once_its_reader_acts(
    size: str, language: str, browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    ann, ben = person("Ann"), person("Ben")
    found = moments("field-of-glory", ann, ben)
    before = next(each for each in found if each.name == "actions").match
    page = opened(browser, live_server, before.get_absolute_url(), language, **SIZES[size])
    columns = page.evaluate(COLUMNS)
    match = next(each for each in found if each.name == "attack, waiting").match
    shown(page, ".clash:not(.over)")
    tables.answer(match, ben, "stand LI2b; bonus LI3b")
    shown(page, ".clash.over")
    page.clock.run_for(5_000)
    seen = page.evaluate("seen")
    assert {each["columns"] for each in seen} == {", ".join(columns)}
    assert [(each["left"], each["torn"]) for each in seen if each["left"] or each["torn"]] == []
    assert {each["sizes"] for each in seen} == {1}
    expect(page.locator(".lane.plain:has(> .ground.seat-0)")).to_have_count(1)
    assert len(page.evaluate(PLAINS)) == 1  # the column that Ann now controls is as green as the others
    page.locator('[data-part="hand"] .usable').first.click()
    expect(page.locator("#choices[data-narrowed]")).to_have_count(1)
    expect(page.locator(".clash")).to_have_count(0)
    assert page.evaluate(COLUMNS) == columns


PHONES_FIGHT = """() => {
    const box = (what) => document.querySelector(what).getBoundingClientRect();
    const verdict = box(".clash .verdict");
    const [above, below] = [...document.querySelectorAll(".party")].map((each) => each.getBoundingClientRect());
    const slip = getComputedStyle(document.querySelector(".clash .verdict"));
    return {
        joins: verdict.left <= above.right && verdict.right >= below.left,
        slip: slip.backgroundColor !== "rgba(0, 0, 0, 0)",
        faded: [...document.querySelectorAll(".party")].map((each) => each.querySelectorAll(".total .fade").length),
        framed: [...document.querySelectorAll(".party")].map((each) => each.querySelectorAll(".frame").length),
    };
}"""


@pytest.mark.parametrize("name", ["fight won", "fight lost"])
def test_on_a_phone_the_verdict_joins_both_sums_and_that_of_the_loser_fades(
    name: str, browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    ann, ben = person("Ann"), person("Ben")
    moment = next(each for each in moments("field-of-glory", ann, ben) if each.name == name)
    context = browser.new_context(base_url=live_server.url, viewport={"width": 375, "height": 812}, locale="de")
    sign_in(context, moment.user, live_server.url)
    page = context.new_page()
    page.goto(moment.match.get_absolute_url())
    expect(page.locator(".clash.over")).to_be_visible()
    fight = page.evaluate(PHONES_FIGHT)
    assert (fight["joins"], fight["slip"]) == (True, True)
    assert sorted(fight["faded"]) == [0, 1]
    assert fight["faded"] == [1 - each for each in fight["framed"]]


PARTED = """() => {
    const found = [];
    const isRead = (each) => each && (getComputedStyle(each).clipPath !== "none" || isRead(each.parentElement));
    const walk = document.createTreeWalker(document.querySelector(".clash"), NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const text = walk.currentNode;
        if (isRead(text.parentElement)) continue;
        for (const word of text.data.matchAll(/[^\\s-]+/g)) {
            const range = new Range();
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            if (lines.size > 1) found.push(word[0].replaceAll("\\u00ad", ""));
        }
    }
    return found;
}"""
"""The words of a fight that go on in the next line, with or without a hyphen."""


@pytest.mark.parametrize(("language", "tie"), [("en", "Tie"), ("de", "Gleichstand"), ("it", "Parità")])
def test_on_a_phone_no_word_of_a_fight_is_parted(
    language: str, tie: str, browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    found = {}
    for moment in moments("field-of-glory", person("Ann"), person("Ben")):
        if moment.name in ("attacked", "fight won", "fight lost", "attacked in the flank"):
            context = browser.new_context(
                base_url=live_server.url, viewport={"width": 375, "height": 812}, locale=language
            )
            sign_in(context, moment.user, live_server.url)
            page = context.new_page()
            page.goto(moment.match.get_absolute_url())
            page.evaluate("document.fonts.ready")
            page.locator(".clash.over .verdict").evaluate_all(
                "(all, tie) => all.forEach((e) => e.textContent = tie)", tie
            )
            found[moment.name] = page.evaluate(PARTED)
            context.close()
    assert len(found) == 4
    assert {name: words for name, words in found.items() if words} == {}


def opened(browser: Browser, live_server: LiveServer, address: str, language: str, **how: Any) -> Page:
    """Return the match in Ann's browser, which notes what moves."""
    context = browser.new_context(base_url=live_server.url, locale=language, **how)
    sign_in(context, User.objects.get(username="Ann"), live_server.url)
    page = context.new_page()
    page.clock.install()
    page.goto(address)
    page.evaluate("import('/static/js/motion.js')")
    page.evaluate(NOTE)
    return page


def shown(page: Page, what: str) -> None:
    look_again(page)
    expect(page.locator(what)).to_be_visible()
