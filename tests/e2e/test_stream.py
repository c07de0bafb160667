"""News reaches open pages at once: one stream for each browser, shared by its tabs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from accounts import streams
from accounts.models import User
from fogsite import stream
from tests.e2e.conftest import DESKTOP, hide
from tests.e2e.pages import sign_in
from tests.games.tables import answer, begin, now
from tests.parts.cast import person
from tests.parts.patience import until
from tests.parts.site import served

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("redis"), pytest.mark.by_turns(2)]

PATH = "/m/firstmatch/"
TABS = 10


@pytest.fixture
def site(redis_server: str, settings: Any) -> Iterator[str]:
    """The address of the site with its streams."""
    settings.ALLOWED_HOSTS = ["localhost"]
    with served() as url:
        settings.SITE_URL = url
        yield url


def seldom(route: Route) -> None:
    """Make a spectator's page ask by itself so seldom that only a word can bring it news."""
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace("= 20_000", "= 600_000"))


@pytest.fixture
def anns(browser: Browser, site: str) -> Iterator[Any]:
    """Ann's browser; none of its pages asks by itself for so long that only a word can bring it news."""

    def patient(route: Route) -> None:
        answer = route.fetch()
        text = answer.text().replace("= 5_000", "= 600_000").replace("= 20_000", "= 600_000")
        route.fulfill(response=answer, body=text.replace("[400, 800, 1_600, 3_000]", "[]"))

    context = browser.new_context(base_url=site, **DESKTOP)
    context.route("**/js/match*.js", patient)
    sign_in(context, person("Ann"), site)
    yield context
    context.close()


def opened(context: Any) -> Page:
    page: Page = context.new_page()
    page.goto(PATH)
    expect(page.locator("html[data-live]")).to_have_count(1)
    return page


def listening(user: User) -> int:
    return len(stream.streams.by_reader.get(user.pk, ()))


def test_ten_tabs_share_a_stream_and_the_tenth_plays(anns: Any) -> None:
    ann, ben = User.objects.get(username="Ann"), person("Ben")
    match = begin(ann, ben)
    *others, tenth = [opened(anns) for _ in range(TABS)]
    assert listening(ann) == 1
    tenth.keyboard.press("1")
    tenth.keyboard.press("Enter")
    for page in (tenth, *others):
        expect(page.locator("#prompt")).to_contain_text("Ben")
    assert now(match).ply == 1


def test_what_the_other_plays_stands_on_the_page_without_its_asking(anns: Any) -> None:
    ann, ben = User.objects.get(username="Ann"), person("Ben")
    match = begin(ben, ann)
    page = opened(anns)
    before = page.locator("#match").get_attribute("data-stamp") or ""
    answer(match, ben, "F1")
    expect(page.locator("#match")).not_to_have_attribute("data-stamp", before)


def test_every_open_page_says_how_many_matches_wait(anns: Any) -> None:
    ann, ben = User.objects.get(username="Ann"), person("Ben")
    match = begin(ben, ann)
    page = anns.new_page()
    page.add_init_script("navigator.setAppBadge = async (number) => void (globalThis.badges ??= []).push(number);")
    page.goto("/rules/")
    expect(page.locator("html[data-live]")).to_have_count(1)
    expect(page.locator("[data-waiting]")).to_be_hidden()
    answer(match, ben, "F1")
    expect(page.locator("[data-waiting]")).to_have_text("1")
    expect(page).to_have_title(re.compile(r"^\(1\) Rules"))
    answer(match, ann, "F1")
    expect(page.locator("[data-waiting]")).to_be_hidden()
    expect(page).to_have_title(re.compile(r"^Rules"))
    assert page.evaluate("badges") == [0, 1, 0]  # the icon of an app


def test_the_lists_of_matches_move_a_row_as_soon_as_it_is_ones_turn(anns: Any) -> None:
    ann, ben = User.objects.get(username="Ann"), person("Ben")
    match = begin(ben, ann)
    page = anns.new_page()
    page.goto("/matches/")
    expect(page.locator("html[data-live]")).to_have_count(1)
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile(r"/mark\."))
    row = page.locator(".match-row a").first
    row.focus()
    answer(match, ben, "F1")
    expect(page.locator("section[aria-labelledby=waiting] .match-row")).to_have_count(1)
    expect(row).to_be_focused()
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile(r"/mark-waiting\."))
    answer(match, ann, "F1")
    expect(page.locator("section[aria-labelledby=others] .match-row")).to_have_count(1)
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile(r"/mark\."))


def test_the_stream_is_opened_again_after_the_server_has_ended_it(anns: Any) -> None:
    ann, ben = User.objects.get(username="Ann"), person("Ben")
    match = begin(ben, ann)
    page = opened(anns)
    stream.streams.end_all()
    answer(match, ben, "F1")  # told to nobody: a page that comes back asks what was missed
    expect(page.locator("#prompt")).not_to_contain_text("Ben")


def test_signing_out_ends_it(anns: Any) -> None:
    ann = User.objects.get(username="Ann")
    begin(ann, person("Ben"))
    page, other = opened(anns), opened(anns)
    other.goto("/accounts/logout/")
    other.locator("main form button[type=submit]").click()
    expect(page.locator("html[data-live]")).to_have_count(0)
    until(lambda: listening(ann) == 0)


def test_it_is_closed_while_nobody_looks(anns: Any) -> None:
    ann, ben = User.objects.get(username="Ann"), person("Ben")
    match = begin(ben, ann)
    page, other = opened(anns), opened(anns)
    hide(page)
    expect(other.locator("html[data-live]")).to_have_count(1)  # by the tab that is still looked at
    hide(other)
    for each in (page, other):
        expect(each.locator("html[data-live]")).to_have_count(0)
    until(lambda: listening(ann) == 0)
    answer(match, ben, "F1")
    hide(page, hidden=False)
    expect(page.locator("#choices")).to_have_count(1)
    expect(page.locator("html[data-live]")).to_have_count(1)


def test_a_visitor_who_watches_sees_a_move_as_soon_as_a_player(browser: Browser, anns: Any, site: str) -> None:
    ann, ben = User.objects.get(username="Ann"), person("Ben")
    match = begin(ben, ann, watchable=True)
    context = browser.new_context(base_url=site, **DESKTOP)
    context.route("**/js/watch*.js", seldom)
    page, watching = opened(anns), context.new_page()
    watching.goto(PATH)
    expect(watching.locator(".told")).to_contain_text("Waiting for Ben.")
    until(lambda: len(stream.streams.by_reader.get(streams.watching("firstmatch"), ())) == 1)
    answer(match, ben, "F1")
    expect(page.locator("#prompt")).not_to_contain_text("Ben")
    expect(watching.locator(".told")).to_contain_text("Waiting for Ann.")
    hide(watching)
    until(lambda: streams.watching("firstmatch") not in stream.streams.by_reader)
    answer(match, ann, "F1")
    hide(watching, hidden=False)
    expect(watching.locator(".told")).to_contain_text("Waiting for Ben.")
    context.close()
