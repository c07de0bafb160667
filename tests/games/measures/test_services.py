"""Measures: who may take which about whom, how they end, the one answer, and what is told to whom."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import blocks, guests
from accounts.models import User
from games.core.models import Match
from games.core.reading.access import NotYours
from games.core.seams import sweeps
from games.core.services import leaving
from games.core.services.texts import TooLong
from games.measures import judges, services as measures
from games.measures.judges import MeasureError
from games.measures.models import Kind, Measure
from games.reports import filing
from tests.games.measures.scenes import DAY, again, letters, over_since, past, taken

pytestmark = pytest.mark.django_db


# --- Who may decide about whom --------------------------------------------------------------------------------------


def why(about: User, by: User, **given: object) -> str:
    with pytest.raises(MeasureError) as refused:
        taken(about, by, **given)  # type: ignore[arg-type]
    return str(refused.value.sentence)


def test_nobody_decides_about_himself_a_colleague_the_computer_a_guest_or_a_former_player(
    max_: User, mia: User, mo: User, ben: User
) -> None:
    bot = User.objects.create(username="Maestro", is_bot=True)
    assert why(max_, max_) == "Max is a moderator. Only an operator decides about moderators."
    assert why(mo, max_) == "Mo is a moderator. Only an operator decides about moderators."
    assert why(mia, mo) == "Mia is a moderator. Only an operator decides about moderators."
    assert why(bot, max_) == "Maestro is the computer."
    assert "is a guest" in why(guests.create(), max_)
    leaving.close_account(ben)
    assert "has left the site." in why(ben, max_)


def test_nobody_decides_who_plays_with_the_person_or_has_blocked_the_person(
    max_: User, ben: User, match: Match, cat: User
) -> None:
    seat = match.seats.get(user__username="Ann")
    seat.user = max_
    seat.save()
    assert why(ben, max_) == "You’re playing a match with Ben. Ask another moderator."
    blocks.block(max_, cat)
    assert why(cat, max_) == "You’ve blocked Cat. Ask another moderator."


def test_a_block_by_the_person_chooses_no_judge(max_: User, ben: User) -> None:
    blocks.block(ben, max_)
    assert taken(ben, max_).by == max_


def test_of_a_report_only_those_decide_whom_it_does_not_involve(
    max_: User, mia: User, ann: User, ben: User, cat: User
) -> None:
    report = filing.file(max_, "player", "Ben", "insult", "He swears.")
    assert why(ben, max_, report=report) == "You’re involved in this report. Ask another moderator."
    assert taken(ben, mia, report=report).report == report
    assert why(cat, mia, report=report) == "This report isn’t about Cat."


# --- Taking and taking back -----------------------------------------------------------------------------------------


def test_a_measure_has_a_term_where_its_kind_has_one(max_: User, ben: User) -> None:
    mute = taken(ben, max_, Kind.MUTE, 7)
    assert mute.ends == mute.begun + 7 * DAY
    assert taken(ben, max_, Kind.WARN, 7).ends is None
    assert why(ben, max_, kind=Kind.UNRATED, term=None) == "Choose how long the measure lasts."
    assert why(ben, max_, kind=Kind.UNRATED, term=5) == "Choose how long the measure lasts."
    assert why(ben, max_, kind="banish") == "There’s no such measure."


def test_one_measure_of_a_kind_runs_at_a_time_and_warnings_as_many_as_needed(max_: User, mia: User, ben: User) -> None:
    first = taken(ben, max_)
    assert "is already running for Ben" in why(ben, mia)
    taken(ben, mia, Kind.UNRATED)
    taken(ben, mia, Kind.WARN)
    taken(ben, mia, Kind.WARN)
    with pytest.raises(IntegrityError), transaction.atomic():
        Measure.objects.create(person=ben, kind=Kind.MUTE, reason="Twice", ends=timezone.now() + DAY)
    over_since(first)
    assert taken(ben, mia).begun > first.begun  # the sweep has not come yet
    assert again(first).ended is not None


@pytest.mark.parametrize("reason", ["", "   ", "x" * 301])
def test_a_reason_has_one_to_300_characters(reason: str, max_: User, ben: User) -> None:
    with pytest.raises(TooLong):
        taken(ben, max_, reason=reason)
    assert not Measure.objects.exists()


def test_a_measure_is_taken_back_once_and_the_person_is_told(max_: User, mia: User, ben: User) -> None:
    mute = taken(ben, max_)
    measures.undo(mute, mia)
    assert (again(mute).undone_by, again(mute).ended is not None) == (mia, True)
    with pytest.raises(MeasureError, match="Mia has already taken this measure back, on "):
        measures.undo(mute, max_)
    (told,) = letters(ben)  # nothing of what was taken back before it was sent
    assert "A moderator has taken back a decision" in told.body
    assert taken(ben, max_).by == max_


def test_what_is_over_by_its_term_cannot_be_taken_back(max_: User, ben: User) -> None:
    mute = over_since(taken(ben, max_))
    with pytest.raises(MeasureError, match="already ended"):
        measures.undo(mute, max_)
    measures.end_due()
    assert again(mute).undone_by is None


def test_the_letter_says_why_until_when_and_how_to_answer_and_names_nobody(
    max_: User, ann: User, ben: User, match: Match
) -> None:
    report = filing.file(ann, "match", match.public_id, "cheating", "")
    taken(ben, max_, report=report)
    (told,) = (each for each in letters(ben) if "decision" in each.subject)
    assert told.subject == "Sealed Move: a moderator’s decision about you"
    for part in ("You can’t write in chats until", "You’ve insulted others.", "You can answer once, until"):
        assert part in told.body
    assert "http://testserver/settings/decisions/" in told.body
    whole = told.body + told.alternatives[0][0]
    assert [name for name in ("Ann", "Max", match.public_id, "report") if name in whole] == []


def test_both_moments_in_a_letter_name_the_zone_of_the_person(max_: User, ben: User) -> None:
    User.objects.filter(pk=ben.pk).update(language="de", time_zone="Europe/Berlin")
    taken(ben, max_, Kind.SUSPEND)
    (told,) = letters(ben)
    assert len(re.findall(r"bis \d+\. \S+ \d{4}, \d\d:\d\d Uhr \(Europe/Berlin\)", told.body)) == 2


# --- Ending by itself -----------------------------------------------------------------------------------------------


def test_the_sweep_ends_what_is_due_and_nothing_else(max_: User, ben: User, cat: User) -> None:
    due, running, warned = taken(ben, max_), taken(cat, max_), taken(ben, max_, Kind.WARN)
    over_since(due)
    assert (measures.end_due(), measures.end_due()) == (1, 0)
    assert again(due).ended is not None
    assert (again(running).ended, again(warned).ended) == (None, None)


def test_after_an_outage_all_that_is_due_ends_at_once_and_one_that_fails_keeps_none_waiting(
    max_: User, ann: User, ben: User, cat: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    due = [taken(each, max_) for each in (ann, ben, cat)]
    for each in due:
        over_since(each)
    end = measures._end

    def fail_for_ben(measure: Measure, now: object) -> None:
        assert measure.person != ben
        end(measure, now)  # type: ignore[arg-type]

    monkeypatch.setattr(measures, "_end", fail_for_ben)
    sweeps.run_sweep("measures")
    assert [again(each).ended is None for each in due] == [False, True, False]
    assert "could not be ended" in caplog.text


def test_measures_are_deleted_a_year_after_they_end(max_: User, ben: User) -> None:
    over, warned = past(taken(ben, max_), 2), taken(ben, max_, Kind.WARN)
    with time_machine.travel(timezone.now() + 2 * DAY):
        sweeps.run_sweep("measures")
    taken(ben, max_, Kind.UNRATED, 90)
    with time_machine.travel(timezone.now() + measures.KEPT - timedelta(minutes=1)):
        measures.remove_past()
    assert Measure.objects.count() == 3
    with time_machine.travel(timezone.now() + measures.KEPT + 3 * DAY):
        measures.remove_past()
    assert set(Measure.objects.values_list("kind", flat=True)) == {Kind.UNRATED}  # it still runs: nobody has ended it
    assert over.pk != warned.pk


# --- The answer -----------------------------------------------------------------------------------------------------


def test_the_person_answers_once_and_all_others_who_may_judge_are_told(
    max_: User, mia: User, mo: User, ben: User, cat: User
) -> None:
    blocks.block(mo, ben)
    mute = taken(ben, max_)
    with pytest.raises(NotYours):
        measures.appeal(mute, cat, "It wasn’t Ben.")
    measures.appeal(mute, ben, "It wasn’t me.")
    assert again(mute).answer == "It wasn’t me."
    with pytest.raises(MeasureError, match="already answered"):
        measures.appeal(mute, ben, "Really.")
    assert [letter.subject for letter in letters(mia)] == ["Sealed Move: Ben has answered a decision"]
    assert letters(max_) == letters(mo) == []


@pytest.mark.parametrize(("kind", "days", "late"), [(Kind.MUTE, 2.9, False), (Kind.MUTE, 3.1, True)])
def test_a_measure_is_answered_until_its_end(kind: str, days: float, late: bool, max_: User, ben: User) -> None:
    measure = past(taken(ben, max_, kind), days)
    if not late:
        measures.appeal(measure, ben, "No.")
        return
    with pytest.raises(MeasureError, match="too late"):
        measures.appeal(measure, ben, "No.")
    measures.end_due()
    with pytest.raises(MeasureError, match="no longer applies"):
        measures.appeal(measure, ben, "No.")


@pytest.mark.parametrize(("days", "late"), [(29.9, False), (30.1, True)])
def test_a_warning_is_answered_within_thirty_days(days: float, late: bool, max_: User, ben: User) -> None:
    measure = past(taken(ben, max_, Kind.WARN), days)
    assert (measures.why_not_answer(measure, timezone.now()) is not None) is late


def test_another_moderator_judges_the_answer_once(max_: User, mia: User, ben: User) -> None:
    mute = taken(ben, max_)
    with pytest.raises(MeasureError, match="no answer"):
        measures.judge(mute, mia, "lifted", "Sorry.")
    measures.appeal(mute, ben, "It wasn’t me.")
    with pytest.raises(MeasureError, match="decided this yourself"):
        measures.judge(mute, max_, "stands", "It was.")
    with pytest.raises(MeasureError, match="Choose whether"):
        measures.judge(mute, mia, "perhaps", "Who knows.")
    measures.judge(mute, mia, "lifted", "It was somebody else.")
    found = again(mute)
    assert (found.verdict, found.judged_by, found.ended is not None) == ("lifted", mia, True)
    with pytest.raises(MeasureError, match="has already judged this answer, on "):
        measures.judge(mute, mia, "stands", "No.")
    told = letters(ben)[-1].body
    assert "lifted the decision" in told
    assert "It was somebody else." in told
    assert "You couldn’t write in chats until" in told
    assert "Mia" not in told
    with pytest.raises(MeasureError, match="The answer to this reason has been judged"):
        measures.reword(found, max_, "Another reason.")


def test_a_measure_that_stands_goes_on_and_one_that_was_taken_back_is_not_judged(
    max_: User, mia: User, ben: User
) -> None:
    mute, warned = taken(ben, max_), taken(ben, max_, Kind.WARN)
    measures.appeal(mute, ben, "No.")
    measures.appeal(warned, ben, "No.")
    measures.judge(mute, mia, "stands", "The chat says it.")
    assert (again(mute).ended, again(mute).verdict) == (None, "stands")
    measures.undo(warned, max_)
    with pytest.raises(MeasureError, match="Max took the measure back on "):
        measures.judge(warned, mia, "stands", "No.")


def test_an_involved_moderator_judges_nothing_and_is_told_nothing(max_: User, mia: User, ben: User) -> None:
    mute = taken(ben, max_)
    blocks.block(mia, ben)
    measures.appeal(mute, ben, "No.")
    assert judges.appeal_judges(again(mute)) == []
    with pytest.raises(MeasureError, match="blocked Ben"):
        measures.judge(mute, mia, "lifted", "Yes.")


def test_when_somebody_leaves_measures_end_and_the_answers_go(max_: User, mia: User, ben: User) -> None:
    mute = taken(ben, max_)
    measures.appeal(mute, ben, "It wasn’t me.")
    leaving.close_account(ben)
    found = again(mute)
    assert (found.ended is not None, found.answer, found.reason) == (True, "", "You’ve insulted others.")
    with pytest.raises(MeasureError, match="has left"):
        measures.judge(mute, mia, "lifted", "Yes.")
