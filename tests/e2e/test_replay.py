"""A match that is over is stepped through in place: by keys, by a slider, by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from accounts.models import User

pytestmark = pytest.mark.by_turns(3)

ALL = "?eyes=all"


@pytest.fixture
def page(context: BrowserContext, house: User) -> Page:
    """A visitor at the beginning of a match; the page would forget `here` if it were loaded anew."""
    page = context.new_page()
    page.goto(f"/m/finished01/0/{ALL}")
    page.evaluate("window.here = true")
    return page


def at(page: Page, ply: int) -> None:
    """The page has come to this move, in place, and so has its address."""
    expect(page.locator(".plies strong")).to_contain_text(f"Move {ply} of ")
    expect(page).to_have_url(f"/m/finished01/{ply}/{ALL}")
    assert page.evaluate("window.here")


def test_keys_step_and_jump(page: Page) -> None:
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.keyboard.press("ArrowRight")
    at(page, 2)
    expect(page.locator(".plies .told span")).to_have_text(
        page.locator(".log .here div").inner_text().rsplit(" ", 3)[0]
    )
    page.keyboard.press("ArrowLeft")
    at(page, 1)
    page.keyboard.press("End")
    expect(page.locator(".plies strong")).to_have_text("Final position")
    page.keyboard.press("Home")
    at(page, 0)


def test_a_slider_leads_to_any_move_and_its_address_can_be_shared(page: Page) -> None:
    page.locator(".plies input").fill("5")
    at(page, 5)
    board = page.locator(".match-board").inner_html()
    page.reload()
    assert page.locator(".match-board").inner_html() == board


def test_it_plays_by_itself_until_it_is_stopped(page: Page) -> None:
    page.locator(".plies select").select_option("fast")
    page.get_by_role("button", name="Play").click()
    at(page, 1)
    expect(page.get_by_role("button", name="Pause")).to_be_focused()
    at(page, 2)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play")).to_be_focused()


def test_links_lead_on_with_the_focus_where_it_was(page: Page) -> None:
    page.get_by_role("link", name="Later").click()
    at(page, 1)
    expect(page.get_by_role("link", name="Later")).to_be_focused()


def test_it_plays_to_the_end_and_then_stops(page: Page) -> None:
    page.clock.install()
    page.keyboard.press("End")
    expect(page.locator(".plies strong")).to_have_text("Final position")
    page.get_by_role("link", name="Earlier").click()
    page.keyboard.press(" ")
    expect(page.locator(".plies strong")).not_to_contain_text("Final")
    page.locator("h1").click()
    page.keyboard.press(" ")
    page.clock.run_for(2_500)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
