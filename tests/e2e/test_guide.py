"""What cannot be done is explained where it is tapped, by mouse and by key."""

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from accounts.models import User
from games.core.models import Match
from tests.e2e.conftest import DESKTOP, PHONE, Person
from tests.e2e.field_of_glory.test_hand import OVER_HAND
from tests.games.tables import answer, begin
from tests.parts.cast import person

pytestmark = pytest.mark.django_db(transaction=True)


def seated(ann: Person) -> Match:
    """Return a match that waits for Ann, who is signed in."""
    ann.sign_in()
    return begin(User.objects.get(username="Ann"), person("Ben"))


def giving_orders(ann: Person) -> None:
    """Begin a battle of two armies of one kind. Ann, who is signed in, gives her first orders."""
    ann.sign_in()
    users = [User.objects.get(username="Ann"), person("Ben")]
    match = begin(*users, game="fantasy-dice-battles")
    for user in users:
        answer(match, user, "army realm_a; ready")


def test_a_space_out_of_reach_says_why(arrive: Callable[..., Person]) -> None:
    ann = arrive("Ann", PHONE)
    seated(ann)
    ann.open("/m/firstmatch/")
    expect(ann.page.locator("#hints")).to_contain_text("Play one card: your fencer moves")
    ann.page.locator("[data-about=space-23]").click()
    expect(ann.page.locator("#why")).to_contain_text(
        "the fencers are 22 apart; an attack from here reaches 5 spaces at most."
    )
    assert Axe().run(ann.page).response["violations"] == []
    ann.page.locator("[data-about=space-3]").click()
    expect(ann.page.locator("#why")).to_be_empty()


def test_a_card_out_of_turn_says_why_by_key(arrive: Callable[..., Person]) -> None:
    ann = arrive("Ann", DESKTOP)
    match = seated(ann)
    answer(match, User.objects.get(username="Ann"), "F1")
    ann.open("/m/firstmatch/")
    ann.page.locator(".hand [data-about]").first.focus()
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("#why")).to_have_text("It’s not your turn. Waiting for Ben.")
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#why")).to_be_empty()


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_what_is_said_of_a_card_lies_over_no_card(arrive: Callable[..., Person], screen: dict[str, Any]) -> None:
    ann = arrive("Ann", screen)
    match = seated(ann)
    answer(match, User.objects.get(username="Ann"), "F1")
    ann.open("/m/firstmatch/")
    ann.page.locator(".hand [data-about]").first.click(force=True)  # a button that says it is disabled
    expect(ann.page.locator("#why")).to_have_text("It’s not your turn. Waiting for Ben.")
    expect(ann.page.locator("#why")).to_be_in_viewport(ratio=1)
    assert not ann.page.evaluate(OVER_HAND)


def test_a_space_that_a_unit_may_not_enter_says_why(arrive: Callable[..., Person]) -> None:
    ann = arrive("Ann", PHONE)
    giving_orders(ann)
    ann.open("/m/firstmatch/")
    expect(ann.page.locator("#hints")).to_contain_text("Play an order card at every battalion")
    ann.page.locator("[data-about^=unit-]").first.click(force=True)  # a button that says it is disabled
    expect(ann.page.locator("#why")).to_contain_text(
        "there’s no suitable empty space in a battalion where both sides still have their hero"
    )
    assert Axe().run(ann.page).response["violations"] == []


def test_a_unit_tells_what_it_is_no_matter_who_it_fights_for(arrive: Callable[..., Person]) -> None:
    ann = arrive("Ann", PHONE)
    giving_orders(ann)
    ann.open("/m/firstmatch/")
    for side in ("theirs", "own"):
        ann.page.locator(f".spot.{side} [data-kind=footmen]").first.click()
        expect(ann.page.locator("#why")).to_contain_text("Footmen")
        expect(ann.page.locator("#why")).to_contain_text("morale ")
    ann.page.locator(".order-card.usable").first.click(position={"x": 8, "y": 8})  # beside the chips
    expect(ann.page.locator("#choices[data-narrowed]")).to_be_visible()
    ann.page.locator(".spot.theirs [data-kind=footmen]").first.click()
    expect(ann.page.locator("#why")).to_be_empty()
