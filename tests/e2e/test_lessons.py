"""Lessons in a browser: one thing at a time, all of it on one screen, and said once."""

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.lessons import lesson as lessons
from games.lessons.lesson import Lesson
from tests.e2e.conftest import DESKTOP, PHONE, Person, hold_clock
from tests.e2e.test_table import LAYOUT

FIRST = reverse("lesson", args=["en-garde", "first", 1])
SIZES = ({**DESKTOP, "viewport": {"width": 1280, "height": 800}}, {**PHONE, "viewport": {"width": 375, "height": 812}})
POINTED = (*SIZES[:1], {**DESKTOP, "viewport": {"width": 1440, "height": 900}}, *SIZES[1:])
SCENES = [
    (slug, lesson.key, number)
    for slug, found in lessons.LESSONS.items()
    for lesson in found
    for number in range(1, len(lesson.scenes) + 1)
]
FINISHES = [(slug, lesson.key) for slug, found in lessons.LESSONS.items() for lesson in found if lesson.finish]
BELOW = """() => {
  const [hand, act] = [".match-hand", ".act"].map((each) => document.querySelector(each).getBoundingClientRect());
  const free = (each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    const points = [x + 4, x + width / 2, x + width - 4];
    return !width || points.every((at) => each.contains(document.elementFromPoint(at, y + height / 2)));
  };
  const buttons = [...document.querySelectorAll(".act > form.plain > button, .act > a")];
  const fits = [hand.bottom <= act.top + 1, act.bottom <= innerHeight + 1, document.body.scrollWidth <= innerWidth];
  return [...fits, buttons.every(free)];
}"""
"""Whether the hand ends above what is pressed, that above the end of the screen, and nothing lies on what leads on."""

WITHIN = """(button) => {
  const [inner, outer] = [button, button.closest(".act")].map((each) => each.getBoundingClientRect());
  return inner.top >= outer.top && inner.bottom <= Math.min(outer.bottom, innerHeight);
}"""
"""Whether a button stands within its bar, and that on the screen."""
WORDS = 12
"""Of the first scene of a round, at least: dice that are looked at count for nothing."""
ENOUGH = 150
"""Presses until a match at the end of a lesson is over, no matter how it is played."""


def find(slug: str, key: str) -> Lesson:
    """Return a lesson that there is."""
    found = lessons.find(slug, key)
    assert found is not None
    return found


def begin(arrive: Callable[..., Person]) -> Page:
    """Return the first scene of En Garde, as a visitor sees it."""
    dora = arrive("Dora", DESKTOP)
    dora.open(FIRST)
    return dora.page


def test_the_focus_moves_to_what_is_asked_next(arrive: Callable[..., Person]) -> None:
    page = begin(arrive)
    page.keyboard.press("3")
    page.get_by_role("button", name="Advance 3").click()
    expect(page.locator("#prompt")).to_contain_text("now you’re 7 apart")
    expect(page.locator("#prompt")).to_be_focused()
    expect(page.locator("#announcement")).not_to_contain_text(
        "You moved three spaces"
    )  # what has the focus is read by itself
    expect(page).to_have_url(re.compile("/learn/en-garde/first/2/$"))


@pytest.mark.parametrize("size", POINTED, ids=["1280", "1440", "375"])
@pytest.mark.parametrize("language", ["en-GB", "de-DE", "it-IT"])
def test_what_leads_on_from_each_scene_can_be_pressed(
    arrive: Callable[..., Person], size: dict[str, object], language: str
) -> None:
    person = arrive("Dora", {**size, "locale": language, "reduced_motion": "reduce"})
    for slug, key, number in SCENES:
        if not find(slug, key).scenes[number - 1].do:
            person.open(reverse("lesson", args=[slug, key, number]))
            buttons = person.page.locator(".act .button:visible")
            expect(buttons.first).to_be_visible()
            for button in buttons.all():
                button.click(trial=True, timeout=5_000)  # fails where anything lies on it
                assert button.evaluate(WITHIN), (slug, key, number)  # at once
            person.page.wait_for_function("scrollY === 0")


def test_a_round_is_seen_before_anything_says_how_it_ended(arrive: Callable[..., Person]) -> None:
    dora = arrive("Dora", DESKTOP)
    dora.open(reverse("lesson", args=["fantasy-dice-battles", "first", 5]))
    page = dora.page
    expect(page.get_by_text("Watch what your move does.")).to_be_visible()
    expect(page.locator("#match")).to_have_attribute("data-untold", "")
    page.locator(".dice-field").click()  # skips the rest
    expect(page.get_by_text("Watch what your move does.")).to_be_hidden()
    page.get_by_role("button", name="Go on").click()
    expect(page).to_have_url(re.compile("/first/6/$"))


def test_a_scene_of_a_round_stays_until_a_learner_has_found_what_it_names(arrive: Callable[..., Person]) -> None:
    dora = arrive("Dora", DESKTOP)
    hold_clock(dora.page)
    dora.open(reverse("lesson", args=["fantasy-dice-battles", "first", 5]))
    expect(dora.page.locator(".round[data-playing]")).to_have_count(1)
    first, second = (dora.page.locator(".scene").nth(number) for number in (0, 1))
    assert len(first.text_content().split()) >= WORDS
    dora.page.clock.run_for(110 * WORDS)
    expect(first).to_contain_class("shown")
    dora.page.clock.run_for(6_000)
    expect(second).to_contain_class("shown")


def test_the_second_round_of_a_lesson_plays_as_fast_as_any(arrive: Callable[..., Person]) -> None:
    dora = arrive("Dora", DESKTOP)
    hold_clock(dora.page)
    dora.open(reverse("lesson", args=["fantasy-dice-battles", "first", 5]))
    expect(dora.page.locator(".round[data-playing]")).to_have_count(1)
    dora.page.locator(".dice-field").click()  # skips the rest
    dora.open(reverse("lesson", args=["fantasy-dice-battles", "first", 14]))
    expect(dora.page.locator(".round[data-playing]")).to_have_count(1)
    first, second = (dora.page.locator(".scene").nth(number) for number in (0, 1))
    assert 110 * len(first.text_content().split()) > 1_500
    dora.page.clock.run_for(1_500)
    expect(second).to_contain_class("shown")


def test_a_wrong_press_is_explained_and_nothing_is_lost(arrive: Callable[..., Person]) -> None:
    page = begin(arrive)
    page.keyboard.press("2")
    page.get_by_role("button", name="Step back 2").click()
    expect(page.get_by_role("alert")).to_contain_text("You’d move away from")
    expect(page.locator("#prompt")).to_contain_text("Press a 3 in your hand")


@pytest.mark.parametrize("size", [(390, 844), (375, 812), (320, 640)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_all_that_a_card_offers_is_whole_on_a_phone(arrive: Callable[..., Person], size: tuple[int, int]) -> None:
    person = arrive("Dora", {**PHONE, "viewport": {"width": size[0], "height": size[1]}})
    person.page.add_init_script(LAYOUT)
    most = 0
    for slug, key, number in SCENES:
        person.open(reverse("lesson", args=[slug, key, number]))
        for card in person.page.locator("#match:has(#choices:not([data-adds])) .match-hand [data-key]").all():
            card.dispatch_event("click")
            most = max(most, person.page.locator("#choices .choice:visible").count())
            assert person.page.evaluate("layout.cutOff()") == [], (slug, key, number)
            person.page.keyboard.press("Escape")
    assert most >= 5


@pytest.mark.parametrize("width", [1100, 1280, 1920])
def test_what_opens_beside_a_board_is_in_sight_at_a_desk(arrive: Callable[..., Person], width: int) -> None:
    person = arrive("Dora", {**DESKTOP, "viewport": {"width": width, "height": 800}})
    person.page.add_init_script(LAYOUT)
    opened = set()
    for slug, key, number in SCENES:
        person.open(reverse("lesson", args=[slug, key, number]))
        for button in person.page.locator(".all-moves:visible, .match-board .over > summary:visible").all():
            before = button.bounding_box()
            button.click()
            panel = person.page.locator(".choices[data-listed] fieldset:visible, .match-board .over[open] > .sheet")
            expect(panel).to_be_in_viewport(ratio=0.99)
            assert person.page.evaluate("layout.cutOff()") == [], (slug, key, number)
            if button.evaluate("each => each.matches('.all-moves, .ways > .over > summary')"):
                assert button.bounding_box() == before
            button.click()
            opened.add(button.evaluate("each => each.localName"))
    assert opened == {"button", "summary"}


@pytest.mark.parametrize("size", SIZES, ids=["1280", "375"])
def test_an_army_is_begun_as_the_lesson_says(arrive: Callable[..., Person], size: dict[str, object]) -> None:
    dora = arrive("Dora", size)
    dora.open(reverse("lesson", args=["fantasy-dice-battles", "own", 1]))
    page = dora.page
    page.locator("summary", has_text="Build your own army").click()
    realm = page.get_by_role("button", name="Realm", exact=True)
    expect(realm).to_be_in_viewport(ratio=1)
    realm.click()
    expect(page.locator("#prompt")).to_contain_text("Find the High Priest")
    page.locator(".recruit[data-thing=kind-highpriest]").click()
    page.locator(".triangle").nth(1).locator(".spot.H").click()
    expect(page.locator("#prompt")).to_contain_text("We’ve placed the other two heroes")


def test_the_units_of_an_army_stay_where_they_were_pushed_to_on_a_phone(arrive: Callable[..., Person]) -> None:
    dora = arrive("Dora", SIZES[1])
    dora.open(reverse("lesson", args=["fantasy-dice-battles", "own", 3]))
    page = dora.page
    knights = page.locator(".recruit[data-thing=kind-knights]")
    knights.scroll_into_view_if_needed()
    before = page.locator(".recruits").evaluate("each => each.scrollLeft")
    assert before > 0
    knights.click()
    page.locator(".triangle").first.locator(".spot.F2").click()
    expect(page.locator("#prompt")).to_contain_text("On their left stand Men-at-Arms.")
    assert page.locator(".recruits").evaluate("each => each.scrollLeft") == before


@pytest.mark.parametrize("size", SIZES, ids=["1280", "375"])
@pytest.mark.parametrize("language", ["en-GB", "de-DE", "it-IT"])
def test_each_scene_has_room_on_one_screen(
    arrive: Callable[..., Person], size: dict[str, object], language: str
) -> None:
    person = arrive("Dora", {**size, "locale": language, "reduced_motion": "reduce"})  # a round is seen first
    for slug, key, number in SCENES:
        person.open(reverse("lesson", args=[slug, key, number]))
        assert person.page.evaluate(BELOW) == [True] * 4, (slug, key, number)
    for slug, key in FINISHES:
        person.open(reverse("finish", args=[slug, key]))
        assert person.page.evaluate(BELOW) == [True] * 4, (slug, key)


@pytest.mark.parametrize(("slug", "key"), FINISHES)
def test_a_lesson_ends_in_a_match_that_a_visitor_plays_to_its_end_without_a_script(
    slug: str, key: str, browser: Browser, live_server: LiveServer
) -> None:
    page = browser.new_page(base_url=live_server.url, java_script_enabled=False)
    page.goto(reverse("finish", args=[slug, key]))
    pressed = page.locator("#choices .choice").or_(page.get_by_role("button", name="Press again:"))
    for _press in range(ENOUGH):
        with page.expect_navigation():
            pressed.last.click()
        if not pressed.count():
            break
    expect(page.locator("#prompt")).not_to_contain_text("Your coach:")
    expect(page.get_by_role("button", name="Play a whole match")).to_be_visible()
    page.context.close()


@pytest.mark.parametrize("size", SIZES, ids=["1280", "375"])
def test_the_match_at_the_end_of_a_lesson_is_left_resumed_and_begun_again(
    arrive: Callable[..., Person], size: dict[str, object]
) -> None:
    person = arrive("Dora", size)
    page = person.page
    person.open(reverse("lesson", args=["field-of-glory", "first", len(find("field-of-glory", "first").scenes)]))
    page.get_by_role("link", name="Finish a match yourself").click()
    expect(page.locator("#prompt")).to_contain_text("Your coach: Make the flank attack on column 4")
    page.get_by_role("button", name="No more flank attacks").click()
    page.locator("#choices .armed").click()
    expect(page.locator("#prompt")).to_contain_text("Your turn: place units, attack")
    person.open(reverse("lesson_of", args=["field-of-glory"]))
    expect(page.locator("#prompt")).to_contain_text("Your turn: place units, attack")
    page.locator("summary", has_text="Start again").click()
    expect(page.locator("#prompt")).to_contain_text("Your turn: place units, attack")
    page.get_by_role("button", name="Begin a new one").click()
    expect(page.locator("#prompt")).to_contain_text("Your coach: Make the flank attack on column 4")


PRESSED = """(step) => {
  const pieces = [...document.querySelectorAll("#match [data-steps]:not([data-narrows])")];
  pieces.find((piece) => piece.dataset.steps.split(" ").includes(step))?.click();
}"""
"""Press the piece that offers a step."""


@pytest.mark.parametrize("size", SIZES, ids=["1280", "375"])
def test_a_button_is_called_as_the_lesson_quotes_it_once_its_piece_is_pressed(
    arrive: Callable[..., Person], size: dict[str, object]
) -> None:
    dora = arrive("Dora", size)
    page = dora.page
    for lesson in lessons.of_game("field-of-glory"):
        for number, scene in enumerate(lesson.scenes, 1):
            dora.open(reverse("lesson", args=["field-of-glory", lesson.key, number]))
            quoted = re.findall("“(.*?)”", page.locator(".do").inner_text() if scene.do else "")
            if quoted:
                page.evaluate(PRESSED, scene.press.replace(" ", "_"))
                shown = " ".join(page.locator("#choices .choice:visible").all_inner_texts())
                assert [each for each in quoted if each not in shown] == [], (lesson.key, number, shown)


def test_all_moves_lie_on_the_screen_and_attacks_show_their_sums(arrive: Callable[..., Person]) -> None:
    dora = arrive("Dora", SIZES[0])
    dora.open(reverse("lesson", args=["field-of-glory", "first", 5]))
    page = dora.page
    page.locator(".all-moves").click()
    attack = page.locator(".attack", has=page.get_by_role("button", name="Attack with Medium Infantry (2)"))
    attack.scroll_into_view_if_needed()
    expect(attack).to_be_in_viewport(ratio=1)
    expect(attack.locator(".odds")).to_contain_text("= 4 against 4 Heavy Infantry = 4")
    expect(attack.locator(".chance")).to_be_visible()
    page.locator(".all-moves").click()
    expect(attack).to_be_hidden()


def test_on_a_phone_signs_have_words_and_a_fight_has_room(arrive: Callable[..., Person]) -> None:
    dora = arrive("Dora", SIZES[1])
    dora.open(reverse("lesson", args=["field-of-glory", "first", 5]))
    expect(dora.page.locator(".signs")).to_be_visible()
    expect(dora.page.locator(".signs")).to_contain_text("Columns")
    dora.open(reverse("lesson", args=["field-of-glory", "first", 12]))
    whole = "(all) => all.map((each) => each.scrollHeight <= each.clientHeight && each.scrollWidth <= each.clientWidth)"
    assert dora.page.locator(".party").evaluate_all(whole) == [True, True]


def test_on_a_phone_a_picked_card_and_the_reasons_in_the_help_come_into_sight(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = browser.new_context(base_url=live_server.url, locale="en", **PHONE).new_page()
    page.goto("/learn/en-garde/advanced/1/")
    page.locator(".playing-card.usable").nth(1).tap()
    page.wait_for_function(
        "() => document.querySelector('.picked').getBoundingClientRect().bottom"
        " <= document.querySelector('.act').getBoundingClientRect().top"
    )
    page.goto("/learn/en-garde/advanced/2/")
    page.locator("#help > summary").tap()
    page.locator(".whys summary").tap()
    expect(page.locator(".whys li").first).to_be_in_viewport()
