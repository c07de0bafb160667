"""What a unit costs stands on the columns while its card is lifted, and on the cards while a column is chosen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.conftest import DESKTOP, PHONE
from tests.e2e.moments import moments
from tests.e2e.pages import sign_in
from tests.parts.cast import person

SMALL = {**PHONE, "viewport": {"width": 320, "height": 640}}
CLEAR = """() => [...document.querySelectorAll(".price:not([hidden])")].filter((price) => {
    const { left, right, top, bottom, width } = price.getBoundingClientRect();
    if (!width || getComputedStyle(price).clipPath !== "none") return false;
    const around = price.parentElement.getBoundingClientRect();
    const out = left < around.left - 1 || right > around.right + 1 || top < around.top || bottom > around.bottom + 1;
    const within = [...price.parentElement.querySelectorAll(".unit, .ground, .value, .points, .type")];
    const others = within.filter((each) => !price.contains(each));
    return out || price.scrollWidth > price.clientWidth + 1 || others.some((each) => {
        const box = each.getBoundingClientRect();
        return left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1;
    });
}).map((price) => price.parentElement.textContent.replace(/\\s+/g, " "))"""
"""What has a price that covers something or leaves its place."""


def opened(browser: Browser, live_server: LiveServer, name: str, **how: Any) -> Page:
    """Return the page of a moment."""
    moment = next(each for each in moments("field-of-glory", person("Ann"), person("Ben")) if each.name == name)
    context = browser.new_context(base_url=live_server.url, **how)
    sign_in(context, moment.user, live_server.url)
    page = context.new_page()
    page.goto(moment.match.get_absolute_url())
    return page


@pytest.mark.parametrize("how", [DESKTOP, SMALL], ids=["1280", "320"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_price_stands_where_it_is_due_and_covers_nothing(
    how: dict[str, Any], language: str, browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = opened(browser, live_server, "turn with nine cards", locale=language, **how)
    dearest = page.locator(".hand .army-card:has(.price small)").first
    dearest.click()
    shown = page.locator(".lane > .price:has(strong)")
    expect(shown).to_have_count(5)
    assert page.evaluate(CLEAR) == []
    paid = [int(each) for each in page.locator(".lane > .price strong").all_inner_texts()]
    assert paid[0] > paid[1]
    page.keyboard.press("Escape")
    expect(shown).to_have_count(0)
    page.locator(".lane .ground").first.click()
    expect(page.locator(".lane > .price:visible")).to_have_count(1)
    prices = page.locator(".hand .price:visible strong")
    assert int(dearest.locator(".price:visible strong").inner_text()) == paid[0]
    assert prices.count() > 1
    assert page.evaluate(CLEAR) == []


def test_the_button_of_a_place_tells_who_listens_what_it_costs(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = opened(browser, live_server, "turn with nine cards", locale="en", **PHONE)
    page.locator(".hand .army-card:has(.price small)").first.click()
    expect(page.locator("#choices").get_by_role("button", name="in column 1 costs")).to_be_visible()
