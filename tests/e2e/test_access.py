"""Every page as people meet it who see little, use no mouse, or hold a small phone."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from accounts import guests
from accounts.models import User
from tests.e2e.conftest import DESKTOP
from tests.e2e.pages import FOR_PLAYERS, FOR_VISITORS, WATCHED, open_page, sign_in
from tests.parts import depth

pytestmark = pytest.mark.by_turns(2)

SMALLEST: ViewportSize = {"width": 320, "height": 640}

OPEN_ALL = "document.querySelectorAll('details').forEach((each) => { each.open = true; })"
NARROW = """[...document.querySelectorAll('main :is(p, dt, dd, th, td, h1, h2, h3, summary, label)')]
    .filter((each) => !each.closest('.visually-hidden, svg') && [...each.querySelectorAll('.visually-hidden')]
        .reduce((text, hidden) => text.replace(hidden.textContent, ''), each.textContent).trim().length > 20)
    .map((each) => [each, each.clientWidth || each.getBoundingClientRect().width])
    .filter(([each, wide]) => each.checkVisibility() && wide < 5 * parseFloat(getComputedStyle(each).fontSize))
    .map(([each]) => each.textContent.trim().slice(0, 40))"""
"""Texts in columns of a few letters."""

OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def faults(page: Page, path: str) -> list[str]:
    """Return what axe finds on a page in light and in dark colours, and whether it scrolls sideways on a small
    phone.
    """
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(DESKTOP["viewport"])
    open_page(page, path)
    page.evaluate(OPEN_ALL)
    found = violations(page, {})
    page.emulate_media(color_scheme="dark")
    found += violations(page, {"runOnly": ["color-contrast"]})
    found += [f"narrow: {text}" for text in page.evaluate(NARROW)]
    page.set_viewport_size(SMALLEST)
    wider = page.evaluate(OVERFLOW)
    return [*found, f"{wider} px wider than the phone"] if wider else found


def violations(page: Page, options: dict[str, object]) -> list[str]:
    answer = Axe().run(page, options={"resultTypes": ["violations"], **options}).response
    return [f"{each['id']}: {node['html']}" for each in answer["violations"] for node in each["nodes"]]


def test_visitors_of_all_kinds_can_use_every_page(context: BrowserContext, house: User) -> None:
    page = context.new_page()
    assert {
        path: found for path in depth.chosen(FOR_VISITORS + WATCHED, 5, "visitors") if (found := faults(page, path))
    } == {}


def test_players_of_all_kinds_can_use_every_page(context: BrowserContext, house: User, live_server: LiveServer) -> None:
    sign_in(context, house, live_server.url)
    page = context.new_page()
    assert {path: found for path in depth.chosen(FOR_PLAYERS, 6, "players") if (found := faults(page, path))} == {}


def test_guests_of_all_kinds_can_become_accounts(
    context: BrowserContext, live_server: LiveServer, transactional_db: None
) -> None:
    guest = guests.create()
    sign_in(context, guest, live_server.url)
    page = context.new_page()
    assert {path: found for path in ("/guest/", "/") if (found := faults(page, path))} == {}
    User.objects.update(guest_until=timezone.now())
    assert faults(page, "/guest/") == []


def test_arrow_keys_step_through_a_match(context: BrowserContext, house: User, live_server: LiveServer) -> None:
    sign_in(context, house, live_server.url)
    page = context.new_page()
    page.goto("/m/attacked01/8/")
    expect(page.get_by_text("Use the arrow keys to step through the match.")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/attacked01/7/")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/attacked01/8/")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/attacked01/9/")
    page.keyboard.press("ArrowRight")  # there is no later one
    expect(page).to_have_url(f"{live_server.url}/m/attacked01/9/")
