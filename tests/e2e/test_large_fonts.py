"""Pages that people use most, with a large default font (WCAG 1.4.4): nothing is cut, covered or scrolls sideways."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db.models import F
from playwright.sync_api import Browser, BrowserContext, BrowserType, ViewportSize
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.core.models import Turn
from tests.e2e.pages import open_page, sign_in
from tests.games.tables import begin, play_on
from tests.parts import depth

TABLES = ["/m/attacked01/", "/m/dicematch1/", "/m/fogbegun01/", "/m/finished01/", "/m/finished01/9/"]
PAGES = ["/", "/matches/", "/invitations/", *TABLES, "/players/Ben/", "/settings/", "/rules/en-garde/"]
HOME = "/"
"""That of a visitor: it leads a player on to the matches."""
SCRIPT = "".join((Path(__file__).parent / name).read_text() for name in ("page.js", "layout.js"))
SETTLED = "document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))))"
FAULTS = 'page.faults(24).concat(page.cut(".match-bar .clocks .badge, .rows .badge"))'
"""Not the size of targets for a finger, which `test_layout.py` measures; and how much time is left must be whole."""
WINDOWS: list[ViewportSize] = [
    {"width": width, "height": height} for width, height in ((320, 640), (375, 812), (1280, 800))
]


@pytest.fixture(scope="module", params=[20, 24])
def large(
    request: pytest.FixtureRequest, browser_type: BrowserType, browser_type_launch_args: dict[str, Any]
) -> Iterator[Browser]:
    """A browser whose letters are that many pixels high where a page does not say otherwise."""
    size = f"--blink-settings=defaultFontSize={request.param}"
    arguments = [*browser_type_launch_args.get("args", []), size]
    browser = browser_type.launch(**(browser_type_launch_args | {"args": arguments}))
    yield browser
    browser.close()


@pytest.fixture(params=WINDOWS, ids=lambda window: str(window["width"]))
def context(request: pytest.FixtureRequest, large: Browser, live_server: LiveServer) -> Iterator[BrowserContext]:
    """A German phone, or a window on a desktop."""
    is_phone = request.param["width"] < 500
    context = large.new_context(
        base_url=live_server.url,
        viewport=request.param,
        locale="de",
        has_touch=is_phone,
        is_mobile=is_phone,
        reduced_motion="reduce",
    )
    context.add_init_script(SCRIPT)
    yield context
    context.close()


@pytest.mark.by_turns(2)
def test_pages_are_whole_with_a_large_font(context: BrowserContext, live_server: LiveServer, house: User) -> None:
    play_on(begin(house, User.objects.get(username="Ben"), game="field-of-glory", public_id="fogbegun01"), 50)
    Turn.objects.update(deadline=F("deadline") - timedelta(hours=2))  # days with their hours take the most room
    chosen = depth.chosen(PAGES, 5, "large fonts")
    found = {path: _faults(context, path) for path in chosen if path == HOME}
    sign_in(context, house, live_server.url)
    found |= {path: _faults(context, path) for path in chosen if path != HOME}
    assert {path: faults for path, faults in found.items() if faults} == {}


def _faults(context: BrowserContext, path: str) -> list[str]:
    page = context.new_page()
    open_page(page, path)
    page.evaluate(SETTLED)
    found: list[str] = page.evaluate(FAULTS)
    if path in TABLES:
        found += page.evaluate("layout.cut()")
    page.close()
    return found
