"""The pages of rules in a browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

GAMES = ["en-garde", "field-of-glory", "fantasy-dice-battles"]
PAINTED = (Path(__file__).parent / "painted.js").read_text()


@pytest.mark.django_db
@pytest.mark.parametrize("slug", GAMES)
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
@pytest.mark.parametrize("slug", GAMES)
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


@pytest.mark.django_db
@pytest.mark.parametrize(("width", "height", "screens"), [(1280, 800, 1), (375, 812, 2)])
@pytest.mark.parametrize("language", ["en-GB", "de-DE", "it-IT"])
def test_the_whole_game_is_seen_without_scrolling(
    browser: Browser, live_server: LiveServer, language: str, width: int, height: int, screens: int
) -> None:
    size: ViewportSize = {"width": width, "height": height}
    page = browser.new_page(base_url=live_server.url, locale=language, viewport=size)
    for slug in GAMES:
        page.goto(f"/rules/{slug}/")
        bottom = page.locator(".glance .facts").evaluate("(each) => each.getBoundingClientRect().bottom")
        assert bottom <= height * screens, slug
    page.close()


@pytest.mark.django_db
def test_a_search_leaves_what_holds_all_words_and_clears_again(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/rules/field-of-glory/")
    parts = page.locator(".book > p:visible, .book > ul > li:visible, .book > figure:visible")
    whole = parts.count()
    page.get_by_label("Search these rules").fill("can’t  PLACE commanders")
    expect(parts).to_have_text([re.compile("You can’t place Commanders")])
    expect(page.locator(".book h2:visible, .book h3:visible")).to_have_text(["Placing units"])
    expect(page.locator(".contents li:visible")).to_have_text(["Placing units"])
    expect(page.get_by_role("status")).to_have_text("1 passage found")
    page.get_by_label("Search these rules").fill("can't place commanders qx")
    expect(page.get_by_role("status")).to_have_text("No passages found")
    page.get_by_role("button", name="Clear the search").click()
    expect(parts).to_have_count(whole)
    expect(page.get_by_role("status")).to_be_empty()
    expect(page.get_by_label("Search these rules")).to_be_focused()


@pytest.mark.django_db
def test_a_search_finds_units_without_accents_and_unfolds_them(browser: Browser, live_server: LiveServer) -> None:
    context = browser.new_context(base_url=live_server.url, locale="de")
    page = context.new_page()
    page.goto("/rules/fantasy-dice-battles/")
    expect(page.locator(".book tbody:visible")).to_have_count(1)
    page.get_by_label("Regeln durchsuchen").fill("RUSTUNG bogenschutzen")
    expect(page.locator(".book details[open]:visible").first).to_be_visible()
    for text in page.locator(".book details tbody:visible").all_inner_texts():
        assert "rüstung" in text.lower()
        assert "bogenschützen" in text.lower()
    page.get_by_label("Regeln durchsuchen").fill("")
    expect(page.locator(".book details[open]")).to_have_count(0)
    context.close()


@pytest.mark.django_db
def test_everything_is_printed_during_a_search(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/rules/fantasy-dice-battles/")
    page.get_by_label("Search these rules").fill("poison")
    page.emulate_media(media="print")
    expect(page.locator(".book [data-unfound]:not(:visible)")).to_have_count(0)
    expect(page.locator(".rules .rule:not(:visible)")).to_have_count(0)
    expect(page.locator(".book tbody:not(:visible)")).to_have_count(0)
    expect(page.locator(".contents:visible, .site-header:visible, .glance .buttons:visible")).to_have_count(0)
