"""Board, hand and what is pressed stand on one screen, at every kind of moment and in every size."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.models import Match
from games.rules.record import loads
from games.services import play
from tests.e2e.field_of_glory.moments import MOMENTS, Moment
from tests.e2e.pages import sign_in
from tests.games import tables
from tests.parts.cast import person

SCRIPT = loads((Path(__file__).parent / "script.json").read_bytes())
PHONE = (375, 812)
SIZES = [(1280, 800), (1440, 900), (1920, 1080), PHONE]
TOP, SHARE = 120, 0.45
"""Where the board begins at the latest, and how much of a desktop's window board and hand fill at least."""

BOXES = """
() => Object.fromEntries(["board", "hand", "act"].map((part) => {
    const box = document.querySelector(`[data-part="${part}"]`).getBoundingClientRect();
    return [part, { top: box.top, bottom: box.bottom, area: box.width * box.height }];
}))
"""
HIDDEN = """
(pieces) => [...document.querySelectorAll(pieces)].filter((piece) => {
    const box = piece.getBoundingClientRect();
    const aside = piece.closest(".hand") && innerWidth < 400 && box.right > innerWidth;
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return box.width && !aside && !piece.contains(hit);
}).map((piece) => piece.textContent.trim().replace(/\\s+/g, " "))
"""
"""Which pieces are cut or covered at their middle; on a phone the hand may go on beside the window."""
PIECES = ".unit, .ground, .ground .type, .unit .type, .army-card, .army-card .type, .pile, .clash .total, .act button"


@pytest.mark.by_turns(1)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_table_is_whole_at_every_moment(
    size: tuple[int, int], browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    users = [person("Ann"), person("Ben")]
    secret = bytes.fromhex(SCRIPT.secret)
    match = tables.begin(*users, game=SCRIPT.game, public_id=SCRIPT.match, secret=secret)
    pages = [seated(browser, live_server.url, user, size) for user in users]
    found: dict[str, Any] = {}
    for moment in MOMENTS:
        lead_to(moment, match, users)
        page = pages[moment.seat]
        page.goto(match.get_absolute_url())
        page.locator("#match [tabindex='0'], #match .prompt").first.wait_for()
        if faults := wrong(page, size):
            found[moment.name] = faults
        plan(match, users[moment.seat], "")
    for page in pages:
        page.context.close()
    assert found == {}


def seated(browser: Browser, address: str, user: User, size: tuple[int, int]) -> Page:
    context = browser.new_context(base_url=address, viewport={"width": size[0], "height": size[1]})
    sign_in(context, user, address)
    return context.new_page()


def lead_to(moment: Moment, match: Match, users: list[User]) -> None:
    """Play the script up to a moment, and compose its plan."""
    for entry in SCRIPT.entries[match.entries.count() : moment.entries + 1]:
        assert entry.seat is not None
        tables.answer(match, users[entry.seat], entry.text)
    plan(match, users[moment.seat], moment.plan)


def plan(match: Match, user: User, text: str) -> None:
    play.save_plan(match.public_id, user.pk, text, tables.seat(match, user).serial)


def wrong(page: Page, size: tuple[int, int]) -> list[Any]:
    """What is not as it should be on a page: pieces that are hidden, and boxes that are out of place."""
    boxes = page.evaluate(BOXES)
    share = (boxes["board"]["area"] + boxes["hand"]["area"]) / (size[0] * size[1])
    lowest = boxes["act"]["top"] or size[1]  # a phone has no bar where nothing is asked
    whole = boxes["board"]["top"] <= TOP and boxes["hand"]["bottom"] <= lowest + 1 and boxes["act"]["bottom"] <= size[1]
    hidden = page.evaluate(HIDDEN, PIECES)
    return [*hidden, *([] if whole and (share >= SHARE or size == PHONE) else [boxes, share])]
