"""Two people, two browsers: from sign-up to the result mail of an En Garde match."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from games.core.models import Match, Seat
from tests.e2e.choosing import choice, press
from tests.e2e.conftest import DESKTOP, PHONE, Person, link_in, look_again

pytestmark = pytest.mark.by_turns(2)


def offer(person: Person, rounds: int) -> str:
    """Offer an advanced match by link; the invitation's path."""
    person.open("/invitations/new/en-garde/")
    person.page.get_by_text("Options:").click()
    person.page.check("input[name=option_variant][value=advanced]")
    person.page.check(f"input[name=option_rounds][value='{rounds}']")
    person.page.check("input[name=audience][value=link]")
    person.page.locator("main form button[type=submit]").click()
    person.page.wait_for_url("**/i/**")
    return person.page.url.removeprefix(person.base)


def join(person: Person, path: str) -> str:
    """Join by the link; the match's path."""
    person.open(path)
    person.page.locator("form[action$='/join'] button[type=submit]").click()
    person.page.wait_for_url("**/m/**")
    return person.page.url.removeprefix(person.base)


def is_over(page: Page) -> bool:
    return page.locator("#match .result").count() > 0


def said_to(person: Person, path: str) -> str:
    """Return how the match ended, as its own player must read it: chance decides which of the endings it is."""
    match = Match.objects.get(public_id=path.strip("/").removeprefix("m/"))
    seat = match.seats.get(user__username=person.name).number
    scores = match.result["scores"]
    score = f"{scores[seat]}–{scores[1 - seat]}"
    end = ": it ended with the fifth drawn round." if match.result["reason"] == "drawn-rounds" else "."
    if not match.result["winners"]:
        return f"The match ends in a draw, {score}, with the fifth drawn round."
    return f"You {'won' if seat in match.result['winners'] else 'lost'} the match {score}{end}"


def play(page: Page) -> None:
    """Take the last of the possible moves: attacks come last, so that rounds end."""
    before = page.locator("#match input[name=expected]").get_attribute("value")
    press(choice(page))
    expect(page.locator(f"#match input[name=expected][value='{before}']")).to_have_count(0)


def play_to_the_end(people: list[Person], path: str) -> None:
    for person in people:
        person.open(path)
    for turn in range(400):
        person = people[turn % 2]
        person.page.reload()
        while not is_over(person.page) and person.page.locator("#choices").count():
            play(person.page)
        if is_over(person.page):
            return
    raise AssertionError("the match does not end")


@pytest.mark.usefixtures("worker")
def test_from_sign_up_to_the_result_mail(arrive: Callable[..., Person]) -> None:
    ann, ben = arrive("Ann", DESKTOP), arrive("Ben", PHONE)
    ann.sign_up()
    ben.sign_up()
    path = join(ben, offer(ann, rounds=2))

    # Ann was not there when the match began: a mail tells her, and leads to it, since she has signed in there.
    ann.open(link_in(ann.letter("En Garde against Ben")))
    assert urlsplit(ann.page.url).path == path

    play_to_the_end([ann, ben], path)

    ann.open(path)
    ben.open(path)
    for person in (ann, ben):
        result = person.page.locator("#match .result").inner_text()
        assert result == said_to(person, path)
        body = person.letter(" – En Garde with ").get_body(("plain",))
        assert body is not None
        assert result in body.get_content()
        person.open("/matches/")
        expect(person.page.locator("main")).to_contain_text(result)


Table = tuple[Person, Person, str]


@pytest.fixture
def seated(arrive: Callable[..., Person]) -> Callable[..., Table]:
    """Two people signed in at a match of one round: `seated(java_script_enabled=False)`."""

    def sit(**how: Any) -> Table:
        ann, ben = arrive("Ann", {**DESKTOP, **how}), arrive("Ben", {**PHONE, **how})
        for each in (ann, ben):
            each.sign_in()
        path = join(ben, offer(ann, rounds=1))
        ann.open(path)
        return (ann, ben, path) if ann.page.locator("#choices").count() else (ben, ann, path)

    return sit


@pytest.mark.deep
def test_without_javascript_the_same_by_forms(seated: Callable[..., Table]) -> None:
    mover, waiter, path = seated(java_script_enabled=False)
    play_to_the_end([mover, waiter], path)
    mover.open(path)
    expect(mover.page.locator("#match .result")).to_have_text(said_to(mover, path))
    assert set(Seat.objects.values_list("entropy_source", flat=True)) == {"server"}


def test_the_page_shows_the_other_move_by_itself(seated: Callable[..., Table]) -> None:
    mover, waiter, path = seated()
    waiter.page.clock.install()
    waiter.open(path)
    play(mover.page)
    look_again(waiter.page)
    expect(waiter.page.locator("#choices")).to_have_count(1)
    expect(waiter.page.locator("#match .since")).to_contain_text(f"{mover.name} advances")


def test_the_board_is_played_by_keyboard_alone(seated: Callable[..., Table]) -> None:
    mover, _, _ = seated()
    step = mover.page.locator("#choices .choice").first.get_attribute("data-step")
    assert step is not None
    mover.page.keyboard.press(step[1])
    mover.page.keyboard.press("Enter")
    expect(mover.page.locator("#choices")).to_have_count(0)
    expect(mover.page.locator("#prompt")).to_contain_text("Waiting for")


def test_both_browsers_add_to_the_draws(seated: Callable[..., Table]) -> None:
    seated()
    assert set(Seat.objects.values_list("entropy_source", flat=True)) == {"browser"}
