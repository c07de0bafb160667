"""What is won is marked in one line beside each fencer, and both have as much room."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests.e2e.pages import sign_in
from tests.games.tables import attack, begin, play_on
from tests.parts.cast import person

CORNERS = """() => [...document.querySelectorAll(".corner")].map((corner) => {
    const marks = [...corner.querySelectorAll(".pip")].map((each) => each.getBoundingClientRect());
    return {
        room: Math.round(corner.getBoundingClientRect().width),
        lines: new Set(marks.map(({ top }) => Math.round(top))).size,
        sizes: [...new Set(marks.map(({ width }) => Math.round(width)))],
        gap: Math.round(marks[1].left - marks[0].right),
    };
})"""


@pytest.mark.parametrize("width", [320, 375])
@pytest.mark.parametrize("ply", ["", "4/"])
def test_marks_stand_in_one_line_in_corners_of_one_width(
    ply: str, width: int, browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    ann, ben = person("Ann"), person("Ben")
    match = play_on(begin(ben, ann), 9, choose=attack)
    context = browser.new_context(base_url=live_server.url, viewport={"width": width, "height": 812}, locale="de")
    sign_in(context, ann, live_server.url)
    page = context.new_page()
    page.goto(match.get_absolute_url() + ply)
    left, right = corners = [dict[str, Any](each) for each in page.evaluate(CORNERS)]
    assert abs(left["room"] - right["room"]) <= 1
    assert [(each["lines"], each["sizes"], each["gap"]) for each in corners] == [(1, [11], 4)] * 2


SHAPES = """() => Object.fromEntries(["left", "right"].map((side) => {
    const corner = document.querySelector(`.corner.${side}`);
    const { color } = getComputedStyle(corner.querySelector(".side"));
    const radii = [corner, ...corner.querySelectorAll(".pip")].map((each) => {
        const { borderStartStartRadius, borderEndEndRadius } = getComputedStyle(each);
        return Math.max(parseFloat(borderStartStartRadius), parseFloat(borderEndEndRadius));
    });
    const height = corner.querySelector(".pip").clientHeight;
    return [side, { color, marks: Math.max(...radii.slice(1)), plate: radii[0], height }];
}))"""


@pytest.mark.parametrize("turned", [False, True])
def test_left_is_blue_and_square_and_right_is_red_and_round(
    turned: bool, browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    ann, ben = person("Ann"), person("Ben")
    context = browser.new_context(base_url=live_server.url, viewport={"width": 1280, "height": 800})
    sign_in(context, ann, live_server.url)
    page = context.new_page()
    page.goto(begin(ann, ben).get_absolute_url())
    page.evaluate("(turned) => document.documentElement.toggleAttribute('data-turned', turned)", turned)
    shapes = page.evaluate(SHAPES)
    assert [shapes[side]["color"] for side in ("left", "right")] == ["rgb(29, 92, 134)", "rgb(160, 61, 34)"]
    assert shapes["left"]["marks"] <= 2
    assert shapes["right"]["marks"] >= shapes["right"]["height"] / 2
    assert shapes["left"]["plate"] < shapes["right"]["plate"]


PICKED = """() => [...document.querySelectorAll(".space.reach:not(.left, .right)")].map((space) => {
    const { boxShadow, backgroundColor } = getComputedStyle(space);
    const range = document.createRange();
    range.selectNodeContents(space.querySelector(".number"));
    return [boxShadow, backgroundColor, Math.round(range.getBoundingClientRect().top)].join(" ");
})"""


@pytest.mark.parametrize("width", [320, 375, 1280])
def test_where_a_picked_card_leads_is_marked_on_the_floor_and_numbers_stand_in_one_line(
    width: int, browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    ann, ben = person("Ann"), person("Ben")
    match = begin(ann, ben)
    context = browser.new_context(base_url=live_server.url, viewport={"width": width, "height": 812})
    sign_in(context, ann, live_server.url)
    page = context.new_page()
    page.goto(match.get_absolute_url())
    page.locator(".playing-card.usable").first.click()
    page.locator(".space:is(.offered, .lit)").first.wait_for()
    found = page.evaluate(PICKED)
    assert len(found) > 1
    assert len(set(found)) == 1
    assert found[0].startswith("none rgba(0, 0, 0, 0)")
