"""Nothing the other side does takes anything from somebody who is at the page, or presses anything for them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Browser, Error, Locator, Page, Route, expect

from accounts.models import User
from games.chat import services as chat
from games.core.models import ChatLine, Match, Seat, Turn
from games.core.pages import matches
from games.core.reading import access
from games.core.services import play, sweeps
from games.lobby import services as lobby
from games.offers import services as offers
from tests.e2e.choosing import choice, press, show
from tests.e2e.pages import sign_in
from tests.games import tables
from tests.parts.cast import person
from tests.parts.depth import is_brief

SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "tablet": {"viewport": {"width": 768, "height": 1024}, "has_touch": True},
    "phone": {"viewport": {"width": 375, "height": 812}, "has_touch": True},
    "landscape": {"viewport": {"width": 812, "height": 375}, "has_touch": True},
    "small": {"viewport": {"width": 320, "height": 640}, "has_touch": True},
}
DICE, PIECE = "fantasy-dice-battles", "#match .match-hand :is(.playing-card, .order-card)"
SETTLED = 50
"""Milliseconds after which what was swapped stands."""
STATE = """() => {
    const words = (each) => each.textContent.replace(each.querySelector(".coach-sign")?.textContent ?? "", "").trim();
    const { step, about } = document.activeElement.dataset;
    const name = (each) => step ?? about ?? each.getAttribute("href") ?? (each.id || words(each));
    const { activeElement: active } = document;
    const lines = document.querySelector("#chat .lines");
    return {
        focus: active === document.body || active.id === "content" ? "" : `${active.localName} ${name(active)}`,
        caret: [active.selectionStart ?? null, active.selectionEnd ?? null],
        typed: [...document.querySelectorAll("textarea")].map((each) => each.value),
        open: [...document.querySelectorAll("details[open] > summary")].map(words),
        scrolled: [scrollY, lines?.scrollTop ?? 0],
        held: document.querySelectorAll("[data-narrowed], [data-listed], [data-dragged], #match .picked").length,
        dialogs: document.querySelectorAll("dialog").length,
    };
}"""
"""What must stay as it is."""


@dataclass
class Table:
    """Ben at the page of a match, and Ann, who is elsewhere; `sent` is what the page has posted."""

    page: Page
    match: Match
    ann: User
    ben: User
    sent: list[str]

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(STATE)
        return found


# --- What Ben does ----------------------------------------------------------------------------------------------------


def types(table: Table, tab: str) -> None:
    show(table.page, tab)
    table.page.locator(f"#{tab}-text").fill("Stand!")
    table.page.keyboard.press("ArrowLeft")


def chats(table: Table) -> None:
    types(table, "chat")
    table.page.evaluate("document.querySelector('#chat .lines').scrollTop = 5")


def notes(table: Table) -> None:
    types(table, "notes")


def tabs_to(table: Table, what: str) -> None:
    table.page.locator(what).first.focus()


def reads(table: Table) -> None:
    show(table.page, "log")
    table.page.locator(".log a.ply").last.focus()
    table.page.evaluate("scrollBy(0, 30)")


def opens(table: Table) -> None:
    table.page.locator(".menu > summary").press("Enter")
    tabs_to(table, ".menu li > details > summary")


def holds(table: Table) -> None:
    table.page.locator("#match .match-hand .usable:not(.laid) p").first.dispatch_event("click")


def lists(table: Table) -> None:
    table.page.get_by_role("button", name="All moves").click()


def place_of(table: Table) -> tuple[float, float]:
    """Return where a pointer or a finger meets a piece."""
    found = table.page.locator(PIECE).first
    found.evaluate("(each) => each.scrollIntoView({ block: 'center', behavior: 'instant' })")
    box = found.bounding_box()
    assert box is not None
    return box["x"] + 12, box["y"] + 12


def points_at(table: Table, beside: int = 0) -> None:
    x, y = place_of(table)
    table.page.mouse.move(x + beside, y + beside)


def points(table: Table) -> None:
    points_at(table)
    table.page.mouse.down()


def drags(table: Table) -> None:
    points(table)
    points_at(table, beside=6)
    points_at(table, beside=9)


def rests(table: Table) -> None:
    points_at(table)


ACTS: dict[str, Callable[[Table], None]] = {
    "chats": chats,
    "notes": notes,
    "at a choice": lambda table: tabs_to(table, "#choices .choice:visible, #prompt"),
    "at a card": lambda table: tabs_to(table, "#match .match-hand [tabindex='0'], #prompt"),
    "at the help": lambda table: tabs_to(table, "#help > summary"),
    "reads": reads,
    "opens": opens,
    "holds": holds,
    "lists": lists,
    "points": points,
    "drags": drags,
    "rests": rests,
}
OF_DICE = {"holds", "lists", "drags"}
"""What takes a choice while the other side can move."""


MOVED = {"chats": ("typed", "caret"), "notes": ("typed", "caret"), "drags": ("held",)}
"""What changes by it."""


def goes_on(table: Table, act: str) -> None:
    """Do what Ben does next, before anybody can have seen what is new."""
    if act in ("points", "drags"):
        table.page.mouse.up()
        return
    if act in ("chats", "notes"):
        table.page.keyboard.type("2 1 ")
        return
    for key in ("2", " ", "Enter", "n", "c", "?"):
        table.page.keyboard.press(key)
    if act == "rests":
        table.page.mouse.down()
        table.page.mouse.up()


# --- What Ann does ----------------------------------------------------------------------------------------------------


def moves(table: Table) -> None:
    tables.answer(table.match, table.ann, tables.first_move(table.match, table.ann))


def runs_out(table: Table) -> None:
    """Let Ann's time run out, or Ben's if he is to move."""
    user = table.ben if table.match.turns.filter(user=table.ben).exists() else table.ann
    tables.opened(tables.under_way(table.match), user)
    Turn.objects.filter(match=table.match, user=user).update(deadline=timezone.now())
    sweeps.expire()


EVENTS: dict[str, Callable[[Table], object]] = {
    "moves": moves,
    "chats": lambda table: chat.say(table.match.public_id, table.ann, "And now?"),
    "offers": lambda table: offers.make(table.match.public_id, table.ann.pk, Seat.Offer.DRAW),
    "resigns": lambda table: play.resign(table.match.public_id, table.ann.pk),
    "runs out": runs_out,
}
ENDS = {"resigns", "runs out"}


def learns(table: Table) -> None:
    """Wait until Ben's page has heard that something is new, and has shown it or said so."""
    seat = access.match_for(table.ben.pk, table.match.public_id).seat
    table.page.evaluate("document.dispatchEvent(new CustomEvent('fresh', { detail: '' }))")
    shown = f"#match[data-stamp='{matches.stamp(seat)}'], #changed:not([hidden])"
    expect(table.page.locator(shown).first).to_be_attached()
    expect(table.page.locator(f"#chat[data-state='{seat.chat_news}']")).to_be_attached()


# --- All of it --------------------------------------------------------------------------------------------------------


def cases(size: str) -> list[tuple[str, str]]:
    """Return acts and events at a size.

    Return all of them. In a brief run return just enough that every two of act, event and size meet.
    """
    if not is_brief():
        return list(product(ACTS, EVENTS))
    events, first = list(EVENTS), list(SIZES).index(size)
    return [(act, events[(number + first) % len(events)]) for number, act in enumerate(ACTS)]


@pytest.fixture
def seat_ben(
    browser: Browser, service: str, transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Table]:
    """Lets Ben sit down at a new match: `seat_ben(how, act, event)`; time stands still on his page."""
    monkeypatch.setattr(chat, "MAX_LINES", 100)  # a minute
    monkeypatch.setattr(lobby, "MAX_A_DAY", 1000)  # Ann offers a match for each case
    ann, ben = person("Ann"), person("Ben")
    pages: list[Page] = []
    sent: list[str] = []

    def opened(how: dict[str, Any]) -> Page:
        context = browser.new_context(base_url=service, **how)
        sign_in(context, ben, service)
        pages.append(page := context.new_page())
        page.clock.install(time=0)
        page.clock.pause_at(3_600_000)
        page.on("request", lambda request: sent.extend([request.url] if request.method == "POST" else []))
        return page

    def sit(how: dict[str, Any], act: str, event: str) -> Table:
        page = pages[0] if pages else opened(how)
        match = begun(f"match{Match.objects.count():05}", act, ann, ben, anns=event == "moves")
        ChatLine.objects.bulk_create(ChatLine(match=match, user=ben, text=f"Line {line}") for line in range(12))
        chat.say(match.public_id, ann, "Your turn")
        page.goto(match.get_absolute_url())
        sent.clear()
        return Table(page, match, ann, ben, sent)

    return sit


def begun(public_id: str, act: str, ann: User, ben: User, *, anns: bool) -> Match:
    """Return a match in which somebody is to move: in dice battles both, in En Garde Ann or Ben."""
    if act in OF_DICE:
        return tables.play_on(tables.begin(ann, ben, game=DICE, public_id=public_id), 2)
    match = tables.begin(ann, ben, public_id=public_id)
    return tables.play_on(match, 2 if anns else 3)


def disturbed(table: Table, act: str, event: str) -> list[str]:
    """Return what was taken from Ben, or pressed for him."""
    before = table.state()
    table.page.evaluate("document.getElementById('match').dataset.old = '1'")
    EVENTS[event](table)
    learns(table)
    swapped = table.page.locator("#match[data-old]").count() == 0
    found = differences(expected(before, act, event), table.state())
    if swapped or act in MOVED:
        after = table.state()
        goes_on(table, act)
        found += differences(after, table.state(), but=MOVED.get(act, ()))
    if act in ("chats", "notes") and "Stand2 1 !" not in table.state()["typed"]:
        found.append(f"lost what was typed: {table.state()['typed']}")
    return found + [f"sent {each}" for each in table.sent]


def expected(before: dict[str, Any], act: str, event: str) -> dict[str, Any]:
    """Return what Ben should find: where what he was at is gone, the result."""
    if event not in ENDS or not act.startswith(("at ", "points", "opens")):
        return before
    return {**before, "focus": None, "open": None}


def differences(before: dict[str, Any], after: dict[str, Any], but: tuple[str, ...] = ()) -> list[str]:
    found = {name: was for name, was in before.items() if name not in but and after[name] != was and was is not None}
    lost = ["focus"] if before["focus"] is None and not after["focus"].startswith("h2 ") else []
    return [f"{name}: {before[name]} → {after[name]}" for name in [*found, *lost]]


@pytest.mark.by_turns(len(SIZES))
@pytest.mark.parametrize("size", SIZES)
def test_nobody_is_disturbed_at_the_page(size: str, seat_ben: Callable[..., Table]) -> None:
    faults = {}
    for act, event in cases(size):
        table = seat_ben(SIZES[size], act, event)
        ACTS[act](table)
        try:
            found = disturbed(table, act, event)
        except Error as error:
            found = [f"left the page: {error.message}"]
        if found:
            faults[f"Ben {act}, Ann {event}"] = found
    assert faults == {}


# --- What one does oneself --------------------------------------------------------------------------------------------


def last_move(match: Match) -> str:
    """Play a match up to the move that ends it: that move, which is still to be made."""
    with transaction.atomic():
        tables.play_on(match, choose=tables.attack)
        *moves, last = tables.texts(match)
        transaction.set_rollback(True)
    for text in moves:
        user = tables.next_user(match)
        assert user is not None
        tables.answer(match, user, text)
    return last


@pytest.mark.by_turns(2)
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_after_the_last_move_the_focus_is_on_the_result(size: str, seat_ben: Callable[..., Table]) -> None:
    table = seat_ben(SIZES[size], "rests", "moves")
    match = tables.begin(table.ben, table.ann, public_id="lastmove01", rounds=1)
    last = last_move(match)
    if tables.next_user(match) != table.ben:
        match = tables.begin(table.ann, table.ben, public_id="lastmove02", rounds=1)
        last = last_move(match)
    table.page.goto(match.get_absolute_url())
    table.page.clock.resume()  # a press that is asked for twice takes half a second
    press(choice(table.page, last))
    expect(table.page.locator(".closing h2")).to_be_focused()
    table.page.keyboard.press("Tab")
    assert table.page.evaluate("document.activeElement.closest('.closing') !== null")  # at once


def test_what_is_typed_while_a_line_is_on_its_way_is_kept(seat_ben: Callable[..., Table]) -> None:
    page = seat_ben(SIZES["desktop"], "chats", "moves").page
    held: list[Route] = []
    page.route("**/chat", lambda route: held.append(route))
    show(page, "chat")
    page.fill("#chat-text", "Well played!")
    page.get_by_role("button", name="Send").click()
    page.locator("#chat-text").press("End")
    page.keyboard.type(" Again?")
    page.locator(".menu > summary").focus()
    held[0].continue_()
    expect(page.locator("#chat .lines")).to_contain_text("Well played!")
    expect(page.locator("#chat-text")).to_have_value(" Again?")
    expect(page.locator(".menu > summary")).to_be_focused()


def test_a_finger_that_stays_through_a_move_presses_nothing(seat_ben: Callable[..., Table]) -> None:
    table = seat_ben(SIZES["phone"], "rests", "moves")
    finger = table.page.context.new_cdp_session(table.page)
    x, y = place_of(table)
    before = table.state()
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    moves(table)
    learns(table)
    table.page.clock.run_for(1_000)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert differences(before, table.state()) == []
    table.page.locator(PIECE).first.tap()
    assert table.state()["held"] == 2  # the next tap counts


def test_what_appears_where_somebody_has_just_pressed_is_not_pressed(seat_ben: Callable[..., Table]) -> None:
    table = seat_ben(SIZES["phone"], "holds", "chats")
    for _ in range(3):
        table.page.locator("#match .order-card.usable:not(.laid) .card-head").first.dispatch_event("click")
        button = table.page.locator("#choices .choice:visible").first
        box = button.bounding_box()
        assert box is not None
        table.page.evaluate("document.getElementById('match').dataset.old = '1'")
        for _ in range(2):
            table.page.mouse.click(box["x"] + 20, box["y"] + 20)
        expect(table.page.locator("#match[data-old]")).to_have_count(0)
        table.page.clock.run_for(SETTLED)
        table.page.mouse.click(box["x"] + 20, box["y"] + 20)
        table.page.clock.run_for(1_000)
    assert [address.rpartition("/")[2] for address in table.sent] == ["plan"] * 3
    assert tables.seat(table.match, table.ben).plan.count("lay") == 3


def test_without_styles_what_has_just_appeared_under_the_pointer_is_not_pressed_either(
    seat_ben: Callable[..., Table],
) -> None:
    """The style sheet lets the pointer meet nothing new; where it has not come, the script alone sees to that."""
    table = seat_ben(SIZES["desktop"], "rests", "moves")
    table.page.evaluate("for (const sheet of document.styleSheets) sheet.disabled = true")
    moves(table)
    learns(table)
    button = table.page.get_by_role("button", name="All moves")
    table.page.mouse.click(*middle(button))
    expect(button).to_have_attribute("aria-expanded", "false")
    table.page.clock.run_for(1_000)
    table.page.mouse.click(*middle(button))
    expect(button).to_have_attribute("aria-expanded", "true")


COUNTING = "addEventListener('submit', () => { window.submitted = (window.submitted ?? 0) + 1; }, true)"


def middle(button: Locator) -> tuple[float, float]:
    """Return where to press it; `Locator.click` and `tap` would wait until it can be pressed."""
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tap_twice(button: Locator) -> None:
    """Tap twice, as a finger does that stays where it is."""
    place = middle(button)
    for _ in range(2):
        button.page.touchscreen.tap(*place)


TWICE: dict[str, Callable[[Locator], object]] = {
    "mouse": lambda button: button.dblclick(),
    "keys": lambda button: [button.press("Enter") for _ in range(2)],
    "finger": tap_twice,
}


@pytest.mark.parametrize("how", TWICE)
def test_the_second_press_of_a_double_click_sends_no_move(how: str, seat_ben: Callable[..., Table]) -> None:
    page = seat_ben(SIZES["phone" if how == "finger" else "desktop"], "rests", "chats").page
    page.evaluate(COUNTING)
    button = choice(page)
    TWICE[how](button)
    expect(button).to_have_class(re.compile(r"\barmed\b"))
    assert page.evaluate("window.submitted ?? 0") == 0
    page.clock.run_for(1_000)
    button.click()
    assert page.evaluate("window.submitted ?? 0") == 1  # at once


def test_the_second_press_of_a_double_click_that_falls_through_takes_no_card(seat_ben: Callable[..., Table]) -> None:
    page = seat_ben(SIZES["desktop"], "rests", "chats").page
    armed, picked = page.locator("#choices .armed"), page.locator("#match .picked")
    choice(page).click()
    page.locator(PIECE).first.dispatch_event("click")
    assert (armed.count(), picked.count()) == (1, 0)
    page.clock.run_for(1_000)
    page.locator(PIECE).first.dispatch_event("click")
    assert (armed.count(), picked.count()) == (0, 1)


def test_why_something_cannot_be_used_stays_there_while_it_is_true(seat_ben: Callable[..., Table]) -> None:
    table = seat_ben(SIZES["desktop"], "rests", "moves")
    why, waits = table.page.locator("#why"), "It’s not your turn. Waiting for Ann."
    too_far = "Attack with a 1: the fencers are 16 apart; an attack from here reaches 5 spaces at most."
    table.page.locator(".hand [data-about]").first.press("Enter")
    expect(why).to_have_text(waits)
    for event, told in (("offers", waits), ("moves", too_far)):
        table.page.evaluate("document.getElementById('match').dataset.old = '1'")
        EVENTS[event](table)
        learns(table)
        expect(table.page.locator("#match[data-old]")).to_have_count(0)
        expect(why).to_have_text(told)
