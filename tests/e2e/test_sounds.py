"""Sounds: off until somebody chooses them, and then a move, a hit and one's own turn are told apart."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.core.models import Match
from tests.e2e.conftest import DESKTOP, hide, look_again
from tests.e2e.pages import sign_in
from tests.e2e.test_motion import advance
from tests.games import tables
from tests.parts.cast import person

pytestmark = pytest.mark.by_turns(2)

HEARD = """
    const heard = [];
    const hear = (pitch) => (document.documentElement.dataset.heard = (heard.push(pitch), heard.join(" ")));
    const param = () => ({ set value(pitch) { hear(pitch); }, setValueAtTime() {}, exponentialRampToValueAtTime() {} });
    const node = () => ({ frequency: param(), gain: param(), connect: (to) => to, start() {}, stop() {} });
    window.AudioContext = class {
        state = "suspended";
        currentTime = 0;
        async resume() { this.state = "running"; }
        createOscillator() { return node(); }
        createGain() { return node(); }
    };
"""
MOVE, HIT, TURN = "190", "1240 1860 2790", "660 880"


def opened(browser: Browser, live_server: LiveServer, match: Match) -> Page:
    """Return the match in Ann's browser, which notes the pitch of everything that is heard."""
    context = browser.new_context(base_url=live_server.url, **DESKTOP)
    context.add_init_script(HEARD)
    sign_in(context, User.objects.get(username="Ann"), live_server.url)
    page = context.new_page()
    page.clock.install()
    page.goto(match.get_absolute_url())
    return page


def expect_heard(page: Page, *sounds: str) -> None:
    """Expect that these were heard since the page was opened, and nothing else."""
    if sounds:
        expect(page.locator("html")).to_have_attribute("data-heard", " ".join(sounds))
    else:
        expect(page.locator("html[data-heard]")).to_have_count(0)


def choose(page: Page, sounds: str = "on") -> None:
    page.get_by_label("More", exact=True).click()
    page.get_by_label("Sounds").select_option(sounds)
    page.get_by_label("More", exact=True).click()


def test_nothing_is_heard_before_sounds_are_chosen(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    match = tables.begin(person("Ann"), person("Ben"))
    page = opened(browser, live_server, match)
    advance(page)
    expect_heard(page)
    choose(page)
    expect_heard(page, TURN)  # so that one hears what was chosen
    choose(page, "off")
    tables.play_on(match, 1)
    look_again(page)
    expect(page.locator("#choices")).to_have_count(1)
    expect_heard(page, TURN)


def test_a_move_a_hit_and_ones_turn_are_told_apart(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    ann, ben = person("Ann"), person("Ben")
    match = tables.begin(ann, ben)
    page = opened(browser, live_server, match)
    choose(page)
    expect_heard(page, TURN)
    advance(page)
    expect_heard(page, TURN, MOVE)
    tables.answer(match, ben, "F1")
    look_again(page)
    expect(page.locator("#choices")).to_have_count(1)
    expect_heard(page, TURN, MOVE, MOVE, TURN)
    page.get_by_label("More", exact=True).click()
    expect(page.get_by_label("Sounds")).to_have_value("on")
    hide(page)
    tables.begin(ann, ben, public_id="othermatch")
    look_again(page)
    expect_heard(page, TURN, MOVE, MOVE, TURN, TURN)  # of another match, while nobody looks


def test_an_attack_is_heard_on_a_page_that_was_opened_later(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    ann, ben = person("Ann"), person("Ben")
    match = tables.begin(ben, ann)
    page = opened(browser, live_server, match)
    choose(page)
    page.reload()
    page.locator("h2").first.press("Shift")  # browsers are silent until a page was used
    while "A5x1" not in tables.choices(match, ben):
        tables.answer(match, user := tables.next_user(match) or ann, tables.first_move(match, user))
    tables.answer(match, ben, "A5x1")
    look_again(page)
    expect_heard(page, HIT, TURN)
