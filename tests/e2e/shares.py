"""Pictures of the site that stand elsewhere: beside links to it, where it is installed as an app, and in the README.

`make shares` takes them again and puts them where they belong: commit them with your change. The front page holds the
drawings, and the scripted matches of `moments.py` the boards.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from fogsite.settings import BASE_DIR
from games.rules import registry
from games.rules.registry import PACKAGES
from tests.e2e.moments import Moment, moments
from tests.e2e.pages import sign_in
from tests.parts.cast import person
from tests.parts.games import drawn

SHARED = (1200, 630)
APP_WIDE = (1280, 800)
APP_NARROW = (375, 812)
README = (1600, 1000)
SITE = BASE_DIR / "fogsite" / "static" / "img"
COLOURS = 256
"""So many colours of a picture are kept: nobody sees the difference, and it weighs a third."""
LOOK = """
.shared { display: block; width: 1200px; height: 630px; margin: 0; overflow: hidden; background: var(--paper); }
.shared h1 { margin: 40px 60px 28px; font-size: 64px; line-height: 1.15; }
.shared div { display: flex; align-items: center; justify-content: center; height: 470px; margin: 0 60px;
  border: 1px solid var(--line); border-radius: 14px; background: var(--sheet);
  box-shadow: 3px 5px 16px rgb(60 45 20 / 18%); }
.shared svg { width: auto; max-width: 1000px; height: 400px; overflow: visible; }
.shared .alone { height: 630px; margin: 0; border: 0; background: none; box-shadow: none; }
.shared .alone svg { max-width: none; height: 620px; }
"""
SHOW = """(title) => {
  const card = [...document.querySelectorAll(".game")].find((each) => each.querySelector("h3").textContent === title);
  const picture = (card || document.querySelector(".hero")).querySelector("svg").outerHTML;
  document.body.className = "shared";
  document.body.innerHTML = title ? `<h1>${title}</h1><div>${picture}</div>` : `<div class="alone">${picture}</div>`;
}"""
SETTLED = "new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300)))"


def test_pictures_are_taken(browser: Browser, live_server: LiveServer) -> None:
    page = _page(browser, live_server, SHARED, bypass_csp=True)
    _share(page, live_server.url, "", SITE / "share.png")
    for slug in drawn():
        _share(page, live_server.url, registry.title(slug), PACKAGES[slug].folder / "static" / slug / "share.png")

    ann, ben = person("Ann"), person("Ben")
    attacked = _moment("field-of-glory", "attacked", ann, ben)
    _match(browser, live_server, attacked, README, BASE_DIR / "docs" / "screenshot.png")
    _match(browser, live_server, attacked, APP_WIDE, SITE / "app-wide.png")
    parried = _moment("en-garde", "attacked", person("Cat"), ben)
    _match(browser, live_server, parried, APP_NARROW, SITE / "app-narrow.png")


def _share(page: Page, url: str, title: str, file: Path) -> None:
    """Take the drawing of a game with its title, or of the whole site, for links."""
    page.goto(url)
    page.add_style_tag(content=LOOK)
    page.evaluate(SHOW, title)
    _keep(page, SHARED, file)


def _match(browser: Browser, live_server: LiveServer, moment: Moment, size: tuple[int, int], file: Path) -> None:
    """Take a match as a player meets it; one that is wider than a window is drawn finer."""
    wide = min(size[0], APP_WIDE[0])
    page = _page(browser, live_server, (wide, size[1] * wide // size[0]), device_scale_factor=2)
    sign_in(page.context, moment.user, live_server.url)
    page.goto(live_server.url + moment.match.get_absolute_url())
    _keep(page, size, file)


def _page(browser: Browser, live_server: LiveServer, size: tuple[int, int], **options: Any) -> Page:
    viewport: Any = {"width": size[0], "height": size[1]}
    context = browser.new_context(
        base_url=live_server.url,
        viewport=viewport,
        locale="en",
        color_scheme="light",
        reduced_motion="reduce",
        **options,
    )
    return context.new_page()


def _keep(page: Page, size: tuple[int, int], file: Path) -> None:
    """Keep what the page shows, in this size and few colours."""
    page.evaluate(SETTLED)
    taken = Image.open(BytesIO(page.screenshot())).convert("RGB").resize(size, Image.Resampling.LANCZOS)
    taken.quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
    assert file.stat().st_size


def _moment(slug: str, name: str, *users: User) -> Moment:
    return next(each for each in moments(slug, *users) if each.name == name)
