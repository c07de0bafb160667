"""What moves, opens or is said in passing covers nothing that the player reads, and stays where it was pressed."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.core.models import Match
from tests.e2e.conftest import DESKTOP, PHONE, hold_clock
from tests.e2e.moments import moments
from tests.e2e.pages import sign_in
from tests.games import tables
from tests.parts.cast import person

SAY = """document.getElementById("messages").innerHTML = "<p class=success>Draw offered. You can withdraw it.</p>" """
UNDER_MESSAGE = """() => {
    const said = document.querySelector("#messages p").getBoundingClientRect();
    const covers = ({ left, top, right, bottom }) =>
        left < said.right && right > said.left && top < said.bottom && bottom > said.top;
    const parts = [...document.querySelectorAll(".caption, [data-part]")];
    return parts.filter((each) => covers(each.getBoundingClientRect())).map(({ className }) => className);
}"""
UNDER_LIST = """() => {
    const list = document.querySelector("#choices fieldset").getBoundingClientRect();
    const covers = ({ left, top, right, bottom }) =>
        left < list.right && right > list.left && top < list.bottom && bottom > list.top;
    const parts = [...document.querySelectorAll("[data-part=board], [data-part=hand]")];
    return parts.filter((each) => covers(each.getBoundingClientRect())).map(({ dataset }) => dataset.part);
}"""
TORN = """() => {
    const list = document.querySelector(".round .scenes");
    const lines = [...list.querySelectorAll(".scene.shown ul > li")];
    const at = list.scrollTop;
    const isTorn = ({ offsetTop, offsetHeight }) => offsetTop < at && offsetTop + offsetHeight > at + 1;
    return lines.filter(isTorn).map((line) => line.innerText);
}"""


def opened(browser: Browser, live_server: LiveServer, match: Match, user: User, **how: Any) -> Page:
    """Return the match in the user's browser."""
    context = browser.new_context(base_url=live_server.url, **how)
    sign_in(context, user, live_server.url)
    page = context.new_page()
    hold_clock(page)
    page.goto(match.get_absolute_url(), wait_until="networkidle")
    return page


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_message_and_the_list_of_all_moves_leave_what_is_read_in_sight(
    size: dict[str, Any], browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    ann = person("Ann")
    page = opened(browser, live_server, tables.begin(ann, person("Ben")), ann, **size)
    page.evaluate(SAY)
    assert page.evaluate(UNDER_MESSAGE) == []
    page.evaluate("document.getElementById('messages').replaceChildren()")
    button = page.locator(".all-moves")
    before = button.bounding_box()
    button.click()
    expect(page.locator("#choices[data-listed]")).to_have_count(1)
    assert button.bounding_box() == before
    assert page.evaluate(UNDER_LIST) == []
    expect(page.locator("#choices .choice").first).to_be_in_viewport()


def test_no_line_of_a_round_that_is_played_is_cut_in_half(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    ann, ben = person("Ann"), person("Ben")
    found = moments("fantasy-dice-battles", ann, ben)
    moment = next(each for each in found if each.name == "round over")
    page = opened(browser, live_server, moment.match, moment.user, **DESKTOP)
    page.locator(".round [data-scene=play]").click()
    expect(page.locator(".round[data-playing]")).to_have_count(1)
    torn = []
    while page.locator(".round[data-playing]").count():
        page.clock.run_for(200)
        torn += page.evaluate(TORN)
    assert torn == []
