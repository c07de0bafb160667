"""Two people at two browsers: they write to each other, end a match level, play again, and go from match to match."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.chat import services as chat
from games.core.models import Match
from tests.e2e.choosing import show
from tests.e2e.conftest import DESKTOP, PHONE, Person, look_again
from tests.games.tables import begin

pytestmark = pytest.mark.by_turns(4)

PATH = "/m/firstmatch/"
TARGET = 24  # pixels each way

Pair = tuple[Person, Person]


@pytest.fixture
def seated(arrive: Callable[..., Person]) -> Callable[..., Pair]:
    """Ann, to move, and Ben at a match of En Garde: `seated(java_script_enabled=False)`."""

    def sit(**how: object) -> Pair:
        ann, ben = arrive("Ann", {**DESKTOP, **how}), arrive("Ben", {**PHONE, **how})
        for each in (ann, ben):
            each.sign_in()
        begin(*(User.objects.get(username=each.name) for each in (ann, ben)))
        for each in (ann, ben):
            each.page.clock.install()
            each.open(PATH)
        return ann, ben

    return sit


def write(person: Person, text: str) -> None:
    show(person.page, "chat")
    person.page.fill("#chat-text", text)
    person.page.get_by_role("button", name="Send").click()
    expect(person.page.locator("#chat .lines")).to_contain_text(text)


@pytest.mark.parametrize("who", [0, 1], ids=["mouse", "finger"])
def test_names_and_reports_in_the_chat_can_be_pressed(seated: Callable[..., Pair], who: int) -> None:
    person, other = (pair := seated())[who], pair[1 - who]
    write(other, "Good luck!")
    look_again(person.page)
    show(person.page, "chat")
    links = person.page.locator("#chat .lines a")
    expect(links).to_have_count(2)
    boxes = [link.bounding_box() for link in links.all()]
    assert [box for box in boxes if box is None or min(box["width"], box["height"]) < TARGET] == []


HEARD = """
() => {
    const region = document.getElementById("chat-announcement");
    globalThis.heard = [];
    new MutationObserver(() => heard.push(region.textContent)).observe(region, { childList: true });
}
"""


def test_a_line_written_twice_is_said_twice_with_its_author_and_not_in_the_boards_place(
    seated: Callable[..., Pair], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat, "REPEATED_WITHIN", timedelta(seconds=-1))  # as if it were later
    ann, ben = seated()
    ann.page.evaluate(HEARD)
    for count in (1, 2, 3):
        write(ben, "ok")
        expect(ben.page.locator("#chat .lines li")).to_have_count(count)
        look_again(ann.page)
        expect(ann.page.locator("#chat .lines li")).to_have_count(count)
    heard = ann.page.evaluate("heard")
    assert [each.strip("\u00a0") for each in heard] == ["Ben: ok"] * 3
    assert [one == other for one, other in pairwise(heard)] == [False, False]
    assert ann.page.locator("#announcement").text_content() == ""


def test_what_one_writes_the_other_reads_without_losing_what_he_types(seated: Callable[..., Pair]) -> None:
    ann, ben = seated()
    show(ben.page, "chat")
    ben.page.fill("#chat-text", "half a sentence")
    write(ann, "Rules: https://example.org/rules.")
    look_again(ben.page)
    expect(ben.page.locator("#chat .lines")).to_contain_text("Rules:")
    expect(ben.page.locator("#chat .lines .new")).to_have_count(1)
    expect(ben.page.locator("#chat-text")).to_have_value("half a sentence")
    expect(ben.page.locator("#chat-text")).to_be_focused()
    link = ben.page.get_by_role("link", name="https://example.org/rules")
    assert link.get_attribute("rel") == "nofollow noopener noreferrer ugc"
    ben.page.get_by_role("button", name="Send").click()
    expect(ben.page.locator("#chat-text")).to_have_value("")
    look_again(ann.page)
    expect(ann.page.locator("#chat .lines")).to_contain_text("half a sentence")


def test_who_sends_too_much_is_told_so_and_loses_nothing_typed(
    seated: Callable[..., Pair], redis_server: str, settings: Any
) -> None:
    ann, _ = seated()
    settings.LIMITS = settings.LIMITS | {"play": "0/m/user"}
    show(ann.page, "chat")
    ann.page.fill("#chat-text", "half a sentence")
    ann.page.get_by_role("button", name="Send").click()
    expect(ann.page.locator("#messages")).to_contain_text("You’ve sent too much in a short time.")
    expect(ann.page.locator("#messages")).to_be_in_viewport()
    expect(ann.page.locator("#chat-text")).to_have_value("half a sentence")
    expect(ann.page.locator("#match")).to_be_visible()
    settings.LIMITS = settings.LIMITS | {"play": "9/m/user"}
    ann.page.get_by_role("button", name="Send").click()
    expect(ann.page.locator("#chat .lines")).to_contain_text("half a sentence")


def test_typing_in_the_chat_plays_no_card_and_goes_nowhere(seated: Callable[..., Pair]) -> None:
    ann, _ = seated()
    show(ann.page, "chat")
    ann.page.fill("#chat-text", "")
    ann.page.locator("#chat-text").press_sequentially("n12345?c")
    expect(ann.page.locator("#chat-text")).to_have_value("n12345?c")
    expect(ann.page.locator("#choices[data-narrowed]")).to_have_count(0)
    expect(ann.page.locator("dialog")).to_have_count(0)


def agree_to_end_level(ann: Person, ben: Person) -> None:
    for person, button in ((ann, "Offer a draw"), (ben, "Agree")):
        person.open(f"{PATH}offer/draw")
        if button == "Agree":
            person.page.check("input[name=confirm]")
        person.page.get_by_role("button", name=button, exact=True).click()
        person.page.wait_for_url(f"**{PATH}")


def test_an_offer_reaches_the_open_page_of_the_other(seated: Callable[..., Pair]) -> None:
    ann, ben = seated()
    ann.open(f"{PATH}offer/draw")
    ann.page.get_by_role("button", name="Offer a draw").click()
    ann.page.wait_for_url(f"**{PATH}")
    look_again(ben.page)
    expect(ben.page.locator("#match .offer")).to_contain_text("Ann has offered a draw.")
    ann.page.locator(".playing-card.usable").first.click()
    ben.page.locator("summary", has_text="Ann has offered a draw.").click()
    ben.page.get_by_role("button", name="Decline").click()
    expect(ben.page.locator(".offers")).to_have_count(0)
    look_again(ann.page)
    expect(ann.page.locator("#changed")).to_be_visible()  # she is composing a move, which is not taken from her
    expect(ann.page.locator("#match .picked")).to_have_count(1)
    ann.page.get_by_role("button", name="Show it").click()
    expect(ann.page.locator("#match .offer")).to_have_count(0)


@pytest.mark.parametrize("script", [True, False])
def test_a_draw_is_offered_and_agreed_beside_the_board_by_two_presses_each(
    seated: Callable[..., Pair], script: bool
) -> None:
    ann, ben = seated(java_script_enabled=script)
    ann.open(PATH)
    ann.page.locator(".menu > summary").click()
    ann.page.get_by_role("button", name="Offer a draw").click()
    expect(ann.page.locator(".offers")).to_contain_text("You’ve offered a draw.")
    ben.open(PATH)
    ben.page.locator("summary", has_text="Ann has offered a draw.").click()
    ben.page.get_by_role("button", name="Yes, end the match in a draw.").click()
    expect(ben.page.locator(".closing")).to_be_visible()
    assert Match.objects.get().status == "over"


@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize("script", [True, False])
def test_from_an_agreed_end_to_the_rematch(seated: Callable[..., Pair], script: bool) -> None:
    ann, ben = seated(java_script_enabled=script)
    write(ann, "Shall we?")
    agree_to_end_level(ann, ben)
    ann.open(PATH)
    ann.page.locator(".closing").get_by_role("button", name="Rematch with sides swapped").click()
    expect(ann.page.locator(".closing")).to_contain_text("You’ve offered a rematch")
    assert ben.letter("Ann would like a rematch")
    ben.open(PATH)
    ben.page.locator(".closing").get_by_role("button", name="Accept Ann’s rematch").click()
    expect(ben.page.locator(".closing")).to_have_count(0)
    again = Match.objects.get(rematch_of__public_id="firstmatch")
    assert list(again.seats.values_list("user__username", flat=True)) == ["Ben", "Ann"]
    sources = {"browser"} if script else {"server"}
    assert set(again.seats.values_list("entropy_source", flat=True)) == sources


def test_from_a_move_to_the_next_match_and_its_move_in_two_keys(seated: Callable[..., Pair]) -> None:
    ann, _ = seated()
    begin(*(User.objects.get(username=name) for name in ("Ann", "Ben")), public_id="secondmatc")
    ann.open(PATH)
    assert ann.page.title().startswith("(2) En Garde")
    step = ann.page.locator("#choices .choice").first.get_attribute("data-step")
    assert step is not None
    ann.page.keyboard.press(step[1])
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("#prompt")).to_contain_text("Waiting for")
    assert ann.page.title().startswith("(1) En Garde")
    ann.page.keyboard.press("n")
    ann.page.wait_for_url("**/secondmatc/")
    ann.page.keyboard.press(step[1])
    expect(ann.page.locator("#choices .choice.main")).to_be_focused()


def test_the_keys_are_shown_by_a_question_mark(seated: Callable[..., Pair]) -> None:
    ann, _ = seated()
    ann.page.keyboard.press("?")
    expect(ann.page.get_by_role("dialog")).to_contain_text("go to the next match waiting for you")
    ann.page.keyboard.press("Escape")
    expect(ann.page.get_by_role("dialog")).to_have_count(0)


def test_a_tab_in_the_background_says_that_there_is_something_to_read(seated: Callable[..., Pair]) -> None:
    ann, ben = seated()
    hide = "() => Object.defineProperty(document, 'hidden', { get: () => window.away, configurable: true })"
    ben.page.evaluate(hide)
    ben.page.evaluate("() => { window.away = true }")
    write(ann, "Hello?")
    look_again(ben.page)
    expect(ben.page).to_have_title("✉ En Garde · Ann · Sealed Move")
    expect(ben.page.locator("#chat .lines")).to_have_count(0)
    ben.page.evaluate("() => { window.away = false; document.dispatchEvent(new Event('visibilitychange')) }")
    expect(ben.page.locator("#chat .lines")).to_contain_text("Hello?")
    expect(ben.page).to_have_title("En Garde · Ann · Sealed Move")
