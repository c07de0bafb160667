"""A page that refreshes by itself: it looks for its player only while somebody uses it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from accounts.models import User
from games.core.models import Match
from tests.e2e.choosing import choice, press
from tests.e2e.conftest import DESKTOP, Person, hide, look_again
from tests.games.tables import answer, begin, turn


def test_a_page_looks_for_its_player_only_while_it_is_used(arrive: Callable[..., Person]) -> None:
    ann, ben = arrive("Ann", DESKTOP), User.objects.create_user("Ben", "ben@example.org")
    ann.sign_in()
    me = User.objects.get(username="Ann")
    match: Match = begin(ben, me)
    ann.page.clock.install()
    ann.open(match.get_absolute_url())
    answer(match, ben, "F1")
    look_again(ann.page)
    expect(ann.page.locator("#prompt")).to_contain_text("Your turn")
    assert turn(match, me).looked is False
    ann.page.mouse.move(200, 200)
    ann.page.mouse.move(220, 240)
    with ann.page.expect_response("**/stamp"):
        look_again(ann.page)
    assert turn(match, me).looked is True
    hide(ann.page)
    with ann.page.expect_request("**/stamp") as asked:
        look_again(ann.page)
    assert asked.value.headers["x-refresh"] == "untouched"
    hide(ann.page, hidden=False)
    ann.page.clock.run_for(6 * 60_000)
    with ann.page.expect_request("**/stamp") as asked:
        look_again(ann.page)
    assert asked.value.headers["x-refresh"] == "untouched"


def test_after_a_move_of_its_own_a_page_asks_soon_and_then_seldom(arrive: Callable[..., Person]) -> None:
    ann, ben = arrive("Ann", DESKTOP), User.objects.create_user("Ben", "ben@example.org")
    ann.sign_in()
    match: Match = begin(User.objects.get(username="Ann"), ben)
    ann.page.clock.install()
    ann.open(match.get_absolute_url())
    press(choice(ann.page))
    expect(ann.page.locator("#choices")).to_have_count(0)
    for delay in (400, 800, 1_600, 3_000):
        ann.page.clock.run_for(delay - 1)
        with ann.page.expect_response("**/stamp"):
            ann.page.clock.run_for(1)
    answer(match, ben, "F1")
    ann.page.clock.run_for(4_900)
    expect(ann.page.locator("#choices")).to_have_count(0)
    ann.page.clock.run_for(2_000)
    expect(ann.page.locator("#choices")).to_have_count(1)
