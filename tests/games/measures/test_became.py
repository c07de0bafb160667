"""What became of a measure, wherever moderators see it: nothing that was taken back looks as if it still held."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.core.services import leaving
from games.measures import services as measures, words
from games.measures.models import Kind, Measure
from games.reports import filing
from tests.games.browsing import signed_in, told
from tests.games.measures.scenes import DAY, again, taken

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def became(measure: Measure) -> str:
    return words.became(again(measure), timezone.now())


def test_it_is_in_force_then_over_even_if_no_sweep_has_come(
    clock: time_machine.Traveller, max_: User, ben: User
) -> None:
    mute = taken(ben, max_)
    assert became(mute) == "in force until 5 Mar 2026, 12:00"
    clock.move_to(NOON + 4 * DAY)
    assert became(mute) == "ended on 5 Mar 2026, 12:00"
    measures.end_due()
    assert became(mute) == "ended on 5 Mar 2026, 12:00"


def test_an_involved_moderator_sees_what_a_measure_does_and_nothing_else(
    clock: time_machine.Traveller, max_: User, mia: User, ben: User
) -> None:
    report = filing.file(max_, "player", ben.username, "insult", "He swears.")
    taken(ben, mia, report=report)
    taken(ben, mia, Kind.CLOSE, None, report)
    taken(ben, mia, Kind.WARN, None, report)
    url = reverse("admin:desk_person_change", args=[ben.pk])
    shown = told(signed_in(max_).get(url))
    assert "<li>no chat <b>until 5 Mar 2026</b><br>" in shown
    assert "<li>closing for good<br>" in shown
    assert shown.count("From a case that involves you: a colleague decides about it.") == 2
    assert ("Mia" in shown, "You’ve insulted others." in shown) == (False, False)
    form = {"kind": "mute", "term": "7", "reason": "Rude.", "confirm": "x"}
    answer = signed_in(max_).post("/admin/measures/measure/take/?person=Ben", form)
    said = "A measure of this kind is already running for Ben. A colleague decides about it."
    assert (answer.status_code, said in told(answer)) == (409, True)
    clock.move_to(NOON + 4 * DAY)
    assert "no chat <b>" not in told(signed_in(max_).get(url))


def test_it_says_who_took_it_back_or_lifted_it_and_when(
    clock: time_machine.Traveller, max_: User, mia: User, ben: User
) -> None:
    mute, warned, barred = taken(ben, max_), taken(ben, max_, Kind.WARN), taken(ben, max_, Kind.UNRATED)
    assert became(warned) == ""
    measures.appeal(barred, ben, "It wasn’t me.")
    clock.move_to(NOON + DAY)
    measures.undo(mute, mia)
    measures.undo(warned, mia)
    measures.judge(barred, mia, "lifted", "It was somebody else.")
    assert [became(each) for each in (mute, warned)] == ["taken back on 3 Mar 2026, 12:00 by Mia"] * 2
    assert became(barred) == "lifted on 3 Mar 2026, 12:00 by Mia"


def test_a_closing_waits_is_taken_back_or_is_for_good(
    clock: time_machine.Traveller, max_: User, mia: User, ann: User, ben: User, cat: User
) -> None:
    waits, undone, done = (taken(each, max_, Kind.CLOSE) for each in (ann, ben, cat))
    measures.undo(undone, max_)
    measures.second_closing(done, mia)
    assert became(waits) == "needs a second moderator"
    assert became(undone) == "taken back on 2 Mar 2026, 12:00 by Max"
    assert became(done) == "closed for good"
    leaving.close_account(ann)
    assert became(waits) == "ended on 2 Mar 2026, 12:00"


def test_the_case_the_person_and_the_measure_say_it(
    clock: time_machine.Traveller, max_: User, mia: User, ann: User, ben: User
) -> None:
    report = filing.file(ann, "player", "Ben", "insult", "He swears.")
    mute = taken(ben, max_)
    measures.undo(mute, mia)
    client: Client = signed_in(max_)
    said = "taken back on 2 Mar 2026, 12:00 by Mia"
    pages = [("games_report", report.pk), ("desk_person", ben.pk), ("measures_measure", mute.pk)]
    for name, key in pages:
        shown = told(client.get(reverse(f"admin:{name}_change", args=[key])))
        assert said in shown
        assert "2 Mar 2026 – 5 Mar 2026" not in shown
