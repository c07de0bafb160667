"""Two people, two browsers: a match of Fantasy Dice Battles by taps on cards and spaces, a round of it by forms.

The match is `script.json`, an ordinary record. Ann builds her army and Ben takes one that is
there. It was found by playing matches under many secrets: one with few steps that sees reinforcements, poison, a hero
who falls with the battalion fleeing, and units that regroup, from a battalion without an enemy too. Under its secret
the same orders bring the same dice.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from accounts.models import User
from games.core.models import Match
from games.core.services import play
from games.rules.fantasy_dice_battles import army_phase
from games.rules.fantasy_dice_battles.data import PLACES
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS
from games.rules.fantasy_dice_battles.steps import TEXTS
from games.rules.record import loads
from tests.e2e.choosing import choice, press
from tests.e2e.conftest import DESKTOP, PHONE, Person
from tests.games import tables

pytestmark = pytest.mark.by_turns(3)

SCRIPT = loads((Path(__file__).parent / "script.json").read_bytes())
ARMIES = 2
"""So many entries choose armies; all after them are orders."""
CHOSEN = ("put goblins@1:F1", "put ogres@2:F2", "put witch@3:H", "put wolves@reserve")
"""What Ann puts herself; the rest is filled for her."""
FACTION = "Horde"
BAR = 70
"""Pixels: a row of buttons of four lines at most, and a line above it."""

Choose = Callable[[Page, str], None]


@pytest.fixture
def seated(arrive: Callable[..., Person]) -> Callable[..., list[Person]]:
    """Ann at a desk and Ben at a phone, signed in at the match of the script: `seated(java_script_enabled=False)`."""

    def sit(**how: Any) -> list[Person]:
        people = [arrive("Ann", {**DESKTOP, **how}), arrive("Ben", {**PHONE, **how})]
        for each in people:
            each.sign_in()
        users = [User.objects.get(username=each.name) for each in people]
        tables.begin(*users, game=SCRIPT.game, public_id=SCRIPT.match, secret=bytes.fromhex(SCRIPT.secret))
        return people

    return sit


def play_the_script(people: list[Person], choose: Choose, entries: int | None = None) -> None:
    """Play every entry, or so many, in its player's browser: the armies first, then round after round."""
    build(people[0], choose)
    take(people[1], choose)
    for entry in SCRIPT.entries[1:][ARMIES:entries]:
        assert entry.seat is not None
        order(people[entry.seat], entry.text.split("; ")[:-1], choose)


def build(ann: Person, choose: Choose) -> None:
    """Let Ann choose a faction, put a few units, take one out again, and have the rest filled."""
    page = open_match(ann)
    begin_own(page)
    expect(page.locator("#army-0")).to_contain_text(FACTION)
    for number, step in enumerate((*CHOSEN, "put goblins@2:F1"), 2):
        choose(page, step)
        expect(page.locator("#match .plan li")).to_have_count(number)
    expect(page.locator(".spent")).to_contain_text("7 of 30 points, normal units: 4")
    page.get_by_role("button", name="Remove Goblins from 2:F1").click()
    expect(page.locator(".spent")).to_contain_text("6 of 30 points, normal units: 3")
    expect(page.locator(".faults")).to_contain_text("15 spaces are still empty")
    page.get_by_role("button", name="Arrange and complete my army").click()
    expect(page.locator(".faults")).to_have_text("This army is legal.")
    seal(page, "Seal army")


APPEARED = "Promise.all(document.getAnimations().map((each) => each.finished)).then(() => null)"
"""What is new on a page is pale until it is there."""


def begin_own(page: Page) -> None:
    """Begin an army of one's own."""
    page.get_by_text("Build your own army").first.click()
    page.locator(".ways").get_by_role("button", name=FACTION, exact=True).click()


def take(ben: Person, choose: Choose) -> None:
    """Let Ben take an army that is there."""
    page = open_match(ben)
    choose(page, SCRIPT.entries[ARMIES].text.split("; ")[0])
    expect(page.locator(".faults")).to_have_text("This army is legal.")
    seal(page, "Seal army")


def order(person: Person, steps: list[str], choose: Choose) -> None:
    """Give the orders of a round."""
    page = open_match(person)
    for number, step in enumerate(steps, 1):
        choose(page, step)
        expect(page.locator("#match .plan li")).to_have_count(number)
    seal(page, "Seal orders")


def open_match(person: Person) -> Page:
    person.open(Match.objects.get().get_absolute_url())
    return person.page


def seal(page: Page, button: str) -> None:
    """Say that one is ready; the page then asks nothing more of this round."""
    asked = f"#match:has(input[name=expected][value='{page.locator('input[name=expected]').first.input_value()}'])"
    press(page.get_by_role("button", name=button, exact=True))
    expect(page.locator(f"#match:not({asked})")).to_have_count(1)


def by_taps(page: Page, step: str) -> None:
    """Tap a card or a unit, then where it is to go; what taps have settled is added at once."""
    text = step.replace(" ", "_")
    thing = page.locator(f"#match :is(.order-card, .preset, .waiting-unit)[data-steps~='{text}']").first
    only = thing.get_attribute("data-steps") == text
    thing.click(position={"x": 8, "y": 8})  # beside the chips
    if only:
        if step.endswith("@regroup"):  # what is more than must be is no mere tap
            page.locator("#choices .choice.main").click()
        return
    bar = page.locator(".act").bounding_box()
    assert bar is not None
    assert bar["height"] < BAR  # over no card of the hand
    places = f".post[data-steps~='{text}'], .spot[data-steps~='{text}'], .building .waiting[data-steps~='{text}']"
    page.locator(f"#match :is({places})").first.click(position={"x": 8, "y": 8})


def by_forms(page: Page, step: str) -> None:
    """Press a step in the list."""
    press(choice(page, step))


def by_keys(page: Page, step: str) -> None:
    """Choose a card by its number, and go on from there to the chip that lays it, where there is more than one."""
    text = step.replace(" ", "_")
    card = page.locator(f".hand .order-card[data-steps~='{text}']").first
    only = card.get_attribute("data-steps") == text
    page.keyboard.press(card.get_attribute("data-key") or "")
    if only:
        if step.endswith("@regroup"):
            page.keyboard.press("Enter")
        return
    expect(card.locator(".chip").first).to_be_focused()
    for _chip in range(("1", "2", "3", "regroup").index(step.partition("@")[2])):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def assert_the_end(people: list[Person]) -> None:
    """Assert that both see who has won and how the last round went.

    The log is that of the script, to the last digest.
    """
    match = Match.objects.get()
    for each in people:
        each.open(match.get_absolute_url())
        expect(each.page.locator("#match .result")).to_contain_text("more heroes standing")
        expect(each.page.locator(".round")).to_contain_text("Losses and flight")
    stored = [(entry.seat, entry.text, entry.digest) for entry in match.entries.order_by("ply")]
    assert stored == [(entry.seat, entry.text, entry.digest) for entry in SCRIPT.entries]


@pytest.mark.deep
def test_a_whole_match_is_played_by_taps(seated: Callable[..., list[Person]]) -> None:
    people = seated()
    play_the_script(people, by_taps)
    assert_the_end(people)


@pytest.mark.deep
def test_without_javascript_an_army_is_built_and_a_round_ordered_by_forms(
    seated: Callable[..., list[Person]],
) -> None:
    people = seated(java_script_enabled=False)
    play_the_script(people, by_forms, ARMIES + 2)
    assert Match.objects.get().entries.count() == 1 + ARMIES + 2


def fought(people: list[Person], entries: int) -> Match:
    """Return the match of the script after so many entries."""
    match = Match.objects.get()
    for entry in SCRIPT.entries[1 : 1 + entries]:
        user = User.objects.get(username=people[entry.seat or 0].name)
        tables.answer(match, user, entry.text)
    return match


def test_orders_are_laid_with_the_keyboard(seated: Callable[..., list[Person]]) -> None:
    ann, ben = seated()
    fought([ann, ben], ARMIES)
    page = open_match(ann)
    steps = [step for step in SCRIPT.entries[1 + ARMIES].text.split("; ") if step.startswith("lay")]
    for number, step in enumerate(steps, 1):
        by_keys(page, step)
        expect(page.locator("#match .plan li")).to_have_count(number)


@pytest.mark.parametrize("script", [True, False])
def test_orders_are_laid_by_chips_on_the_cards_and_sealed(script: bool, seated: Callable[..., list[Person]]) -> None:
    ann, ben = seated(java_script_enabled=script)
    fought([ann, ben], ARMIES)
    page = open_match(ann)
    steps = [step for step in SCRIPT.entries[1 + ARMIES].text.split("; ") if step.startswith("lay")]
    for number, step in enumerate(steps, 1):
        page.locator(f".hand .order-card:not(.laid) .chip[value$='{step}']").first.click()
        expect(page.locator(".hand .order-card.laid")).to_have_count(number)
    seal(page, "Seal orders")
    assert Match.objects.get().entries.order_by("-ply")[0].text == "; ".join([*steps, "ready"])


def test_a_card_is_dragged_to_its_battalion(seated: Callable[..., list[Person]]) -> None:
    ann, ben = seated()
    fought([ann, ben], ARMIES)
    page = open_match(ann)
    step = next(step for step in SCRIPT.entries[1 + ARMIES].text.split("; ") if step.startswith("lay"))
    text = step.replace(" ", "_")
    page.locator(f".order-card[data-steps~='{text}']").first.drag_to(page.locator(f".post[data-steps~='{text}']"))
    expect(page.locator(".post.filled")).to_have_count(1)
    page.get_by_role("button", pressed=True).click()
    expect(page.locator(".post.filled")).to_have_count(0)


@pytest.mark.parametrize("taken", [True, False])
def test_units_of_an_army_change_places_by_dragging(seated: Callable[..., list[Person]], *, taken: bool) -> None:
    ann, _ben = seated()
    match, user = Match.objects.get(), User.objects.get(username=ann.name)
    army = SETS[DEFAULT_SET].presets["realm_a"].army
    one = "1:F1"
    other = next(each for each in PLACES if "F" in each and army.tokens[PLACES.index(each)] != army.tokens[0])
    whole = "; ".join(TEXTS[step] for step in army_phase.steps_of(army))
    play.save_plan(match.public_id, user.pk, "army realm_a" if taken else whole, tables.seat(match, user).serial)
    page = open_match(ann)
    expect(page.get_by_text("To move a unit, drag it")).to_be_visible()
    stands = {each: page.locator(f"[data-place='{each}'] [data-stands]") for each in (one, other)}
    before = {each: stands[each].get_attribute("data-stands") or "" for each in stands}
    stands[one].drag_to(stands[other])
    expect(stands[other]).to_have_attribute("data-stands", before[one])
    expect(stands[one]).to_have_attribute("data-stands", before[other])
    plan = tables.seat(match, user).plan.split("; ")
    assert {before[one] + other, before[other] + one} <= set(plan)
    assert len(plan) == len(whole.split("; "))


def wounds(page: Page) -> int:
    return page.locator("#match .spot .morale .wound").count()


def test_a_round_is_stepped_through_by_buttons_and_arrow_keys(seated: Callable[..., list[Person]]) -> None:
    ann, ben = seated(reduced_motion="reduce")
    fought([ann, ben], ARMIES + 2)
    page = open_match(ann)
    expect(page.locator(".scene:visible h3")).to_contain_text("End of the round")
    now = wounds(page)
    while not page.locator(".scene:visible .rolled").count():
        page.get_by_role("button", name="Back", exact=True).click()
    assert page.locator(".spot.hit .fallen .die").count() > 0  # at once
    page.get_by_role("button", name="Back", exact=True).focus()
    while page.get_by_role("button", name="Back", exact=True).is_enabled():
        page.keyboard.press("ArrowLeft")
    expect(page.locator(".scene:visible h3")).to_contain_text("Turning over the cards")
    assert wounds(page) == 0 < now  # those of the dice lie from their scene on
    assert page.locator(".battalion .turned").count() == 6  # what both had laid
    page.get_by_role("button", name="Next").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".scene:visible h3")).to_contain_text("Counting the dice")
    page.get_by_role("button", name="Skip to the end").click()
    expect(page.locator(".spot.hit")).to_have_count(0)
    expect(page.locator(".turned")).to_have_count(0)
    assert wounds(page) == now


def test_after_a_round_the_board_shows_who_is_sent_in(seated: Callable[..., list[Person]]) -> None:
    ann, ben = seated(reduced_motion="reduce")
    match = fought([ann, ben], ARMIES + 2)
    user = User.objects.get(username="Ann")
    play.save_plan(match.public_id, user.pk, "reinforce wolves@1:F1", tables.seat(match, user).serial)
    page = open_match(ann)
    expect(page.locator("[data-spot='0-1:F1'] .token.planned")).to_contain_text("Wolf Riders")


@pytest.mark.usefixtures("films")
def test_a_round_plays_by_itself_once_and_ends_when_the_board_is_pressed(seated: Callable[..., list[Person]]) -> None:
    ann, ben = seated()
    fought([ann, ben], ARMIES + 2)
    page = open_match(ann)
    expect(page.locator(".scene:visible h3")).to_contain_text("Counting the dice")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play the round")).to_be_visible()
    page.locator(".battalion .number").first.click()
    expect(page.locator(".scene:visible h3")).to_contain_text("End of the round")
    page.reload()
    expect(page.locator(".scene:visible h3")).to_contain_text("End of the round")
    page.get_by_role("button", name="Play the round").click()
    expect(page.locator(".scene:visible h3")).to_contain_text("Turning over the cards")


@pytest.mark.parametrize("width", [320, 375])
@pytest.mark.parametrize("entries", [0, ARMIES + 4])
def test_armies_and_battalions_fit_a_small_phone(seated: Callable[..., list[Person]], width: int, entries: int) -> None:
    ann, ben = seated()
    fought([ann, ben], entries)
    ann.page.set_viewport_size({"width": width, "height": 700})
    page = open_match(ann)
    if not entries:
        begin_own(page)
        expect(page.locator(".recruit")).to_have_count(12)
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.by_turns(1)
@pytest.mark.parametrize("entries", [0, ARMIES + 4])
def test_nothing_stands_in_the_way_of_a_screen_reader(seated: Callable[..., list[Person]], entries: int) -> None:
    people = seated()
    fought(people, entries)
    for each in people:
        page = open_match(each)
        assert Axe().run(page).response["violations"] == []
        if not entries:
            begin_own(page)
            expect(page.locator(".recruit")).to_have_count(12)
            page.evaluate(APPEARED)
            assert Axe().run(page).response["violations"] == []
