"""“Decisions about you”: what the person reads, and the one answer; and the download."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import limits
from accounts.models import User
from games.core.models import Match
from games.measures import links, services as measures, words
from games.measures.models import Kind, Measure
from games.reports import filing, services as reports
from tests.games.browsing import form, signed_in, told
from tests.games.measures.scenes import again, moderator, past, taken

pytestmark = pytest.mark.django_db


def page(user: User) -> str:
    return told(signed_in(user).get(reverse("decisions")))


def test_the_page_shows_what_runs_what_is_over_and_what_was_said_after_reports(
    max_: User, ann: User, ben: User, match: Match
) -> None:
    assert "Moderators haven’t made any decisions about you." in page(ben)
    past(taken(ben, max_, Kind.MUTE, 1), 2)
    taken(ben, max_, Kind.UNRATED)
    taken(ben, max_, Kind.WARN, reason="Don’t do that again.")
    report = filing.file(ann, "match", match.public_id, "insult", "")
    reports.take_report(report.pk, max_)
    reports.close_report(report.pk, max_, "warned", "Told so.", "Please stay friendly.")
    shown = page(ben)
    for part in (
        *("You couldn’t write in chats until", "This decision no longer applies."),
        "You can’t begin or join rated matches until",
        *("Don’t do that again.", "A moderator has sent you a message.", "Please stay friendly."),
    ):
        assert part in shown
    assert shown.count("<textarea") == 2
    main = shown.partition("<main")[2]
    assert [name for name in ("Ann", "Max", match.public_id) if name in main] == []
    assert "Don’t do that again." not in page(ann)


def test_the_settings_lead_to_it(ben: User) -> None:
    assert f'href="{reverse("decisions")}"' in told(signed_in(ben).get(reverse("settings")))


def test_an_answer_is_sent_once_and_its_verdict_is_read_there(max_: User, ben: User) -> None:
    client, mute = signed_in(ben), taken(ben, max_)
    address = reverse("answer_decision", args=[str(mute.pk)])
    answer = form(client.get(reverse("decisions")), address).send(client, text="It wasn’t\nme.")
    assert "Another moderator will read your answer. We’ll email you the outcome." in told(answer)
    assert "It wasn’t<br>" in told(answer)
    assert again(mute).answer == "It wasn’t\nme."
    answer = client.post(address, {"text": "Really."})
    assert (answer.status_code, "You’ve already answered this decision." in told(answer)) == (409, True)
    assert "Really." in told(answer)  # what was typed isn't lost
    measures.judge(mute, moderator("Mia"), "stands", "The chat says it.")
    assert "Another moderator has upheld the decision: The chat says it." in page(ben)


@pytest.mark.parametrize("text", ["", "  ", "x" * 1001])
def test_an_answer_that_is_empty_or_too_long_is_shown_again(text: str, max_: User, ben: User) -> None:
    mute = taken(ben, max_)
    answer = signed_in(ben).post(reverse("answer_decision", args=[str(mute.pk)]), {"text": text})
    assert answer.status_code == 422
    assert again(mute).answered is None


def test_nobody_answers_for_somebody_else_nor_what_is_not_there(max_: User, ann: User, ben: User) -> None:
    mute = taken(ben, max_)
    for key in (str(mute.pk), "1", "9" * 30, "x"):
        assert signed_in(ann).post(reverse("answer_decision", args=[key]), {"text": "No."}).status_code == 404
    assert again(mute).answered is None


def test_answers_are_counted_by_a_limit_of_their_own() -> None:
    assert "answer" in limits.OF_FEATURES


def test_the_download_holds_the_decisions_without_anybody_who_made_them(max_: User, ben: User) -> None:
    measures.appeal(taken(ben, max_), ben, "It wasn’t me.")
    answer: Any = signed_in(ben).post(reverse("archive"))
    with zipfile.ZipFile(io.BytesIO(answer.getvalue())) as archive:
        (found,) = json.loads(archive.read("measures/1.json"))
    assert (found["kind"], found["answer"], found["taken_back"]) == ("mute", "It wasn’t me.", False)
    assert Measure._meta.get_field("by").name not in found


def test_what_was_taken_back_is_said_to_be_past(max_: User, ben: User) -> None:
    measures.undo(taken(ben, max_, Kind.SUSPEND), max_)
    measures.undo(taken(ben, max_, Kind.UNRATED), max_)
    shown = page(ben)
    assert ("Your account was suspended until" in shown, "Your account is suspended until" in shown) == (True, False)
    assert "You couldn’t begin or join rated matches until" in shown
    assert shown.count("A moderator has taken this back.") == 2


def test_who_is_suspended_reads_the_end_in_the_own_zone_by_its_name(max_: User, ben: User) -> None:
    User.objects.filter(pk=ben.pk).update(time_zone="Pacific/Auckland")
    made = taken(ben, max_, Kind.SUSPEND)
    shown = told(Client().get(links.after_sign_in(ben)))
    assert shown.count("(Pacific/Auckland)") == 2
    assert made.ends is not None
    with timezone.override("Pacific/Auckland"):
        assert f"Your account is suspended until {words.when(made.ends, zoned=True)}." in shown
