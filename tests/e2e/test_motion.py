"""What a move has changed is seen happening, but where motion is not wanted."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.core.models import Match
from tests.e2e.conftest import DESKTOP, hold_clock, look_again
from tests.e2e.moments import moments
from tests.e2e.pages import sign_in
from tests.games import tables
from tests.parts.cast import person
from tests.parts.patience import until

pytestmark = pytest.mark.by_turns(2)

MOVED = """
    window.moved = [];
    window.largest = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, how) {
        const what = this.dataset.turns ?? this.dataset.piece ?? this.dataset.about ?? (this.inert && "gone");
        if (frames[0]?.scale) largest = Math.max(largest, frames[0].scale);
        if (what && how.duration === 300) moved.push(`${what} after ${how.delay}`);
        return animate.call(this, frames, how);
    };
    window.counted = [];
    new MutationObserver((seen) => {
        const sums = seen.map(({ target }) => target).filter((target) => target.dataset?.counts);
        counted.push(...sums.map((sum) => `${sum.dataset.counts}: ${sum.textContent}`));
    }).observe(document, { childList: true, subtree: true });
"""


def opened(browser: Browser, live_server: LiveServer, match: Match, **how: Any) -> Page:
    """Return the match in Ann's browser, which notes what is moved."""
    context = browser.new_context(base_url=live_server.url, **DESKTOP, **how)
    context.add_init_script(MOVED)
    sign_in(context, match.seats.get(user__username="Ann").user, live_server.url)
    page = context.new_page()
    page.clock.install()
    page.goto(match.get_absolute_url())
    page.evaluate("import('/static/js/motion.js')")  # as the first use of the page does
    return page


def advance(page: Page, value: int = 1) -> None:
    page.locator(f".playing-card.value-{value}.usable").first.click()
    page.locator("#choices .choice.main").click()
    expect(page.locator("#choices")).to_have_count(0)


def ticked(page: Page) -> Page:
    """Return a page whose clock is held after it has gone on a little."""
    page.clock.run_for(10)
    return page


def beats(page: Page) -> list[str]:
    """Return what was moved, except cards and piles that made room immediately."""
    shown: list[str] = page.evaluate("moved")
    return [each for each in shown if not re.fullmatch(r"(card|deck|hand)-\d after 0", each)]


def test_my_card_is_laid_down_then_my_fencer_goes_then_a_card_is_drawn(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = opened(browser, live_server, tables.begin(person("Ann"), person("Ben")))
    advance(page, 2)
    assert beats(page) == ["discard-1 after 0", "fencer-0 after 300", "card-1 after 900"]


def test_the_opponents_fencer_comes(browser: Browser, live_server: LiveServer, transactional_db: None) -> None:
    match = tables.begin(person("Ben"), person("Ann"))
    page = opened(browser, live_server, match)
    tables.play_on(match, 1)
    look_again(page)
    expect(page.locator("#choices")).to_have_count(1)
    assert beats(page) == ["discard-1 after 0", "fencer-0 after 300"]
    assert 0 < page.evaluate("largest") <= 1  # the card comes from the whole hand, and is never as large as that


def test_what_a_fencer_does_is_told_once_it_is_seen(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    match = tables.begin(person("Ben"), person("Ann"))
    page = opened(browser, live_server, match)
    hold_clock(page)
    apart, said = page.locator(".apart-by .number"), page.locator("#match .prompt")
    before = apart.inner_text()
    tables.play_on(match, 1)
    look_again(page)
    until(lambda: ticked(page).locator("#choices").count() == 1)
    expect(said).to_have_css("opacity", "0")
    expect(apart).to_have_text(before)
    page.clock.run_for(2_000)
    expect(said).to_have_css("opacity", "1")
    expect(apart).not_to_have_text(before)


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
    assert f"{code} after 0" in page.evaluate("moved")


WON = ["fade after 600", "end after 600", "verdict after 600", "frame after 600"]
LOST = ["gone after 900", "gone after 900"]
LAID_DOWN = ["1-LI3b after 1200", "OV2a after 1500", "1-CV2b after 1800"]
TURNED = ["bonus-1 after 0", "bonus-0 after 0", "ground-4 after 0"]
"""Each of these when its time has come: the cards first of all, who won once the sums are counted, the terrain last."""
FRAMED = """() => [...document.querySelectorAll(".land")].filter((land) => {
    return getComputedStyle(land).outlineStyle !== "none";
}).length"""
"""How many columns show by a frame who controls them."""


def fought(browser: Browser, live_server: LiveServer, *, holds: bool = False) -> Page:
    """Return Ann's page when the attack that she waited for has just been answered.

    `holds` stops its clock.
    """
    ann, ben = person("Ann"), person("Ben")
    found = moments("field-of-glory", ann, ben)
    match = next(each for each in found if each.name == "attack, waiting").match
    page = opened(browser, live_server, match)
    if holds:
        with page.expect_response(re.compile("/stamp")):  # the look that is due within the minute that is skipped
            hold_clock(page)
    assert page.locator("[data-counts]").all_inner_texts() == ["6", "2", "2", "4"]
    page.evaluate("moved.length = 0")
    tables.answer(match, ben, "stand LI2b; bonus LI3b")
    look_again(page)
    expect(page.locator(".clash.over")).to_be_visible()
    return page


def test_a_fight_is_seen_from_its_cards_to_its_sums_its_losses_and_its_terrain(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = fought(browser, live_server)
    page.clock.run_for(3_000)
    assert page.locator("[data-counts]").all_inner_texts() == ["5", "6"]
    assert beats(page) == [*WON, *LOST, *LAID_DOWN, *TURNED]
    own = [int(each.split(": ")[1]) for each in page.evaluate("counted") if each.startswith("0 ")]
    assert (own[2], own[-1]) == (4, 6)
    assert own[2:] == sorted(own[2:])
    expect(page.locator(".hasten")).to_be_hidden()


def test_nothing_tells_how_a_fight_ends_before_it_is_seen(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = fought(browser, live_server, holds=True)
    tells, tallies = page.locator("#match :is(.since, .log .new)"), page.locator("[data-tally]")
    assert tells.count() > 1
    assert [each.is_visible() for each in tells.all()] == [False] * tells.count()
    assert tallies.all_inner_texts() == ["0", "0", "0", "0"]
    assert page.evaluate(FRAMED) == 0
    page.clock.run_for(3_000)
    assert page.evaluate(FRAMED) == 1
    assert [each.is_visible() for each in tells.all()] == [True] * tells.count()
    assert tallies.all_inner_texts() != ["0", "0", "0", "0"]


def test_anyone_who_acts_sees_at_once_how_it_is_now(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = fought(browser, live_server)
    expect(page.locator(".hasten")).to_be_visible()
    page.keyboard.press("Shift")
    assert page.locator("[data-counts]").all_inner_texts() == ["5", "6"]
    assert page.locator(".bonus.turned").count() == 2
    assert page.locator("#match [inert]").count() == 0
    assert page.evaluate("document.getAnimations().filter(({ playState }) => playState === 'running').length") == 0
    expect(page.locator(".hasten")).to_be_hidden()


def test_the_end_of_a_round_is_seen_before_the_board_is_set_up_again(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    found = moments("en-garde", person("Ann"), person("Ben"))
    page = opened(browser, live_server, next(each for each in found if each.name == "next round").match)
    shown = 'for (const what of ["refresh", "refreshed"]) document.dispatchEvent(new CustomEvent(what))'
    hold_clock(page)
    ended, hand = page.locator("#match .ended"), page.locator("#match .match-hand")
    next_round = page.locator("#match :is(.apart-by, .unseen, .score, .since)")
    scored = "getComputedStyle(document.querySelector('#match .pip.scored')).backgroundColor"
    filled = page.evaluate(scored)
    expect(ended).to_be_hidden()
    for ends in (lambda: page.clock.run_for(4_500), lambda: page.keyboard.press("Shift")):
        page.evaluate(shown)
        expect(ended).to_be_visible()
        assert ended.locator(".fencer:not(.before)").count() == 2
        expect(ended.locator(".verdict")).to_contain_text("round 1")
        expect(hand).to_be_hidden()
        assert [each.is_visible() for each in next_round.all()] == [False] * 4
        assert page.evaluate(scored) != filled
        ends()
        expect(ended).to_be_hidden()
        expect(hand).to_be_visible()
        assert [each.is_visible() for each in next_round.all()] == [True] * 4
        assert page.evaluate(scored) == filled


def test_on_a_phone_the_end_of_a_round_fills_the_window_with_larger_fencers_and_the_cause_below_them(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    found = moments("en-garde", person("Ann"), person("Ben"))
    page = opened(browser, live_server, next(each for each in found if each.name == "next round").match)
    page.set_viewport_size({"width": 375, "height": 812})
    hold_clock(page)
    small = page.locator("#match .space .fencer").first.bounding_box()
    page.emulate_media(reduced_motion="reduce")
    page.locator("#match .ended").evaluate("(ended) => ended.classList.add('passing')")
    verdict = page.locator("#match .ended .verdict")
    verdict.evaluate("(said) => { said.textContent = 'Maestro.Belcolpo hat mehr passende Karten. '.repeat(3); }")
    stage, picture, large, told = (
        page.locator(each).first.bounding_box()
        for each in (
            "#match .ended",
            "#match .ended .close-up",
            "#match .ended .fencer use:not(.before)",
            "#match .ended .verdict",
        )
    )
    assert small
    assert stage
    assert picture
    assert large
    assert told
    assert large["height"] > 1.5 * small["height"]
    assert stage["y"] <= picture["y"] < picture["y"] + picture["height"] <= told["y"]
    assert told["y"] + told["height"] <= stage["y"] + stage["height"]
    assert 700 < stage["y"] + stage["height"] < 780  # down to the tabs, which are 45 high
