"""A unit on the field: its wounds stand in rows of their own, within its frame and clear of its shield.

A hero's have a strip at the foot, clear of its figure. A card of the hand bears its name and its whole figure."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests.e2e.moments import moments
from tests.e2e.pages import sign_in
from tests.parts.cast import person

SIZES = [(320, 640), (375, 812), (820, 1180), (1280, 800), (1920, 1080)]
FAULTS = """() => {
    const box = (each) => each.getBoundingClientRect();
    const meet = (one, other) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    const isOut = (inner, outer) =>
        inner.left < outer.left + 1 || inner.right > outer.right - 1 || inner.bottom > outer.bottom - 1;
    return [...document.querySelectorAll(".token")].flatMap((token) => {
        const wounds = [...token.querySelectorAll(".morale i")].map(box);
        const shield = token.querySelector(".armour");
        const isWide = innerWidth > 800 && token.classList.contains("hero");
        const named = token.querySelector(".name");
        const name = box(named);
        const figure = token.querySelector(".figure");
        const isPale = innerWidth < 800 && parseFloat(getComputedStyle(figure).opacity) < 0.4;
        const isNamed = getComputedStyle(named).visibility === "visible";
        const rows = new Set(wounds.map(({ top }) => Math.round(top))).size;
        const faults = {
            "out of its frame": wounds.some((each) => isOut(each, box(token))),
            "under its shield": shield && wounds.some((each) => meet(each, box(shield))),
            "one over the other": wounds.some((each, at) => wounds.slice(at + 1).some((other) => meet(each, other))),
            "in too many rows": rows > (wounds.length > 3 && innerWidth < 800 ? 2 : 1),
            "under its name": isNamed && !isPale && meet(name, box(figure)),
            "under its wounds": isNamed && wounds.some((each) => meet(name, each)),
            "its name beyond it": isNamed && (name.left < box(token).left - 1 || name.right > box(token).right + 1),
            "its name in too many lines": isNamed && name.height > 2.2 * parseFloat(getComputedStyle(named).lineHeight),
            "its letters too close": isNamed && parseFloat(getComputedStyle(named).letterSpacing) < -0.2,
            "over its hero": isWide && wounds.some((each) => meet(each, box(token.querySelector(".figure")))),
            "on the rim of its hero": isWide && wounds.some(({ bottom }) => bottom > box(token).bottom - 4.5),
            "not square": wounds.some(({ width, height }) => Math.abs(width - height) > 0.6),
        };
        return Object.keys(faults).filter((each) => faults[each]).map((each) => `${token.dataset.kind}: ${each}`);
    });
}"""

CARDS = """() => [...document.querySelectorAll(".hand .order-card:not(.recruit)")].flatMap((card) => {
    const [own, name, figure] = [card, card.querySelector("strong"), card.querySelector(".figure")].map((each) =>
        each.getBoundingClientRect());
    const low = card.querySelector(".chips").getBoundingClientRect().top + 1;
    const isOut = (inner) => inner.left < own.left - 1 || inner.right > own.right + 1 || inner.top < own.top - 1;
    const faults = {
        "no name": name.width < 12 || name.height < 10,
        "its name beyond it": isOut(name),
        "its figure beyond it": isOut(figure) || figure.bottom > low,
        "a small figure": Math.min(figure.width, figure.height) < 16,
    };
    return Object.keys(faults).filter((each) => faults[each]).map((each) => `card of ${name.width}: ${each}`);
})"""
NAMES = """Math.min(...[...document.querySelectorAll(".token .name:not(.long, .longest)")].map((each) =>
    parseFloat(getComputedStyle(each).fontSize)))"""
"""How large the smallest name is on the field."""

HEIGHTS = """(spaces) => {
    const figures = [...document.querySelectorAll(`.spot:is(${spaces}) > .token .figure`)];
    return figures.map((each) => each.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height));
}"""
"""How large the figures on these spaces are drawn."""
NAMELESS = """[...document.querySelectorAll(".token")].filter((token) =>
    ![...token.querySelectorAll(".name")].some((each) => each.checkVisibility({ visibilityProperty: true }))).length"""
"""How many units have no name in sight."""

LETTERS = """[...document.querySelectorAll(".dice-field .empty-spot")].map((each) => getComputedStyle(each))
    .map(({ color, opacity }) => color !== "rgba(0, 0, 0, 0)" && opacity === "1")"""
"""Whether each empty space says its name at full strength: not once nobody can stand there any more."""


@pytest.mark.by_turns(2)
def test_wounds_stand_in_their_rows_clear_of_frame_and_shield(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    users = [person("Ann"), person("Ben")]
    pages = {}
    for user in users:
        context = browser.new_context(base_url=live_server.url)
        sign_in(context, user, live_server.url)
        pages[user.pk] = context.new_page()
    found: dict[tuple[str, int], list[str]] = {}
    for moment in moments("fantasy-dice-battles", *users):
        page = pages[moment.user.pk]
        page.goto(moment.match.get_absolute_url(), wait_until="load")
        assert set(page.evaluate(LETTERS)) <= {not moment.name.startswith("over")}, moment.name
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            if faults := [*page.evaluate(FAULTS), *page.evaluate(CARDS)]:
                found[moment.name, width] = sorted(set(faults))
            if width >= 1280 and moment.name.startswith("orders"):
                assert page.evaluate(NAMES) >= 14
                heroes, others = page.evaluate(HEIGHTS, ".H"), page.evaluate(HEIGHTS, ".F1, .F2, .F3, .S1, .S2")
                assert min(heroes) >= 1.3 * max(others)
            if width >= 375:
                assert page.evaluate(NAMELESS) == 0, (moment.name, width)
    assert found == {}
