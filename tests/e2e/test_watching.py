"""A visitor watches a match that runs: the page follows it, and leaves who looks at an earlier move there."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page, expect

from accounts.models import User
from games.core.models import Match
from games.core.services import play
from tests.e2e.conftest import hide
from tests.games.tables import answer, begin
from tests.parts.cast import person

MINUTE = 60_000
POLL = 20_000


def watching(context: BrowserContext, live_server: object) -> tuple[Page, Match, User, User]:
    """Return the page of a visitor, on whose clock it is for us to say what time it is, with the match and its
    players.
    """
    ann, ben = person("Ann"), person("Ben")
    match = begin(ann, ben, watchable=True)
    page = context.new_page()
    page.clock.install()
    page.goto("/watch/")
    page.get_by_role("link", name="En Garde: Ann, Ben").click()
    expect(page.locator(".told")).to_contain_text("Waiting for Ann.")
    page.evaluate("window.here = true")
    return page, match, ann, ben


def test_the_page_follows_the_match_to_its_end(context: BrowserContext, live_server: object) -> None:
    page, match, ann, ben = watching(context, live_server)
    answer(match, ann, "F1")
    page.clock.run_for(POLL)
    expect(page.locator(".told")).to_contain_text("Waiting for Ben.")
    expect(page.locator(".log li").first).to_contain_text("Ann")
    assert page.evaluate("window.here")
    play.resign(match.public_id, ben.pk)
    page.clock.run_for(POLL)
    expect(page.locator(".told")).to_contain_text("Final position")
    expect(page.get_by_text("Check it yourself")).to_be_attached()


def test_who_looks_at_an_earlier_move_stays_there(context: BrowserContext, live_server: object) -> None:
    page, match, ann, ben = watching(context, live_server)
    answer(match, ann, "F1")
    page.clock.run_for(POLL)
    expect(page.locator(".told")).to_contain_text("Waiting for Ben.")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".told strong")).to_have_text("Move 0 of 1")
    answer(match, ben, "F1")
    with page.expect_response("**/watch") as answered:
        page.clock.run_for(POLL)
    assert answered.value.status == 200
    expect(page.locator(".told strong")).to_have_text("Move 0 of 1")
    page.keyboard.press("End")
    expect(page.locator(".told")).to_contain_text("Waiting for Ann.")


def test_a_page_that_nobody_sees_asks_nothing(context: BrowserContext, live_server: object) -> None:
    page, *_ = watching(context, live_server)
    hide(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.run_for(5 * MINUTE)
    assert [each for each in asked if each.endswith("/watch")] == []
    with page.expect_request("**/watch"):
        hide(page, hidden=False)
