"""What somebody writes beside the board stays until they send it, save it or take it out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.chat import notes
from games.core.models import Match
from tests.e2e.choosing import show
from tests.e2e.conftest import DESKTOP, PHONE, look_again
from tests.e2e.pages import sign_in
from tests.games import tables
from tests.parts.cast import person

pytestmark = pytest.mark.by_turns(2)

BOARD = "/m/firstmatch/"
SAID, NOTED = "I think about it", "He keeps his fives"


@pytest.fixture
def match(live_server: LiveServer) -> Match:
    """One in which Ben is to move."""
    return tables.play_on(tables.begin(person("Ann"), person("Ben")), 1)


@pytest.fixture(params=[DESKTOP, PHONE], ids=["desktop", "phone"])
def context(
    browser: Browser, match: Match, live_server: LiveServer, request: pytest.FixtureRequest
) -> Iterator[BrowserContext]:
    """Ben's browser."""
    context = browser.new_context(base_url=live_server.url, **request.param)
    sign_in(context, User.objects.get(username="Ben"), live_server.url)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """The board, with something written in the chat and in the notes, and not sent."""
    page = context.new_page()
    page.clock.install()
    page.goto(BOARD)
    for tab, text in (("chat", SAID), ("notes", NOTED)):
        show(page, tab)
        page.locator(f"#{tab}-text").press_sequentially(text)
    return page


def written(page: Page, said: str = SAID, noted: str = NOTED) -> None:
    """Expect this in the fields, on the page that is there now."""
    expect(page.locator("#chat-text")).to_have_value(said)
    expect(page.locator("#notes-text")).to_have_value(noted)


def mutes(page: Page) -> None:
    show(page, "chat")
    page.get_by_role("button", name="Mute this chat").click()
    expect(page.get_by_role("button", name="Unmute this chat")).to_be_attached()


def looks_at_offers(page: Page) -> None:
    page.locator("#match .menu > summary").click()
    page.get_by_role("link", name="Pause, more time, cancel").click()
    page.get_by_role("link", name="Back to the match").click()


def plays(page: Page) -> None:
    show(page, "board")
    page.locator(".playing-card.usable").first.click()
    page.locator("#choices .choice:visible").first.click()
    expect(page.locator("#prompt")).to_contain_text("Ann")
    page.reload()


WAYS: dict[str, Callable[[Page], object]] = {
    "reloads": lambda page: page.reload(),
    "mutes": mutes,
    "looks at offers": looks_at_offers,
    "follows a link": lambda page: (page.goto("/matches/"), page.goto(BOARD)),
    "plays": plays,
}


@pytest.mark.parametrize("way", WAYS)
def test_what_is_not_sent_stands_there_again(page: Page, way: str) -> None:
    WAYS[way](page)
    written(page)


def test_what_was_sent_or_saved_does_not(page: Page) -> None:
    show(page, "notes")
    page.get_by_role("button", name="Save notes").click()
    show(page, "chat")
    written(page)  # the notes from the server
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#chat .lines")).to_contain_text(SAID)
    page.reload()
    written(page, said="")
    assert page.evaluate("Object.keys(sessionStorage).filter((each) => each.startsWith('draft'))") == []


def test_what_was_saved_elsewhere_in_the_meantime_stands_above(page: Page, match: Match) -> None:
    notes.save(match.public_id, User.objects.get(username="Ben").pk, "Three ones are out")
    page.reload()
    written(page, noted=f"Three ones are out\n{NOTED}")


def test_nobody_else_reads_it_in_the_same_browser(page: Page, context: BrowserContext, live_server: LiveServer) -> None:
    sign_in(context, User.objects.get(username="Ann"), live_server.url)
    page.goto(BOARD)
    written(page, said="", noted="")
    sign_in(context, User.objects.get(username="Ben"), live_server.url)
    page.goto(BOARD)
    written(page)


def test_nothing_of_it_stays_after_signing_out(page: Page, live_server: LiveServer) -> None:
    page.goto("/accounts/logout/")
    page.locator("main form button[type=submit]").click()
    page.wait_for_url(live_server.url + "/")
    assert page.evaluate("sessionStorage.length") == 0


def test_a_session_that_ends_takes_nothing(page: Page, context: BrowserContext, live_server: LiveServer) -> None:
    Session.objects.all().delete()
    show(page, "chat")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#chat-text")).to_have_count(0)
    sign_in(context, User.objects.get(username="Ben"), live_server.url)
    page.goto(BOARD)
    written(page)


@pytest.mark.parametrize(
    "hears", [look_again, lambda page: page.get_by_role("button", name="Send").click()], ids=["looks", "sends"]
)
def test_a_seat_that_somebody_takes_over_leaves_what_is_written(
    page: Page, match: Match, hears: Callable[[Page], None]
) -> None:
    show(page, "chat")
    match.seats.filter(user__username="Ben").update(user=person("Cleo"))
    hears(page)
    expect(page.locator("#changed")).to_be_visible()
    written(page)
    page.get_by_role("button", name="Show it").click()
    expect(page.locator("#chat-text")).to_have_count(0)


def test_a_seat_that_is_lost_with_nothing_written_shows_the_match_as_it_is(page: Page, match: Match) -> None:
    for tab in ("chat", "notes"):
        page.locator(f"#{tab}-text").evaluate("(each) => { each.value = ''; }")
    match.seats.filter(user__username="Ben").update(user=person("Cleo"))
    look_again(page)
    expect(page.locator("#chat-text")).to_have_count(0)
