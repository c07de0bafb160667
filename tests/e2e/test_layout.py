"""Every page is laid out so that it can be read and pressed: on a laptop with a mouse, on a phone with a finger."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import pytest
from django.db.models import F
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.core.models import Turn
from tests.e2e.pages import FOR_PLAYERS, FOR_VISITORS, WATCHED, open_page, sign_in
from tests.parts import depth

FINGER = 44
SCRIPT = (Path(__file__).parent / "page.js").read_text()
SETTLED = 150  # milliseconds; a page without scripts has no clock of its own
SLOW = {"offline": False, "latency": 5, "downloadThroughput": 40_000, "uploadThroughput": 40_000}
"""A connection on which a board arrives in pieces: bytes in a second, and milliseconds."""


CUT = "((name) => name.scrollWidth > name.clientWidth + 1)(document.querySelector('.mark span'))"


class Look(NamedTuple):
    """A window in pixels, how large a target in it must be, and how it is looked at."""

    width: int
    height: int
    target: int = 24
    language: str = "en"
    has_scripts: bool = True
    names: dict[str, str] = {}


LONG = {"Ann": "Maximiliane.Hohenzollern-Aaaaa", "Ben": "Wilhelmina+Konstantinopolis-XY"}
LOOKS = {
    "mouse": Look(1280, 800),
    "finger": Look(375, 812, target=FINGER),
    "zoomed to 200 %": Look(640, 400),
    "smallest phone in German": Look(320, 640, language="de"),
    "no scripts": Look(375, 812, has_scripts=False),
    "long names in German": Look(375, 812, language="de", names=LONG),
    "long names in Italian": Look(1280, 800, language="it", names=LONG),
}


@pytest.mark.by_turns(2)
@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize("reader", ["visitors", "players"])
def test_every_page_can_be_read_and_pressed(
    reader: str, look: Look, browser: Browser, live_server: LiveServer, house: User
) -> None:
    for short, long in look.names.items():
        User.objects.filter(username=short).update(username=long)
    Turn.objects.update(deadline=F("deadline") - timedelta(hours=2))  # days with their hours take the most room
    page = _opened(browser, live_server.url, look)
    paths = FOR_VISITORS + WATCHED
    if reader == "players":
        sign_in(page.context, house, live_server.url)
        paths = [_named(path, look) for path in FOR_PLAYERS]
    chosen = depth.chosen(paths, 6, f"layout of {reader}")
    assert {path: found for path in chosen if (found := _faults(page, path, look))} == {}
    page.context.close()


@pytest.mark.parametrize("width", [900, 1280])
def test_a_moderator_reads_the_whole_name_of_the_site(
    width: int, browser: Browser, live_server: LiveServer, mo: User
) -> None:
    page = _opened(browser, live_server.url, Look(width, 800, language="de"))
    sign_in(page.context, mo, live_server.url)
    open_page(page, "/matches/")
    expect(page.get_by_role("link", name="Meldungen")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate(CUT) == (width == 900)  # there is no name there, only the mark
    page.context.close()


def test_a_board_that_arrives_in_pieces_does_not_move(browser: Browser, live_server: LiveServer, house: User) -> None:
    page = _opened(browser, live_server.url, LOOKS["mouse"])
    page.add_init_script(SCRIPT)
    boards = [path for path in WATCHED if path.startswith("/m/")]
    for path in boards:
        open_page(page, path)  # what all of them share has arrived before
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW)
    assert {path: found for path in boards if (found := _faults(page, path, LOOKS["mouse"]))} == {}
    page.context.close()


@pytest.mark.parametrize(
    ("shown", "found"),
    [
        (f"<p>{'words ' * 20}", "long: 119 p. words words"),
        ("<p style='width: 2ch'>a bcd e fg h ijk", "narrow: p. a bcd e fg h ijk"),
        ("<p style='width: 9ch; overflow-wrap: anywhere'>Reinforcements come", "broken: p. Reinforcements come"),
        ("<p style='width: 4ch; overflow: hidden'>Reinforcements", "cut: p. Reinforcements"),
        ("<p style='margin-left: -2rem'>Reinforcements", "cut: p. Reinforcements"),
        ("<div class='card' style='width: 4ch'><p>Reinforcements", "cut: p. Reinforcements"),
        ("<button style='all: unset; display: block; width: 60px; height: 23px'>Go", "small: 60x23 button. Go"),
        ("<p>Under<p style='position: relative; top: -4rem; height: 4rem; background: red'>", "covered: p. Under"),
        ("<div id='late'></div><p style='height: 700px; background: red'>Below", "shifted by "),
    ],
    ids=["long", "narrow", "broken", "cut", "out of the page", "out of its card", "small", "covered", "shifted"],
)
def test_a_fault_is_found(shown: str, found: str, page: Page) -> None:
    page.add_init_script(SCRIPT)
    page.goto(f"data:text/html,<!doctype html><body style='margin: 0; font: 16px monospace'>{shown}")
    page.wait_for_timeout(SETTLED)
    page.evaluate("""document.getElementById("late")?.style.setProperty("height", "300px")""")
    page.wait_for_timeout(SETTLED)
    assert [each[: len(found)] for each in page.evaluate("page.faults(24)")] == [found]


def _named(path: str, look: Look) -> str:
    for short, long in look.names.items():
        path = path.replace(f"/{short}/", f"/{long}/").replace(f"={short}", f"={quote(long)}")
    return path


def _opened(browser: Browser, address: str, look: Look) -> Page:
    context = browser.new_context(
        base_url=address,
        viewport={"width": look.width, "height": look.height},
        has_touch=look.target == FINGER,
        is_mobile=look.target == FINGER,
        locale=look.language,
        java_script_enabled=look.has_scripts,
        reduced_motion="reduce",
    )
    return context.new_page()


def _faults(page: Page, path: str, look: Look) -> list[str]:
    open_page(page, path)
    page.evaluate(SCRIPT)
    page.wait_for_timeout(SETTLED)
    found: list[str] = page.evaluate(f"page.faults({look.target})")
    return found
