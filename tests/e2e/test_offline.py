"""Without a connection: what was seen last can be read, a move is kept and sent once, and is never lost in silence.
No page stays after sign-out."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts import limits
from accounts.models import User
from games.core.models import Match
from tests.e2e.conftest import DESKTOP, look_again
from tests.e2e.pages import sign_in
from tests.games.tables import answer, begin, now, texts
from tests.parts.cast import person

pytestmark = pytest.mark.by_turns(3)

BOARD = "/m/firstmatch/"
OFFLINE = "The site isn’t responding"
KEPT = "Your move is saved on this device"
LOST = "wasn’t accepted"
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
    """Return the moves that are sent from now on, by pages and by the worker."""
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
    expect(page.locator("#lists a[href='/m/firstmatch/']:not(.button)")).to_be_visible()
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
    expect(page.locator("#kept")).to_contain_text(KEPT)
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
    expect(page.locator("#kept")).to_contain_text(KEPT)
    ann, ben = (User.objects.get(username=name) for name in ("Ann", "Ben"))
    answer(match, ann, "F2")  # at another device
    answer(match, ben, "F1")
    if not stays:
        page.goto("/matches/")
    if not stays:
        page.goto("about:blank")
    context.set_offline(False)
    look_again(page) if stays else page.goto(BOARD)
    expect(page.locator("#match .message.error")).to_be_visible()
    assert texts(match) == ["F2", "F1"]
    held(page, "/matches/", BOARD)


def kept(page: Page, context: BrowserContext) -> None:
    """Let Ann make a move without a connection, which she does not have yet."""
    page.goto(BOARD)
    context.set_offline(True)
    play(page)
    held(page, "/matches/", BOARD, f"{BOARD}submit")


def come_back(page: Page, context: BrowserContext) -> None:
    """Be online again, in a tab that has left its page before: else that page's own way meets the next one."""
    page.goto("about:blank")
    context.set_offline(False)


def test_a_kept_move_is_sent_by_nobody_else_and_once_its_player_is_back(
    page: Page, context: BrowserContext, match: Match, live_server: LiveServer
) -> None:
    kept(page, context)
    moves = sent(context)
    sign_in(context, User.objects.get(username="Ben"), live_server.url)
    come_back(page, context)
    page.goto("/matches/")
    held(page, "/matches/", f"{BOARD}submit")
    page.goto(BOARD)
    expect(page.locator("#kept")).to_be_hidden()
    assert (moves, texts(match)) == ([], [])
    sign_in(context, User.objects.get(username="Ann"), live_server.url)
    page.goto("/matches/")
    held(page, "/matches/")
    assert (len(moves), len(texts(match))) == (1, 1)


def test_a_kept_move_whose_player_is_signed_out_waits_until_he_signs_in(
    page: Page, context: BrowserContext, match: Match, live_server: LiveServer
) -> None:
    kept(page, context)
    Session.objects.all().delete()  # as a new password on another device does
    come_back(page, context)
    page.goto(BOARD)
    expect(page.get_by_role("alert")).to_contain_text("hasn’t been sent yet")
    held(page, f"{BOARD}submit")
    sign_in(context, User.objects.get(username="Ann"), live_server.url)
    page.goto(BOARD)
    held(page, BOARD)
    look_again(page)
    expect(page.locator("#prompt")).to_contain_text("Ben")
    assert len(texts(match)) == 1


def refuse(monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    """Have every move refused with this status, and a page that is not the match's."""

    def refusal(request: HttpRequest, *_given: object) -> HttpResponse | None:
        return HttpResponse("No.", status=status) if request.path.endswith("/submit") else None

    monkeypatch.setattr(limits, "refusal", refusal)


@pytest.mark.parametrize("status", [400, 403, 404, 409, 413, 422])
def test_a_refusal_that_shows_no_board_is_said_by_the_next_page(
    status: int, page: Page, context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse(monkeypatch, status)
    kept(page, context)
    come_back(page, context)
    page.goto("/settings/")
    said = page.get_by_role("alert").filter(has_text=LOST)
    expect(said.get_by_role("link")).to_have_attribute("href", BOARD)
    held(page, "/matches/", BOARD)


@pytest.mark.parametrize("status", [403, 413])
def test_the_open_board_says_at_once_that_its_move_was_refused(
    status: int, page: Page, context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse(monkeypatch, status)
    kept(page, context)
    context.set_offline(False)
    look_again(page)
    expect(page.locator("#match .message.error")).to_contain_text(LOST)
    expect(page.locator("#kept")).to_be_hidden()


def test_nobody_else_sees_the_board_of_a_move_that_was_refused(
    page: Page, context: BrowserContext, match: Match, live_server: LiveServer
) -> None:
    kept(page, context)
    answer(match, User.objects.get(username="Ann"), "F2")  # at another device
    come_back(page, context)
    page.goto("/matches/")
    held(page, "/matches/", BOARD, f"{BOARD}refused")
    sign_in(context, User.objects.get(username="Ben"), live_server.url)
    page.goto(BOARD)
    expect(page.locator("#prompt")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    held(page, BOARD, f"{BOARD}refused")
    texts = "async (path) => (await (await caches.match(path)).text())"
    assert page.evaluate(texts, f"{BOARD}refused") == ""


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_move_that_cannot_be_taken_just_now_stays_and_says_so(
    status: int, page: Page, context: BrowserContext, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        refuse(patched, status)
        kept(page, context)
        come_back(page, context)
        page.goto(BOARD)
        expect(page.locator("#kept")).to_contain_text(KEPT)
        held(page, "/matches/", BOARD, f"{BOARD}submit")
    page.goto(BOARD)
    expect(page.locator("#prompt")).to_contain_text("Ben")
    expect(page.locator("#kept")).to_be_hidden()
    assert len(texts(match)) == 1


def test_a_player_who_has_lost_the_seat_is_told_that_the_move_did_not_count(
    page: Page, context: BrowserContext, match: Match
) -> None:
    kept(page, context)
    page.goto("/matches/")  # an open board would reload itself
    match.seats.filter(user__username="Ann").update(user=person("Cleo"))
    come_back(page, context)
    page.goto(BOARD)
    expect(page.get_by_role("alert")).to_contain_text(LOST)


def test_a_guest_whose_day_is_over_is_told_that_the_move_did_not_count(page: Page, context: BrowserContext) -> None:
    kept(page, context)
    page.goto("/matches/")  # an open board would reload itself
    User.objects.filter(username="Ann").update(guest_until=timezone.now() - timedelta(hours=1))
    come_back(page, context)
    page.goto(BOARD)
    page.wait_for_url("**/guest/")
    expect(page.get_by_role("alert").filter(has_text=LOST)).to_be_visible()


def test_a_refused_move_is_named_by_every_page_until_its_board_has_said_why(
    page: Page, context: BrowserContext, match: Match
) -> None:
    kept(page, context)
    answer(match, User.objects.get(username="Ann"), "F2")  # at another device
    come_back(page, context)
    for _ in range(2):
        page.goto("/matches/")
        expect(page.get_by_role("alert")).to_contain_text(LOST)
    page.goto(BOARD)
    expect(page.locator("#match .message.error")).to_be_visible()
    held(page, "/matches/", BOARD)
    page.goto("/matches/")
    expect(page.get_by_role("alert")).to_have_count(0)


LYING = """
() => {
    const shown = [...document.querySelectorAll(".notices .message")].filter((each) => each.checkVisibility());
    const boxes = shown.map((each) => each.getBoundingClientRect());
    const over = boxes.slice(1).some((box, index) => box.top < boxes[index].bottom - 0.5);
    return [shown.length, over || shown.some((each) => each.scrollHeight > each.clientHeight + 1)];
}
"""
"""How many notices a match page shows, and whether one lies over another or has no room for its own text."""


@pytest.mark.parametrize("width", [320, 360, 768, 1280])
@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_no_notice_lies_over_another(width: int, language: str, page: Page, context: BrowserContext) -> None:
    User.objects.filter(username="Ann").update(language=language)
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(BOARD)
    context.set_offline(True)
    play(page)
    expect(page.locator("#kept")).to_be_visible()
    page.goto(BOARD)  # as it was kept
    expect(page.locator("#kept")).to_be_visible()
    for each in ("offline", "changed"):
        page.evaluate("(id) => { document.getElementById(id).hidden = false; }", each)
    assert page.evaluate(LYING) == [2, False]


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
