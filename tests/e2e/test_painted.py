"""What a match paints at every kind of moment: no text is cut, no word broken, no control on another, and low bars."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserType, Page
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from tests.e2e.moments import Moment, moments
from tests.e2e.pages import sign_in
from tests.parts import depth
from tests.parts.cast import person
from tests.parts.games import drawn

SCRIPT = (Path(__file__).parent / "painted.js").read_text()
SETTLED = """new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))
    .then(() => Promise.allSettled(document.getAnimations().map((each) => each.finished)))"""
RESIZED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
LANGUAGES = ("de", "it", "en")


class Look(NamedTuple):
    """A window in pixels, and how many of them its default font is high."""

    width: int
    height: int
    font: int = 16


PHONES = [Look(320, 640), Look(360, 740), Look(375, 812), Look(390, 844), Look(430, 932)]
OTHERS = [Look(812, 375), Look(820, 1180), Look(640, 400), Look(1280, 800)]
"""A phone on its side, a tablet, a desktop at 200 % and at 100 %."""
LARGE = [Look(375, 812, 20), Look(1280, 800, 20), Look(375, 812, 24), Look(1280, 800, 24)]
LOOKS = [*PHONES, *OTHERS, *LARGE]


@pytest.fixture(scope="module")
def browsers(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[dict[int, Browser]]:
    """A browser for each default font."""
    found = {}
    for font in sorted({look.font for look in LOOKS}):
        arguments = [*browser_type_launch_args.get("args", []), f"--blink-settings=defaultFontSize={font}"]
        found[font] = browser_type.launch(**(browser_type_launch_args | {"args": arguments}))
    yield found
    for each in found.values():
        each.close()


@pytest.mark.parametrize("game", drawn())
def test_all_of_a_moment_is_painted(
    game: str, browsers: dict[int, Browser], live_server: LiveServer, transactional_db: None
) -> None:
    users = [person(name) for name in ("Ann", "Maestro.Belcolpo")]
    seats = _Seats(browsers, live_server.url)
    found: dict[str, list[str]] = {}
    for number, moment in enumerate(moments(game, *users)):
        for language, look in _looks(number):
            if faults := _faults(seats.opened(moment, language, look), look):
                found[f"{moment.name}, {language}, {look}"] = faults
    seats.leave()
    assert found == {}


@pytest.mark.parametrize(
    ("shown", "found"),
    [
        ("<p style='width: 4ch; overflow: hidden'>Reinforcements", "cut: p. Reinforcements"),
        ("<p style='height: 1.2em; overflow: hidden'>Go on<br>and on", "cut: p. Go onand on"),
        (
            "<p style='width: 9ch; overflow: hidden; white-space: nowrap; text-overflow: ellipsis'>Go on and on",
            "cut: p.",
        ),
        (
            "<p style='display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1; overflow: hidden'>"
            "A<br>B",
            "cut: p. AB",
        ),
        ("<p style='margin-left: -2rem'>Reinforcements", "cut: p. Reinforcements"),
        ("<p style='width: 9ch; overflow-wrap: anywhere'>Reinforcements", "broken: p. Reinforcements"),
        ("<button name=a value=1>Keep</button><button name=a value=2>Keep</button>", "same name: button. Keep"),
        ("<button>Go</button><button style='margin-left: -1rem'>Stay</button>", "overlap: button. Go | button. Stay"),
        ("<nav style='position: fixed; inset: auto 0 0; height: 13vh'>Go</nav>", "bars: "),
    ],
    ids=["beside", "below", "ellipsis", "clamp", "out of the page", "broken", "same name", "overlap", "bars"],
)
def test_a_fault_is_found(shown: str, found: str, page: Page) -> None:
    page.goto(f"data:text/html,<!doctype html><body style='margin: 0; font: 16px monospace'>{shown}")
    page.evaluate(SCRIPT)
    assert [each[: len(found)] for each in page.evaluate("painted.faults()")] == [found]


@pytest.mark.parametrize(
    "shown",
    [
        "<p style='width: 10ch; overflow-wrap: anywhere'>Reinforce&shy;ments",
        "<p style='width: 9ch; overflow: auto'>Reinforcements",
        "<p style='position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)'>Only read out",
        "<button name=a value=1>Go</button><p><button name=a value=2>Stay</button>",
        "<nav style='position: fixed; inset: auto 0 0; height: 11vh'>Go</nav>",
    ],
    ids=["hyphen", "scrolls", "read out", "apart", "low bar"],
)
def test_what_is_right_is_no_fault(shown: str, page: Page) -> None:
    page.goto(f"data:text/html,<!doctype html><body style='margin: 0; font: 16px monospace'>{shown}")
    page.evaluate(SCRIPT)
    assert page.evaluate("painted.faults()") == []


def _looks(number: int) -> list[tuple[str, Look]]:
    """Return how a moment is looked at: in every language at every size; in a brief run in one language at three sizes
    and, of every third moment, with a large font, so that after nine moments each language has met each size."""
    if not depth.is_brief():
        return list(product(LANGUAGES, LOOKS))
    usual = PHONES + OTHERS
    first = number // 3 * 3 % len(usual)
    large = LARGE[number // 3 % len(LARGE)]
    looks = [*usual[first : first + 3], *([large] if number % 3 == 0 else [])]
    return [(LANGUAGES[number % 3], look) for look in looks]


def _faults(page: Page, look: Look) -> list[str]:
    page.set_viewport_size({"width": look.width, "height": look.height})
    page.evaluate(RESIZED)
    found: list[str] = page.evaluate("painted.faults()")
    return found


class _Seats:
    """The pages at which players meet moments, each opened once for all windows of one font."""

    def __init__(self, browsers: dict[int, Browser], address: str) -> None:
        self.browsers = browsers
        self.address = address
        self.pages: dict[tuple[int, str, int], Page] = {}

    def opened(self, moment: Moment, language: str, look: Look) -> Page:
        """Return the page of this moment."""
        key = (moment.user.pk, language, look.font)
        page = self.pages.get(key) or self._seated(moment.user, language, look)
        self.pages[key] = page
        shown = f"{moment.name} {moment.match.pk}"
        if page.evaluate("window.name") != shown:
            page.goto(moment.match.get_absolute_url())
            page.evaluate(SETTLED)
            page.evaluate("(shown) => { window.name = shown; }", shown)
        return page

    def leave(self) -> None:
        """Close all of them."""
        for page in self.pages.values():
            page.context.close()

    def _seated(self, user: User, language: str, look: Look) -> Page:
        context = self.browsers[look.font].new_context(
            base_url=self.address,
            viewport={"width": look.width, "height": look.height},
            has_touch=True,
            locale=language,
            reduced_motion="reduce",
        )
        context.add_init_script(SCRIPT)
        sign_in(context, user, self.address)
        return context.new_page()
