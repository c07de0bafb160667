"""Players who see some hues alike, or have colours of their own, can tell sides apart, and what they have picked."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from itertools import product

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Browser, BrowserContext, Locator, Page
from pytest_django.live_server_helper import LiveServer

from tests.e2e.conftest import DESKTOP
from tests.e2e.pages import sign_in
from tests.games import tables
from tests.parts.cast import person
from tests.parts.games import drawn, facts

KINDS = ("protanopia", "deuteranopia", "tritanopia")
PAIRS = {("--left", "--right"): 60, ("--left-wash", "--right-wash"): 12, ("--good", "--danger"): 25}
"""Colours that stand for opposite things, and how far apart they have to be, in steps of 255."""
SEEN, SHARE = 40, 0.01
"""A difference in brightness that is seen, of 255, and of how much of a piece it has to be."""

Open = Callable[[str], Page]


@pytest.fixture
def context(browser: Browser, live_server: LiveServer, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    more = getattr(request, "param", {})
    context = browser.new_context(base_url=live_server.url, reduced_motion="reduce", **DESKTOP, **more)
    yield context
    context.close()


@pytest.fixture
def opened(context: BrowserContext, live_server: LiveServer) -> Open:
    """A match of a game in which its reader is to move."""

    def load(game: str) -> Page:
        ann, ben = person("Ann"), person("Ben")
        match = tables.play_on(tables.begin(ann, ben, game=game), facts(game).weighed)
        while tables.next_user(match) != ann:
            match = tables.play_on(match, 1)
        sign_in(context, ann, live_server.url)
        page = context.new_page()
        page.goto(match.get_absolute_url(), wait_until="networkidle")
        page.keyboard.press("Escape")  # what happened lies over the board
        return page

    return load


def see(page: Page, kind: str) -> None:
    page.context.new_cdp_session(page).send("Emulation.setEmulatedVisionDeficiency", {"type": kind})


def picture(piece: Page | Locator, **clip: object) -> Image.Image:
    return Image.open(io.BytesIO(piece.screenshot(**clip))).convert("RGB")  # type: ignore[arg-type]


def pressed(page: Page) -> Locator:
    """Press the first piece that can be used, and return it."""
    piece = page.locator("#match .usable").first
    piece.click()
    page.mouse.move(0, 0)
    return piece


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_opposite_colours_stay_apart_for_those_who_see_some_hues_alike(colours: str, context: BrowserContext) -> None:
    page = context.new_page()
    page.emulate_media(color_scheme=colours)  # type: ignore[arg-type]
    page.goto("/", wait_until="networkidle")
    swatches = """(names) => {
        const all = names.map((name) => {
            const each = document.createElement("i");
            Object.assign(each.style, { display: "block", width: "20px", height: "20px", background: `var(${name})` });
            return each;
        });
        document.body.replaceChildren(...all);
        document.body.style.cssText = "display: block; margin: 0";
    }"""
    page.evaluate(swatches, [name for pair in PAIRS for name in pair])
    found = {}
    for kind in KINDS:
        see(page, kind)
        seen = picture(page, clip={"x": 0, "y": 0, "width": 20, "height": 40 * len(PAIRS)})
        for number, (pair, least) in enumerate(PAIRS.items()):
            one, two = (seen.getpixel((10, 20 * place + 10)) for place in (2 * number, 2 * number + 1))
            assert isinstance(one, tuple)
            assert isinstance(two, tuple)
            apart = sum((a - b) ** 2 for a, b in zip(one, two, strict=True)) ** 0.5
            if apart < least:
                found[kind, pair] = apart
    assert found == {}


@pytest.mark.parametrize("game", drawn())
def test_what_is_picked_is_told_without_any_hue(game: str, opened: Open) -> None:
    page = opened(game)
    see(page, "achromatopsia")
    page.mouse.move(0, 0)
    piece = page.locator("#match .usable").first
    piece.scroll_into_view_if_needed()
    box = piece.bounding_box()
    assert box is not None
    before = picture(page, clip=box)
    pressed(page)
    difference = ImageChops.difference(before, picture(page, clip=box)).convert("L")
    seen = sum(difference.histogram()[SEEN:]) / (difference.width * difference.height)
    assert seen >= SHARE


@pytest.mark.parametrize(
    ("context", "game"),
    list(product([{"forced_colors": "active", "color_scheme": "dark"}], drawn())),
    indirect=["context"],
)
def test_what_is_picked_has_an_outline_where_colours_are_the_readers_own(game: str, opened: Open) -> None:
    page = opened(game)
    pressed(page)
    marks = "(all) => all.filter((each) => each.checkVisibility()).map((each) => getComputedStyle(each).outlineStyle)"
    found = page.locator("#match :is(.picked, .lit)").evaluate_all(marks)
    assert found
    assert set(found) == {"solid"}
