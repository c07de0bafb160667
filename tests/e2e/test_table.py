"""Board, hand and buttons are on the screen together, at every kind of moment, and nothing moves under the player."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from tests.e2e.moments import moments
from tests.e2e.pages import sign_in
from tests.games.tables import begin
from tests.parts.cast import person
from tests.parts.games import drawn

LOWEST, SHARE, SHIFT, JUMP = 120, 0.45, 0.02, 2
"""How far down a board may begin, how much of a desktop's window board and hand fill at least, how much of the page
may shift, and by how many pixels the board between coming in and being settled."""
PREPARING = ("draft", "army")
"""How the names of moments begin that come before the board itself."""
PHONE = (375, 812)
BELOW_BAR = 96
"""What a phone's bar and the tabs below it take of the window."""
SIZES = [(1280, 800), (1440, 900), (1920, 1080), PHONE]
LAYOUT = (Path(__file__).parent / "layout.js").read_text()
SETTLED = """new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))
    .then(() => Promise.allSettled(document.getAnimations().map((each) => each.finished)))"""
PLACE = """[scrollY, document.querySelector('[data-part="board"]').getBoundingClientRect().top]"""
BAR = """document.querySelector('[data-part="act"]').getBoundingClientRect().height"""
USABLE = '#match :is([data-part="board"], [data-part="hand"]) :is(.usable, .offered, [tabindex="0"])'


class Measured(NamedTuple):
    """How a page is laid out: pixels from the top, a share of the window, the sum of its shifts."""

    board: float
    hand: float
    act: float
    share: float
    shift: float


@pytest.mark.by_turns(2)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", drawn())
def test_a_table_is_whole_at_every_moment(
    game: str, size: tuple[int, int], browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    users = [person(name) for name in ("Ann", "Maestro.Belcolpo")]
    pages = {user.pk: _seated(browser, live_server.url, user, size) for user in users}
    found: dict[str, Any] = {}
    rows: list[Measured] = []
    tops: dict[str, tuple[float, float]] = {}
    for moment in moments(game, *users):
        page = pages[moment.user.pk]
        page.goto(moment.match.get_absolute_url(), wait_until="networkidle")
        page.evaluate(SETTLED)
        table = page.evaluate("layout.table()")
        rows.append(_measured(table, size))
        if not moment.name.startswith(PREPARING):
            tops[moment.name] = _tops(table, size)
        if faults := [*_misplaced(rows[-1], table, size), *table["hidden"], *table["small"], *_tapped(page, size)]:
            found[moment.name] = faults
    for page in pages.values():
        page.context.close()
    print(_row(game, size, rows))  # noqa: T201 - it stands in docs/testing.md
    assert found == {}
    assert _moving(tops) == {}


@pytest.mark.by_turns(1)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_move_leaves_the_board_where_it_is(
    size: tuple[int, int], browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    ann, ben = person("Ann"), person("Ben")
    page = _seated(browser, live_server.url, ann, size)
    moved: list[str] = []
    for moment in moments("en-garde", ann, ben):
        page.goto(f"{moment.match.get_absolute_url()}#chat")  # as an email about the chat has it
        if not (cards := page.locator(".playing-card.usable")).count():
            continue
        if size == PHONE:  # the chat takes the whole of it
            page.locator(".tab-board").click()
        before = page.evaluate(PLACE)
        cards.first.click()
        page.locator("#choices .choice:visible").first.click()
        page.locator("#choices").wait_for(state="detached")
        assert page.evaluate(PLACE) == before, moment.name
        assert size == PHONE or before[0] == 0, moment.name
        moved.append(moment.name)
    page.context.close()
    assert moved == ["first move", "attacked", "next round", "time up, a seat to take over"]


def test_a_phone_without_scripts_shows_the_chat_of_an_address_below_the_board(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    ann = person("Ann")
    match = begin(ann, person("Ben"))
    with browser.new_context(
        base_url=live_server.url, viewport={"width": PHONE[0], "height": PHONE[1]}, java_script_enabled=False
    ) as context:
        sign_in(context, ann, live_server.url)
        page = context.new_page()
        page.goto(f"{match.get_absolute_url()}#chat")
        expect(page.locator("#chat-text")).to_be_in_viewport()
        expect(page.locator(".match-board")).to_be_visible()


def _seated(browser: Browser, address: str, user: User, size: tuple[int, int]) -> Page:
    window: ViewportSize = {"width": size[0], "height": size[1]}
    context = browser.new_context(base_url=address, viewport=window, has_touch=size == PHONE)
    context.add_init_script(LAYOUT)
    sign_in(context, user, address)
    return context.new_page()


def _measured(table: Any, size: tuple[int, int]) -> Measured:
    boxes = table["boxes"]
    assert sorted(boxes) == ["act", "board", "hand"]
    share = (boxes["board"]["area"] + boxes["hand"]["area"]) / (size[0] * size[1])
    shift = sum(value for value, *_ in table["shifts"])
    return Measured(boxes["board"]["top"], boxes["hand"]["bottom"], boxes["act"]["bottom"], share, shift)


def _misplaced(row: Measured, table: Any, size: tuple[int, int]) -> list[str]:
    """Return which parts are not where they should be, and what has moved since the page was opened."""
    bar = table["boxes"]["act"]["top"] or size[1]  # a phone has none where nothing is asked
    wrong = {
        f"the board begins at {row.board}": row.board > LOWEST,
        f"the hand ends at {row.hand}, the bar begins at {bar}": row.hand > bar + 1,
        f"the bar ends at {row.act}": row.act > size[1],
        f"board and hand are {row.share:.0%} of the window": size != PHONE and row.share < SHARE,
        f"shifts: {table['shifts']}": row.shift > SHIFT,
        f"the board began at {table['first']}": abs(table["first"] - row.board) > JUMP,
    }
    return [text for text, is_wrong in wrong.items() if is_wrong]


def _tops(table: Any, size: tuple[int, int]) -> tuple[float, float]:
    """Return where the hand begins and the bar, which a phone has only where something is asked."""
    boxes = table["boxes"]
    return boxes["hand"]["top"], boxes["act"]["top"] or size[1] - BELOW_BAR


def _moving(tops: dict[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
    """Return the moments at which hand or bar are elsewhere than at the first one."""
    first = next(iter(tops.values()))
    return {name: top for name, top in tops.items() if any(abs(a - b) > JUMP for a, b in zip(top, first, strict=True))}


def _tapped(page: Page, size: tuple[int, int]) -> list[str]:
    """Return what moves or is hidden once the first piece that can be chosen has been tapped."""
    if not page.locator(USABLE).count():
        return []
    before, bar = page.evaluate(PLACE), page.evaluate(BAR)
    page.locator(USABLE).first.dispatch_event("click")
    page.locator(".htmx-request").wait_for(state="detached")
    page.evaluate(SETTLED)
    after = page.evaluate(PLACE)
    moved = [] if after == before else [f"a tap moves {before} to {after}"]
    if size != PHONE and (grown := page.evaluate(BAR) - bar) > JUMP:
        moved.append(f"the bar grows by {grown}")
    return [*moved, *(f"after a tap: {each}" for each in page.evaluate("layout.hidden()")), *_cut_off(page)]


def _cut_off(page: Page) -> list[str]:
    """Return which choices of any card of the hand that plays at once aren't whole in the bar."""
    found: list[str] = []
    for card in page.locator("#match:has(#choices:not([data-adds])) .match-hand [data-key]").all():
        card.dispatch_event("click")
        found += page.evaluate("layout.cutOff()")
        page.keyboard.press("Escape")
    return found


def _row(game: str, size: tuple[int, int], rows: list[Measured]) -> str:
    board, hand, act, share, shift = zip(*rows, strict=True)
    return (
        f"| {game} | {len(rows)} | {size[0]}×{size[1]} | {max(board):.0f} | {max(hand):.0f} | {max(act):.0f} "
        f"| {min(share):.0%} | {max(shift):.3f} |"
    )
