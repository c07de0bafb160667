"""Tables, choices and the admin have the care of a match page: whole lines, short headings, no choice cut."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from tests.e2e.pages import sign_in

GAPS = """[...document.querySelectorAll(".of-games thead tr")].flatMap((row) => {
  const cells = [...row.cells].map((each) => each.getBoundingClientRect()).filter((each) => each.width);
  return cells.slice(1).map((each, place) => each.left - cells[place].right);
})"""
HEADINGS = """[...document.querySelectorAll(".balances thead th")].map((each) => {
  const style = getComputedStyle(each);
  return (each.clientHeight - parseFloat(style.paddingTop) * 2) / parseFloat(style.lineHeight);
})"""
DIGITS = """[...document.querySelectorAll(".balances")].map((table) => {
  const ends = [...table.tBodies[0].rows].map((row) =>
    [...row.querySelectorAll("td:not(.chart)")].map((cell) => {
      const range = new Range();
      range.selectNodeContents(cell);
      return [cell.textContent, Math.round(range.getBoundingClientRect().right)];
    }),
  );
  const room = table.closest(".scroller");
  return { rows: ends, hidden: room.scrollWidth - room.clientWidth };
})"""
HOLES = """[...document.querySelectorAll(".game:has(h3 + .picture + p)")].map((each) => {
  const [box, acts] = [".box", ".acts"].map((part) => each.querySelector(part).getBoundingClientRect());
  return acts.top - box.bottom;
})"""
"""How much is empty above what can be pressed on each card of a game that says something of itself."""
ROWS = """["h1", ".hero-picture", ".lead", ".buttons", ".aside", "div > .faint"].map((each) =>
  document.querySelector(`.hero ${each}`).getBoundingClientRect().top)"""
CUT = """[...document.querySelectorAll("main select")].flatMap((each) => {
  const style = getComputedStyle(each);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const room = each.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 16;
  return [...each.options].map((option) => option.text).filter((text) => pen.measureText(text).width > room);
})"""
ROOT = "getComputedStyle(document.body).backgroundColor"


def _page(browser: Browser, live_server: LiveServer, user: User, width: int, language: str, colours: str) -> Page:
    size = {"width": width, "height": 812}
    context = browser.new_context(
        base_url=live_server.url,
        viewport=size,
        locale=language,
        color_scheme=colours,  # type: ignore[arg-type]
    )
    sign_in(context, user, live_server.url)
    return context.new_page()


def test_the_rule_below_headings_is_whole_on_a_phone(browser: Browser, live_server: LiveServer, house: User) -> None:
    page = _page(browser, live_server, house, 375, "de", "light")
    page.goto("/players/Ben/")
    gaps = page.evaluate(GAPS)
    assert gaps
    assert [each for each in gaps if abs(each) > 1] == []


def test_headings_of_balances_have_two_lines_at_most_where_there_is_room(
    browser: Browser, live_server: LiveServer, house: User
) -> None:
    page = _page(browser, live_server, house, 1280, "de", "light")
    page.goto("/players/Ben/statistics/")
    lines = page.evaluate(HEADINGS)
    assert lines
    assert max(lines) < 2.5


@pytest.mark.parametrize(("language", "width"), [("de", 1280), ("de", 375), ("it", 375)])
def test_what_was_won_drawn_and_lost_stands_in_columns_of_aligned_digits(
    language: str, width: int, browser: Browser, live_server: LiveServer, house: User
) -> None:
    page = _page(browser, live_server, house, width, language, "light")
    page.goto("/players/Ben/statistics/")
    tables = page.evaluate(DIGITS)
    assert tables
    for table in tables:
        numbers = [[text for text, _end in row] for row in table["rows"]]
        assert all(int(played) == sum(map(int, came)) for played, *came, _rate in numbers)
        assert len({tuple(end for _text, end in row) for row in table["rows"]}) == 1
        assert table["hidden"] <= 0


def test_the_cards_of_the_games_have_no_hole_and_a_phones_hero_has_its_order(
    browser: Browser, live_server: LiveServer, house: User
) -> None:
    page = browser.new_page(base_url=live_server.url, viewport={"width": 1280, "height": 800}, locale="de")
    page.goto("/")
    holes = page.evaluate(HOLES)
    assert len(holes) >= 3
    assert max(holes) < 80
    page.set_viewport_size({"width": 375, "height": 812})
    rows = page.evaluate(ROWS)
    assert rows == sorted(set(rows))
    page.close()


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_no_choice_of_the_settings_is_cut_on_a_phone(
    browser: Browser, live_server: LiveServer, house: User, language: str
) -> None:
    page = _page(browser, live_server, house, 375, language, "light")
    page.goto("/settings/")
    page.evaluate("document.fonts.ready")
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize(("colours", "paper"), [("light", "rgb(247, 243, 234)"), ("dark", "rgb(25, 24, 21)")])
def test_the_admin_lies_on_the_paper_of_the_site(
    browser: Browser, live_server: LiveServer, house: User, colours: str, paper: str
) -> None:
    User.objects.filter(pk=house.pk).update(is_staff=True, is_superuser=True)
    page = _page(browser, live_server, house, 1280, "en", colours)
    page.goto("/admin/")
    assert page.locator("#site-name").is_visible()
    assert page.evaluate(ROOT) == paper
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith('"Desk Sans"')
