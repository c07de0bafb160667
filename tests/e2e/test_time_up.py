"""Somebody vanishes; the player who stayed chooses what becomes of the match, by a page that needs no script."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
import time_machine
from playwright.sync_api import expect

from accounts import outbox
from accounts.models import User
from games.bots import services as bots
from games.core.models import Match, Substitution
from games.core.services import remedies, sweeps
from tests.e2e.choosing import choice, press
from tests.e2e.conftest import DESKTOP, PHONE, Person, look_again
from tests.games import tables
from tests.games.conftest import NOON
from tests.games.tables import answer, attack, begin, first_move, next_user, owing, play_on, texts, under_way
from tests.parts.cast import person

Time = time_machine.Traveller
NARROW = {**PHONE, "viewport": {"width": 320, "height": 640}, "java_script_enabled": False}
ENDS = {
    "Claim the win": ["!timeout 0"],
    "Cancel the match": ["!void"],
    "Continue against the computer": ["!substitute 0"],
    "Find a replacement": [],
    "Give two more days": [],
}
"""What can be chosen, as it is called, and what it enters into the log at once."""


@pytest.fixture
def noon(transactional_db: None) -> Iterator[Time]:
    """Time stands still at NOON until the test moves it."""
    with time_machine.travel(NOON, tick=False) as traveller:
        sweeps.heartbeat()
        yield traveller


def pass_time(noon: Time, days: int) -> dict[int, str]:
    """Let time pass, with the service alive all along; what became of matches."""
    tables.pass_time(noon, timedelta(days=days))
    return sweeps.expire()


@pytest.fixture
def vanished(noon: Time, service: str) -> Callable[[int], list[Match]]:
    """So many matches of Ann and Ben, in which Ann, who was told, has let her three days pass."""

    def make(number: int) -> list[Match]:
        ann, ben = (User.objects.filter(username=name).first() or person(name) for name in ("Ann", "Ben"))
        begun = [begin(ann, ben, public_id=f"vanished0{each}", rounds=1) for each in range(number)]
        matches = [under_way(each, absence="choice") for each in begun]
        outbox.deliver_due()
        assert pass_time(noon, 3) == {each.pk: "asked" for each in matches}
        return matches

    return make


def choose(ben: Person, match: Match, what: str) -> None:
    """Choose what happens next, from the page of the match."""
    ben.open(match.get_absolute_url())
    ben.page.locator("summary", has_text="Choose what happens next").click()
    ben.page.get_by_role("link", name="Choose what happens next").click()
    ben.page.get_by_role("radio", name=what).check()
    ben.page.get_by_role("checkbox", name="Yes, do that.").check()
    assert ben.page.evaluate("document.documentElement.scrollWidth <= innerWidth")  # at once
    ben.page.get_by_role("button", name="Choose").click()
    ben.page.wait_for_url(f"**{match.get_absolute_url()}")


def outcomes(match: Match) -> dict[str, str]:
    """Return how a match has ended for each of its players."""
    return {seat.user.username: seat.outcome for seat in match.seats.select_related("user")}


def result(reader: Person, match: Match) -> str:
    """Return how a match has ended, as its page says."""
    reader.open(match.get_absolute_url())
    return reader.page.locator("#match .result").inner_text()


def test_anyone_who_stayed_chooses_without_scripts(
    vanished: Callable[[int], list[Match]], arrive: Callable[..., Person]
) -> None:
    ben = arrive("Ben", NARROW)
    ben.sign_in()
    matches = vanished(len(ENDS))
    for match, (what, log) in zip(matches, ENDS.items(), strict=True):
        choose(ben, match, what)
        assert texts(match) == log
    assert owing(matches[-1]) == ["Ann"]


def test_each_choice_comes_to_its_end(
    vanished: Callable[[int], list[Match]], arrive: Callable[..., Person], noon: Time
) -> None:
    ben, cat = arrive("Ben", DESKTOP), arrive("Cat", PHONE)
    ben.sign_in()
    cat.sign_in()
    matches = vanished(len(ENDS))
    ben.open("/matches/")
    expect(ben.page.get_by_role("heading", name="Your choice")).to_be_visible()
    for match, what in zip(matches, ENDS, strict=True):
        choose(ben, match, what)
    claimed, off, house, sought, more = matches

    assert result(ben, claimed) == "You won: the other side ran out of time."
    assert outcomes(claimed) == {"Ann": "timeout", "Ben": "won"}
    assert result(ben, off) == "The match is void: it doesn’t count for anyone."
    assert outcomes(off) == {"Ann": "absent", "Ben": "void"}
    the_house_plays(house)
    assert result(ben, house).startswith("You ")
    take_over(cat, sought)
    assert result(ben, sought) == "You lost the match 0–1."
    rows = Substitution.objects.order_by("pk")
    assert list(rows.values_list("match", "former__username", "user__username", "absent")) == [
        (house.pk, "Ann", "Maestro.Belcolpo", True),
        (sought.pk, "Ann", "Cat", True),
    ]

    # Two days more are given once.
    assert pass_time(noon, 2) == {more.pk: "asked"}
    ben.open(more.get_absolute_url())
    ben.page.locator("summary", has_text="Choose what happens next").click()
    ben.page.get_by_role("link", name="Choose what happens next").click()
    expect(ben.page.get_by_role("radio")).to_have_count(len(remedies.acts()) - 1)
    expect(ben.page.get_by_role("radio", name="Give two more days")).to_have_count(0)
    choose(ben, more, "Claim the win")
    assert result(ben, more) == "You won: the other side ran out of time."


def the_house_plays(match: Match) -> None:
    """Let the house and Ben play to the end. Which of them wins is up to the house."""
    ben = User.objects.get(username="Ben")
    while next_user(match) is not None:
        if not bots.move_for_bot(match.pk):
            answer(match, ben, attack(match, ben))
    assert sorted(outcomes(match).items()) in (
        [("Ben", "lost"), ("Maestro.Belcolpo", "won")],
        [("Ben", "won"), ("Maestro.Belcolpo", "lost")],
    )


def take_over(cat: Person, match: Match) -> None:
    """Let Cat find the seat in the lobby, take it over and make a move.

    Then the match is played to the end.
    """
    cat.open("/invitations/")
    cat.page.get_by_role("link", name="En Garde against Ben").click()
    cat.page.get_by_role("button", name="Take over this seat").click()
    cat.page.wait_for_url(f"**{match.get_absolute_url()}")
    press(choice(cat.page))
    expect(cat.page.locator("#prompt")).to_contain_text("Waiting for Ben")
    play_on(match, choose=attack)
    assert outcomes(match) == {"Ben": "lost", "Cat": "won"}


def test_a_move_of_the_absent_one_takes_the_choice_from_an_open_page(
    vanished: Callable[[int], list[Match]], arrive: Callable[..., Person]
) -> None:
    ben = arrive("Ben", DESKTOP)
    ben.sign_in()
    (match,) = vanished(1)
    ben.page.clock.install()
    ben.open(match.get_absolute_url())
    bar = ben.page.locator("summary", has_text="Choose what happens next")
    expect(bar).to_be_visible()
    ann = User.objects.get(username="Ann")
    answer(match, ann, first_move(match, ann))
    look_again(ben.page)
    expect(bar).to_have_count(0)
