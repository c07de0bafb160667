"""Pages beside the table: what is urgent comes first, presses keep apart, cards hold what they show."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from tests.e2e.conftest import PHONE
from tests.e2e.pages import sign_in
from tests.games.tables import begin

SMALL: dict[str, Any] = {**PHONE, "viewport": {"width": 320, "height": 700}}
APART = """[...document.querySelectorAll(".links")].flatMap((row) => {
  const boxes = [...row.children].map((each) => each.getBoundingClientRect());
  return boxes.flatMap((one, place) => boxes.slice(place + 1).map((other) =>
    Math.max(other.left - one.right, one.left - other.right, other.top - one.bottom, one.top - other.bottom)));
})"""
LOW = "document.querySelector('.most-urgent .button').getBoundingClientRect().bottom"
FIRST = "[...document.querySelectorAll('#lists h2')].map((each) => each.id).slice(0, 2)"
HIDDEN = """[...document.querySelectorAll("#changelist-filter, .changelist-form-container")].map(
  (each) => each.scrollHeight - each.clientHeight)"""
OUTSIDE = """[...document.querySelectorAll(".of-person")].flatMap((card) => {
  const room = card.getBoundingClientRect();
  return [...card.querySelectorAll("*")].map((each) => each.getBoundingClientRect())
    .filter((each) => each.width && (each.right > room.right + 1 || each.left < room.left - 1));
}).length"""


def _page(browser: Browser, live_server: LiveServer, user: User, language: str, **size: Any) -> Page:
    context = browser.new_context(base_url=live_server.url, locale=language, **size)
    sign_in(context, user, live_server.url)
    return context.new_page()


@pytest.mark.parametrize("language", ["de", "it"])
def test_what_is_urgent_is_in_sight_on_a_phone_and_comes_first(
    browser: Browser, live_server: LiveServer, house: User, language: str
) -> None:
    ben = User.objects.get(username="Ben")
    for number in range(3):
        begin(house, ben, public_id=f"alsourgent{number}")
    page = _page(browser, live_server, house, language, **PHONE)
    page.goto("/matches/")
    assert page.evaluate(LOW) < 300
    assert page.evaluate(FIRST) == ["waiting", "choosing"]


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_small_presses_keep_apart_on_a_phone(
    browser: Browser, live_server: LiveServer, house: User, language: str
) -> None:
    page = _page(browser, live_server, house, language, **PHONE)
    for address in ("/about/", "/statistics/", "/ratings/"):
        page.goto(address)
        gaps = page.evaluate(APART)
        assert gaps, address
        assert min(gaps) >= 7, address


@pytest.mark.parametrize("language", ["de", "it"])
def test_the_cards_of_a_profile_hold_what_they_show_on_the_smallest_phone(
    browser: Browser, live_server: LiveServer, house: User, language: str
) -> None:
    page = _page(browser, live_server, house, language, **SMALL)
    page.goto("/players/Ben/")
    assert page.locator(".of-person").count()
    assert page.evaluate(OUTSIDE) == 0


def test_a_list_of_the_admin_and_its_filter_are_whole_on_a_phone(
    browser: Browser, live_server: LiveServer, house: User
) -> None:
    User.objects.filter(pk=house.pk).update(is_staff=True, is_superuser=True)
    page = _page(browser, live_server, house, "en", **PHONE)
    page.goto("/admin/games/match/")
    hidden = page.evaluate(HIDDEN)
    assert len(hidden) == 2
    assert max(hidden) <= 1
