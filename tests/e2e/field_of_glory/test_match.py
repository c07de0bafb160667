"""Two people, two browsers: a whole match of Field of Glory, by taps on cards and columns.

The match is `script.json`, an ordinary record. It was found by playing many matches under many secrets:
the one with the fewest steps that sees an attack with Overlap and a blind bonus card, a rampage, a flank attack with a
bonus card from the hand, and a withdrawal. Under its secret the same moves bring the same cards.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.core.models import Match
from games.rules.record import loads
from tests.e2e.choosing import choice, press
from tests.e2e.conftest import DESKTOP, PHONE, Person
from tests.games import tables

SCRIPT = loads((Path(__file__).parent / "script.json").read_bytes())
RESULTS = ("You won 3–0: you control the field.", "You lost 0–3: Ann controls the field.")
SHOWN: Mapping[tuple[int, int], tuple[str, str]] = {
    (1, 0): (".draft h2", "Draft: 0 of 12 picks done"),
    (12, 0): ("#match", "My army so far: 22 cards"),
    (25, 2): (".bill", "Cost 6, paid 0."),
    (25, 3): (".bill", "Still to pay: 1."),
    (25, 4): (".bill", "Overpaid by 3."),
    (29, 1): (".clash .verdict", "Attack"),
    (30, 0): ("#prompt", "Attack on column 4: withdraw or stand?"),
    (35, 0): ("#prompt", "Flank attack on column 1: withdraw or stand?"),
    (38, 0): ("#prompt", "You have 10 cards: discard down to nine."),
}
"""What the player who moves is shown, and where, by entry and the number of its steps that are composed."""


def both(told: str) -> tuple[str, str]:
    """Return what Ann and Ben read alike."""
    return told, told


TOLD: Mapping[int, tuple[str, str]] = {
    25: both(
        "Ben places Elephants and Light Infantry in column 4 at a cost of 6 and pays 9 "
        "(Commander 5, Medium Infantry 4)."
    ),
    29: (
        "Ann attacks column 4 with Cavalry, plays Overlap (+1) and draws Overlap (2) as a bonus card.",
        "Ann attacks column 4 with Cavalry, plays Overlap (+1) and takes the top card of the deck as a bonus card.",
    ),
    30: both(
        "Fight in column 4: Ann 6 (3 Cavalry, +1 Overlap, +2 bonus card: Overlap), "
        "Ben 5 (1 Light Infantry, +1 second unit, +3 bonus card: Light Infantry). Ann wins. "
        "Ben loses Elephants and Light Infantry in column 4. Ann takes control of column 4. "
        "Ben’s Elephants run wild and take a card with them: Cavalry (2)."
    ),
    34: (
        "Ann makes a flank attack on column 1 with Cavalry from column 2 and takes Light Infantry (4) as a bonus card.",
        "Ann makes a flank attack on column 1 with Cavalry from column 2 and takes a bonus card from their hand.",
    ),
    35: both(
        "Ben withdraws Light Cavalry from column 1. "
        "Column 1 is empty: Ann’s attack hits nobody and costs Light Infantry (4)."
    ),
    38: both("Ann controls 3 columns at the Victory check and wins."),
}
"""What the log tells of an entry, to Ann and to Ben, word for word."""

SAID = ("settle", "attack", "overlap", "stand", "withdraw", "draw", "bonus")
"""Steps that no card stands for, or that share a card with others: here taps alone may not be enough."""

Choose = Callable[[Page, str, bool], None]


@pytest.fixture
def seated(arrive: Callable[..., Person]) -> Callable[..., list[Person]]:
    """Ann at a desk and Ben at a phone, signed in at the match of the script."""

    def sit(**how: Any) -> list[Person]:
        people = [arrive("Ann", {**DESKTOP, **how}), arrive("Ben", {**PHONE, **how})]
        for each in people:
            each.sign_in()
        users = [User.objects.get(username=each.name) for each in people]
        tables.begin(*users, game=SCRIPT.game, public_id=SCRIPT.match, secret=bytes.fromhex(SCRIPT.secret))
        return people

    return sit


def play_the_script(people: list[Person], choose: Choose) -> None:
    """Play every entry in its player's browser, and look at what this shows before, in between and afterwards."""
    mover = None
    for entry in SCRIPT.entries[1:]:
        assert entry.seat is not None
        if mover is not people[entry.seat]:
            mover = people[entry.seat]
            mover.open(Match.objects.get().get_absolute_url())
        play(mover.page, entry.ply, entry.text.split("; "), choose)
        if entry.ply in TOLD:
            expect(mover.page.locator(".log li").first).to_contain_text(TOLD[entry.ply][entry.seat])


def play(page: Page, ply: int, steps: list[str], choose: Choose) -> None:
    """Play one entry. Add each step to the plan except the last, which plays the whole move."""
    asked = f"#match:has(input[name=expected][value='{serial(page)}'])"
    look(page, ply, 0)
    for number, step in enumerate(steps[:-1], 1):
        choose(page, step, False)
        expect(page.locator(f"{asked} .plan li")).to_have_count(number)
        look(page, ply, number)
    choose(page, steps[-1], True)
    expect(page.locator(f"#match:not({asked})")).to_have_count(1)


def serial(page: Page) -> str:
    """Return what the page calls the question it asks."""
    return page.locator("#choices input[name=expected]").input_value()


def look(page: Page, ply: int, composed: int) -> None:
    """Make sure that the page shows what it should after so many steps of an entry."""
    if (ply, composed) in SHOWN:
        place, words = SHOWN[ply, composed]
        expect(page.locator(place)).to_contain_text(words)


def by_taps(page: Page, step: str, ends: bool) -> None:
    """Tap the cards, then the place that a step is about; where this leaves several things to do, say which.

    What taps alone have settled is added without a button.
    """
    left = set[str]()
    for part in parts(page, step.replace(" ", "_")):
        offered = set(part.evaluate("part => part.closest('[data-steps]').dataset.steps").split())
        left = left & offered or offered
        part.click()
        if len(left) == 1:
            break
    if len(left) != 1:
        assert step.split()[0] in SAID, f"taps do not lead to {step}"
        by_forms(page, step)
    elif ends:
        page.locator("#choices .choice.main").click()


def parts(page: Page, step: str) -> list[Locator]:
    """Return what of the board offers a step: cards of the hand and units first, then columns and the bill."""
    offers = f"[data-steps~='{step}']"
    things = page.locator(f"#match .army-card{offers}, #match .unit{offers}")
    places = page.locator(f"#match .lane{offers} .ground, #match .bill{offers}")
    return [*things.all(), *places.all()]


def by_forms(page: Page, step: str) -> None:
    """Press a step in the list."""
    press(choice(page, step))


def assert_the_end(people: list[Person]) -> None:
    """Assert that both see who has won and why, and read what happened.

    The log is that of the script, to the last digest.
    """
    match = Match.objects.get()
    for seat, each in enumerate(people):
        each.open(f"{match.get_absolute_url()}?log=all")
        expect(each.page.locator("#match .result")).to_have_text(RESULTS[seat])
        for told in TOLD.values():
            expect(each.page.locator(".log")).to_contain_text(told[seat])
    stored = [(entry.seat, entry.text, entry.digest) for entry in match.entries.order_by("ply")]
    assert stored == [(entry.seat, entry.text, entry.digest) for entry in SCRIPT.entries]


@pytest.mark.deep
def test_a_whole_match_is_played_by_taps(seated: Callable[..., list[Person]]) -> None:
    people = seated()
    play_the_script(people, by_taps)
    assert_the_end(people)


def test_a_pick_takes_three_taps_and_a_placement_that_is_paid_for_four(
    seated: Callable[..., list[Person]],
) -> None:
    ann, ben = seated()
    match = Match.objects.get()
    ann.open(match.get_absolute_url())
    for key in "12":
        ann.page.locator(f".army-card[data-key='{key}']").click()
    ann.page.locator("#choices .choice.main").click()
    expect(ann.page.locator(".draft h2")).to_contain_text("Draft: 1 of 12 picks done")

    users = [User.objects.get(username=each.name) for each in (ann, ben)]
    for entry in SCRIPT.entries[match.entries.count() : 25]:
        assert entry.seat is not None
        tables.answer(match, users[entry.seat], entry.text)
    ben.open(match.get_absolute_url())
    ben.page.locator(".army-card[data-steps~='place_LI2b@4']").click()
    ben.page.locator(".lane[data-steps~='place_LI2b@4'] .ground").click()
    ben.page.locator(".army-card[data-steps~='pay_OV2a']").click()
    ben.page.locator("#choices .choice.main").click()
    expect(ben.page.locator(".log li").first).to_contain_text("at a cost of 1 and pays 2 (Overlap 2).")


@pytest.mark.parametrize("width", [320, 375])
def test_nine_cards_and_five_columns_fit_a_small_phone(seated: Callable[..., list[Person]], width: int) -> None:
    ann, _ = seated()
    match = Match.objects.get()
    tables.play_on(match, 24)
    ann.page.set_viewport_size({"width": width, "height": 700})
    ann.open(match.get_absolute_url())
    expect(ann.page.locator(".hand .army-card")).to_have_count(9)
    assert ann.page.evaluate("document.documentElement.scrollWidth") == width
