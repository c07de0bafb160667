"""A press that comes too late: the moderator reads who was faster, what was done and when."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.measures import services as measures
from games.measures.models import Measure
from games.reports import filing, opinions, services as reports
from games.reports.models import Report
from tests.games.browsing import signed_in, told
from tests.games.desk.conftest import Reported
from tests.games.desk.test_acts import hide_url, page, said
from tests.games.desk.test_deciding import MUTE
from tests.games.measures.scenes import moderator as in_group, taken
from tests.parts.cast import person

pytestmark = pytest.mark.django_db


def test_a_second_press_on_mute_and_close_says_that_it_is_closed(moderator: Client, reported: Reported) -> None:
    form = {**MUTE, "outcome": "account", "confirm": "x"}
    moderator.post(page(reported.report, "close"), form)
    answer = moderator.post(page(reported.report, "close"), form, follow=True)
    assert answer.redirect_chain == [(page(reported.report), 302)]
    *_first, why = said(answer)
    assert why.startswith("Max has already closed this report, on ")
    assert why.endswith(": “Action was taken against the account.”")
    assert Measure.objects.count() == 1


def test_who_loses_a_race_about_a_case_reads_who_has_it(moderator: Client, reported: Reported, mo: User) -> None:
    reports.take_report(reported.report.pk, mo)
    [why] = said(moderator.post(page(reported.report, "close"), {"outcome": "nothing"}, follow=True))
    assert why.startswith("Mo has already taken this report, on ")
    assert Report.objects.get().state == "taken"


def test_a_message_that_is_hidden_by_now_is_said_to_be_so_in_the_case(moderator: Client, reported: Reported) -> None:
    case = page(reported.report)
    url = hide_url(reported.lines[13], case)
    moderator.post(url, {"reason": "An insult."})
    answer = moderator.post(url, {"reason": "An insult, again."}, follow=True)
    assert answer.redirect_chain == [(case, 302)]
    *_first, why = said(answer)
    assert why.startswith("Max hid this message on ")
    reported.lines[13].refresh_from_db()
    assert reported.lines[13].hidden_why == "An insult."


def test_the_last_button_says_how_many_reports_it_closes(moderator: Client, ben: User) -> None:
    first, other = (filing.file(person(name), "player", "Ben", "name", "") for name in ("Dora", "Emil"))
    asked = told(moderator.post(page(first, "close"), {**MUTE, "also": [other.pk]}))
    assert 'value="Mute Ben for 7 days, and close 2 reports"' in asked


def test_what_proves_the_draws_is_folded_on_the_page_of_a_match(moderator: Client, reported: Reported) -> None:
    shown = told(moderator.get(reverse("admin:games_match_change", args=[reported.match.pk])))
    unfolded, _tag, folded = shown.partition("<details")
    assert [word in unfolded for word in ("field-commitment", "field-secret", "field-newest_digest")] == [False] * 3
    assert "To check the draws" in folded


def test_what_one_did_last_comes_before_the_lists(moderator: Client) -> None:
    shown = told(moderator.get(reverse("admin:index")))
    assert shown.index('id="recent-actions-module"') < shown.index('class="app-games module"')


REFUSED = {
    "question": ("Nobody has answered your question to colleagues yet.", "unanswered"),
    "idle": ("can be closed together only if nothing was against the rules.", "idle"),
    "proposed": ("Another moderator must confirm first that the account is closed.", "outcome"),
}


@pytest.fixture
def refused(request: pytest.FixtureRequest, reported: Reported, max_: User, ben: User) -> dict[str, object]:
    """A measure that is chosen in a case that can't be closed, each time for another reason."""
    report = reported.report
    if request.param == "idle":
        return {"idle": [filing.file(person("Dora"), "player", "Ben", "name", "").pk]}
    reports.take_report(report.pk, max_)
    if request.param == "question":
        opinions.ask_colleagues(report.pk, max_, "Is it an insult?")
    else:
        taken(ben, max_, "close", None, report)
    return {}


@pytest.mark.parametrize("refused", REFUSED, indirect=True)
@pytest.mark.parametrize("confirm", [{}, {"confirm": "x", "measure-reason": "He swore."}])
def test_a_refused_closing_says_of_no_letter_and_shows_the_fields(
    confirm: dict[str, str],
    refused: dict[str, object],
    moderator: Client,
    reported: Reported,
    request: pytest.FixtureRequest,
) -> None:
    before = Measure.objects.count()
    form = {**MUTE, "outcome": "account", **confirm, **refused}
    answer = moderator.post(page(reported.report, "close"), form)
    why, field = REFUSED[request.node.callspec.params["refused"]]
    assert (answer.status_code, len(said(answer)), why in said(answer)[0]) == (422, 1, True)
    shown = told(answer)
    assert (f'name="{field}"' in shown, 'name="confirm"' in shown) == (True, False)
    assert ("He swore.</textarea>" in shown) == ("confirm" in confirm)
    assert (Measure.objects.count(), Report.objects.get(pk=reported.report.pk).closed) == (before, None)


def test_a_question_in_a_report_that_is_closed_with_it_can_be_left_unanswered(
    moderator: Client, reported: Reported, max_: User
) -> None:
    other = filing.file(person("Dora"), "player", "Ben", "name", "")
    reports.take_report(other.pk, max_)
    opinions.ask_colleagues(other.pk, max_, "Is the name an insult?")
    form = {"outcome": "nothing", "idle": [other.pk]}
    answer = moderator.post(page(reported.report, "close"), form)
    assert (answer.status_code, 'name="unanswered"' in told(answer)) == (422, True)
    assert 'name="unanswered"' in told(moderator.get(page(reported.report)))
    moderator.post(page(reported.report, "close"), {**form, "unanswered": "on"})
    assert set(Report.objects.values_list("state", flat=True)) == {"closed"}


def why(answer: object) -> str:
    *_before, last = said(answer)
    return last


def test_a_late_moderator_reads_who_has_ended_the_measure(max_: User, ben: User) -> None:
    mia = in_group("Mia")
    measure = taken(ben, max_, "close", None)
    client = signed_in(mia)
    pages = {name: reverse(f"admin:measures_measure_{name}", args=[measure.pk]) for name in ("second", "undo", "judge")}
    seen = {"seen": measures.as_shown(measure)}
    measures.undo(measure, max_)
    for name in ("second", "undo"):
        assert why(client.post(pages[name], seen)).startswith("Max has already taken this measure back, on ")
    Measure.objects.update(ended=None, undone_by=None)
    measures.second_closing(measure, mia)
    for name in ("second", "undo"):
        assert why(client.post(pages[name], seen)).startswith("Mia has already closed this account for good, on ")


def test_a_late_moderator_reads_who_has_lifted_the_measure_or_taken_it_back(max_: User, ben: User) -> None:
    mia = in_group("Mia")
    lifted, undone = taken(ben, max_), taken(ben, max_, "unrated")
    for measure in (lifted, undone):
        measures.appeal(measure, ben, "No.")
    measures.judge(lifted, mia, "lifted", "Right.")
    measures.undo(undone, max_)
    client = signed_in(mia)
    answer = client.post(reverse("admin:measures_measure_undo", args=[lifted.pk]))
    assert why(answer).startswith("Mia has already lifted this measure, on ")
    form = {"verdict": "stands", "words": "No.", "seen": measures.as_shown(Measure.objects.get(pk=undone.pk))}
    answer = client.post(reverse("admin:measures_measure_judge", args=[undone.pk]), form)
    assert why(answer).startswith("Max took the measure back on ")


def test_a_late_moderator_reads_who_has_moved_the_report(
    moderator: Client, reported: Reported, max_: User, mo: User
) -> None:
    report = reported.report
    colleague = signed_in(mo)

    def late(name: str, **form: object) -> str:
        return why(moderator.post(page(report, name), form))

    colleague.post(page(report, "take"))
    colleague.post(page(report, "hand_back"))
    colleague.post(page(report, "note"), {"text": "Not mine."})
    for name in ("hand_over", "hand_back"):
        assert late(name, to=mo.pk).startswith("Mo has already handed this report back, on ")
    colleague.post(page(report, "close"), {"outcome": "nothing"})
    assert late("hand_back").startswith("Mo has already closed this report, on ")
    colleague.post(page(report, "reopen"), {"reason": "A slip."})
    assert late("reopen", reason="A slip.").startswith("Mo has already opened this report again, on ")
    colleague.post(page(report, "take"))
    assert late("reopen", reason="A slip.").startswith("Mo has already taken this report, on ")
