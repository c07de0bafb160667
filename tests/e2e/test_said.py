"""What somebody hears who does not see the table: names of what can be pressed, and what a move has changed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.core.models import Match
from games.core.reading import positions
from tests.e2e.choosing import choice, press
from tests.e2e.conftest import DESKTOP
from tests.e2e.moments import moments
from tests.e2e.pages import sign_in
from tests.games import tables
from tests.parts.cast import person
from tests.parts.depth import is_brief
from tests.parts.games import drawn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.by_turns(5)]

EACH = 3 if is_brief() else 1
"""Every so many moments are looked at."""
HEARD = """
    (each) => {
        const heard = each.cloneNode(true);
        for (const hidden of heard.querySelectorAll("[aria-hidden=true]")) hidden.remove();
        return each.getAttribute("aria-label") ?? heard.textContent.replace(/\\s+/g, " ").trim();
    }
"""
NAMELESS = f"""
    () => [...document.querySelectorAll("#match :is([role=button], button, summary, a)")]
        .filter((each) => each.checkVisibility() && !each.closest("[aria-hidden=true]"))
        .filter((each) => !({HEARD})(each))
        .map((each) => each.outerHTML.slice(0, 100))
"""


def opened(browser: Browser, live_server: LiveServer, user: User) -> Page:
    context = browser.new_context(base_url=live_server.url, **DESKTOP)
    sign_in(context, user, live_server.url)
    return context.new_page()


@pytest.mark.parametrize("game", drawn())
def test_all_that_can_be_pressed_has_a_name(game: str, browser: Browser, live_server: LiveServer) -> None:
    ann, ben = person("Ann"), person("Ben")
    pages = {user: opened(browser, live_server, user) for user in (ann, ben)}
    for number, moment in enumerate(moments(game, ann, ben)):
        if number % EACH == 0:
            pages[moment.user].goto(moment.match.get_absolute_url())
            assert pages[moment.user].evaluate(NAMELESS) == [], moment.name


def test_a_card_says_first_which_unit_it_is(browser: Browser, live_server: LiveServer) -> None:
    ann = person("Ann")
    match = tables.begin(ann, person("Ben"), game="field-of-glory")
    page = opened(browser, live_server, ann)
    page.goto(match.get_absolute_url())
    cards = page.locator(".army-card")
    names = cards.locator(".type").all_inner_texts()
    heard = [card.evaluate(HEARD) for card in cards.all()]
    assert len(names) == 4
    assert [each.startswith(name) for each, name in zip(heard, names, strict=True)] == [True] * 4
    assert all("command points" in each for each in heard)


@pytest.mark.parametrize("seat", [0, 1])
def test_what_cannot_be_used_says_so_and_a_column_says_what_is_in_it(
    browser: Browser, live_server: LiveServer, seat: int
) -> None:
    users = person("Ann"), person("Ben")
    match = next(each.match for each in moments("field-of-glory", *users) if each.name == "attack, waiting")
    page = opened(browser, live_server, users[seat])
    page.goto(match.get_absolute_url())
    whose = (("Ben", "You"), ("You", "Ann"))[seat]
    fight = page.get_by_role("region", name="The fight")
    for name in whose:
        expect(fight.get_by_role("group", name=name)).to_have_count(1)
    expect(page.get_by_role("button").filter(has=fight)).to_have_count(0)
    if seat == 0:
        column = page.get_by_role("button", name="Column 5, woods, neutral. You have Cavalry (combat value 3).")
        expect(column).to_be_disabled()
        column.press("Enter")
        expect(page.locator("#why")).to_have_text("It’s not your turn. Waiting for Ben.")


def test_the_new_distance_and_the_cards_drawn_are_announced(browser: Browser, live_server: LiveServer) -> None:
    ann = person("Ann")
    match = tables.begin(ann, person("Ben"))
    page = opened(browser, live_server, ann)
    page.goto(match.get_absolute_url())
    press(choice(page, "F1"))
    said = page.locator("#announcement")
    expect(page.locator("#prompt")).to_be_focused()
    expect(page.locator("#prompt")).to_have_text("Waiting for Ben.")
    expect(said).not_to_contain_text("Waiting for Ben")  # it is read because it has the focus
    expect(said).to_contain_text(f"They are {distance(match)} apart.")
    expect(said).to_contain_text(f"You drew a {page.locator('.playing-card:has(.drawn) .value').inner_text()}.")


def distance(match: Match) -> int:
    left, right = positions.newest_position(tables.now(match)).position.state.fencers
    return int(right - left)
