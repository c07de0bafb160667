"""What a move has changed is seen happening, but where motion is not wanted."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Match
from tests.e2e.conftest import DESKTOP, look_again
from tests.e2e.moments import moments
from tests.e2e.pages import sign_in
from tests.games import tables
from tests.parts.cast import person

pytestmark = pytest.mark.by_turns(2)

MOVED = """
    window.moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        moved.push(this.dataset.turns ?? this.dataset.piece ?? this.dataset.about);
        return animate.apply(this, how);
    };
    window.counted = [];
    new MutationObserver((seen) => {
        const sums = seen.map(({ target }) => target).filter((target) => target.dataset?.counts);
        counted.push(...sums.map((sum) => `${sum.dataset.counts}: ${sum.textContent}`));
    }).observe(document, { childList: true, subtree: true });
"""


def opened(browser: Browser, live_server: LiveServer, match: Match, **how: Any) -> Page:
    """The match in Ann's browser, which notes what is moved."""
    context = browser.new_context(base_url=live_server.url, **DESKTOP, **how)
    context.add_init_script(MOVED)
    sign_in(context, match.seats.get(user__username="Ann").user, live_server.url)
    page = context.new_page()
    page.clock.install()
    page.goto(match.get_absolute_url())
    return page


def advance(page: Page) -> None:
    page.locator(".playing-card.usable").first.click()
    page.locator("#choices .choice.main").click()
    expect(page.locator("#choices")).to_have_count(0)


def test_my_fencer_goes_and_the_card_that_is_drawn_appears(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = opened(browser, live_server, tables.begin(person("Ann"), person("Ben")))
    advance(page)
    moved = page.evaluate("moved")
    assert "fencer-0" in moved
    assert "fencer-1" not in moved
    assert any(each.startswith("card-") for each in moved)


def test_the_opponents_fencer_comes(browser: Browser, live_server: LiveServer, transactional_db: None) -> None:
    match = tables.begin(person("Ben"), person("Ann"))
    page = opened(browser, live_server, match)
    tables.play_on(match, 1)
    look_again(page)
    expect(page.locator("#choices")).to_have_count(1)
    assert "fencer-0" in page.evaluate("moved")


def test_nothing_moves_where_motion_is_not_wanted(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = opened(browser, live_server, tables.begin(person("Ann"), person("Ben")), reduced_motion="reduce")
    advance(page)
    assert page.evaluate("moved") == []


def test_a_unit_goes_from_the_hand_to_its_column(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    match = tables.begin(person("Ann"), person("Ben"), game="field-of-glory")
    match = tables.play_on(match, 24)
    while getattr(tables.next_user(match), "username", "") != "Ann":
        match = tables.play_on(match, 1)
    page = opened(browser, live_server, match)
    card = page.locator('[data-part="hand"] .usable').first
    code = card.get_attribute("data-about")
    card.click()
    page.locator("#choices .choice:visible").first.click()
    expect(page.locator("#match .plan li")).to_have_count(1)
    assert code in page.evaluate("moved")


def test_bonus_and_terrain_are_turned_and_the_sums_count_up_when_it_is_fought(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    ann, ben = person("Ann"), person("Ben")
    found = moments("field-of-glory", ann, ben)
    match = next(each for each in found if each.name == "attack, waiting").match
    page = opened(browser, live_server, match)
    sums = page.locator("[data-counts]")
    assert sums.all_inner_texts() == ["6", "2", "2", "4"]
    tables.answer(match, ben, "stand LI2b; bonus LI3b")
    look_again(page)
    expect(page.locator(".clash.over")).to_be_visible()
    page.clock.run_for(500)
    assert sums.all_inner_texts() == ["5", "6"]
    assert page.evaluate("moved.toSorted()") == ["bonus-0", "bonus-1", "ground-4"]
    own = [int(each.split(": ")[1]) for each in page.evaluate("counted") if each.startswith("0 ")]
    assert (own[2], own[-1]) == (4, 6)
    assert own[2:] == sorted(own[2:])
