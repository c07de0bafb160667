"""Two people, two browsers: an attack is taken back by consent, and a replay shows it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from accounts.models import User
from games.core.services import play
from tests.e2e.conftest import DESKTOP, PHONE, Person, look_again
from tests.games.boards.field_of_glory.battles import battle, march
from tests.games.boards.field_of_glory.test_submit import ATTACKED, BLUE, RED
from tests.games.tables import now

ATTACK = 29
"""The entry of the attack: 24 picks, two turns of two moves each, and it."""


def test_an_attack_is_taken_back_and_the_replay_shows_it(arrive: Callable[..., Person]) -> None:
    ann, ben = arrive("Ann", DESKTOP), arrive("Ben", PHONE)
    for each in (ann, ben):
        each.sign_in()
    match = battle(*(User.objects.get(username=each.name) for each in (ann, ben)), red=RED, blue=BLUE)
    march(match, *ATTACKED)
    assert now(match).ply == ATTACK
    address = match.get_absolute_url()

    ann.page.clock.install()
    ann.open(address)
    ann.page.get_by_label("More", exact=True).click()
    ann.page.get_by_role("button", name="Take back my last move").click()
    expect(ann.page.locator(".offer")).to_contain_text("You’ve asked for a takeback.")

    ben.open(address)
    expect(ben.page.locator(".clash")).to_have_count(1)
    expect(ben.page.locator(".offer")).to_contain_text("Ann has asked for a takeback.")
    ben.page.locator("summary", has_text="Ann has asked for a takeback").click()
    ben.page.get_by_role("button", name="Agree").click()
    expect(ben.page.locator(".offer, .clash")).to_have_count(0)
    expect(ben.page.locator("#match")).to_contain_text("Ann’s last move was taken back.")

    look_again(ann.page)
    expect(ann.page.locator("#prompt")).to_contain_text("Your turn: place units, attack, or draw cards to end it.")
    expect(ann.page.locator(".clash, .offer")).to_have_count(0)
    expect(ann.page.locator("#match")).to_contain_text("Your last move was taken back.")

    play.resign(match.public_id, User.objects.get(username="Ben").pk)
    replayed(ann.page, f"{ann.base}{address}")


def replayed(page: Page, address: str) -> None:
    """Assert that the replay shows the attack, that it was taken back, and the board as it was before.

    It names the moment.
    """
    page.goto(f"{address}{ATTACK - 1}/?eyes=all")
    before = page.locator("[data-part=board]").inner_text()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".told strong")).to_contain_text(f"Move {ATTACK} of ")
    expect(page.locator(".clash")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".told strong")).to_contain_text(f"Move {ATTACK + 1} of ")
    expect(page.locator(".told span")).to_have_text("Ann’s last move was taken back.")
    expect(page.locator(".clash")).to_have_count(0)
    assert page.locator("[data-part=board]").inner_text() == before
    page.get_by_text("Key moments").click()
    expect(page.locator(".moments a", has_text="Ann’s last move was taken back.")).to_be_visible()
