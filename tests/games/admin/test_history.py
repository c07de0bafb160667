"""Histories and the first page say what was done in sentences: by whom, to what, and never as a command."""

from __future__ import annotations

import re

import pytest
from django.contrib import admin
from django.contrib.admin.models import CHANGE, LogEntry
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from accounts.history import SaidActs
from accounts.models import User
from games.chat import services as chat
from games.core.models import ChatLine, Match
from games.desk.models import Person
from games.measures import services as measures
from games.measures.admin import ACTS as ACTS_ON_MEASURES
from games.measures.models import Measure
from games.reports import filing
from games.reports.admin import ACTS as ACTS_IN_CASES
from games.reports.models import Report
from tests.games.browsing import signed_in, told

pytestmark = pytest.mark.django_db

KEPT: list[tuple[type[Model], str, str]] = [
    (Match, "!void: They asked.", "Max ruled that the match is void: “They asked.”"),
    (Match, "!adjudicate 1: Time.", "Max ended the match with a winner by a ruling: “Time.”"),
    (Match, "ruling undone: A slip.", "Max undid the ruling: “A slip.”"),
    (Match, "!rollback 4: The site failed.", "Max let the match go back to entry 4: “The site failed.”"),
    (Match, "way back undone: A slip.", "Max undid going back: “A slip.”"),
    (Match, "!substitute 0, Cat: Ann is ill.", "Max handed a seat over to Cat: “Ann is ill.”"),
    (Match, "not for ratings: A friend.", "Max excluded the match from ratings: “A friend.”"),
    (Match, "for ratings again: A slip.", "Max undid the exclusion from ratings: “A slip.”"),
    (ChatLine, "An insult: twice.", "Max hid the message: “An insult: twice.”"),
    (ChatLine, "shown again · A slip.", "Max showed the message again: “A slip.”"),
    (Report, "taken", "Max took the case."),
    (Report, "handed back", "Max handed the case back."),
    (Report, "handed over · Nora", "Max handed the case over to Nora."),
    (
        Report,
        "closed · nothing · I looked. · You too.",
        "Max closed the case. We found nothing against the rules. The words: “I looked. · You too.”",
    ),
    (Report, "reopened · A slip.", "Max opened the case again: “A slip.”"),
    (Report, "second opinion asked · An insult?", "Max asked for a second opinion: “An insult?”"),
    (Report, "opinion · It is.", "Max gave an opinion: “It is.”"),
    (Report, "operators told · A fault.", "Max told the operators: “A fault.”"),
    (Report, "note", "Max wrote a note in the case."),
    (Person, "note", "Max wrote a note about the person."),
    (Measure, "taken · mute · 7 · Insults.", "Max decided (no chat, days: 7): “Insults.”"),
    (Measure, "taken · warn · Insults.", "Max decided (warning): “Insults.”"),
    (Measure, "taken back", "Max took the decision back."),
    (Measure, "seconded", "Max confirmed it as the second moderator. The account was closed for good."),
    (Measure, "judged · lifted · It was mild.", "Max judged the answer (lifted): “It was mild.”"),
    (Measure, "reworded · You insulted somebody.", "Max reworded the reason: “You insulted somebody.”"),
    (Measure, "verdict taken back · A slip.", "Max took the verdict back: “A slip.”"),
    (Report, "verdict taken back · A slip.", "Max took the verdict on the player’s answer back: “A slip.”"),
    (Match, "something of old", "Max: something of old"),
]


@pytest.mark.parametrize(("model", "kept", "said"), KEPT)
def test_what_is_kept_of_an_act_is_said_as_a_sentence(model: type[Model], kept: str, said: str, max_: User) -> None:
    shown = admin.site._registry[model]
    assert isinstance(shown, SaidActs)
    assert shown.said(LogEntry(user=max_, change_message=kept)) == said


def test_each_act_of_moderators_has_its_sentence() -> None:
    kept = {text.split(" · ")[0] for _model, text, _said in KEPT}
    done = [act.done for acts in (ACTS_IN_CASES, ACTS_ON_MEASURES) for act in acts.values()]
    assert set(done) - kept == set()


def test_a_history_names_the_case_and_its_moderator_once(moderator: Client, match: Match, ann: User, ben: User) -> None:
    line = chat.say(match.public_id, ben, "You fool")
    report = filing.file(ann, "line", str(line.pk), "insult", "")
    empty = told(moderator.get(reverse("admin:games_report_history", args=[report.pk])))
    assert "Nobody has done anything here yet." in empty
    moderator.post(reverse("admin:games_report_take", args=[report.pk]))
    shown = told(moderator.get(reverse("admin:games_report_history", args=[report.pk])))
    assert "History: En Garde: a chat message by Ben" in shown
    told_here = shown.partition('id="content"')[2]
    assert re.findall(r"<td>(.+?)</td>", told_here) == ["Max took the case."]
    assert [raw for raw in ("None", f"report {report.pk}", "taken") if raw in told_here] == []


def test_the_first_page_says_what_one_did_last_and_to_what(moderator: Client, match: Match, ann: User) -> None:
    report = filing.file(ann, "match", match.public_id, "spoiling", "")
    assert "Nothing yet." in told(moderator.get("/admin/"))
    moderator.post(reverse("admin:games_report_take", args=[report.pk]))
    shown = told(moderator.get("/admin/")).partition("What you did last")[2]
    assert "Max took the case." in shown
    address = reverse("admin:games_report_change", args=[report.pk])
    assert f'<a href="{address}">En Garde with Ben</a>' in shown


def test_the_history_of_a_decision_names_the_person(moderator: Client, max_: User, ben: User) -> None:
    made = measures.take(ben, "warn", "You have been loud.", None, max_)
    assert "History: Ben: warning" in told(moderator.get(reverse("admin:measures_measure_history", args=[made.pk])))


def test_operators_read_the_same_sentences(moderator: Client, mo: User, max_: User, ben: User) -> None:
    moderator.post(reverse("admin:desk_person_note", args=[ben.pk]), {"text": "Seen."})
    assert "Max wrote a note about the person." in told(signed_in(mo).get(reverse("admin:admin_logentry_changelist")))


def test_pages_that_operators_change_say_it_as_django_does(mo: User, ben: User) -> None:
    changed = '[{"changed": {"fields": ["Name"]}}]'
    LogEntry.objects.log_actions(mo.pk, [ben], CHANGE, change_message=changed)
    shown = told(signed_in(mo).get(reverse("admin:accounts_user_history", args=[ben.pk])))
    assert ("Changed Name." in shown, "None None" in shown) == (True, False)
    assert "Changed “Ben” — Changed Name." in told(signed_in(mo).get("/admin/"))
