"""A moderator works a case in a browser: from the report to the next one, with nothing but the page of the case."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.core.models import ChatLine
from games.desk import weeks
from games.measures import services as measures
from games.measures.models import Measure
from games.reports import filing, services as reports
from games.reports.models import Report
from tests.e2e.conftest import DESKTOP, PHONE, Person
from tests.games.tables import begin
from tests.parts.cast import person

APART = """() => {
    const box = (query) => document.querySelector(query).getBoundingClientRect();
    const [title, tools] = [box("#content h1"), box("#content .object-tools")];
    return title.bottom <= tools.top;
}"""
"""Whether the buttons of a page lie below its title."""
FITS = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"


CUT = """() => [...document.querySelectorAll("#content :is(input, select, textarea)")]
    .filter((field) => field.type !== "hidden" && field.checkVisibility())
    .filter((field) => {
        const edge = field.getBoundingClientRect().right - 0.5;
        const clips = (box) => /hidden|clip/.test(getComputedStyle(box).overflowX);
        let ends = innerWidth;
        for (let box = field.parentElement; box; box = box.parentElement) {
            if (clips(box)) ends = Math.min(ends, box.getBoundingClientRect().right);
        }
        return edge > ends;
    })
    .map((field) => field.name)"""
"""The names of the fields that reach beyond the window, or beyond a box that cuts them."""


BROKEN = """() => [...document.querySelectorAll("#content thead th")]
    .filter((head) => head.checkVisibility() && !head.closest(".visually-hidden"))
    .flatMap((head) => {
        const texts = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
        const broken = [];
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
            for (const word of text.data.matchAll(/[^\\s-]+/g)) {
                const range = document.createRange();
                range.setStart(text, word.index);
                range.setEnd(text, word.index + word[0].length);
                const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top)));
                if (lines.size > 1) broken.push(word[0]);
            }
        }
        return broken;
    })"""
"""The words of heads of tables that go on in the next line."""
HIDDEN_CELLS = """() => [...document.querySelectorAll("#content :is(td, th)")]
    .filter((cell) => cell.checkVisibility() && !cell.closest(".scrolled, .visually-hidden"))
    .filter((cell) => {
        let ends = innerWidth;
        for (let box = cell.parentElement; box; box = box.parentElement) {
            if (getComputedStyle(box).overflowX !== "visible") ends = Math.min(ends, box.getBoundingClientRect().right);
        }
        return cell.getBoundingClientRect().right > ends + 0.5;
    })
    .map((cell) => cell.innerText)"""
"""The cells that reach beyond the window, or beyond what cuts or scrolls them without saying so."""


def reported(ben: User) -> list[Report]:
    """Return two reports, the older one of an insult by Ben."""
    ann, cat = person("Ann"), person("Cat")
    match = begin(ann, ben)
    line = ChatLine.objects.create(match=match, user=ben, text="You fool.")
    made = [filing.file(ann, "line", str(line.pk), "insult", ""), filing.file(cat, "player", "Ann", "name", "")]
    Report.objects.filter(pk=made[0].pk).update(created=timezone.now() - timedelta(hours=1))
    return made


def moderator(arrive: Callable[..., Person], how: dict[str, Any]) -> Person:
    """Return Mo, a moderator who has signed in."""
    mo: Person = arrive("Mo", how)
    mo.sign_in()
    User.objects.filter(username="Mo").update(is_staff=True)
    User.objects.get(username="Mo").groups.add(Group.objects.get(name="Moderators"))
    return mo


def require_closed(key: int, answer: str) -> None:
    closed = Report.objects.get(pk=key)
    assert (closed.state, closed.outcome, closed.words) == ("closed", "hidden", answer)
    assert [(each.kind, each.report) for each in Measure.objects.all()] == [("warn", closed)]


def said(page: Page) -> list[str]:
    return page.locator(".messagelist li").all_inner_texts()


@pytest.mark.parametrize("how", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_message_is_hidden_its_author_warned_and_the_case_closed(
    arrive: Callable[..., Person], how: dict[str, Any]
) -> None:
    mo = moderator(arrive, how)
    first, second = reported(person("Ben"))
    page = mo.page
    mo.open(reverse("admin:index"))
    page.get_by_role("link", name="En Garde: a chat message by Ben").click()
    expect(page.locator("#content h1")).to_have_text("En Garde: a chat message by Ben")
    assert (page.evaluate(APART), page.evaluate(FITS)) == (True, True)
    page.get_by_role("button", name="Hide the message").click()
    expect(page.locator(".messagelist li")).to_have_text("Message hidden. The match shows your reason in its place.")
    expect(page.locator(".reported")).to_contain_text("(hidden)")
    expect(page.get_by_label("A message was hidden.")).to_be_checked()

    page.get_by_label("warning", exact=True).check()
    page.get_by_role("button", name="Close the report").click()
    expect(page.get_by_label("Reason", exact=True)).to_have_value(
        "You’ve insulted or threatened another player. That must not happen again."
    )
    answer = "If it goes on, please report it again. You can also mute the chat, or block the player."
    expect(page.get_by_label("Answer to the reporter")).to_have_value(answer)
    assert page.evaluate(FITS)
    page.get_by_role("button", name="Warn Ben, and close the report").click()

    expect(page.locator("#content h1")).to_have_text("Ann’s profile")
    assert said(page) == [
        "Ben gets an email about the measure.",
        "The report is closed. The reporter gets an email.",
        "Look at the closed report again",
    ]
    assert page.url.endswith(reverse("admin:games_report_change", args=[second.pk]))
    require_closed(first.pk, answer)
    page.get_by_role("link", name="Look at the closed report again").click()
    expect(page.locator("#content h1")).to_have_text("En Garde: a chat message by Ben")
    assert mo.faults == []


@pytest.mark.parametrize("how", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_no_field_of_the_desk_is_cut(arrive: Callable[..., Person], how: dict[str, Any]) -> None:
    mo = moderator(arrive, how)
    ben = person("Ben")
    first, _second = reported(ben)
    measure = measures.take(ben, "mute", "Insults.", 7, person("Max"))
    measures.appeal(measure, ben, "No.")
    case = [reverse(f"admin:games_report_{name}", args=[first.pk]) for name in ("change", "close", "operators")]
    about = reverse("admin:measures_measure_take") + "?person=Ben"
    others = [reverse("admin:measures_measure_judge", args=[measure.pk]), about]
    others.append(reverse("admin:desk_person_change", args=[ben.pk]))
    for address in (*case, *others):
        mo.open(address)
        mo.page.evaluate("() => document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        for kind in mo.page.locator("[value=mute]").all():
            kind.check()
        expect(mo.page.locator("#content :is(select, textarea)").first).to_be_attached()
        assert (address, mo.page.evaluate(CUT), mo.page.evaluate(FITS)) == (address, [], True)
    assert mo.faults == []


@pytest.mark.parametrize("how", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_no_table_of_the_desk_is_cut_or_breaks_its_heads(arrive: Callable[..., Person], how: dict[str, Any]) -> None:
    mo = moderator(arrive, how)
    ben = person("Ben")
    first, _second = reported(ben)
    reports.take_report(first.pk, User.objects.get(username="Mo"))
    measures.take(ben, "mute", "Insults.", 7, person("Max"))
    weeks.count_due()
    LogEntry.objects.log_actions(ben.pk, [first], CHANGE, change_message="taken", single_object=True)
    lists = [reverse(f"admin:{name}_changelist") for name in ("games_report", "measures_measure", "desk_person")]
    others = [reverse("admin:index"), reverse("admin:desk_week_changelist")]
    for address in (*lists, *others, reverse("admin:games_report_history", args=[first.pk])):
        mo.open(address)
        expect(mo.page.locator("#content td:visible").first).to_be_attached()
        found = (mo.page.evaluate(BROKEN), mo.page.evaluate(HIDDEN_CELLS), mo.page.evaluate(FITS))
        assert (address, *found) == (address, [], [], True)
    hint = mo.page.get_by_text("Move the table sideways to see all of its columns.")
    mo.open(reverse("admin:desk_week_changelist"))
    expect(hint).to_be_visible(visible=how is PHONE)
    assert mo.faults == []


@pytest.mark.parametrize("how", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_several_messages_are_hidden_at_once(arrive: Callable[..., Person], how: dict[str, Any]) -> None:
    mo = moderator(arrive, how)
    ben = person("Ben")
    first, _second = reported(ben)
    assert first.match is not None
    ChatLine.objects.create(match=first.match, user=ben, text="You liar.")
    page = mo.page
    mo.open(reverse("admin:games_report_change", args=[first.pk]))
    page.get_by_label("warning", exact=True).check()
    hide = page.get_by_role("button", name="Hide the chosen messages")
    expect(hide).to_be_hidden()
    for box in page.get_by_label("Choose this message by Ben").all():
        box.check()
    expect(hide).to_be_in_viewport()
    hide.click()
    told = "2 messages hidden. The players read your reason in their place."
    expect(page.locator(".messagelist li")).to_have_text(told)
    expect(page.get_by_label("warning", exact=True)).to_be_checked()
    assert mo.faults == []


def test_the_list_of_matches_fits_at_a_desk(arrive: Callable[..., Person]) -> None:
    mo = arrive("Mo", DESKTOP)
    mo.sign_in()
    User.objects.filter(username="Mo").update(is_staff=True, is_superuser=True)
    reported(person("Ben"))
    mo.open(reverse("admin:games_match_changelist"))
    assert mo.page.evaluate("() => document.querySelector('.results').scrollWidth") <= 905
    assert mo.page.evaluate("() => document.querySelector('#result_list').offsetWidth") <= 905
    assert mo.page.evaluate(FITS)
