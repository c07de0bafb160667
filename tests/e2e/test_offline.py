"""Without a connection: what was seen last can be read, a move is kept and sent once. Nothing stays after sign-out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.models import Match
from tests.e2e.conftest import DESKTOP, look_again
from tests.e2e.pages import sign_in
from tests.games.tables import answer, begin, now, texts
from tests.parts.cast import person

pytestmark = pytest.mark.by_turns(3)

BOARD = "/m/firstmatch/"
OFFLINE = "You are offline"
KEPT = "Your move is kept on this device"
CACHES = "async () => (await caches.keys()).filter((name) => name !== 'files')"
HELD = """
async () => {
    const names = (await caches.keys()).filter((name) => name !== "files");
    const found = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return found.flat().map(({ url }) => new URL(url).pathname).sort();
}
"""
"""The addresses of all that is kept and is not everybody's."""


@pytest.fixture
def match(live_server: LiveServer) -> Match:
    """One in which Ann is to move."""
    return begin(person("Ann"), person("Ben"))


@pytest.fixture
def context(browser: Browser, match: Match, live_server: LiveServer) -> Iterator[BrowserContext]:
    """Ann's browser."""
    context = browser.new_context(base_url=live_server.url, **DESKTOP)
    sign_in(context, User.objects.get(username="Ann"), live_server.url)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A page that has the worker, and has shown both the lists and the board."""
    page = context.new_page()
    page.clock.install()
    page.goto("/matches/")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.goto(BOARD)
    page.goto("/matches/")
    held(page, "/matches/", BOARD)
    return page


def held(page: Page, *paths: str) -> None:
    """Wait until exactly this is kept."""
    expected = sorted(paths)
    for _ in range(600):
        if (found := page.evaluate(HELD)) == expected:
            return
        page.wait_for_timeout(50)
    assert found == expected


def sent(context: BrowserContext) -> list[str]:
    """The moves that are sent from now on, by pages and by the worker."""
    found: list[str] = []
    context.on("request", lambda asked: found.append(asked.post_data or "") if asked.url.endswith("/submit") else None)
    return found


def play(page: Page) -> None:
    page.keyboard.press("1")
    page.keyboard.press("Enter")


def test_without_a_connection_lists_and_boards_can_be_read_and_all_else_says_why_not(
    page: Page, context: BrowserContext
) -> None:
    context.set_offline(True)
    page.goto("/matches/")
    expect(page.locator("main > .message")).to_contain_text(OFFLINE)
    expect(page.locator("#lists a[href='/m/firstmatch/']")).to_be_visible()
    page.goto(BOARD)
    expect(page.locator("#offline")).to_contain_text(OFFLINE)
    expect(page.locator("#choices .choice").first).to_be_attached()
    page.goto("/settings/")
    expect(page.locator("h1")).to_have_text(OFFLINE)


def test_a_move_made_without_a_connection_is_sent_once_when_there_is_one(
    page: Page, context: BrowserContext, match: Match
) -> None:
    page.goto(BOARD)
    context.set_offline(True)
    play(page)
    expect(page.locator("#match .message")).to_contain_text(KEPT)
    held(page, "/matches/", BOARD, f"{BOARD}submit")
    assert now(match).ply == 0
    moves = sent(context)
    context.set_offline(False)
    look_again(page)
    expect(page.locator("#prompt")).to_contain_text("Ben")
    page.goto(BOARD)
    assert (len(moves), len(texts(match))) == (1, 1)
    held(page, "/matches/", BOARD)
    context.set_offline(True)
    page.goto(BOARD)  # what is kept is the board after the move
    expect(page.locator("#prompt")).to_contain_text("Ben")


@pytest.mark.parametrize("stays", [True, False])
def test_a_move_that_comes_too_late_is_refused_with_the_board_as_it_is(
    stays: bool, page: Page, context: BrowserContext, match: Match
) -> None:
    page.goto(BOARD)
    context.set_offline(True)
    play(page)
    expect(page.locator("#match .message")).to_contain_text(KEPT)
    ann, ben = (User.objects.get(username=name) for name in ("Ann", "Ben"))
    answer(match, ann, "F2")  # at another device
    answer(match, ben, "F1")
    if not stays:
        page.goto("/matches/")
    context.set_offline(False)
    look_again(page) if stays else page.goto(BOARD)
    expect(page.locator("#match .message.error")).to_be_visible()
    assert texts(match) == ["F2", "F1"]
    held(page, "/matches/", BOARD)


def test_a_kept_move_is_sent_by_nobody_else(
    page: Page, context: BrowserContext, match: Match, live_server: LiveServer
) -> None:
    page.goto(BOARD)
    context.set_offline(True)
    play(page)
    held(page, "/matches/", BOARD, f"{BOARD}submit")
    moves = sent(context)
    sign_in(context, User.objects.get(username="Ben"), live_server.url)
    context.set_offline(False)
    page.goto("/matches/")
    held(page, "/matches/")
    assert (moves, texts(match)) == ([], [])


@pytest.mark.parametrize("ends", ["here", "elsewhere", "for another"])
def test_nothing_stays_of_who_is_signed_out(
    ends: str, page: Page, context: BrowserContext, live_server: LiveServer
) -> None:
    [mine] = page.evaluate(CACHES)
    if ends == "here":
        page.goto("/accounts/logout/")
        page.locator("main form button[type=submit]").click()
        page.wait_for_url(live_server.url + "/")
    elif ends == "elsewhere":
        Session.objects.all().delete()
        page.goto(BOARD)
    else:
        sign_in(context, User.objects.get(username="Ben"), live_server.url)
        page.goto("/matches/")
    held(page, *(["/matches/"] if ends == "for another" else []))
    assert mine not in page.evaluate(CACHES)
    context.set_offline(True)
    page.goto(BOARD)
    expect(page.locator("h1")).to_have_text(OFFLINE)


def test_what_is_private_to_a_moment_is_kept_by_no_browser(page: Page) -> None:
    for path in ("/settings/", "/settings/endpoints/", "/accounts/password/change/", "/", "/m/firstmatch/notes"):
        page.goto(path)
    held(page, "/matches/", BOARD)
