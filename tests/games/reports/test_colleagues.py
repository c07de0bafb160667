"""Moderators among themselves: a report is handed over, and a second opinion asked for and given."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from accounts import blocks
from accounts.models import Outbox, User
from games.core.models import Match
from games.core.reading.access import NotYours
from games.core.services import leaving
from games.reports import bells, opinions, services as reports
from games.reports.models import Opinion, Report
from games.reports.standing import ReportError
from tests.games.admin.test_moderator import moderator  # noqa: F401  the fixture
from tests.games.admin.test_own_matches import listed
from tests.games.browsing import signed_in, told
from tests.games.reports.test_services import on_match, on_profile
from tests.parts.cast import person

pytestmark = pytest.mark.django_db


def colleague(name: str) -> User:
    made = person(name, is_staff=True)
    made.groups.add(Group.objects.get(name="Moderators"))
    return User.objects.get(pk=made.pk)


def page(report: Report, name: str) -> str:
    return reverse(f"admin:games_report_{name}", args=[report.pk])


@pytest.fixture
def taken(ann: User, ben: User, mo: User) -> Report:
    report = on_profile(ann)
    reports.take_report(report.pk, mo)
    return Report.objects.get()


def test_it_is_given_to_a_colleague_by_its_moderator_or_by_anybody_uninvolved(taken: Report, mo: User) -> None:
    max_, nora = colleague("Max"), colleague("Nora")
    reports.hand_over(taken.pk, mo, max_)
    assert Report.objects.get().assignee == max_
    reports.hand_over(taken.pk, nora, mo)
    with pytest.raises(ReportError, match="Mo has already taken this report"):
        reports.close_report(taken.pk, max_, "nothing", "Nothing.")
    reports.close_report(taken.pk, mo, "nothing", "Nothing.")
    with pytest.raises(ReportError, match="Mo has already closed this report"):
        reports.hand_over(taken.pk, mo, max_)


def test_only_active_moderators_are_offered_whom_it_does_not_involve(
    taken: Report, ann: User, ben: User, cat: User, mo: User
) -> None:
    fit, blocking, blocked, asleep = (colleague(name) for name in ("Max", "Nora", "Olga", "Paul"))
    blocks.block(blocking, ben)
    blocks.block(ann, blocked)  # after it was taken, but before these would take it
    User.objects.filter(pk=asleep.pk).update(is_active=False)
    User.objects.filter(pk=ben.pk).update(is_staff=True, is_superuser=True)
    assert list(reports.colleagues(taken)) == [fit]
    for other in (blocking, blocked, asleep, ben, cat, mo):
        with pytest.raises(ReportError, match="This moderator can’t be chosen"):
            reports.hand_over(taken.pk, mo, other)
        with pytest.raises(ReportError, match="This moderator can’t be chosen"):
            opinions.ask_colleagues(taken.pk, mo, "What now?", other)
    with pytest.raises(NotYours):
        reports.hand_over(taken.pk, blocking, fit)


def test_a_player_of_the_match_is_not_offered(match: Match, ann: User, ben: User, cat: User, mo: User) -> None:
    report = on_match(ann, match)
    match.substitutions.create(seat=1, ply=9, former=colleague("Max"), user=ben)
    reports.take_report(report.pk, mo)
    assert list(reports.colleagues(Report.objects.get())) == []


def test_the_form_offers_names_alone_and_refuses_all_others_alike(
    moderator: Client,  # noqa: F811
    taken: Report,
    ben: User,
) -> None:
    nora, olga = colleague("Nora"), colleague("Olga")
    blocks.block(olga, ben)
    assert "Hand the report over" in told(moderator.get(page(taken, "change")))
    asked = told(moderator.get(page(taken, "hand_over")))
    assert [f">{name}</option>" in asked for name in ("Max", "Nora", "Olga", "Mo", "Ben")] == [True, True] + [False] * 3
    said = [told(moderator.post(page(taken, "hand_over"), {"to": pk})) for pk in (olga.pk, ben.pk, 10**6)]
    assert ["This moderator can’t be chosen. Choose another one." in each for each in said] == [True] * 3
    assert moderator.post(page(taken, "hand_over"), {"to": nora.pk}).status_code == 302
    assert Report.objects.get().assignee == nora
    assert "handed the case over to Nora." in told(moderator.get(page(taken, "history")))


def test_a_second_opinion_is_asked_for_given_and_read(
    moderator: Client,  # noqa: F811
    taken: Report,
    mo: User,
) -> None:
    theirs = signed_in(mo)
    assert page(taken, "opinion") not in told(moderator.get(page(taken, "change")))
    assert listed(moderator, "games.report", "?opinion=asked") == set()
    theirs.post(page(taken, "ask"), {"question": "Is “fool” an insult?", "of": ""})
    shown = told(moderator.get(page(taken, "change")))
    assert "taken by" in shown
    assert "<b>Mo asks any moderator:</b> Is “fool” an insult?" in shown
    assert page(taken, "opinion") in shown
    assert listed(moderator, "games.report", "?opinion=asked") == {taken.pk}
    assert "<b>Mo asks any moderator:</b> Is “fool” an insult?" in told(moderator.get(page(taken, "opinion")))
    moderator.post(page(taken, "opinion"), {"text": "It <i>is</i>."})
    assert "It <i>is</i>." in told(theirs.get(page(taken, "change")))
    assert Opinion.objects.get().author.username == "Max"
    reports.close_report(taken.pk, mo, "nothing", "Nothing.")
    shown = told(theirs.get(page(taken, "change")))
    assert ("It <i>is</i>." in shown, "second opinion asked" in shown.partition("field-stands")[2][:200]) == (
        True,
        False,
    )


def test_a_question_names_who_asks_and_whom_and_ends_as_the_report_is_handed_over(taken: Report, mo: User) -> None:
    max_, nora = colleague("Max"), colleague("Nora")
    opinions.ask_colleagues(taken.pk, mo, "Is that enough?", max_)
    for reader in (mo, max_, nora):
        assert "<b>Mo asks Max:</b> Is that enough?" in told(signed_in(reader).get(page(taken, "change")))
    opinions.give(taken.pk, max_, "It is.")
    reports.hand_over(taken.pk, max_, nora)
    shown = told(signed_in(nora).get(page(taken, "change")))
    assert ("asks Max:" in shown, "Is that enough?" in shown, "It is." in shown) == (False, False, True)


def test_only_who_has_it_asks_and_only_others_answer(taken: Report, mo: User, ben: User) -> None:
    max_ = colleague("Max")
    with pytest.raises(ReportError, match="can ask for a second opinion"):
        opinions.ask_colleagues(taken.pk, max_, "What now?")
    with pytest.raises(ReportError, match="Nobody is asking"):
        opinions.give(taken.pk, max_, "Yes.")
    opinions.ask_colleagues(taken.pk, mo, "What now?", max_)
    with pytest.raises(ReportError, match="You asked this question yourself"):
        opinions.give(taken.pk, mo, "Yes.")
    with pytest.raises(NotYours):
        opinions.give(taken.pk, ben, "Yes.")
    reports.hand_back(taken.pk, mo)
    assert (Report.objects.get().question, Report.objects.get().asked_of) == ("", None)
    with pytest.raises(ReportError, match="Nobody is asking"):
        opinions.give(taken.pk, max_, "Yes.")


def test_who_leaves_is_asked_no_more_and_the_opinion_stays(taken: Report, mo: User) -> None:
    max_ = colleague("Max")
    opinions.ask_colleagues(taken.pk, mo, "What now?", max_)
    opinions.give(taken.pk, max_, "Warn him.")
    leaving.close_account(max_)
    assert (Report.objects.get().question, Report.objects.get().asked_of) == ("What now?", None)
    assert Opinion.objects.get().text == "Warn him."
    Report.objects.all().delete()
    assert not Opinion.objects.exists()


def test_a_colleague_who_had_it_is_told_and_the_page_says_so_first(
    moderator: Client,  # noqa: F811
    taken: Report,
    mo: User,
) -> None:
    assert "Put it back into the queue" in told(moderator.get(page(taken, "change")))
    for name in ("hand_back", "hand_over"):
        assert "Mo has this report, and gets an email if you go on." in told(moderator.get(page(taken, name)))
        assert "gets an email if you go on." not in told(signed_in(mo).get(page(taken, name)))
    moderator.post(page(taken, "hand_back"))
    payload = {"report": taken.pk, "why": bells.MOVED}
    letter = Outbox.objects.get(recipient=mo, payload__why=bells.MOVED)
    assert letter.payload == payload
    found = bells.new_report_notice(mo, payload)
    assert found is not None
    assert "a colleague has handed on a report that you had taken" in found.subject
    reports.take_report(taken.pk, mo)
    assert bells.new_report_notice(mo, payload) is None
    reports.hand_back(taken.pk, mo)
    assert Outbox.objects.filter(payload__why=bells.MOVED).count() == 1
    max_, nora = User.objects.get(username="Max"), colleague("Nora")
    reports.take_report(taken.pk, mo)
    Outbox.objects.all().delete()
    reports.hand_over(taken.pk, max_, nora)
    assert list(Outbox.objects.filter(payload__why=bells.MOVED).values_list("recipient", flat=True)) == [mo.pk]


def test_an_open_question_holds_the_closing_and_stays_with_the_closed_report(taken: Report, mo: User) -> None:
    max_, nora = colleague("Max"), colleague("Nora")
    theirs = signed_in(mo)
    tick = "Close it although nobody has answered the question to colleagues"
    assert tick not in told(theirs.get(page(taken, "close")))
    opinions.ask_colleagues(taken.pk, mo, "Is that enough?", max_)
    assert tick in told(theirs.get(page(taken, "change")))
    form = {"outcome": "nothing", "words": "We have looked into it."}
    opinions.give(taken.pk, nora, "It is.")  # who was not asked
    answer = theirs.post(page(taken, "close"), form)
    shown = told(answer)
    assert (answer.status_code, "Nobody has answered your question to colleagues yet." in shown) == (422, True)
    assert (tick in shown, "We have looked into it." in shown, Report.objects.get().state) == (True, True, "taken")
    theirs.post(page(taken, "close"), {**form, "unanswered": "on"})
    assert Report.objects.get().state == "closed"
    assert "<b>Mo asks Max:</b> Is that enough?" in told(theirs.get(page(taken, "change")))
    assert LogEntry.objects.latest("pk").change_message == "closed · nothing · We have looked into it."


def test_an_answered_question_holds_nothing_up(taken: Report, mo: User) -> None:
    opinions.ask_colleagues(taken.pk, mo, "Is that enough?")
    opinions.give(taken.pk, colleague("Max"), "It is.")
    reports.close_report(taken.pk, mo, "nothing", "Nothing.")
    assert (Report.objects.get().state, Report.objects.get().question) == ("closed", "Is that enough?")
