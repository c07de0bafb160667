"""At every kind of moment one press anywhere on the table sends no move, while its player could do something else."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route
from pytest_django.live_server_helper import LiveServer

from games.core.reading import positions
from games.rules import engine
from tests.e2e.conftest import DESKTOP, PHONE
from tests.e2e.moments import Moment, moments
from tests.e2e.pages import sign_in
from tests.games import tables
from tests.parts.cast import person
from tests.parts.depth import is_brief
from tests.parts.games import drawn
from tests.parts.patience import until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.by_turns(3)]

PARTS = (
    "#choices .choice:visible",
    ".act .button:visible",
    "#match .match-hand .usable",
    "#match .match-board .usable",
)
EACH = 3 if is_brief() else 1
"""Every so many moments are looked at."""


def first_presses(page: Page, address: str) -> list[str]:
    """Return what a press of the first and of the last thing of each part sends as a move.

    Open the page again for each press.
    """
    sent: list[str] = []

    def note(route: Route) -> None:
        sent.append(route.request.post_data or "")
        route.abort()

    page.route("**/submit", note)
    page.route("**/plan", lambda route: route.abort())
    page.goto(address)
    for part in PARTS:
        for number in (0, -1):
            until(lambda: at_rest(page))
            thing = page.locator(part).nth(number)
            if thing.count():
                thing.dispatch_event("click")
    until(lambda: at_rest(page))  # or the last plan would pass once nothing stops it
    page.unroute_all()
    return sent


def at_rest(page: Page) -> bool:
    """Take back what was pressed before, and return whether nothing of it is left or under way. A key that comes just
    after news is ignored."""
    page.keyboard.press("Escape")
    return page.locator("#choices[data-narrowed], #choices .armed, .htmx-request").count() == 0


def may_be_sent(moment: Moment) -> bool:
    """Say whether one press may send the move, since it is the only one, or since it finishes what was composed."""
    seat, rules = tables.seat(moment.match, moment.user), moment.match.rules
    position = positions.newest_position(moment.match).position
    if seat.index not in engine.to_act(rules, position):
        return False
    steps = engine.parse_move(rules, seat.plan) if seat.plan else []
    preview = engine.preview(rules, position, seat.index, steps)
    ends = [step for step in preview.legal if engine.ends(rules, preview.position, seat.index, step)]
    final = [step for step in ends if engine.is_final(rules, preview, seat.index, step, composed=bool(steps))]
    return preview.complete or ends != final


@pytest.mark.parametrize("game", drawn())
@pytest.mark.parametrize("how", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_one_press_sends_no_move(how: dict[str, Any], game: str, browser: Browser, live_server: LiveServer) -> None:
    ann, ben = person("Ann"), person("Ben")
    contexts = {user: browser.new_context(base_url=live_server.url, **how) for user in (ann, ben)}
    for user, context in contexts.items():
        sign_in(context, user, live_server.url)
    pages = {user: context.new_page() for user, context in contexts.items()}
    looked = 0
    for number, moment in enumerate(moments(game, ann, ben)):
        if number % EACH or may_be_sent(moment):
            continue
        sent = first_presses(pages[moment.user], moment.match.get_absolute_url())
        assert sent == [], moment.name
        looked += 1
    assert looked
