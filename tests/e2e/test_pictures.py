"""A match that was played moves on the first page, until it is stopped."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from accounts.models import User

STEP = 1000
"""Milliseconds for each position."""
INSTALLED = datetime(2026, 1, 1, tzinfo=UTC)
PICTURE = ".replayed .moving svg"


@pytest.fixture
def page(context: BrowserContext, house: User) -> Page:
    """A visitor on the first page, whose clock the test moves."""
    page = context.new_page()
    page.clock.install(time=INSTALLED)
    page.goto("/")
    return page


def picture(page: Page) -> Any:
    return page.locator(PICTURE).evaluate("picture => picture.outerHTML")


def test_it_moves_until_it_is_stopped_and_goes_on_then(page: Page) -> None:
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.clock.pause_at(INSTALLED + timedelta(days=1))
    first = picture(page)
    page.clock.run_for(STEP)
    second = picture(page)
    assert second != first
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(20 * STEP)
    assert picture(page) == second
    expect(page.get_by_role("button", name="Play it here")).to_be_focused()
    page.get_by_role("button", name="Play it here").click()
    assert picture(page) != second


def test_where_motion_is_not_welcome_it_waits_for_a_press(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    expect(page.locator('[data-moving="play"]')).to_be_visible()
    end = picture(page)
    page.clock.run_for(20 * STEP)
    assert picture(page) == end
