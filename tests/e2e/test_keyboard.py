"""Field of Glory by keyboard alone: the draft by the numbers of cards, a placement by numbers, arrows and Enter."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.core.models import Match
from tests.e2e.conftest import DESKTOP
from tests.e2e.test_access import sign_in
from tests.games import tables
from tests.parts.cast import person

ON_ALL = "document.activeElement.matches('.all-moves')"
CHOSEN = "document.activeElement.dataset.step ?? ''"
ENOUGH = 200
"""More keys than any way through a page needs."""


@pytest.fixture
def table(transactional_db: None, browser: Browser, live_server: LiveServer) -> Iterator[tuple[Page, Match, User]]:
    """Ann's browser at a match of Field of Glory that has just begun."""
    ann = person("Ann")
    match = tables.begin(ann, person("Ben"), game="field-of-glory")
    context = browser.new_context(base_url=live_server.url, **DESKTOP)
    sign_in(context, ann, live_server.url)
    page = context.new_page()
    page.goto(match.get_absolute_url())
    yield page, match, ann
    context.close()


def press(page: Page, key: str, until: str) -> None:
    """Press a key until something is so."""
    for _ in range(ENOUGH):
        if page.evaluate(until):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead there: {until}")


def choose(page: Page, step: str) -> None:
    """Choose by the number of a card that can do it, if there is one.

    A card that can do several things asks which.
    """
    card = page.locator(f".army-card[data-key][data-steps*='{step.strip()}_']")
    key, steps = "", ""
    if card.count():
        key, steps = (card.first.get_attribute(name) or "" for name in ("data-key", "data-steps"))
    if key and " " not in steps:
        answered(page, key)
    else:
        page.keyboard.press(key or "Tab")
        pick(page, step)


def pick(page: Page, step: str) -> None:
    """Press Tab to the first choice that begins so, then Enter.

    If no card has shown the choice, take it from the list of all.
    """
    if not page.locator(f"#choices .choice[data-step^='{step}']").first.is_visible():
        press(page, "Tab", ON_ALL)
        page.keyboard.press("Enter")
    press(page, "Tab", f"({CHOSEN}).startsWith('{step}')")
    answered(page)


def answered(page: Page, key: str = "Enter") -> None:
    """Press what sends the choice, and wait until the script has redrawn the match."""
    page.evaluate("document.getElementById('match').dataset.old = '1'")
    page.keyboard.press(key)
    if page.locator("#choices .armed").count():  # more is paid than is due
        expect(page.locator("#choices .armed[data-unseen]")).to_have_count(0)
        page.keyboard.press(key)
    expect(page.locator("#match[data-old]")).to_have_count(0)


def offered(page: Page, step: str) -> bool:
    return page.locator(f"#choices .choice[data-step^='{step}']").count() > 0


def play_until_ann_acts(match: Match, ann: User) -> None:
    """Play the rest of the draft, and everything that comes before Ann may place units."""
    while tables.now(match).ply < 24 or tables.next_user(match) != ann or "draw" not in tables.choices(match, ann):
        tables.play_on(match, 1)


def test_the_draft_and_a_placement_are_played_by_keyboard_alone(table: tuple[Page, Match, User]) -> None:
    page, match, ann = table
    for first, second in ("12", "34"):
        page.keyboard.press(first)
        page.keyboard.press(second)
        answered(page)
    expect(page.locator(".draft h2")).to_have_text("Draft: 2 of 12 picks done")
    play_until_ann_acts(match, ann)
    page.reload()
    choose(page, "place ")
    while not offered(page, "settle"):
        choose(page, "pay ")
    choose(page, "settle")
    text = match.entries.order_by("-ply")[0].text
    assert text.startswith("place ")
    assert text.endswith("; settle")
