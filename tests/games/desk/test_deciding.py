"""Hiding, a measure, the answer and closing on one page: the case. A measure is read once more before it is taken."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission
from django.test import Client

from accounts.models import User
from games.chat import services as chat
from games.core.models import ChatLine, Match
from games.core.services import leaving
from games.measures import services as measures
from games.measures.models import Kind, Measure
from games.reports import filing, services as reports
from games.reports.models import Report
from games.reports.standing import ReportError
from tests.games.browsing import told
from tests.games.desk.conftest import Reported
from tests.games.desk.test_acts import page, said
from tests.games.measures.scenes import letters, taken
from tests.games.tables import begin

pytestmark = pytest.mark.django_db

MUTE = {"measure-kind": "mute", "measure-term": "7", "measure-template": ""}


def close(client: Client, report: Report, **form: object) -> str:
    return told(client.post(page(report, "close"), form, follow=True))


def test_an_open_case_offers_all_that_closes_it(moderator: Client, reported: Reported, mo: User) -> None:
    shown = told(moderator.get(page(reported.report)))
    assert "Measure about Ben" in shown
    assert f'action="{page(reported.report, "close")}"' in shown
    assert '<option value="7" selected>7 days</option>' in shown
    reports.take_report(reported.report.pk, mo)
    assert f'action="{page(reported.report, "close")}"' not in told(moderator.get(page(reported.report)))


def test_a_measure_is_shown_before_it_is_taken_and_closes_the_report_with_it(
    moderator: Client, reported: Reported, ben: User, max_: User
) -> None:
    User.objects.filter(pk=ben.pk).update(language="de")
    shown = close(moderator, reported.report, **MUTE)
    assert 'name="confirm" value="Mute Ben for 7 days, and close the report"' in shown
    assert "You can’t write in chats until" in shown
    assert ">Du hast jemanden in einem Chat beleidigt oder bedroht.</textarea>" in shown
    assert "Action was taken against the account." in shown
    assert not Measure.objects.exists()
    form = {**MUTE, "outcome": "account", "measure-reason": "Du hast Ann beleidigt.", "words": "Thank you."}
    answer = moderator.post(page(reported.report, "close"), {**form, "confirm": "x"}, follow=True)
    assert said(answer)[:2] == [
        "Ben gets an email about the measure.",
        "The report is closed. The reporter gets an email.",
    ]
    made = Measure.objects.get()
    assert (made.kind, made.reason, made.report, made.by) == ("mute", "Du hast Ann beleidigt.", reported.report, max_)
    report = Report.objects.get()
    assert (report.state, report.outcome, report.words, report.assignee) == ("closed", "account", "Thank you.", max_)
    kept = list(LogEntry.objects.order_by("pk").values_list("change_message", flat=True))
    assert kept == ["taken · mute · 7 · Du hast Ann beleidigt.", "closed · account · Thank you."]


@pytest.mark.parametrize(
    ("kind", "reason", "sentence"),
    [
        ("unrated", "cheating", "We’ve found that you didn’t play some rated matches to win."),
        ("suspend", "insult", "You’ve insulted or threatened another player."),
        ("remind", "cheating", "Please play every rated match to win, and use only one account."),
    ],
)
def test_the_sentence_that_is_chosen_already_fits_the_reason_of_the_report(
    kind: str, reason: str, sentence: str, moderator: Client, reported: Reported, cat: User
) -> None:
    report = filing.file(cat, "player", "Ben", reason, "")
    shown = close(moderator, report, **{"measure-kind": kind, "measure-term": "7"})
    assert f">{sentence}</textarea>" in shown


def test_about_rating_manipulation_no_answer_says_to_mute_a_chat(
    moderator: Client, cat: User, ben: User, mo: User
) -> None:
    report = filing.file(cat, "player", "Ben", "cheating", "")
    taken(ben, mo, Kind.WARN, None)
    assert "mute the chat" not in told(moderator.get(page(report)))
    close(moderator, report, outcome="account")
    assert Report.objects.get().words == "If you notice it again, please report it."


def test_a_warned_player_needs_no_second_message(moderator: Client, reported: Reported, ben: User) -> None:
    form = {"measure-kind": "warn", "outcome": "warned", "confirm": "x"}
    close(moderator, reported.report, **form)
    assert (Report.objects.get().outcome, Measure.objects.get().kind) == ("warned", "warn")


def test_a_hidden_message_chooses_its_outcome(moderator: Client, reported: Reported) -> None:
    chat.hide(reported.lines[13], "An insult.")
    shown = told(moderator.get(page(reported.report)))
    assert re.findall(r'name="outcome" value="(\w+)"[^>]* checked', shown) == ["hidden"]


def hiding(report: Report) -> tuple[str, str]:
    """Return why the reported line is hidden, and what its history keeps; both empty if it isn't."""
    assert report.line is not None
    kept = LogEntry.objects.filter(content_type__model="chatline").values_list("change_message", flat=True)
    return ChatLine.objects.get(pk=report.line.pk).hidden_why, "".join(kept)


def test_the_message_is_hidden_together_with_closing(moderator: Client, reported: Reported) -> None:
    assert 'name="hides"' in told(moderator.get(page(reported.report)))
    form = {"hides": "on", f"hide-{reported.lines[13].pk}": "An insult.", "measure-kind": ""}
    answer = moderator.post(page(reported.report, "close"), form, follow=True)
    assert said(answer)[0] == "The message is hidden. The report is closed. The reporter gets an email."
    assert hiding(reported.report) == ("An insult.", "An insult.")
    assert Report.objects.get().outcome == "hidden"
    kept = LogEntry.objects.filter(content_type__model="report").values_list("change_message", flat=True)
    assert [each.split(" · ")[:2] for each in kept] == [["closed", "hidden"]]


def test_with_a_measure_the_message_is_hidden_only_with_the_last_press(moderator: Client, reported: Reported) -> None:
    assert "The reported message stays visible." in close(moderator, reported.report, **MUTE)
    form = {**MUTE, "hides": "on", "outcome": "hidden"}
    assert "The reported message is hidden, too." in close(moderator, reported.report, **form)
    assert hiding(reported.report) == ("", "")
    close(moderator, reported.report, **form, confirm="x")
    assert hiding(reported.report) == ("This message insulted or threatened a player.",) * 2
    assert (Report.objects.get().outcome, Measure.objects.get().kind) == ("hidden", "mute")


def test_a_message_that_cannot_be_hidden_leaves_the_report_open(moderator: Client, reported: Reported) -> None:
    form = {"hides": "on", f"hide-{reported.lines[13].pk}": "x" * 301, "measure-kind": ""}
    assert moderator.post(page(reported.report, "close"), form).status_code == 422
    assert (hiding(reported.report), Report.objects.get().state) == (("", ""), "open")


def test_only_a_message_that_is_there_to_read_is_offered_to_be_hidden(
    moderator: Client, reported: Reported, ann: User
) -> None:
    profile = filing.file(ann, "player", "Ben", "name", "")
    chat.hide(reported.lines[13], "An insult.")
    shown = [told(moderator.get(page(report))) for report in (profile, reported.report)]
    assert ['name="hides"' in each for each in shown] == [False, False]


def test_about_a_moderator_nothing_is_decided_but_that_an_operator_does(
    moderator: Client, reported: Reported, ben: User, cat: User, ann: User, mo: User
) -> None:
    other = filing.file(ann, "player", "Cat", "name", "")
    User.objects.filter(pk=ben.pk).update(is_staff=True)
    shown = told(moderator.get(page(reported.report)))
    assert re.findall(r'name="outcome" value="(\w+)"[^>]* checked', shown) == ["passed"]
    assert shown.count('name="outcome"') == 1
    assert 'name="idle"' not in shown
    why = "Ben is a moderator. Only an operator decides about moderators."
    answer = moderator.post(page(reported.report, "close"), {"outcome": "nothing", "measure-kind": ""})
    assert (answer.status_code, why in told(answer)) == (422, True)
    with pytest.raises(ReportError, match="Only an operator decides"):
        reports.close_report(other.pk, mo_less(mo), "nothing", "Nothing.", idle=[reported.report.pk])
    assert f'value="{reported.report.pk}"' not in told(moderator.get(page(other)))
    assert set(Report.objects.values_list("state", flat=True)) == {"open"}


def mo_less(mo: User) -> User:
    """Return Mo as a moderator who isn't an operator."""
    User.objects.filter(pk=mo.pk).update(is_superuser=False)
    return User.objects.get(pk=mo.pk)


def test_an_operator_decides_about_a_moderator(reported: Reported, ben: User, mo: User) -> None:
    User.objects.filter(pk=ben.pk).update(is_staff=True)
    reports.close_report(reported.report.pk, mo, "nothing", "Nothing.")
    assert Report.objects.get().outcome == "nothing"


@pytest.mark.parametrize("form", [{}, {"measure-kind": "mute", "measure-term": "5"}, {"measure-kind": "banish"}])
def test_nothing_is_done_of_what_is_incomplete(form: dict[str, str], moderator: Client, reported: Reported) -> None:
    answer = moderator.post(page(reported.report, "close"), {**form, "words": "Thank you.", "confirm": "x"})
    assert answer.status_code == 422
    assert (Measure.objects.exists(), Report.objects.get().state) == (False, "open")


def test_both_are_done_or_neither(moderator: Client, reported: Reported, ben: User, mo: User) -> None:
    other = taken(ben, mo)
    answer = moderator.post(page(reported.report, "close"), {**MUTE, "outcome": "account", "confirm": "x"})
    assert "A measure of this kind is already running for Ben: Mo took it on " in told(answer)
    measures.undo(other, mo)
    answer = moderator.post(page(reported.report, "close"), {**MUTE, "outcome": "hidden", "confirm": "x"})
    assert "The message isn’t hidden." in told(answer)
    assert (list(Measure.objects.all()), Report.objects.get().state) == ([other], "open")


def test_no_measure_is_offered_about_somebody_who_is_a_moderator(
    moderator: Client, reported: Reported, ben: User
) -> None:
    User.objects.filter(pk=ben.pk).update(is_staff=True)
    shown = told(moderator.get(page(reported.report)))
    assert ("Measure about Ben" in shown, f'action="{page(reported.report, "close")}"' in shown) == (False, True)
    close(moderator, reported.report, outcome="passed", confirm="x")
    assert (Measure.objects.exists(), Report.objects.get().outcome) == (False, "passed")


def leave(ben: User, max_: User) -> str:
    leaving.close_account(ben)
    return f"Former player {ben.pk} has left the site."


def begin_match(ben: User, max_: User) -> str:
    begin(ben, max_, public_id="othermatch")
    return "You’re playing a match with Ben. Ask another moderator."


def lose_right(ben: User, max_: User) -> str:
    right = Permission.objects.get(codename="change_measure")
    Group.objects.get(name="Moderators").permissions.remove(right)
    return "You can’t take measures. Ask another moderator."


@pytest.mark.parametrize("happens", [leave, begin_match, lose_right])
@pytest.mark.parametrize("confirm", [{}, {"confirm": "x"}])
def test_nothing_is_closed_if_the_measure_cannot_be_taken_any_more(
    confirm: dict[str, str], happens: Callable[[User, User], str], moderator: Client, reported: Reported, max_: User
) -> None:
    assert 'name="confirm"' in close(moderator, reported.report, **MUTE)
    assert reported.report.reported is not None
    why = happens(reported.report.reported, max_)
    form = {**MUTE, "outcome": "account", "measure-reason": "Rude.", "words": "We muted the player.", **confirm}
    answer = moderator.post(page(reported.report, "close"), form)
    assert (answer.status_code, said(answer)) == (422, [why])
    assert "We muted the player.</textarea>" in told(answer)
    assert (Measure.objects.exists(), Report.objects.get().state) == (False, "open")
    close(moderator, reported.report, **{**form, "measure-kind": "", "outcome": "unable"})
    assert Report.objects.get().outcome == ("" if happens is begin_match else "unable")


def test_a_closing_for_good_is_only_proposed(moderator: Client, reported: Reported) -> None:
    shown = close(moderator, reported.report, **{"measure-kind": "close", "outcome": "account"})
    assert 'name="confirm" value="Propose to close Ben’s account"' in shown
    assert ("nobody is told" in shown, "The reporter reads" in shown) == (True, False)
    form = {"measure-kind": "close", "outcome": "account", "confirm": "x"}
    answer = moderator.post(page(reported.report, "close"), form, follow=True)
    assert said(answer) == [
        "It’s proposed. Another moderator must confirm it.",
        "The report stays yours. Close it once another moderator has decided.",
    ]
    assert (Measure.objects.get().kind, Measure.objects.get().seconded_by) == (Kind.CLOSE, None)


def test_a_report_about_a_match_is_closed_with_what_was_done_about_its_players(
    moderator: Client, reported: Reported, ann: User, ben: User, mo: User
) -> None:
    (match,) = Match.objects.all()
    report = filing.file(ann, "match", match.public_id, "cheating", "They trade wins.")
    close(moderator, report, outcome="account")
    assert Report.objects.get(pk=report.pk).state == "open"
    measures.take(ben, "unrated", "Traded wins.", 7, mo)
    close(moderator, report, outcome="account")
    assert Report.objects.get(pk=report.pk).outcome == "account"


@pytest.mark.parametrize(("agrees", "outcome"), [(True, "account"), (False, "nothing")])
def test_the_reporter_reads_of_a_closing_only_once_it_is_decided(
    agrees: bool, outcome: str, moderator: Client, reported: Reported, ann: User, ben: User, max_: User, mo: User
) -> None:
    close(moderator, reported.report, **{"measure-kind": "close", "confirm": "x"})
    report = Report.objects.get()
    assert (report.state, report.assignee, report.outcome) == ("taken", max_, "")
    assert "must confirm first" in close(moderator, report, outcome="account", words="It’s closed.")
    assert letters(ann) == []
    decide = measures.second_closing if agrees else measures.undo
    decide(Measure.objects.get(), mo)
    other = "nothing" if agrees else "account"
    close(moderator, report, outcome=other)
    assert Report.objects.get().state == "taken"
    close(moderator, report, outcome=outcome)
    assert (Report.objects.get().state, Report.objects.get().outcome) == ("closed", outcome)
    assert len([letter for letter in letters(ann) if "about your report" in letter.subject]) == 1


def test_a_closing_is_not_proposed_in_a_case_that_a_colleague_has_taken(
    moderator: Client, reported: Reported, mo: User
) -> None:
    reports.take_report(reported.report.pk, mo)
    shown = close(moderator, reported.report, **{"measure-kind": "close", "confirm": "x"})
    assert "Mo has already taken this report, on " in shown
    assert (Measure.objects.exists(), Report.objects.get().assignee) == (False, mo)


def test_no_action_is_told_where_none_was_taken(moderator: Client, reported: Reported, ben: User, mo: User) -> None:
    form = {"outcome": "account", "words": "He is muted.", "measure-kind": ""}
    answer = moderator.post(page(reported.report, "close"), form)
    shown = told(answer)
    assert (answer.status_code, "No measure has been taken about the player since the report." in shown) == (422, True)
    assert ("He is muted.</textarea>" in shown, "Measure about Ben" in shown) == (True, True)
    assert Report.objects.get().state == "open"
    made = taken(ben, mo)
    measures.undo(made, mo)
    close(moderator, reported.report, **form)
    assert Report.objects.get().state == "open"
    taken(ben, mo, Kind.WARN, None)
    answer = moderator.post(page(reported.report, "close"), form)
    assert (answer.status_code, "The reported message is still visible. Tick" in told(answer)) == (422, True)
    close(moderator, reported.report, **form, hides="on")
    assert Report.objects.get().state == "closed"


@pytest.mark.parametrize("outcome", ["nothing", "unable"])
@pytest.mark.parametrize("confirm", [{}, {"confirm": "x"}])
def test_nobody_reads_that_nothing_was_done_where_a_measure_was_taken(
    outcome: str, confirm: dict[str, str], moderator: Client, reported: Reported, ben: User, max_: User
) -> None:
    form = {"measure-kind": "warn", "outcome": outcome, "words": "All is well.", **confirm}
    answer = moderator.post(page(reported.report, "close"), form)
    shown = told(answer)
    assert (answer.status_code, "a measure was taken. Choose another outcome." in shown) == (422, True)
    assert re.findall(r'name="measure-kind" value="(\w*)"[^>]* checked', shown) == ["warn"]
    assert ("All is well.</textarea>" in shown, Measure.objects.exists()) == (True, False)
    taken(ben, max_, Kind.WARN, None, reported.report)
    close(moderator, reported.report, outcome=outcome)
    assert Report.objects.get().state == "open"


def test_a_measure_that_a_moderator_may_not_know_does_not_show_by_the_outcomes(
    moderator: Client, reported: Reported, ann: User, ben: User, max_: User, mo: User
) -> None:
    own = filing.file(max_, "player", ben.username, "name", "")
    taken(ben, mo, report=own)
    close(moderator, reported.report, outcome="account")
    assert Report.objects.get(pk=reported.report.pk).state == "open"


def test_no_part_of_it_works_without_the_right(moderator: Client, reported: Reported, max_: User) -> None:
    max_.groups.clear()
    assert moderator.post(page(reported.report, "close"), MUTE).status_code == 403
    assert not Measure.objects.exists()
