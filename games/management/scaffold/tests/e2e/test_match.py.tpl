"""Last Stone in the browser: two people play it to its end."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from accounts.models import User
from tests.e2e.choosing import press
from tests.e2e.conftest import DESKTOP, PHONE, Person
from tests.games.tables import begin


def take(player: Person, path: str) -> None:
    """Take as many stones as there may be taken."""
    player.open(path)
    press(player.page.locator("#choices .choice").last)
    expect(player.page.locator("#choices .choice")).to_have_count(0)


def test_two_people_play_to_the_end(arrive: Callable[..., Person]) -> None:
    ann, ben = arrive("Ann", DESKTOP), arrive("Ben", PHONE)
    for player in (ann, ben):
        player.sign_in()
    match = begin(*User.objects.order_by("pk"), game="last-stone", stones=20)
    path, turn = match.get_absolute_url(), match.turns.get().seat.index
    for taken in range(7):
        take((ann, ben)[(turn + taken) % 2], path)
    winner = ("Ann", "Ben")[turn]
    for player in (ann, ben):
        player.open(path)
        expect(player.page.locator("#match .result")).to_contain_text(f"{winner} wins with the last stone.")
