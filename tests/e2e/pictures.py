"""`make pictures`: every page and every kind of moment of a match as a browser draws it, at four sizes, light and dark,
the crowded ones in every language.

They go into the folder INTO, with a page to leaf through; each stands beside the one in the folder BEFORE.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, ViewportSize
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from tests.e2e.gallery import Picture, write
from tests.e2e.moments import moments
from tests.e2e.pages import CROWDED, FOR_PLAYERS, FOR_VISITORS, WATCHED, open_page, sign_in
from tests.parts.cast import person
from tests.parts.games import drawn

SIZES: dict[str, ViewportSize] = {
    f"{width}x{height}": {"width": width, "height": height}
    for width, height in ((1280, 800), (1440, 900), (1920, 1080), (375, 812))
}
SETTLED = "new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200)))"


class Look(NamedTuple):
    """How a page is looked at."""

    size: str
    colours: str
    language: str


LOOKS = [Look(size, colours, "en") for size, colours in product(SIZES, ("light", "dark"))]
TRANSLATED = [
    Look(size, "light", code)
    for size, (code, _) in product(("1280x800", "375x812"), settings.LANGUAGES)
    if code != "en"
]


def test_every_page_is_drawn(browser: Browser, live_server: LiveServer, house: User) -> None:
    into = Path(os.environ.get("INTO", "var/pictures"))
    into.mkdir(parents=True, exist_ok=True)
    pictures = [
        picture for look in [*LOOKS, *TRANSLATED] for picture in _drawn(browser, live_server.url, house, look, into)
    ]
    pictures += _moments(browser, live_server.url, into)
    before = os.environ.get("BEFORE")
    assert [each.name for each in pictures if not (into / each.name).stat().st_size] == []
    print(write(into, pictures, Path(before) if before else None))  # noqa: T201


def _drawn(browser: Browser, url: str, user: User, look: Look, into: Path) -> Iterator[Picture]:
    context = browser.new_context(base_url=url, **_options(look))
    for paths, who in ((FOR_VISITORS + WATCHED, None), (FOR_PLAYERS, user)):
        if who:
            sign_in(context, who, url)
        for path in paths:
            if look in LOOKS or path in CROWDED:
                yield _take(context, path, look, into)
    context.close()


def _moments(browser: Browser, url: str, into: Path) -> Iterator[Picture]:
    """Yield every kind of moment of each game, as one of its players meets it."""
    users = [person(name) for name in ("Dan", "Eve")]
    for game in drawn():
        for moment in moments(game, *users):
            for look in LOOKS:
                context = browser.new_context(base_url=url, **_options(look))
                sign_in(context, moment.user, url)
                yield _take(context, moment.match.get_absolute_url(), look, into, f"{game}: {moment.name}")
                context.close()


def _options(look: Look) -> dict[str, Any]:
    return {
        "viewport": SIZES[look.size],
        "color_scheme": look.colours,
        "locale": look.language,
        "has_touch": look.size == "375x812",
        "reduced_motion": "reduce",
    }


def _take(context: BrowserContext, path: str, look: Look, into: Path, title: str = "") -> Picture:
    """Return the whole page, and of a match what is on the screen."""
    page = context.new_page()
    open_page(page, path)
    page.evaluate(SETTLED)
    name = f"{re.sub(r'[^a-z0-9]+', '-', (title or path).lower()).strip('-') or 'home'}.{'.'.join(look)}.png"
    page.screenshot(path=into / name, full_page=not path.startswith("/m/"))
    page.close()
    return Picture(title or path, *look, name)
