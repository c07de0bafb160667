"""Nothing that is said pushes the hand below what is pressed, or lies over it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.core.services import play
from tests.e2e.conftest import DESKTOP, PHONE
from tests.e2e.field_of_glory.test_prices import opened
from tests.e2e.moments import Moment, moments
from tests.e2e.pages import sign_in
from tests.games import tables
from tests.games.boards.field_of_glory.battles import battle, march
from tests.games.boards.field_of_glory.test_submit import ATTACKED, BLUE, RED
from tests.parts.cast import person

LONG = "Centurio.Bellicosus places Cavalry in column 2, Heavy Infantry in column 3 and Medium Infantry in column 4. "
SINCE = """() => {
    const row = document.createElement("div");
    row.className = "meanwhile";
    row.innerHTML = "<details class='since over'><summary></summary></details><a class='show-me' href='#'></a>";
    document.querySelector("#prompt").after(row);
}"""
PUSHED = """(said) => {
    document.querySelector(".since summary").textContent = said;
    const prompt = document.querySelector("#prompt");
    const hand = document.querySelector(".hand .cards").getBoundingClientRect();
    const cut = hand.bottom - document.querySelector(".act").getBoundingClientRect().top;
    return [Math.round(prompt.offsetHeight / parseFloat(getComputedStyle(prompt).lineHeight)), Math.max(0, cut)];
}"""
OVER_HAND = """() => {
    const hand = document.querySelector(".match-hand").getBoundingClientRect();
    const why = document.querySelector("#why");
    const { top, bottom, width, height } = why.getBoundingClientRect();
    const isSeen = width * height > 0 && getComputedStyle(why).clipPath === "none";
    return isSeen && top < hand.bottom && bottom > hand.top;
}"""

IS_HIDDEN = "(does) => getComputedStyle(does).clipPath !== 'none'"
COVERS = """(does) => {
    const { left, right, top, bottom } = does.getBoundingClientRect();
    const all = [...document.querySelectorAll(".hand-head > *, .hand .cards, .side")];
    return all.filter((each) => {
        const range = new Range();
        range.selectNodeContents(each);
        const box = each.matches(".cards, .side") ? each.getBoundingClientRect() : range.getBoundingClientRect();
        return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
    }).map(({ className, localName }) => className || localName);
}"""
"""What lies under a text above the hand."""
OUT_OF_CARD = """() => [...document.querySelectorAll(".hand .army-card")].flatMap((card) => {
    const { left, right, top, bottom } = card.getBoundingClientRect();
    const isOut = (box) => box.left < left || box.right > right || box.top < top || box.bottom > bottom;
    const seen = [...card.children].filter((each) => getComputedStyle(each).clipPath === "none" && !each.hidden);
    const isWide = ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1;
    const outside = seen.filter((each) => isOut(each.getBoundingClientRect()) || isWide(each));
    const { width, height } = card.querySelector(".figure").getBoundingClientRect();
    const found = outside.map((each) => `${each.getAttribute("class")}: ${each.textContent}`);
    return Math.min(width, height) < 22 ? [...found, `figure ${width}x${height}`] : found;
})"""


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_what_is_asked_takes_two_lines_beside_the_longest_news(
    language: str, browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = opened(browser, live_server, "attack", locale=language, viewport={"width": 1280, "height": 800})
    page.evaluate(SINCE)
    found = {times: page.evaluate(PUSHED, LONG * times) for times in (1, 2, 4, 8)}
    assert [each for each in found.values() if each[0] > 2 or each[1]] == []


def test_a_second_press_is_asked_for_by_the_button_and_not_over_the_hand(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page: Page = opened(browser, live_server, "actions", locale="en", **DESKTOP)
    page.locator("#choices .choice.main").click()
    expect(page.locator("#choices .choice.armed")).to_have_text("Press again End the turn: draw three cards")
    expect(page.locator("#why")).to_contain_text("Nothing has been played yet.")  # for those who listen
    assert not page.evaluate(OVER_HAND)


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_a_card_that_is_no_unit_says_what_it_does_above_a_phones_hand_while_it_is_picked(
    language: str, browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = opened(browser, live_server, "turn with nine cards", locale=language, **PHONE)
    card = page.locator(".hand .army-card:has(.does)").first
    assert card.locator(".does").evaluate(IS_HIDDEN)
    card.click()
    expect(page.locator("#choices[data-narrowed]")).to_have_count(1)
    assert not card.locator(".does").evaluate(IS_HIDDEN)
    assert card.locator(".does").evaluate(COVERS) == []


def test_once_all_is_paid_another_card_takes_a_press_of_its_own_and_too_much_is_asked_about(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    at = {each.name: each for each in _until("half paid")}["half paid"]
    serial = tables.seat(at.match, at.user).serial
    play.save_plan(at.match.public_id, at.user.pk, "place EL2a@4; place LI2b@4; pay CO5c; pay MI4b", serial)
    context = browser.new_context(base_url=live_server.url, locale="en", **PHONE)
    sign_in(context, at.user, live_server.url)
    page = context.new_page()
    page.goto(at.match.get_absolute_url())
    expect(page.locator(".hand.spare")).to_have_count(1)
    page.locator(".hand .usable").first.click()
    expect(page.locator("#choices .choice.main")).to_contain_text("Pay with Cavalry (3)")
    page.keyboard.press("Escape")
    page.locator("#choices .choice.main").click()
    expect(page.locator("#choices .choice.armed")).to_have_text("Press again Finish placing")


def test_an_attack_that_takes_its_bonus_card_unseen_asks_for_a_second_press_even_on_its_unit(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = opened(browser, live_server, "actions", locale="en", **DESKTOP)
    attack = page.locator("#choices .choice[data-step='attack CV4b']")
    attack.evaluate("(each) => each.classList.add('ends', 'twice')")  # as without a card in hand
    page.locator(".lane .unit[data-steps~='attack_CV4b']").click()
    attack.click()
    expect(page.locator("#choices .choice.armed[data-step='attack CV4b']")).to_contain_text("Press again")
    expect(page.locator(".clash")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "de"])
def test_two_answers_to_an_attack_stand_on_a_phone_before_anything_is_pressed(
    language: str, browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    ben = person("Ben")
    match = battle(person("Ann"), ben, red=RED, blue=BLUE)
    march(match, *ATTACKED)
    context = browser.new_context(base_url=live_server.url, locale=language, **PHONE)
    sign_in(context, ben, live_server.url)
    page = context.new_page()
    page.goto(match.get_absolute_url())
    expect(page.locator("#choices .few .choice:visible")).to_have_count(2)
    expect(page.locator("#choices :is(.tip, .all-moves):visible")).to_have_count(0)
    page.locator("#choices .choice[data-step^='withdraw']").click()
    expect(page.locator("#choices .choice.armed[data-step^='withdraw']")).to_have_count(1)


def test_the_list_of_all_moves_scrolls_by_itself_on_a_phone_and_leaves_the_board_in_sight(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = opened(browser, live_server, "turn with nine cards", locale="en", **PHONE)
    page.locator(".all-moves").click()
    expect(page.locator("#choices[data-listed]")).to_have_count(1)
    listed = page.locator("#choices fieldset")
    high, scrolls = listed.evaluate("(all) => [all.offsetHeight / innerHeight, all.scrollHeight > all.clientHeight]")
    assert high <= 0.41
    assert scrolls
    expect(page.locator(".match-board")).to_be_in_viewport()
    last = page.locator("#choices .choice").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_cards_of_two_open_hands_hold_all_that_is_on_them(
    language: str, browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    over = [*moments("field-of-glory", person("Ann"), person("Ben"))][-1]
    context = browser.new_context(base_url=live_server.url, locale=language, viewport={"width": 1280, "height": 800})
    sign_in(context, over.user, live_server.url)
    page, found = context.new_page(), {}
    for ply in (24, 28, 37):
        page.goto(f"{over.match.get_absolute_url()}{ply}/?eyes=all")
        expect(page.locator(".hand")).to_have_count(2)
        found[ply] = page.evaluate(OUT_OF_CARD)
    assert found == {24: [], 28: [], 37: []}


def test_a_column_that_is_pressed_first_offers_each_card_by_its_name(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = opened(browser, live_server, "actions", locale="en", **DESKTOP)
    page.locator(".lane.reach .ground").first.click()
    shown = page.locator("#choices .choice:visible").evaluate_all("(all) => all.map((each) => each.innerText)")
    names = page.locator("#choices .choice:visible .which").all_inner_texts()
    assert len(names) > 1
    assert len(set(names)) == len(names)
    assert all(name in said for name, said in zip(names, shown, strict=True))


def _until(name: str) -> Iterator[Moment]:
    """Yield the moments up to this one, at which the match stays."""
    for moment in moments("field-of-glory", person("Ann"), person("Ben")):
        yield moment
        if moment.name == name:
            return
