"""A button that is pressed twice: it is done once, and the second press reads the same as the first."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
import time_machine
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from accounts.models import Outbox, User
from games.desk.models import Note
from games.measures import services as measures
from games.reports import filing, opinions, services as reports
from games.reports.models import Opinion, Report
from tests.games.browsing import form, signed_in, told
from tests.games.desk.conftest import Reported
from tests.games.desk.test_acts import page, said
from tests.games.desk.test_deciding import MUTE
from tests.games.measures.scenes import again, taken

pytestmark = pytest.mark.django_db


def press_twice(client: Client, shown: str, action: str, **given: str) -> list[str]:
    """Fill in a form of a page, press its button twice, and return what is said."""
    fields = form(client.get(shown), action).fields
    carried = {name: fields[name] for name in ("seen", "since") if name in fields}
    assert carried
    answers = [client.post(action or shown, {**carried, **given}, follow=True) for _ in range(2)]
    assert all(said(one) == said(other) for one, other in pairwise(answers))
    return said(answers[0])


def test_a_note_is_written_once(moderator: Client, reported: Reported, ben: User, noon: time_machine.Traveller) -> None:
    case, person = page(reported.report), reverse("admin:desk_person_change", args=[ben.pk])
    for shown, action in (
        (case, page(reported.report, "note")),
        (person, reverse("admin:desk_person_note", args=[ben.pk])),
    ):
        assert press_twice(moderator, shown, action, text="Look here.") == ["Note saved."]
    assert Note.objects.count() == LogEntry.objects.count() == 2
    noon.shift(1)
    press_twice(moderator, case, page(reported.report, "note"), text="Look here.")
    assert Note.objects.count() == LogEntry.objects.count() == 3


def test_colleagues_are_asked_once_and_answer_once(
    moderator: Client, reported: Reported, max_: User, mo: User, noon: time_machine.Traveller
) -> None:
    report = reported.report
    reports.take_report(report.pk, max_)
    for number in (1, 2):  # the same question may be asked again, on another page
        noon.shift(1)
        press_twice(moderator, page(report, "ask"), "", question="An insult?", of="")
        assert Outbox.objects.filter(kind="new_report", recipient=mo, payload__why="asked").count() == number
    assert LogEntry.objects.count() == 2
    for number in (1, 2):
        noon.shift(1)
        press_twice(signed_in(mo), page(report, "opinion"), "", text="It is.")
        assert Opinion.objects.count() == number
    assert LogEntry.objects.count() == 4


def test_of_two_rewordings_the_second_reads_what_the_first_wrote(
    moderator: Client, reported: Reported, max_: User, ben: User
) -> None:
    measure = taken(ben, max_, report=reported.report)
    url = reverse("admin:measures_measure_reword", args=[measure.pk])
    old = {"seen": measures.as_shown(measure)}
    assert press_twice(moderator, url, "", reason="You swore.") == ["The reason is reworded."]
    assert LogEntry.objects.count() == 2  # of the measure, and of the case
    answer = moderator.post(url, {**old, "reason": "You insulted Ann."})
    shown = told(answer)
    assert (answer.status_code, "The reason has changed since you opened this page." in shown) == (409, True)
    assert ("<blockquote>You swore.</blockquote>" in shown, "You insulted Ann.</textarea>" in shown) == (True, True)
    assert (again(measure).reason, LogEntry.objects.count()) == ("You swore.", 2)


def test_services_do_each_of_it_twice_if_no_page_is_named(reported: Reported, max_: User, mo: User) -> None:
    report = Report.objects.get()
    reports.take_report(report.pk, max_)
    assert [len(opinions.ask_colleagues(report.pk, max_, "An insult?")) for _ in range(2)] == [1, 1]
    assert [len(opinions.give(report.pk, mo, "It is.")) for _ in range(2)] == [1, 1]


def test_ticks_of_idle_reports_are_kept_while_a_message_is_hidden(
    moderator: Client, reported: Reported, ann: User, cat: User
) -> None:
    others = [filing.file(ann, "player", name, "other", "Again.") for name in ("Ben", "Cat")]
    line = reported.lines[13]
    form = {"hide": line.pk, f"hide-{line.pk}": "An insult.", "idle": [each.pk for each in others]}
    shown = told(moderator.post(page(reported.report, "hide"), form, follow=True))
    assert sorted(re.findall(r'name="idle" value="(\d+)"[^>]* checked', shown)) == sorted(
        f"{each.pk}" for each in others
    )


def test_a_closing_asks_twice_at_most_whether_somebody_was_faster(
    moderator: Client, reported: Reported, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    require = reports.require_open

    def count(report_id: int, by: User) -> None:
        asked.append(report_id)
        require(report_id, by)

    monkeypatch.setattr(reports, "require_open", count)
    moderator.post(page(reported.report, "close"), {**MUTE, "outcome": "account", "confirm": "x"})
    assert (Report.objects.get().state, len(asked)) == ("closed", 2)
