"""A round is seen before anything tells its end: once, by those who look on and by those who come back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.core.models import Match
from games.rules.record import loads
from tests.e2e.conftest import DESKTOP, PHONE, hold_clock, look_again
from tests.e2e.moments import moments
from tests.e2e.pages import sign_in
from tests.games import tables
from tests.parts.cast import person
from tests.parts.patience import until

SCRIPT = loads((Path(__file__).parent / "script.json").read_bytes())
TELLS = "#match :is(.prompt, .act, .since, .log li:first-child, .match-hand, .dice-side .counts, .dice-side .fleeing)"

SEEN = """
    window.seen = [];
    const note = () => {
        const told = document.querySelector("#match[data-untold]:not([data-plays], [data-frame])");
        const stands = [...(told?.querySelectorAll(".dice-field .token") ?? [])];
        if (stands.some((each) => each.checkVisibility({ visibilityProperty: true })))
            seen.push([...told.querySelectorAll(".scene")].findIndex((each) => each.classList.contains("shown")));
        requestAnimationFrame(note);
    };
    note();
"""
"""This notes at each picture of an untold round which scene the units stand in, and -1 for its end."""
STANDING = """[...document.querySelectorAll(".dice-field .token")].filter((each) =>
    each.checkVisibility({ visibilityProperty: true })).length"""
MARKED = """[...document.querySelectorAll(".token.fresh")].filter((each) =>
    getComputedStyle(each, "::before").content !== "none").length"""
UNDER_DICE = """() => {
    const box = (each) => each.getBoundingClientRect();
    const meets = (one, other) => one.left < other.right - 2 && other.left < one.right - 2 &&
        one.top < other.bottom - 2 && other.top < one.bottom - 2;
    const dice = [...document.querySelectorAll(".fallen .die")].map(box);
    const seen = [...document.querySelectorAll(".battalion.told :is(.morale i, .token .figure)")];
    return seen.filter((each) => dice.some((die) => meets(box(each), die))).map((each) => each.outerHTML);
}"""
"""What a unit shows that thrown dice lie on."""
UNEVEN = """() => {
    const list = document.querySelector(".round .scenes");
    const lines = [...list.querySelectorAll(".scene.shown ul > li")];
    const low = list.scrollTop + list.clientHeight;
    const isWhole = (height) => Math.abs(height / 15.36 - Math.round(height / 15.36)) < 0.1;
    return [low, ...lines.map(({ offsetHeight }) => offsetHeight)].filter((each) => !isWhole(each));
}"""
"""The heights that are no whole number of lines, so that one is cut: of the list, and of what is told in it."""
CUT = """() => {
    const { scrollHeight, clientHeight } = document.querySelector(".round .scenes");
    const dice = [...document.querySelectorAll(".scene.shown .rolled > span")];
    const high = dice.filter((die) => die.offsetHeight > 16);
    return [Math.max(0, Math.min(scrollHeight, 129) - clientHeight), high.length];
}"""
"""Of a scene that has been stepped to the pixels of its first nine lines that are cut off, and the dice that are higher
than a line."""
HEADS = """(all) => all.map((each) => [each, each.closest(".token")].map((it) => it.getBoundingClientRect().top))
    .filter(([figure, token]) => figure - token < 5)"""
"""Heroes whose figures begin at the rims above them."""
SEEN_WORDS = "(all) => all.map((each) => each.checkVisibility({ visibilityProperty: true }))"
SCENES = re.compile(r"/scenes(\.\w+)?\.js$")
SHEETS = re.compile(r"\.css$")


def sealed() -> Match:
    """Return the match in which Ann has sealed her orders and Ben has not."""
    found = moments("fantasy-dice-battles", person("Ann"), person("Ben"))
    return next(each for each in found if each.name == "orders, waiting").match


def play_round(match: Match) -> None:
    """Let Ben seal his orders."""
    tables.answer(match, User.objects.get(username="Ben"), SCRIPT.entries[match.ply + 1].text)


def opened(browser: Browser, live_server: LiveServer, match: Match, **how: Any) -> Page:
    """Return the match in Ann's browser, whose clock is stopped."""
    context = browser.new_context(base_url=live_server.url, **how)
    sign_in(context, User.objects.get(username="Ann"), live_server.url)
    page = context.new_page()
    hold_clock(page)
    page.goto(match.get_absolute_url(), wait_until="networkidle")
    page.evaluate("import('/static/js/match.js')")  # until it looks for news
    return page


def playing(browser: Browser, live_server: LiveServer, **how: Any) -> Page:
    """Return the match in Ann's browser as its round begins to play, once the page takes presses again."""
    match = sealed()
    page = opened(browser, live_server, match, **how)
    play_round(match)
    look_again(page)
    expect(page.locator(".round[data-playing]")).to_have_count(1)
    page.clock.run_for(600)
    return page


def visible(page: Page) -> list[bool]:
    seen = "(all) => all.map((each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }))"
    found: list[bool] = page.locator(TELLS).evaluate_all(seen)
    return found


def test_no_unit_stands_as_at_the_end_until_the_script_tells_the_round(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    match = sealed()
    page = opened(browser, live_server, match, **PHONE)
    asked: list[Route] = []
    page.route(SCENES, lambda route: asked.append(route))
    page.route(SHEETS, lambda route: route.abort())  # a sheet that comes with the round comes too late to hide its end
    play_round(match)
    look_again(page)
    until(lambda: page.evaluate("1") and asked)
    expect(page.locator("#match[data-untold]")).to_have_count(0)  # the page that tells the end waits for it, too
    asked.pop().continue_()
    expect(page.locator(".round[data-playing]")).to_have_count(1)
    assert page.evaluate(MARKED) == 0
    page.evaluate("document.querySelector('.round .player').hidden = true")
    assert page.evaluate(STANDING) == 0


@pytest.mark.usefixtures("films")
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_film_comes_to_a_round_at_its_first_scene(
    size: dict[str, Any], browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    match = sealed()
    context = browser.new_context(base_url=live_server.url, **size)
    context.add_init_script(SEEN)
    sign_in(context, User.objects.get(username="Ann"), live_server.url)
    page = context.new_page()
    tables.opened(match, User.objects.get(username="Ann"))
    play_round(match)
    page.goto(match.get_absolute_url())
    expect(page.locator("#match:not([data-plays], [data-frame], [data-untold])")).to_be_visible(timeout=60_000)
    seen = page.evaluate("seen")
    assert seen == sorted(seen)
    assert seen[0] == 0


@pytest.mark.parametrize("by", ["key", "press", "focus", "end"])
def test_nothing_tells_how_a_round_ends_before_it_is_seen_and_what_skips_it_does_nothing_else(
    by: str, browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    match = sealed()
    page = opened(browser, live_server, match, **DESKTOP)
    play_round(match)
    look_again(page)
    expect(page.locator(".round[data-playing]")).to_have_count(1)
    assert visible(page) == [False] * len(visible(page))
    page.clock.run_for(3_000)
    assert visible(page) == [False] * len(visible(page))
    if by == "key":
        page.keyboard.press("1")  # which picks a card at other times
    elif by == "press":
        page.locator("#match .dice-field .spot.own").first.click()
    elif by == "focus":
        page.locator("#match .act button:visible").first.focus()
    else:
        page.locator("[data-scene=skip]").click()
    expect(page.locator(".round[data-playing]")).to_have_count(0)
    assert False not in visible(page)
    assert page.locator("#match[data-untold], #choices[data-narrowed], #match .picked").count() == 0
    assert tables.now(match).ply == match.ply + 1


def box(page: Page, selector: str) -> tuple[float, float]:
    """Return where something begins and ends, in pixels from the top."""
    found = page.locator(selector).bounding_box()
    assert found is not None
    return found["y"], found["y"] + found["height"]


def test_a_usual_round_takes_no_more_than_ten_seconds(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = playing(browser, live_server, **DESKTOP)
    scenes = page.locator(".scene").count()
    assert scenes >= 6
    page.clock.run_for(9_400)  # and 600 ms before
    expect(page.locator(".scene").nth(scenes - 1)).to_contain_class("shown")


def test_the_words_of_a_scene_cover_no_battalion_on_a_phone(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = playing(browser, live_server, **PHONE)
    assert box(page, ".round .scenes")[0] >= box(page, "#match .match-hand")[0]  # where there is room to read
    told = set()
    while page.locator("[data-scene=on]").is_enabled():
        page.locator("[data-scene=on]").click()
        if page.locator(".battalion.told").count():
            told.add(page.locator(".battalion.told").get_attribute("data-battalion"))
            expect(page.locator(".battalion:visible")).to_have_count(3)
            assert box(page, ".round .scenes")[0] >= box(page, ".dice-field")[1]
            assert page.locator(".round .scenes").evaluate("(each) => each.scrollHeight - each.clientHeight") <= 1
            assert page.evaluate(UNDER_DICE) == []
    assert told == {"1", "2", "3"}


def test_at_a_desk_a_round_is_told_below_the_board_and_stands_beside_the_moves_afterwards(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = playing(browser, live_server, **DESKTOP)
    board, hand, act = "#match .match-board", "#match .match-hand", "#match .act"
    top, bottom = box(page, ".round")
    assert 0 <= top - box(page, board)[1] < 12
    assert bottom <= box(page, hand)[1] + 2
    letters = page.locator(".dice-field .turned")
    assert page.locator(".dice-field .turned > .seal").count() == letters.count() > 0  # opened, with a broken seal
    for _scene in range(4):
        page.locator("[data-scene=on]").click()
        assert page.evaluate(UNEVEN) == []  # at once: the press itself shows the next scene
    page.locator("[data-scene=skip]").click()
    for _scene in range(page.locator(".scene").count() - 1):
        page.locator("[data-scene=back]").click()
        assert page.evaluate(CUT) == [0, 0]  # at once: the press itself shows the scene before
    page.locator("[data-scene=skip]").click()
    top, bottom = box(page, ".round")
    assert box(page, act)[0] <= top < bottom <= box(page, act)[1]
    page.locator("#match .order-card.usable .card-head").first.dispatch_event("click")
    expect(page.locator("#choices[data-narrowed]")).to_have_count(1)
    expect(page.locator(".round")).to_be_hidden()  # what the card can do needs its place


def test_all_that_a_lesson_tells_of_its_round_is_in_sight_at_a_desk(browser: Browser, live_server: LiveServer) -> None:
    size = {**DESKTOP, "viewport": {"width": 1280, "height": 800}}
    page = browser.new_context(base_url=live_server.url, **size).new_page()
    hold_clock(page)
    page.goto(reverse("lesson", args=["fantasy-dice-battles", "own", 14]))
    expect(page.locator(".round[data-playing]")).to_have_count(1)
    told = 0
    while page.locator("[data-scene=on]").is_enabled():
        assert page.locator(".round .scenes").evaluate("(each) => each.scrollHeight - each.clientHeight") <= 0
        assert page.locator(".token.hero .figure").evaluate_all(HEADS) == []
        told = max(told, page.locator(".scene.shown ul > li").count())
        assert page.locator(".dice-side :is(dt, .waiting h2)").evaluate_all(SEEN_WORDS) == [True] * 12
        page.locator("[data-scene=on]").click()
        fled = page.locator(".dice-side .fleeing > ol").evaluate_all(SEEN_WORDS)
        assert fled == [bool(page.locator(".scene.shown.units-fled").count())] * 2
    assert told >= 7


def test_a_round_that_is_shown_again_on_its_way_goes_on_where_it_was(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = playing(browser, live_server, **DESKTOP)
    page.locator("[data-scene=on]").click()
    title = page.locator(".scene.shown h3").text_content()
    page.evaluate("document.getElementById('match').dataset.stamp = ''")
    look_again(page)
    expect(page.locator("#match:not([data-stamp=''])")).to_have_count(1)
    expect(page.locator(".scene.shown h3")).to_have_text(title or "")
    expect(page.locator("#match[data-untold]")).to_have_count(1)


def test_a_round_that_was_seen_is_not_played_at_the_next_visit(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    match = sealed()
    play_round(match)
    page = opened(browser, live_server, match, **DESKTOP)
    expect(page.locator(".round .player")).to_be_visible()
    assert page.locator(".round[data-playing], #match[data-untold]").count() == 0
    assert False not in visible(page)
