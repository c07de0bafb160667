"""From the first page to the first move, as a visitor: against the house opponent, with and without JavaScript."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from accounts.models import User
from games.core.models import Match, Seat
from tests.e2e.conftest import DESKTOP, PASSWORD, PHONE, Person, link_in

pytestmark = [pytest.mark.usefixtures("worker"), pytest.mark.by_turns(2)]

CLICKS = 12
"""What a first move may cost."""
ANSWER = 20_000
"""Milliseconds in which the house has answered and the page has seen it, on a machine that does much else."""


class Visitor:
    """Somebody who counts every click."""

    def __init__(self, person: Person) -> None:
        self.person, self.page, self.clicks = person, person.page, 0
        person.open("/")

    def click(self, what: Locator) -> None:
        self.clicks += 1
        what.click()

    def try_out(self, title: str) -> None:
        self.click(self.page.get_by_role("button", name=f"Play now : {title}"))
        self.page.wait_for_url("**/m/**")

    def choose(self) -> None:
        """Press the first choice, or press it again.

        If a script shows choices by card, press a card before.
        """
        choice = self.page.locator("#choices .choice:visible, .act .sure + form button")
        if not choice.count():
            self.click(self.page.locator(":is(.draft, .hand) .usable").first)
        self.click(choice.first)

    def move(self) -> None:
        """Press the first step that is offered until the move is whole, then the button that plays it."""
        before = self.page.locator("#match input[name=expected]").first.get_attribute("value")
        for _ in range(CLICKS):
            self.page.evaluate("document.getElementById('match').dataset.answered = ''")
            self.choose()
            self.page.locator("#match:not([data-answered])").wait_for()
            if not self.page.locator(f"#match input[name=expected][value='{before}']").count():
                return
        raise AssertionError("the move is not made")


@pytest.fixture(params=[True, False], ids=["with script", "without script"])
def visitor(arrive: Callable[..., Person], request: pytest.FixtureRequest) -> Visitor:
    return Visitor(arrive("Dora", {**PHONE, "java_script_enabled": request.param}))


def test_a_visitor_makes_a_first_move_and_is_answered(visitor: Visitor) -> None:
    visitor.try_out("En Garde")
    expect(visitor.page.locator(".guest")).to_contain_text("Your guest session ends on")
    visitor.move()
    assert visitor.clicks <= CLICKS
    is_answered(visitor)
    expect(visitor.page.locator("#match .since")).to_contain_text("Maestro.Belcolpo")


def test_what_leads_to_the_lesson_goes_once_the_match_is_over(arrive: Callable[..., Person]) -> None:
    visitor = Visitor(arrive("Dora", PHONE))
    visitor.try_out("En Garde")
    expect(visitor.page.locator(".first-match")).to_be_visible()
    visitor.page.locator("form.resign button").evaluate("button => button.click()")
    expect(visitor.page.locator(".closing")).to_be_visible()
    expect(visitor.page.locator(".first-match")).to_be_hidden()


def is_answered(visitor: Visitor) -> None:
    """Wait until the match is answered: by itself, or by looking again if no script looks."""
    choices = visitor.page.locator("#choices")
    deadline = time.monotonic() + ANSWER / 1000
    while not choices.count():
        assert time.monotonic() < deadline
        visitor.page.wait_for_timeout(500)
        if Seat.objects.get(user__is_bot=False).entropy_source == "server":
            visitor.page.reload()


def test_a_visitor_drafts_an_army(visitor: Visitor) -> None:
    visitor.try_out("Field of Glory: The Card Game")
    visitor.move()
    assert visitor.clicks <= CLICKS


def test_a_visitor_takes_an_army_and_is_asked_for_orders(visitor: Visitor) -> None:
    visitor.try_out("Fantasy Dice Battles")
    page = visitor.page
    choice = page.locator("#choices .choice[data-step^='army ']:visible")
    if choice.count():
        visitor.click(choice.first)
    else:
        visitor.click(page.locator(".preset.usable").first)
    visitor.click(page.get_by_role("button", name="Seal army"))
    page.wait_for_load_state("networkidle")
    is_answered(visitor)
    expect(page.locator("#prompt")).to_contain_text("Round 1: play cards at battalions 1, 2 and 3")
    assert visitor.clicks <= CLICKS


def test_a_guest_becomes_an_account_and_goes_on(arrive: Callable[..., Person]) -> None:
    dora = arrive("Dora", DESKTOP)
    visitor = Visitor(dora)
    visitor.try_out("En Garde")
    path = visitor.page.url
    visitor.page.locator(".guest a").click()
    visitor.page.fill("input[name=username]", "Dora")
    visitor.page.fill("input[name=email]", dora.address)
    visitor.page.fill("input[name=password1]", PASSWORD)
    visitor.page.get_by_role("button", name="Save my matches").click()
    expect(visitor.page.locator("main")).to_contain_text(f"We’ve emailed a link to {dora.address}.")
    dora.open(link_in(dora.letter("confirm your email address")))
    visitor.page.locator("main form button[type=submit]").click()
    visitor.page.wait_for_url("**/matches/**")
    visitor.page.goto(path)
    expect(visitor.page.locator(".guest")).to_have_count(0)
    visitor.move()
    assert User.objects.get(is_bot=False).username == "Dora"
    assert Match.objects.get().ply >= 1


@pytest.fixture
def pages(arrive: Callable[..., Person]) -> Any:
    """A guest on a narrow phone."""
    return Visitor(arrive("Dora", {**PHONE, "viewport": {"width": 320, "height": 640}})).page


def test_nothing_scrolls_sideways_on_the_narrowest_phone(pages: Any) -> None:
    pages.get_by_role("button", name="Play now : En Garde").click()
    pages.wait_for_url("**/m/**")
    home = pages.url.split("/m/")[0]
    for path in ("/", "/guest/", "/house/en-garde/", "/invitations/", pages.url.removeprefix(home)):
        pages.goto(home + path)
        assert pages.evaluate("document.documentElement.scrollWidth") <= 320, path
