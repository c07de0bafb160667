"""A match page is light, nothing on it shifts when news comes, and nothing is lost when the connection is."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, Route, expect
from pytest_django.live_server_helper import LiveServer

from games.core.models import Match
from tests.bench import budgets
from tests.e2e.choosing import show
from tests.e2e.conftest import DESKTOP, PHONE, look_again
from tests.e2e.test_access import sign_in
from tests.games import tables
from tests.parts.cast import person
from tests.parts.games import drawn, facts

pytestmark = pytest.mark.by_turns(5)

SOON = 15_000
"""Milliseconds until a page has asked for news twice."""

SHIFTS = """
    window.shifts = [];
    new PerformanceObserver((list) => {
        for (const each of list.getEntries()) {
            const told = ({ node, previousRect, currentRect }) => [node?.className, previousRect.y, currentRect.y];
            shifts.push([each.value, ...each.sources.map(told)]);
        }
    }).observe({ type: "layout-shift", buffered: true });
"""

PAINTED = "new Promise((seen) => new PerformanceObserver(() => seen()).observe({ type: 'paint', buffered: true }))"

Open = Callable[[str], tuple[Page, Match]]


@pytest.fixture(params=[DESKTOP, PHONE], ids=["desktop", "phone"])
def context(browser: Browser, live_server: LiveServer, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    context = browser.new_context(base_url=live_server.url, **request.param)
    context.add_init_script(SHIFTS)
    yield context
    context.close()


@pytest.fixture
def opened(context: BrowserContext, live_server: LiveServer) -> Open:
    """A match under way in which Ben is to move, as Ann's browser loads it for the first time."""

    def load(game: str) -> tuple[Page, Match]:
        ann, ben = person("Ann"), person("Ben")
        match = tables.play_on(tables.begin(ann, ben, game=game), facts(game).weighed)
        while tables.next_user(match) != ben:
            match = tables.play_on(match, 1)
        sign_in(context, ann, live_server.url)
        return context.new_page(), match

    return load


def weight(response: Response) -> int:
    """Return bytes on the wire: text that stands on the disk is compressed in production, where WhiteNoise does it."""
    if response.status == 204:
        return 0
    body = response.body()
    packed = "/static/" in response.url and not response.url.endswith(".woff2")
    packed |= response.all_headers().get("content-encoding") == "gzip"
    return len(gzip.compress(body)) if packed else len(body)


@pytest.mark.parametrize("game", drawn())
def test_a_match_page_is_light(game: str, opened: Open) -> None:
    page, match = opened(game)
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    answer = page.goto(match.get_absolute_url(), wait_until="networkidle")
    assert answer is not None
    assert len(answer.body()) <= budgets.PAGE
    weights = {answer.url: weight(answer) for answer in answers}
    assert sum(weights.values()) <= budgets.BYTES, weights
    assert len([each for each in answers if not each.url.endswith("/stream/")]) <= budgets.REQUESTS, list(weights)


@pytest.mark.parametrize("game", drawn())
def test_nothing_shifts_when_the_opponents_move_comes_in(game: str, opened: Open) -> None:
    page, match = opened(game)
    page.clock.install()
    page.goto(match.get_absolute_url(), wait_until="networkidle")
    page.evaluate("document.getElementById('match').dataset.old = '1'")
    tables.play_on(match, 1)
    look_again(page)
    expect(page.locator("#match[data-old]")).to_have_count(0)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200)))")
    assert page.evaluate("shifts") == []


@pytest.mark.parametrize("game", drawn())
def test_nothing_shifts_when_the_script_of_a_page_comes_late(game: str, context: BrowserContext, opened: Open) -> None:
    page, match = opened(game)
    while getattr(tables.next_user(match), "username", "Ann") != "Ann":
        match = tables.play_on(match, 1)
    page.goto(match.get_absolute_url(), wait_until="networkidle")  # what has happened is a film once
    page.keyboard.press("Escape")
    page.wait_for_load_state("networkidle")
    late = context.new_page()
    held: list[Route] = []
    late.route(re.compile(r"/js/choose"), lambda route: held.append(route))
    late.goto(match.get_absolute_url(), wait_until="commit")
    late.evaluate(PAINTED)
    for route in held:
        route.continue_()
    late.unroute_all()
    expect(late.locator("#choices[data-ready]")).to_have_count(1)
    assert late.evaluate("shifts") == []


@pytest.mark.parametrize("game", drawn())
def test_the_head_of_a_match_names_every_sheet_and_script_that_another_one_asks_for(game: str, opened: Open) -> None:
    page, match = opened(game)
    page.goto(match.get_absolute_url(), wait_until="networkidle")
    imported = """() => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
        .filter((rule) => rule instanceof CSSImportRule).map((rule) => rule.styleSheet.href)"""
    named = page.locator("link[rel=preload][as=style]").evaluate_all("(all) => all.map((each) => each.href)")
    assert named == page.evaluate(imported)
    asked = page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
    assert [name for name in asked if asked.count(name) > 1] == []
    assert len(page.locator("link[rel=modulepreload]").all()) == 1


def test_the_page_stays_where_it_was_scrolled_when_a_card_adds_to_the_plan(opened: Open) -> None:
    page, match = opened("fantasy-dice-battles")
    while getattr(tables.next_user(match), "username", "Ann") != "Ann":
        match = tables.play_on(match, 1)
    page.goto(match.get_absolute_url(), wait_until="networkidle")
    card = page.locator("#match .usable").first
    card.scroll_into_view_if_needed()
    page.mouse.wheel(0, 40)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200)))")
    before = page.evaluate("scrollY")
    assert before > 0
    card.dispatch_event("click")  # a real one would scroll to the card first
    if page.locator("#choices[data-narrowed]").count():  # it can go to several places
        page.locator("#match .offered").first.dispatch_event("click")
    expect(page.locator("#match .plan li")).not_to_have_count(0)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200)))")
    assert page.evaluate("scrollY") == before


def test_a_shift_would_be_noticed(context: BrowserContext, live_server: LiveServer) -> None:
    page = context.new_page()
    page.clock.install()
    page.goto("/", wait_until="networkidle")
    page.evaluate("document.body.prepend(Object.assign(document.createElement('p'), { textContent: 'above' }))")
    page.evaluate("new Promise(done => { const look = () => shifts.length ? done() : setTimeout(look, 20); look() })")
    assert page.evaluate("shifts") != []


def test_a_lost_connection_is_told_and_so_is_its_return(opened: Open, context: BrowserContext) -> None:
    page, match = opened("en-garde")
    page.goto(match.get_absolute_url(), wait_until="networkidle")
    context.set_offline(True)
    expect(page.locator("#offline")).to_have_text("The site isn’t responding. Trying again …")
    expect(page.locator("#offline")).to_be_visible(timeout=SOON)
    context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden(timeout=SOON)


def test_a_move_and_a_line_sent_without_a_connection_stay_where_they_are(opened: Open, context: BrowserContext) -> None:
    page, match = opened("en-garde")
    tables.play_on(match, 1)
    page.goto(match.get_absolute_url(), wait_until="networkidle")
    context.set_offline(True)
    page.locator(".playing-card.usable").first.click()
    page.locator("#choices .choice:visible").first.click()
    expect(page.locator("#trouble")).to_be_visible()
    expect(page.locator("#trouble")).to_contain_text("It’s still here")
    expect(page.locator("#choices[data-narrowed]")).to_have_count(1)
    show(page, "chat")
    page.fill("#chat-text", "Are you there?")
    page.locator("#chat form.say button").click()
    expect(page.locator("#chat-text")).to_have_value("Are you there?")
    context.set_offline(False)
    show(page, "board")
    with page.expect_response(lambda answer: answer.request.method == "POST"):  # it comes when the move is committed
        page.locator("#choices .choice:visible").first.click()
    expect(page.locator("#trouble")).to_be_hidden()
    assert tables.now(match).ply == match.ply + 2


def test_the_typefaces_come_from_the_site_and_move_nothing(context: BrowserContext, live_server: LiveServer) -> None:
    page = context.new_page()
    page.goto("/", wait_until="networkidle")
    assert page.evaluate("document.fonts.check('600 20px Literata')")
    assert page.evaluate("document.fonts.check('400 16px \"Desk Sans\"')")
    assert page.evaluate("shifts") == []


@pytest.mark.parametrize("name", ["Jürgen Groß", "Łukasz Štěpánek", "“Nicolò”, 5–3 … €"])
def test_every_letter_of_a_name_is_of_the_sites_typeface(
    name: str, context: BrowserContext, live_server: LiveServer
) -> None:
    page = context.new_page()
    page.goto("/", wait_until="networkidle")
    page.evaluate("(name) => { document.querySelector('main p').textContent = name; }", name)
    page.evaluate("document.fonts.ready")
    devtools = context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        devtools.send(f"{domain}.enable")
    root = devtools.send("DOM.getDocument")["root"]["nodeId"]
    found = devtools.send("DOM.querySelector", {"nodeId": root, "selector": "main p"})
    fonts = devtools.send("CSS.getPlatformFontsForNode", {"nodeId": found["nodeId"]})["fonts"]
    assert [(font["familyName"], font["isCustomFont"]) for font in fonts] == [("Desk Sans", True)] * len(fonts)
    assert sum(font["glyphCount"] for font in fonts) == len(name)


def test_until_the_text_face_has_come_text_is_as_wide(context: BrowserContext, live_server: LiveServer) -> None:
    page = context.new_page()
    page.goto("/", wait_until="networkidle")
    wide = """(family) => {
        const text = Object.assign(document.createElement("span"), { textContent: document.body.innerText });
        Object.assign(text.style, { fontFamily: family, whiteSpace: "nowrap", position: "absolute" });
        document.body.append(text);
        const { width, height } = text.getBoundingClientRect();
        text.remove();
        return [width, height];
    }"""
    stack = page.evaluate("getComputedStyle(document.body).fontFamily")
    assert stack.startswith('"Desk Sans", ')
    shown = page.evaluate(wide, stack)
    until_then = page.evaluate(wide, stack.removeprefix('"Desk Sans", '))
    assert until_then == pytest.approx(shown, rel=0.03)


MOVED = """
() => {
    const all = [...document.querySelectorAll("main *")].filter((each) => !each.parentElement.closest("svg"));
    const place = (each) => { const at = each.getBoundingClientRect(); return [at.left, at.top, at.height]; };
    const seen = all.map((each) => [each, ...place(each)]).filter(([, , top, height]) => height && top < innerHeight);
    const moved = new Set();
    for (const last of all.toReversed()) {
        last.remove();
        for (const [each, left, top] of seen) {
            const [x, y, height] = place(each);
            if (height && Math.max(Math.abs(x - left), Math.abs(y - top)) >= 3) moved.add(each.tagName);
        }
    }
    return [...moved];
}
"""
"""Takes a page away from its end on, and says what moves by what counts as a shift: three pixels."""


@pytest.mark.by_turns(2)  # a brief run tries both: a phone's rows are not a desk's
def test_what_is_shown_before_the_rest_has_come_stands_where_it_will_stand(
    context: BrowserContext, live_server: LiveServer
) -> None:
    page = context.new_page()
    page.goto("/", wait_until="networkidle")
    assert page.evaluate(MOVED) == []


def test_where_less_motion_is_wanted_nothing_moves(browser: Browser, live_server: LiveServer) -> None:
    context = browser.new_context(base_url=live_server.url, reduced_motion="reduce")
    page = context.new_page()
    for path in ("/", "/rules/en-garde/"):
        page.goto(path)
        moving = "[...document.querySelectorAll('*')].filter((each) => each.getAnimations().length > 0).length"
        assert page.evaluate(moving) == 0
        assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
    context.close()
