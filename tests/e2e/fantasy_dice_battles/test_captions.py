"""What a scene of a lesson says stands whole above the board on a phone, and no word is broken, nor in a button."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.e2e.conftest import Person
from tests.e2e.test_lessons import BELOW, SCENES, SIZES
from tests.e2e.test_painted import SCRIPT

CAPTION = """() => {
    const caption = document.querySelector(".caption.teaching");
    const { top, bottom, left, right, height } = caption.getBoundingClientRect();
    const parts = [...caption.querySelectorAll(".prompt, .prompt > *")].filter((each) => each.checkVisibility());
    const isIn = (box) => box.top >= top - 1 && box.bottom <= bottom + 1 && box.left >= left && box.right <= right;
    const whole = parts.every((each) => [...each.getClientRects()].every(isIn));
    const board = document.querySelector(".match-board").getBoundingClientRect();
    return { whole, high: height <= innerHeight / 3, clear: bottom <= board.top + 1 };
}"""
"""Whether the words stand within their caption, and that takes a third of the screen and ends above the board."""


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "it-IT"])
def test_each_scene_shows_its_caption_and_the_words_of_its_buttons_whole(
    arrive: Callable[..., Person], language: str
) -> None:
    person = arrive("Dora", {**SIZES[1], "locale": language, "reduced_motion": "reduce"})
    person.page.add_init_script(SCRIPT)
    for slug, key, number in SCENES:
        if slug == "fantasy-dice-battles":
            person.open(reverse("lesson", args=[slug, key, number]))
            assert person.page.evaluate(CAPTION) == {"whole": True, "high": True, "clear": True}, (key, number)
            broken = [each for each in person.page.evaluate("painted.faults()") if each.startswith("broken")]
            assert broken == [], (key, number)


TOP = "document.querySelector('.match-hand').getBoundingClientRect().top + scrollY"


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "it-IT"])
def test_in_the_match_of_a_lesson_the_hand_keeps_its_place_and_all_its_rows(
    arrive: Callable[..., Person], language: str
) -> None:
    person = arrive("Dora", {**SIZES[1], "locale": language, "reduced_motion": "reduce"})
    page = person.page
    person.open(reverse("finish", args=["fantasy-dice-battles", "first"]))
    tops = [page.evaluate(TOP)]
    for laid, battalion in enumerate((1, 3), start=1):
        page.locator(f".order-card:not(.laid) .chip[value$='@{battalion}']").first.tap()
        expect(page.locator(".order-card.laid")).to_have_count(laid)
        tops.append(page.evaluate(TOP))
    assert max(tops) - min(tops) < 1, tops
    page.locator("#choices .choice[data-step=ready]").tap()
    expect(page.locator("#choices .armed")).to_have_count(1)
    expect(page.locator("[data-unseen]")).to_have_count(0)
    page.locator("#choices .armed").tap()
    expect(page.locator("[data-scenes]")).to_have_count(1)
    assert page.evaluate(BELOW)[:2] == [True, True]


def test_a_card_that_already_lies_somewhere_says_to_take_the_other_one(arrive: Callable[..., Person]) -> None:
    person = arrive("Dora", SIZES[1])
    person.open(reverse("lesson", args=["fantasy-dice-battles", "first", 11]))
    laid = person.page.locator(".order-card.laid")
    laid.locator(".head, svg").first.tap()
    expect(person.page.locator("#why")).to_have_text("Play the other Men-at-Arms card at ↩.")
    laid.locator(".chip[value$='@regroup']").tap()
    expect(person.page.get_by_role("alert")).to_contain_text("You have another Men-at-Arms card: take that one.")
