"""Several messages of a case hidden at once, each as if it were hidden alone; what can't be is said line by line."""

from __future__ import annotations

import re

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from accounts.models import User
from games.chat import services as chat
from games.core.models import ChatLine
from games.reports import filing, services as reports
from tests.games.browsing import told
from tests.games.desk.conftest import Reported
from tests.games.desk.test_acts import page, said

pytestmark = pytest.mark.django_db

WHY = "This message insulted or threatened a player."


def boxes(shown: str) -> list[str]:
    """Return the keys of the messages that can be chosen."""
    return re.findall(r'name="hide-lines" value="(\d+)" form="deciding"', shown)


def test_the_chosen_messages_are_hidden_with_one_reason_and_each_is_logged(
    moderator: Client, reported: Reported, max_: User
) -> None:
    lines = [reported.lines[number] for number in (9, 11, 13)]
    chosen = {"hide": "chosen", "hide-lines": [line.pk for line in lines], "hide-chosen": "Insults."}
    form = {**chosen, "outcome": "account", "measure-kind": "mute", "words": "Thank you."}
    answer = moderator.post(page(reported.report, "hide"), form, follow=True)
    assert answer.redirect_chain == [(page(reported.report), 302)]
    assert said(answer) == ["3 messages hidden. The players read your reason in their place."]
    hidden = ChatLine.objects.exclude(hidden=None).order_by("pk").values_list("pk", "hidden_why")
    assert list(hidden) == [(line.pk, "Insults.") for line in lines]
    logged = LogEntry.objects.order_by("pk").values_list("object_id", "change_message", "user")
    assert list(logged) == [(str(line.pk), "Insults.", max_.pk) for line in lines]
    shown = told(answer)
    assert re.findall(r'name="outcome" value="(\w+)"[^>]* checked', shown) == ["account"]
    assert re.findall(r'name="measure-kind" value="(\w*)"[^>]* checked', shown) == ["mute"]
    assert "Thank you.</textarea>" in shown


def test_what_cannot_be_hidden_is_said_line_by_line(moderator: Client, reported: Reported) -> None:
    chat.hide(reported.lines[11], "An insult.")
    keys = [reported.lines[11].pk, reported.lines[13].pk, 999_999, reported.lines[13].pk, "x"]
    form = {"hide": "chosen", "hide-lines": keys, "hide-chosen": "Insults."}
    assert said(moderator.post(page(reported.report, "hide"), form, follow=True)) == [
        "1 message hidden. The players read your reason in its place.",
        "Ben: “Line 11.” · This message is already hidden.",
        "One of the messages is no longer there.",
    ]
    assert ChatLine.objects.get(pk=reported.lines[11].pk).hidden_why == "An insult."


@pytest.mark.parametrize(
    ("form", "why"),
    [
        ({"hide-chosen": "Insults."}, "Choose at least one message."),
        (
            {"hide-lines": ["13"], "hide-chosen": ""},
            "Say why you hide the message: the players of the match read it instead.",
        ),
    ],
)
def test_nothing_is_hidden_without_a_choice_or_a_reason(
    form: dict[str, object], why: str, moderator: Client, reported: Reported
) -> None:
    answer = moderator.post(page(reported.report, "hide"), {"hide": "chosen", **form}, follow=True)
    assert said(answer) == [why]
    assert not ChatLine.objects.exclude(hidden=None).exists()


def test_each_message_that_is_shown_can_be_chosen_those_of_other_reports_too(
    moderator: Client, reported: Reported, ann: User, mo: User
) -> None:
    chat.hide(reported.lines[12], "An insult.")
    filing.file(ann, "line", str(reported.lines[1].pk), "insult", "")
    shown = told(moderator.get(page(reported.report)))
    around = [line.pk for line in reported.lines[5:18] if line != reported.lines[12]]
    assert boxes(shown) == [str(pk) for pk in [*around, reported.lines[1].pk]]
    assert f'id="why-chosen" maxlength="300" value="{WHY}"' in shown
    reports.take_report(reported.report.pk, mo)
    assert boxes(told(moderator.get(page(reported.report)))) == []


def test_a_single_message_is_not_chosen_first(moderator: Client, reported: Reported) -> None:
    ChatLine.objects.exclude(pk=reported.lines[13].pk).delete()
    shown = told(moderator.get(page(reported.report)))
    assert (boxes(shown), "why-chosen" in shown) == ([], False)


def test_reports_to_be_ticked_lead_to_their_cases(moderator: Client, reported: Reported, ann: User) -> None:
    other = filing.file(ann, "line", str(reported.lines[15].pk), "insult", "<b>")
    shown = moderator.get(page(reported.report)).content.decode()
    link = f'<a href="{page(other)}">{reported.match.title}: a chat message by Ben</a> · Insults or threats · Ann'
    found = re.findall(r'name="also" value="\d+"[^>]*>\s*(.*?)\s*</label>', shown, re.DOTALL)
    assert [each.partition(" · ")[2] for each in found] == [f"{link} · “&lt;b&gt;”"]


@pytest.mark.parametrize("name", ["close", "operators", "take"])
def test_the_way_back_to_a_case_has_its_title(name: str, moderator: Client, reported: Reported, mo: User) -> None:
    shown = told(moderator.get(page(reported.report, name)))
    assert f'<a href="{page(reported.report)}">{reported.match.title}: a chat message by Ben</a> ›' in shown
