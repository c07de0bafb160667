"""What a moderator does from the page of a case: each act is confirmed, and leads back to it, or on to the next one."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.core.models import ChatLine
from games.reports import filing, services as reports, standing
from games.reports.models import Report
from tests.games.browsing import told
from tests.games.desk.conftest import Reported
from tests.games.measures.scenes import taken

pytestmark = pytest.mark.django_db


def page(report: Report, name: str = "change") -> str:
    return reverse(f"admin:games_report_{name}", args=[report.pk])


def said(answer: object) -> list[str]:
    """Return what a page of the admin says on top."""
    return re.findall(r'<li class="(?:success|info|error)">(.*?)</li>', told(answer))


def hide_url(line: ChatLine, following: str) -> str:
    return f"{reverse('admin:games_chatline_hide', args=[line.pk])}?next={following}"


def test_a_line_is_hidden_from_the_case_which_is_there_again(moderator: Client, reported: Reported) -> None:
    line = reported.lines[13]
    case = page(reported.report)
    shown = told(moderator.get(case))
    assert f'formaction="{page(reported.report, "hide")}"' in shown
    assert f'id="why-{line.pk}" maxlength="300" value="This message insulted or threatened a player."' in shown
    assert shown.count('<details class="hiding" open>') == 1
    hiding = {"hide": line.pk, f"hide-{line.pk}": "An insult."}
    answer = moderator.post(page(reported.report, "hide"), hiding, follow=True)
    assert answer.redirect_chain == [(case, 302)]
    assert said(answer) == ["Message hidden. The match shows your reason in its place."]
    assert f"{reverse('admin:games_chatline_show', args=[line.pk])}?next={case}" in told(answer)
    assert ChatLine.objects.get(pk=line.pk).hidden_why == "An insult."


def test_the_reason_begins_in_the_language_of_the_author(moderator: Client, reported: Reported, ben: User) -> None:
    User.objects.filter(pk=ben.pk).update(language="de")
    assert 'value="Diese Nachricht hat jemanden beleidigt oder bedroht."' in told(moderator.get(page(reported.report)))


@pytest.mark.parametrize("following", ["https://other.example/admin/", "//other.example/", "/matches/", ""])
def test_no_other_page_is_led_to(following: str, moderator: Client, reported: Reported) -> None:
    line = reported.lines[13]
    answer = moderator.post(hide_url(line, following), {"reason": "An insult."})
    assert answer.headers["Location"] == reverse("admin:games_chatline_change", args=[line.pk])


def test_the_lines_of_other_reports_about_the_player_are_hidden_there_too(
    moderator: Client, reported: Reported, ann: User, mo: User
) -> None:
    other = filing.file(ann, "line", str(reported.lines[15].pk), "insult", "")
    shown = told(moderator.get(page(other)))
    assert f'name="hide" value="{reported.lines[13].pk}"' in shown
    reports.take_report(other.pk, mo)
    shown = told(moderator.get(page(other)))
    assert f'action="{hide_url(reported.lines[13], page(other))}"' in shown


def test_hiding_keeps_what_was_filled_in_to_decide(moderator: Client, reported: Reported) -> None:
    line = reported.lines[13]
    form = {
        "measure-kind": "mute",
        "measure-term": "14",
        "measure-template": "mute-1",
        "outcome": "account",
        "words": "He is <b>muted</b>.",
        "words_to_reported": "Stop it.",
    }
    url = page(reported.report, "hide")
    for reason, confirmed in (
        ("", "Say why you hide the message: the players of the match read it instead."),
        ("An insult.", "Message hidden. The match shows your reason in its place."),
        ("An insult.", "Ben: “You fool.” · Max hid this message on "),
    ):
        answer = moderator.post(url, {**form, "hide": line.pk, f"hide-{line.pk}": reason}, follow=True)
        shown = told(answer)
        [told_so] = said(answer)
        assert told_so.startswith(confirmed)
        assert re.findall(r'name="outcome" value="(\w+)"[^>]* checked', shown) == ["account"]
        assert re.findall(r'<option value="([\w-]+)" selected', shown)[:2] == ["14", "mute-1"]
        assert re.findall(r'name="measure-kind" value="(\w*)"[^>]* checked', shown) == ["mute"]
        assert ("He is <b>muted</b>." in shown, "Stop it." in shown) == (True, True)
    shown = told(moderator.get(page(reported.report)))
    assert re.findall(r'name="outcome" value="(\w+)"[^>]* checked', shown) == ["hidden"]
    assert moderator.get(url).headers["Location"] == page(reported.report)


def test_enter_in_a_field_of_the_case_hides_nothing(moderator: Client, reported: Reported) -> None:
    """The first button of a form is pressed by Enter: it's one that does nothing."""
    shown = told(moderator.get(page(reported.report)))
    first = re.search(r'<(?:button|input)[^>]*form="deciding"[^>]*>', shown)
    assert first is not None
    assert first.group() == '<button type="submit" form="deciding" disabled hidden>'


def test_each_act_is_confirmed(moderator: Client, reported: Reported, max_: User, mo: User) -> None:
    report = reported.report
    done: dict[str, tuple[dict[str, str], str]] = {
        "take": ({}, "The report is yours now."),
        "ask": ({"question": "Hm?"}, "You’ve asked for a second opinion."),
        "hand_back": ({}, "The report is open again. Any moderator can take it."),
    }
    for name, (form, confirmed) in done.items():
        assert said(moderator.post(page(report, name), form, follow=True)) == [confirmed]
    reports.take_report(report.pk, max_)
    chosen = {"to": mo.pk}
    answer = moderator.post(page(report, "hand_over"), chosen, follow=True)
    assert said(answer) == ["You’ve handed the report over. Your colleague gets an email."]


def test_a_measure_taken_back_is_confirmed(moderator: Client, max_: User, ben: User) -> None:
    undo = reverse("admin:measures_measure_undo", args=[taken(ben, max_).pk])
    assert said(moderator.post(undo, follow=True)) == ["The measure is taken back, and the player gets an email."]


def test_closing_leads_to_the_next_open_case_with_what_was_done_on_top(
    moderator: Client, reported: Reported, cat: User, max_: User
) -> None:
    later = [filing.file(cat, "player", name, "name", "") for name in ("Ann", "Ben")]
    for number, each in enumerate(later, 1):
        Report.objects.filter(pk=each.pk).update(created=each.created + timedelta(minutes=number))
    reports.take_report(reported.report.pk, max_)
    form = {"outcome": "nothing", "words": "Nothing."}
    answer = moderator.post(page(reported.report, "close"), form, follow=True)
    assert answer.redirect_chain == [(page(later[0]), 302)]
    again = f'<a href="{page(reported.report)}">Look at the closed report again</a>'
    assert said(answer) == ["The report is closed. The reporter gets an email.", again]
    for each in later:
        reports.take_report(each.pk, max_)
    assert moderator.post(page(later[0], "close"), form).headers["Location"] == page(later[1])
    answer = moderator.post(page(later[1], "close"), form)
    assert answer.headers["Location"] == reverse("admin:games_report_changelist") + "?state=open"
    assert standing.next_for(max_.pk, later[1]) is None
