"""A player who comes back sees what has happened since, once and from the position before it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.core.models import Match
from games.core.reading import access
from games.core.reading.seen import Seen
from tests.e2e.conftest import DESKTOP, PHONE, hide, hold_clock, look_again
from tests.e2e.pages import sign_in
from tests.games import tables
from tests.parts.cast import person
from tests.parts.games import drawn, facts
from tests.parts.patience import until

pytestmark = [pytest.mark.usefixtures("films"), pytest.mark.by_turns(3)]

SHOWN = """
    window.shown = [];
    addEventListener("DOMContentLoaded", () => {
        const match = document.getElementById("match");
        if (match) new MutationObserver(() => {
            const { dataset, innerText } = document.getElementById("match");
            const kind = "frame" in dataset ? "frame" : "untold" in dataset ? "untold" : "page";
            shown.push({ kind, ply: dataset.ply ?? "", text: innerText });
        }).observe(match.parentElement, { childList: true });
    });
"""
"""This notes each board that replaces another, and all that can be read at that moment."""
SIZES: dict[str, dict[str, Any]] = {"desktop": {"viewport": {"width": 1280, "height": 800}}, "phone": PHONE}
FRAME, PLAYED = "#match[data-frame]", "#match:not([data-plays], [data-frame], [data-untold])"
SLOW_LINE = {"offline": False, "latency": 600, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
OVER_THE_BOARD = """() => {
    const { top } = document.querySelector("#match .match-board").getBoundingClientRect();
    const said = [...document.querySelectorAll(".notices > :not([hidden])")];
    return said.filter((each) => each.getBoundingClientRect().bottom > Math.max(top, 0) + 1).map(({ id }) => id);
}"""
"""What the site says that lies over the board and not above it."""
LONG = 60_000
"""Milliseconds within which a film, and a round that is played in scenes, are over."""


def away(game: str, user: User, other: User, moves: int = 1) -> Match:
    """Return a match in which so many moves were made since the user was there."""
    match = tables.play_on(tables.begin(user, other, game=game), facts(game).weighed)
    while tables.next_user(match) != user:
        match = tables.play_on(match, 1)
    match = tables.play_on(match, 1)
    tables.opened(match, user)
    return tables.play_on(match, moves)


@pytest.fixture
def come_back(browser: Browser, live_server: LiveServer) -> Callable[..., Page]:
    """Lets somebody open a match in a browser."""

    def come(match: Match, user: User, **how: Any) -> Page:
        context = browser.new_context(base_url=live_server.url, **how)
        context.add_init_script(SHOWN)
        sign_in(context, user, live_server.url)
        page = context.new_page()
        page.goto(match.get_absolute_url(), wait_until="commit")
        return page

    return come


def kinds(page: Page) -> list[str]:
    return [each["kind"] for each in page.evaluate("shown")]


def news(match: Match, user: User) -> str:
    """Return what the user's log says of the newest entry."""
    found = access.match_for(user.pk, match.public_id)
    return Seen.between(found.match, found.seats, found.seat.index, match.ply - 1, match.ply).lines()[-1].text


def show(page: Page) -> None:
    """Press “Show me”, on a phone in the opened news where the coach has its room."""
    if not page.locator("#match .show-me").is_visible():
        page.locator("#match .since > summary").click()
    page.locator("#match .show-me").click()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", drawn())
def test_it_plays_once_from_the_board_before_and_tells_the_end_last(
    game: str, size: str, come_back: Callable[..., Page]
) -> None:
    ann, ben = person("Ann"), person("Ben")
    match = away(game, ann, ben)
    page = come_back(match, ann, **SIZES[size])
    expect(page.locator(FRAME)).to_be_visible()
    expect(page.locator(PLAYED)).to_be_visible(timeout=LONG)
    assert kinds(page) == ["frame", "untold"]
    assert [each["text"] for each in page.evaluate("shown") if news(match, ann) in each["text"]] == []
    assert page.locator("#match .log").text_content() != ""
    page.goto(match.get_absolute_url(), wait_until="networkidle")
    assert kinds(page) == []
    show(page)
    expect(page.locator(FRAME)).to_be_visible()
    expect(page.locator(PLAYED)).to_be_visible(timeout=LONG)
    assert kinds(page)[:2] == ["frame", "untold"]


@pytest.mark.parametrize("by", ["key", "press", "button"])
def test_what_skips_it_does_nothing_else(by: str, come_back: Callable[..., Page]) -> None:
    ann, ben = person("Ann"), person("Ben")
    match = away("en-garde", ann, ben)
    page = come_back(match, ann, **DESKTOP)
    expect(page.locator(FRAME)).to_be_visible()
    if by == "key":
        key = str(tables.choices(match, ann)[0][-1])
        page.keyboard.press(key)  # which picks a card at other times, and Enter plays it
        page.keyboard.press("Enter")
    else:
        pressed = page.locator("#match .skips" if by == "button" else "#match .playing-card").first
        pressed.dblclick()  # the second press comes before anybody has seen what it would hit
    assert page.locator(PLAYED).count() == 1  # at once
    assert page.locator("#choices[data-narrowed], #match .picked").count() == 0
    assert page.evaluate("shown").pop()["kind"] == "page"
    assert tables.now(match).ply == match.ply


def test_a_key_in_the_chat_writes_and_skips_nothing(come_back: Callable[..., Page]) -> None:
    ann, ben = person("Ann"), person("Ben")
    page = come_back(away("en-garde", ann, ben, moves=1), ann, **DESKTOP)
    expect(page.locator(FRAME)).to_be_visible()
    page.locator(".tabs input[value=chat]").check(force=True)
    page.locator("#chat-text").fill("")
    page.keyboard.type("Hi")
    expect(page.locator("#chat-text")).to_have_value("Hi")
    expect(page.locator(PLAYED)).to_be_visible()
    assert kinds(page) == ["frame", "untold"]


def test_many_moves_are_shown_one_after_the_other(come_back: Callable[..., Page]) -> None:
    ann, ben = person("Ann"), person("Ben")
    match = away("en-garde", ann, ben, moves=3)
    match.seats.filter(user=ann).update(answered_ply=match.ply - 3)
    page = come_back(match, ann, **DESKTOP)
    expect(page.locator("#match[data-stamp]")).to_have_count(0)
    expect(page.locator(PLAYED)).to_be_visible(timeout=LONG)
    assert kinds(page) == ["frame", "frame", "frame", "untold"]


def test_it_waits_in_a_tab_that_nobody_looks_at(come_back: Callable[..., Page]) -> None:
    ann, ben = person("Ann"), person("Ben")
    page = come_back(away("en-garde", ann, ben), ann, **DESKTOP)
    expect(page.locator(PLAYED)).to_be_visible(timeout=LONG)
    hold_clock(page)
    page.locator("#match .show-me").click()
    expect(page.locator(FRAME)).to_be_visible()
    hide(page)
    page.clock.run_for(60_000)
    expect(page.locator(FRAME)).to_be_visible()
    hide(page, False)
    expect(page.locator(FRAME)).to_have_count(0)


def test_the_next_board_is_fetched_while_one_is_looked_at(come_back: Callable[..., Page]) -> None:
    ann, ben = person("Ann"), person("Ben")
    match = away("en-garde", ann, ben, moves=3)
    match.seats.filter(user=ann).update(answered_ply=match.ply - 3)
    page = come_back(match, ann, **DESKTOP)
    expect(page.locator(PLAYED)).to_be_visible(timeout=LONG)
    hold_clock(page)  # so that the first board stays
    address = match.get_absolute_url()
    with page.expect_request(re.compile(rf"{address}{match.ply - 2}/$")):
        page.locator("#match .show-me").click()


def test_a_board_that_is_long_on_its_way_is_waited_for_with_a_sign_that_can_be_skipped(
    come_back: Callable[..., Page],
) -> None:
    ann, ben = person("Ann"), person("Ben")
    match = away("en-garde", ann, ben)
    page = come_back(match, ann, **DESKTOP)
    expect(page.locator(PLAYED)).to_be_visible(timeout=LONG)
    hold_clock(page)
    held: list[Route] = []
    page.route(re.compile(r"/m/\w+/\d+/$"), lambda route: held.append(route))
    awaited = page.locator("#match[data-awaits]")
    for skips in (True, False):
        page.locator("#match .show-me").click()
        until(lambda: page.evaluate("true") and len(held) == 1)
        page.clock.run_for(10_000)  # it gave up after four seconds
        expect(awaited.locator(".hasten")).to_be_visible()
        if skips:
            page.keyboard.press("Tab")  # which skips nothing
            awaited.locator(".hasten").click()
            expect(awaited).to_have_count(0)
            expect(page.locator("#match .hasten")).to_be_hidden()
            held.clear()
            page.clock.run_for(1_000)  # until the page takes presses again
    held[0].continue_()
    expect(page.locator(FRAME)).to_be_visible()


def test_it_plays_over_a_slow_line(browser: Browser, live_server: LiveServer) -> None:
    ann, ben = person("Ann"), person("Ben")
    match = away("fantasy-dice-battles", ann, ben)
    context = browser.new_context(base_url=live_server.url, **PHONE)
    sign_in(context, ann, live_server.url)
    page = context.new_page()
    context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW_LINE)
    page.goto(match.get_absolute_url(), wait_until="commit", timeout=LONG)
    expect(page.locator("#match[data-awaits] .hasten")).to_be_visible()
    expect(page.locator("#match .match-board")).to_be_hidden()
    expect(page.locator(FRAME)).to_be_visible(timeout=LONG)


def test_where_motion_is_not_wanted_the_boards_stand_in_a_list(come_back: Callable[..., Page]) -> None:
    ann, ben = person("Ann"), person("Ben")
    match = away("en-garde", ann, ben)
    page = come_back(match, ann, **PHONE, reduced_motion="reduce")
    expect(page.locator(".frames > li")).to_have_count(2)
    expect(page.locator(".frames .match-board").last).to_be_visible()
    expect(page.locator(".frames .told").last).to_have_text(news(match, ann))
    assert kinds(page) == []
    assert page.locator("#match [inert] :is([id], [data-piece])").count() == 0


def test_a_board_that_does_not_come_leaves_the_page_as_it_is(come_back: Callable[..., Page], browser: Browser) -> None:
    ann, ben = person("Ann"), person("Ben")
    match = away("en-garde", ann, ben)
    page = come_back(match, ann, **DESKTOP)
    expect(page.locator(PLAYED)).to_be_visible(timeout=LONG)
    page.route(re.compile(r"/m/\w+/\d+/$"), lambda route: route.abort())
    page.locator("#match .show-me").click()
    expect(page.locator(PLAYED)).to_be_visible()
    expect(page.locator("#match .since")).to_be_visible()


def test_a_script_that_does_not_come_leaves_the_page_as_it_is(browser: Browser, live_server: LiveServer) -> None:
    ann, ben = person("Ann"), person("Ben")
    match = away("en-garde", ann, ben)
    context = browser.new_context(base_url=live_server.url, **DESKTOP)
    context.route(re.compile(r"/film(\.\w+)?\.js$"), lambda route: route.abort())
    sign_in(context, ann, live_server.url)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(match.get_absolute_url())
    expect(page.locator(PLAYED)).to_be_visible()
    assert faults == []
    page.locator("#match .show-me").click()
    expect(page).to_have_url(re.compile(rf"{match.get_absolute_url()}{match.ply - 1}/$"))


def test_a_site_that_is_being_started_cuts_the_film_and_the_next_question_finds_it_again(
    come_back: Callable[..., Page],
) -> None:
    ann, ben = person("Ann"), person("Ben")
    match = away("en-garde", ann, ben, moves=3)
    match.seats.filter(user=ann).update(answered_ply=match.ply - 3)
    page = come_back(match, ann, **DESKTOP)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    expect(page.locator(PLAYED)).to_be_visible(timeout=LONG)
    hold_clock(page)
    page.locator("#match .show-me").click()
    expect(page.locator(FRAME)).to_be_visible()
    asked = re.compile(rf"{match.get_absolute_url()}(\d+/|stamp)?$")
    page.route(asked, lambda route: route.abort())
    until(lambda: page.clock.run_for(1_000) or page.locator(PLAYED).count() == 1)
    expect(page.locator("#match .since")).to_be_visible()
    lost = page.locator("#offline")
    expect(lost).to_be_visible()
    assert page.evaluate(OVER_THE_BOARD) == []
    expect(page.locator("#trouble")).to_be_hidden()
    page.unroute(asked)
    tables.play_on(match, 1)
    look_again(page)
    expect(lost).to_be_hidden()
    expect(page.locator(f'#match[data-ply="{match.ply + 1}"]')).to_be_visible()
    assert faults == []


def test_a_page_in_use_outlives_a_board_that_is_a_fault_for_a_moment(come_back: Callable[..., Page]) -> None:
    ann, ben = person("Ann"), person("Ben")
    match = away("en-garde", ann, ben)
    page = come_back(match, ann, **DESKTOP)
    expect(page.locator(PLAYED)).to_be_visible(timeout=LONG)
    hold_clock(page)
    page.keyboard.press("Shift")
    page.evaluate("window.isSame = true")
    board = re.compile(rf"{match.get_absolute_url()}$")
    page.route(board, lambda route: route.fulfill(status=503, body="No."))
    tables.play_on(match, 1)
    with page.expect_response(board):
        look_again(page)
    expect(page.locator("#offline")).to_be_visible()
    page.unroute(board)
    look_again(page)
    expect(page.locator(f'#match[data-ply="{match.ply + 1}"]')).to_be_visible()
    expect(page.locator("#offline")).to_be_hidden()
    assert page.evaluate("window.isSame")


def test_a_style_sheet_that_did_not_come_is_asked_for_again(come_back: Callable[..., Page]) -> None:
    ann, ben = person("Ann"), person("Ben")
    match = away("en-garde", ann, ben)
    tables.opened(match, ann)
    page = come_back(match, ann, **DESKTOP)
    page.wait_for_load_state("networkidle")
    page.evaluate("document.addEventListener('filmed', () => (window.filmed = true))")
    sheet = re.compile(r"/film(\.\w+)?\.css$")
    page.route(sheet, lambda route: route.abort())
    page.locator("#match .show-me").click()
    until(lambda: page.evaluate("window.filmed === true"))
    expect(page.locator("#match[data-unseen]")).to_have_count(0)
    assert kinds(page) == []
    page.unroute(sheet)
    with page.expect_response(sheet):
        page.locator("#match .show-me").click()
    expect(page.locator(FRAME)).to_be_visible()


def test_boards_in_a_list_are_asked_for_again_if_one_did_not_come(come_back: Callable[..., Page]) -> None:
    ann, ben = person("Ann"), person("Ben")
    match = away("en-garde", ann, ben)
    tables.opened(match, ann)
    page = come_back(match, ann, **DESKTOP, reduced_motion="reduce")
    page.wait_for_load_state("networkidle")
    asked = re.compile(rf"{match.get_absolute_url()}{match.ply}/$")
    page.route(asked, lambda route: route.abort())
    with page.expect_event("requestfailed", lambda request: bool(asked.search(request.url))):
        page.locator("#match .show-me").click()
    expect(page.locator(".frames")).to_have_count(0)
    page.unroute(asked)
    page.locator("#match .show-me").click()
    expect(page.locator(".frames > li")).to_have_count(2)


def test_without_a_script_the_page_is_there_and_a_link_leads_to_the_board_before(
    come_back: Callable[..., Page],
) -> None:
    ann, ben = person("Ann"), person("Ben")
    match = away("en-garde", ann, ben)
    page = come_back(match, ann, **DESKTOP, java_script_enabled=False)
    expect(page.locator("#match .since")).to_be_visible()
    page.locator("#match .show-me").click()
    expect(page).to_have_url(re.compile(rf"{match.get_absolute_url()}{match.ply - 1}/$"))
