"""A page that refreshes by itself: it looks for its player only while somebody uses it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from accounts.models import User
from games.models import Match
from tests.e2e.conftest import DESKTOP, Person, look_again
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
    expect(ann.page.locator("#prompt")).to_contain_text("It is your turn")
    assert turn(match, me).looked is False
    ann.page.mouse.move(200, 200)
    ann.page.mouse.move(220, 240)
    with ann.page.expect_response("**/stamp"):
        look_again(ann.page)
    assert turn(match, me).looked is True
    ann.page.clock.run_for(6 * 60_000)
    with ann.page.expect_request("**/stamp") as asked:
        look_again(ann.page)
    assert asked.value.headers["x-refresh"] == "untouched"
