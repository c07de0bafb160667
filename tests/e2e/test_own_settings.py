"""At the board, a player chooses sounds, animation, colours, a second press for each move, and the board's side."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.moments import moments
from tests.e2e.pages import sign_in
from tests.e2e.test_motion import advance, opened
from tests.games import tables
from tests.parts.cast import person

pytestmark = pytest.mark.by_turns(3)


def settings(page: Page) -> None:
    page.get_by_label("More", exact=True).click()


def kept(page: Page, name: str, chosen: str) -> None:
    """Wait until the browser has kept what was chosen."""
    page.wait_for_function("([name, chosen]) => localStorage.getItem(name) === chosen", arg=[name, chosen])


def test_nothing_moves_once_animation_is_off_and_that_is_remembered(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = opened(browser, live_server, tables.begin(person("Ann"), person("Ben")))
    settings(page)
    expect(page.get_by_label("Animation")).to_have_value("on")
    page.get_by_label("Animation").select_option("off")
    page.get_by_label("Sounds").select_option("low")
    kept(page, "sounds", "low")
    page.reload()
    page.evaluate("import('/static/js/motion.js')")
    settings(page)
    expect(page.get_by_label("Animation")).to_have_value("off")
    expect(page.get_by_label("Sounds")).to_have_value("low")
    settings(page)
    advance(page)
    assert page.evaluate("moved") == []


def test_the_page_of_settings_offers_the_same_for_this_browser(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = opened(browser, live_server, tables.begin(person("Ann"), person("Ben")))
    page.goto(f"{live_server.url}/settings/")
    expect(page.get_by_label("Sounds")).to_have_value("off")
    page.get_by_label("Sounds").select_option("low")
    page.get_by_label("Ask me to confirm each move").check()
    kept(page, "sounds", "low")
    kept(page, "confirm", "on")
    page.reload()
    expect(page.get_by_label("Sounds")).to_have_value("low")
    expect(page.get_by_label("Ask me to confirm each move")).to_be_checked()
    page.go_back()
    settings(page)
    expect(page.get_by_label("Sounds")).to_have_value("low")


def test_a_player_who_wants_to_be_asked_presses_each_move_twice(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    match = tables.begin(person("Ann"), person("Ben"))
    page = opened(browser, live_server, match)
    settings(page)
    page.get_by_label("Ask me to confirm each move").check()
    kept(page, "confirm", "on")
    settings(page)
    page.locator(".playing-card.usable").first.click()
    button = page.locator("#choices .choice:visible").first
    button.click()
    expect(page.locator("#choices .armed")).to_have_count(1)
    assert tables.now(match).ply == match.ply
    page.clock.run_for(500)  # nobody presses twice before they have seen what is asked
    button.click()
    expect(page.locator("#choices")).to_have_count(0)
    assert tables.now(match).ply == match.ply + 1


def test_colours_are_chosen_at_the_table(browser: Browser, live_server: LiveServer, transactional_db: None) -> None:
    match = tables.begin(person("Ann"), person("Ben"))
    page = opened(browser, live_server, match)
    settings(page)
    page.locator("#match .menu").get_by_role("button", name="Dark").click()
    expect(page.locator("html[data-theme=dark]")).to_have_count(1)
    expect(page).to_have_url(f"{live_server.url}{match.get_absolute_url()}")


LEFT_TO_RIGHT = """() => {
    const part = (kind) => [...document.querySelectorAll(`#match ${kind}`)];
    const named = (each) => each.dataset.piece ?? (each.matches(".corner") ? each.classList[1] : each.textContent);
    const middle = (each) => each.getBoundingClientRect().left + each.getBoundingClientRect().right;
    const sorted = (kind) => part(kind).sort((one, other) => middle(one) - middle(other));
    return [".corner", ".hall > .piste .fencer", ".hall > .piste .number"].flatMap((kind) => sorted(kind).map(named));
}"""


def lefts(page: Page) -> list[str]:
    """Return the corners, fencers and numbers of spaces as they are painted, from left to right."""
    found: list[str] = page.evaluate(LEFT_TO_RIGHT)
    return found


DEALT = ["left", "right", "fencer-0", "fencer-1", *map(str, range(1, 24))]
TURNED = ["right", "left", "fencer-1", "fencer-0", *map(str, range(23, 0, -1))]


def test_the_board_is_turned_round_for_every_match_and_earlier_move_and_is_told_as_before(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    match = tables.begin(person("Ann"), person("Ben"))
    page = opened(browser, live_server, match)
    told = page.locator("#match .en-garde").first.aria_snapshot()
    assert lefts(page) == DEALT
    settings(page)
    page.get_by_label("Turn the board round").check()
    expect(page.locator("html[data-turned]")).to_have_count(1)
    assert lefts(page) == TURNED
    settings(page)
    assert page.locator("#match .en-garde").first.aria_snapshot() == told
    page.reload()
    assert lefts(page) == TURNED
    advance(page, 2)
    expect(page.locator("#match .space.left .number")).to_have_text("3")
    assert lefts(page) == TURNED
    page.goto(f"{match.get_absolute_url()}0/")
    assert lefts(page) == TURNED
    page.goto(match.get_absolute_url())
    settings(page)
    expect(page.get_by_label("Turn the board round")).to_be_checked()
    page.get_by_label("Turn the board round").uncheck()
    expect(page.locator("html[data-turned]")).to_have_count(0)
    assert lefts(page) == DEALT


def test_a_button_that_asks_again_says_what_for_on_a_phone(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    ann, ben = person("Ann"), person("Ben")
    orders = next(each for each in moments("fantasy-dice-battles", ann, ben) if each.name == "orders full")
    context = browser.new_context(base_url=live_server.url, locale="de", viewport={"width": 375, "height": 812})
    sign_in(context, orders.user, live_server.url)
    context.add_init_script("localStorage.setItem('confirm', 'on')")
    page = context.new_page()
    page.goto(orders.match.get_absolute_url(), wait_until="load")
    page.evaluate("import('/static/js/choose.js')")
    page.get_by_role("button", name="Befehle versiegeln").click()
    expect(page.locator("#choices .armed")).to_have_text("Noch einmal drücken Befehle versiegeln")
    row = page.locator("#choices fieldset")
    expect(row).to_have_js_property("scrollWidth", row.evaluate("row => row.clientWidth"))
