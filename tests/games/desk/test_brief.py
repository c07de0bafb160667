"""A case shows what differs from the others, and folds what is the same on each; idle reports are closed together."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import Outbox, User
from games.reports import filing, services as reports, standing
from games.reports.models import Report
from games.reports.standing import ReportError
from tests.games.browsing import told
from tests.games.desk.conftest import Reported
from tests.games.desk.test_acts import page
from tests.parts.cast import person

pytestmark = pytest.mark.django_db

FOLDED = re.compile(r"<details(?![^>]* open)[^>]*>(.*?</summary>).*?</details>", re.DOTALL)


def unfolded(shown: str) -> str:
    """Return what is read of a page without pressing anything."""
    return FOLDED.sub(r"\1", shown[shown.index('<div id="content-main"') :])


def idle(reporter: User, names: tuple[str, ...], reason: str = "other") -> list[Report]:
    return [filing.file(reporter, "player", name, reason, "Idle.") for name in names]


def test_no_explanation_is_read_on_a_case_without_a_press(moderator: Client, reported: Reported) -> None:
    shown = unfolded(told(moderator.get(page(reported.report))))
    helps = [
        re.sub("<[^>]+>", "", each).strip() for each in re.findall(r'<div class="helptext".*?</div>', shown, re.DOTALL)
    ]
    assert helps == ["In English (Ben’s language). You read and change it on the next page."], (
        "which stands there with a measure alone"
    )
    assert shown.count("<textarea") == 0
    assert re.findall(r"<summary>([^<]+)</summary>", shown)[-2:] == [
        "Write a note",
        "Write to the reporter or the player",
    ]


def test_what_is_known_of_a_person_comes_before_the_decision(moderator: Client, reported: Reported, cat: User) -> None:
    idle(reported.report.reporter, ("Cat",))
    shown = told(moderator.get(page(reported.report)))
    order = [
        "You fool.",
        "No decisions about this person",
        "1 other report by the same reporter",
        ">Decide<",
        ">Board<",
    ]
    places = [shown.index(each) for each in order]
    assert places == sorted(places)


def test_six_idle_reports_by_one_person_are_closed_together(moderator: Client, ann: User, ben: User, cat: User) -> None:
    names = ("Ben", "Cat", *(person(f"Dora{number}").username for number in range(4)))
    first, *others = idle(ann, names)
    shown = told(moderator.get(page(first)))
    assert re.findall(r'name="idle" value="(\d+)"', shown) == [f"{each.pk}" for each in others]
    moderator.post(page(first, "close"), {"outcome": "nothing", "idle": [each.pk for each in others]})
    assert list(Report.objects.values_list("state", "outcome")) == [("closed", "nothing")] * 6
    assert list(Outbox.objects.filter(kind="report").values_list("recipient__username", flat=True)) == ["Ann"] * 6


def test_six_idle_reports_about_one_person_are_closed_together(
    moderator: Client, ann: User, ben: User, cat: User
) -> None:
    reasons = ("other", "name", "insult", "spoiling", "cheating", "other")
    made = [
        filing.file(person(f"Dora{number}"), "player", "Ben", reason, "Idle.") for number, reason in enumerate(reasons)
    ]
    form = {"outcome": "nothing", "also": [made[5].pk], "idle": [each.pk for each in made[1:5]]}
    moderator.post(page(made[0], "close"), form)
    assert list(Report.objects.values_list("state", "outcome")) == [("closed", "nothing")] * 6


@pytest.mark.parametrize(
    "outcome", [each for each in Report.Outcome.values if each not in ("nothing", "hidden", "ruled")]
)
def test_reports_about_other_things_are_not_closed_with_another_outcome(
    outcome: str, ann: User, ben: User, cat: User, mo: User
) -> None:
    first, other = idle(ann, ("Ben", "Cat"))
    with pytest.raises(ReportError, match="only if nothing was against the rules"):
        reports.close_report(first.pk, mo, outcome, "Thank you.", idle=[other.pk])
    assert Report.objects.filter(closed=None).count() == 2


def test_only_what_is_around_a_report_is_closed_with_it(ann: User, ben: User, cat: User, mo: User) -> None:
    first, twin = idle(ann, ("Ben",))[0], idle(cat, ("Ben",))[0]
    stranger = idle(ben, ("Cat",))[0]
    assert (list(standing.alike(first, mo.pk)), list(standing.around(first, mo.pk))) == ([twin], [])
    for each in (twin, stranger):
        with pytest.raises(ReportError, match="isn’t there any more"):
            reports.close_report(first.pk, mo, "nothing", "Thank you.", idle=[each.pk])
