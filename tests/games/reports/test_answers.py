"""Outcomes of reports, and the sentences to reporters that moderators begin with."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.measures import services as measures
from games.measures.models import Kind
from games.reports import services as reports
from games.reports.answers import ANSWERS, answers_for
from games.reports.models import Report
from games.reports.services import MAX_WORDS
from games.reports.standing import ReportError
from tests.games.admin.test_moderator import moderator  # noqa: F401  the fixture
from tests.games.browsing import told
from tests.games.reports.test_services import letters, on_profile
from tests.parts.cast import person

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _name in settings.LANGUAGES]


@pytest.fixture
def taken(ann: User, ben: User, mo: User) -> Report:
    report = on_profile(ann)
    reports.take_report(report.pk, mo)
    return Report.objects.get()


def test_every_outcome_has_sentences_in_every_language() -> None:
    assert set(ANSWERS) == set(Report.Outcome.values)
    english = answers_for(Report(reporter=User(language="en-gb")))
    for language in LANGUAGES:
        found = answers_for(Report(reporter=User(language=language)))
        assert [text for pairs in found.values() for _key, text in pairs if len(text) > MAX_WORDS] == []
        assert language.startswith("en") or not set(english["nothing"]) & set(found["nothing"])


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        ("passed", "The people who run the site will look into it."),
        ("unable", "You’re right, but there’s nothing we can do about it."),
    ],
)
def test_it_is_closed_with_an_outcome_that_changes_nothing_here(
    outcome: str, said: str, taken: Report, mo: User
) -> None:
    reports.close_report(taken.pk, mo, outcome, "We’re sorry.")
    letter = letters()["ann@example.org"]
    assert f"{said} We’re sorry." in " ".join(letter.split())


def test_nothing_is_said_to_a_player_about_whom_nothing_can_be_done(taken: Report, mo: User) -> None:
    with pytest.raises(ReportError, match="Only the reporter is told about this outcome"):
        reports.close_report(taken.pk, mo, "unable", "We’re sorry.", "Don’t do that.")


def test_the_reporter_gets_the_usual_sentence_the_chosen_one_or_the_moderators_words(
    moderator: Client,  # noqa: F811
    ann: User,
    cat: User,
    ben: User,
) -> None:
    User.objects.filter(pk=ann.pk).update(language="de")
    sent = []
    for reporter, form in (
        (ann, {}),
        (cat, {"answer": "nothing-1"}),
        (ben, {"answer": "nothing-1", "words": "She is slow, but that is allowed."}),
    ):
        report = on_profile(reporter, "Ben" if reporter != ben else "Cat")
        moderator.post(reverse("admin:games_report_take", args=[report.pk]))
        page = told(moderator.get(reverse("admin:games_report_close", args=[report.pk])))
        assert '<option value="nothing-1">' in page
        language = "German" if reporter == ann else "English"
        assert f"In {language} ({reporter}’s language). It appears after the outcome." in page
        moderator.post(reverse("admin:games_report_close", args=[report.pk]), {"outcome": "nothing", **form})
        sent.append(Report.objects.get(pk=report.pk).words)
    assert sent == [
        "Wir haben es geprüft. Danke für den Hinweis.",
        "If somebody doesn’t move, their time runs out by itself. You needn’t do anything.",
        "She is slow, but that is allowed.",
    ]


def test_after_an_account_is_closed_for_good_no_answer_says_that_it_may_go_on(
    moderator: Client,  # noqa: F811
    ann: User,
    ben: User,
    mo: User,
) -> None:
    report = on_profile(ann)
    closing = measures.take(ben, Kind.CLOSE, "You’ve threatened others.", None, mo, report)
    page = reverse("admin:games_report_close", args=[report.pk])
    assert sentences(told(moderator.get(page))) == ("If it goes on, please report it again.",)
    measures.second_closing(closing, person("Tia", is_staff=True))
    assert sentences(told(moderator.get(page))) == ("The player is gone", "The player has left the site.")
    moderator.post(page, {"outcome": "account"})
    closed = Report.objects.get()
    assert (closed.state, closed.words) == ("closed", "The player is gone, and can’t write to you any more.")


def sentences(shown: str) -> tuple[str, ...]:
    """Return which of the sentences that may not fit a page offers."""
    known = ("If it goes on, please report it again.", "The player is gone", "The player has left the site.")
    return tuple(each for each in known if each in shown)
