"""The pages of rules in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

PAINTED = (Path(__file__).parent / "painted.js").read_text()


@pytest.mark.django_db
@pytest.mark.parametrize("slug", ["en-garde", "field-of-glory", "fantasy-dice-battles"])
def test_the_numbers_of_rules_are_hidden_until_asked_for(page: Page, live_server: LiveServer, slug: str) -> None:
    page.goto(f"{live_server.url}/rules/{slug}/")
    numbers = page.locator(".rules .rule")
    assert numbers.count() > 9
    expect(page.locator(".rules .rule:visible")).to_have_count(0)
    page.get_by_label("Show rule numbers").check()
    expect(page.locator(".rules .rule:visible")).to_have_count(numbers.count())


@pytest.mark.django_db
def test_a_link_to_a_rule_shows_its_number(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/rules/en-garde/#EG-N27")
    expect(page.locator(".rules .rule:visible")).to_have_text(["EG-N27"])
    expect(page.locator("#EG-N27")).to_be_in_viewport()


@pytest.mark.django_db
@pytest.mark.parametrize("slug", ["en-garde", "field-of-glory", "fantasy-dice-battles"])
def test_no_text_of_rules_is_cut_on_the_smallest_phone_in_german(
    browser: Browser, live_server: LiveServer, slug: str
) -> None:
    phone = browser.new_context(base_url=live_server.url, viewport={"width": 320, "height": 640}, locale="de")
    page = phone.new_page()
    page.goto(f"/rules/{slug}/")
    page.evaluate(PAINTED)
    assert page.evaluate("painted.faults()") == []
    phone.close()


@pytest.mark.django_db
def test_a_drawn_battlefield_is_as_high_in_a_tall_window_as_in_a_flat_one(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/rules/fantasy-dice-battles/")
    heights = set()
    for height in (500, 2_600):
        page.set_viewport_size({"width": 1280, "height": height})
        heights.add(page.locator(".drawing .dice-field").first.evaluate("(each) => each.offsetHeight"))
    assert len(heights) == 1
