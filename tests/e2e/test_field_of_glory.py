"""Two people, two browsers: Field of Glory by taps on cards and columns, and by forms alone."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Match
from tests.e2e.conftest import DESKTOP, PHONE, Person
from tests.e2e.test_en_garde import is_over, join
from tests.games import tables

Table = tuple[Person, Person, str]
Act = Callable[[], None]


def offer(person: Person) -> str:
    """Offer a match by link; the invitation's path."""
    person.open("/invitations/new/field-of-glory/")
    person.page.check("input[name=audience][value=link]")
    person.page.locator("main form button[type=submit]").click()
    person.page.wait_for_url("**/i/**")
    return person.page.url.removeprefix(person.base)


@pytest.fixture
def seated(arrive: Callable[..., Person]) -> Callable[..., Table]:
    """Ann at a desk and Ben at a phone, signed in at a match: `seated(java_script_enabled=False)`."""

    def sit(**how: Any) -> Table:
        ann, ben = arrive("Ann", {**DESKTOP, **how}), arrive("Ben", {**PHONE, **how})
        for each in (ann, ben):
            each.sign_in()
        return ann, ben, join(ben, offer(ann))

    return sit


def drafted() -> None:
    """Both armies drafted, the first two of every four."""
    match = Match.objects.get()
    while tables.now(match).ply < 24:
        tables.play_on(match, 1)


def swapped(page: Page, act: Act) -> None:
    """Do what makes the script show the match anew, and wait until it does."""
    page.evaluate("document.getElementById('match').dataset.old = '1'")
    act()
    expect(page.locator("#match[data-old]")).to_have_count(0)


def loaded(page: Page, act: Act) -> None:
    """Do what makes the browser load a page, and wait until it has."""
    with page.expect_navigation():
        act()


def answer(page: Page, chance: Random) -> None:
    """Play what is composed; else add a step."""
    whole = page.locator("#match form.plain button", has_text="Play")
    if whole.count():
        loaded(page, whole.click)
    else:
        add(page, chance)


def add(page: Page, chance: Random) -> None:
    """Choose the end of a placement if it is offered, or any step."""
    settle = page.locator("#choices label[data-step=settle]")
    offered = settle if settle.count() else page.locator("#choices label.choice:visible")
    offered.nth(chance.randrange(offered.count())).click()
    loaded(page, page.locator("#choices button[type=submit]").click)


def place_by_taps(page: Page) -> None:
    """Tap the first card of the hand that can be placed, then a column that takes it."""
    page.locator(".hand .army-card[data-steps*='place_']").first.click()
    swapped(page, page.locator(".lane.offered .ground").first.click)


def pay_by_taps(page: Page) -> None:
    """Tap cards and the bill until all is paid, then finish."""
    while page.locator("#choices label[data-step=settle]").count() == 0:
        first = page.locator(".hand .army-card.usable").first
        if page.locator("#choices label[data-step^=place]").count():
            first.click()
            swapped(page, page.locator(".bill.offered").click)
        else:
            swapped(page, first.click)
    page.locator("#choices label[data-step=settle]").click()
    swapped(page, page.locator("#choices button[type=submit]").click)


def play_to_the_end(people: list[Person], path: str) -> None:
    """A few turns in the browsers by chance; then the second seat resists no more, so that it is over soon."""
    chance = Random(4)
    for turn in range(100):
        person = people[turn % 2]
        person.open(path)
        while not is_over(person.page) and person.page.locator("#choices, .plan").count():
            if turn % 2 and turn > 4:
                tables.play_on(Match.objects.get(), 1, give_way)
                person.open(path)
            else:
                answer(person.page, chance)
        if is_over(person.page):
            return
    raise AssertionError("the match does not end")


def give_way(match: Match, user: User) -> str:
    """End the turn where that is possible, and withdraw nobody."""
    steps = tables.choices(match, user)
    return "draw" if "draw" in steps else tables.first_move(match, user)


def test_twelve_picks_are_one_flow_of_taps(seated: Callable[..., Table]) -> None:
    ann, _, path = seated()
    ann.open(path)
    for pick in range(12):
        expect(ann.page.locator(".draft h2")).to_have_text(f"Draft: {pick} of 12 picks made")
        ann.page.locator(".draft .army-card").nth(0).click()
        ann.page.locator(".draft .army-card").nth(1).click()
        swapped(ann.page, ann.page.locator("#choices button[type=submit]").click)
    expect(ann.page.locator(".draft h3")).to_have_text("My army so far: 24 cards")


def test_a_placement_is_composed_by_taps_and_sent_as_one_move(seated: Callable[..., Table]) -> None:
    ann, ben, path = seated()
    drafted()
    ann.open(path)
    ben.open(path)
    mover = ann if ann.page.locator("#choices").count() else ben
    place_by_taps(mover.page)
    expect(mover.page.locator(".unit.placed")).to_have_count(1)
    expect(mover.page.locator(".bill")).to_contain_text("paid 0.")
    pay_by_taps(mover.page)
    swapped(mover.page, mover.page.get_by_role("button", name="Play").click)
    text = tables.texts(Match.objects.get())[-1]
    assert text.startswith("place ")
    assert text.endswith("settle")


def test_a_match_is_played_to_its_end_by_forms_alone(seated: Callable[..., Table]) -> None:
    ann, ben, path = seated(java_script_enabled=False)
    drafted()
    play_to_the_end([ann, ben], path)
    ben.open(path)
    expect(ben.page.locator("#match .result")).to_have_count(1)


@pytest.mark.parametrize("width", [320, 375])
def test_nine_cards_and_five_columns_fit_a_small_phone(seated: Callable[..., Table], width: int) -> None:
    ann, _, path = seated()
    drafted()
    ann.page.set_viewport_size({"width": width, "height": 700})
    ann.open(path)
    expect(ann.page.locator(".hand .army-card")).to_have_count(9)
    assert ann.page.evaluate("document.documentElement.scrollWidth") == width
