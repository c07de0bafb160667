"""A verdict on an answer that was a slip: it is taken back, logged and told, or a sentence says why it can't be."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from accounts import blocks
from accounts.models import User
from games.core.services.texts import TooLong
from games.measures import services as measures
from games.measures.judges import MeasureError
from games.measures.models import Kind, Measure
from games.reports import filing
from tests.games.browsing import signed_in, told
from tests.games.measures.scenes import again, letters, moderator, over_since, taken

pytestmark = pytest.mark.django_db


def judged(about: User, by: User, judge: User, verdict: str, kind: str = Kind.SUSPEND, **more: object) -> Measure:
    """Return a measure whose answer is judged."""
    measure = taken(about, by, kind, **more)  # type: ignore[arg-type]
    measures.appeal(measure, about, "It wasn’t me.")
    measures.judge(measure, judge, verdict, "We looked again.")
    return again(measure)


def refusal(measure: Measure, by: User) -> str:
    with pytest.raises(MeasureError) as refused:
        measures.unjudge(measure, by, "A slip.")
    return str(refused.value.sentence)


def test_a_measure_that_was_lifted_by_a_slip_applies_again_until_its_old_end(max_: User, mia: User, ben: User) -> None:
    lifted = judged(ben, max_, mia, "lifted")
    assert User.objects.get(pk=ben.pk).is_active
    measures.unjudge(lifted, mia, "A slip.")
    found = again(lifted)
    assert (found.ended, found.ends, found.verdict, found.verdict_words) == (None, lifted.ends, "", "")
    assert (found.judged, found.judged_by, found.answer) == (None, None, "It wasn’t me.")
    assert not User.objects.get(pk=ben.pk).is_active
    body = letters(ben)[-1].body
    assert "What we told you about your answer was a mistake." in body
    assert "Until then, the decision applies: Your account is suspended until" in body
    assert [each for each in ("Mia", "Max", "A slip.") if each in body] == []


def test_the_answer_is_judged_once_more_and_both_verdicts_are_told(max_: User, mia: User, ben: User) -> None:
    stands = judged(ben, max_, mia, "stands", Kind.MUTE)
    first = letters(ben)[-1].body
    measures.unjudge(stands, moderator("Tia"), "A slip.")
    assert again(stands).ended is None
    measures.judge(stands, mia, "lifted", "We looked once more.")
    told = [each.body for each in letters(ben)]
    assert "The decision stands:" in first
    assert "lifted the decision" in told[-1]
    assert again(stands).ended is not None


def test_what_can_not_be_taken_back_says_why(max_: User, mia: User, ben: User, cat: User) -> None:
    waits = taken(cat, max_)
    assert refusal(waits, mia) == "There’s no verdict to take back."
    lifted = judged(ben, max_, mia, "lifted", Kind.MUTE)
    assert refusal(lifted, max_) == "You decided this yourself. Another moderator can take the verdict back."
    taken(ben, max_, Kind.MUTE)
    assert "is already running for Ben: Max took it on" in refusal(lifted, mia)
    assert again(lifted).verdict == "lifted"
    blocks.block(mia, ben)
    assert "blocked Ben" in refusal(lifted, mia)
    with pytest.raises(TooLong):
        measures.unjudge(lifted, mia, " ")


def test_what_is_over_does_not_apply_again_and_what_was_taken_back_has_no_verdict_to_undo(
    max_: User, mia: User, ben: User, cat: User
) -> None:
    lifted = over_since(judged(ben, max_, mia, "lifted", Kind.MUTE))
    assert refusal(lifted, mia) == "The measure would be over by now, so it can’t apply again. The verdict stays."
    stands = judged(cat, max_, mia, "stands", Kind.MUTE)
    measures.undo(stands, max_)
    assert "Max took the measure back on " in refusal(stands, mia)
    warned = judged(cat, max_, mia, "lifted", Kind.WARN)
    measures.unjudge(warned, mia, "A slip.")
    assert (again(warned).verdict, again(warned).ended) == ("", None)


def test_a_moderator_takes_a_verdict_back_on_its_page_and_the_log_and_the_case_say_why(
    max_: User, mia: User, ann: User, ben: User
) -> None:
    report = filing.file(ann, "player", "Ben", "insult", "He swears.")
    measure = judged(ben, max_, mia, "lifted", Kind.MUTE, report=report)
    client = signed_in(mia)
    row = reverse("admin:measures_measure_change", args=[measure.pk])
    url = reverse("admin:measures_measure_unjudge", args=[measure.pk])
    assert "Take the verdict back" in told(client.get(row))
    page = told(client.get(url))
    assert "We looked again." in page
    assert client.post(url, {"why": ""}).status_code == 422
    assert client.post(url, {"why": "A slip.", "seen": "another"}).status_code == 409
    form = {"why": "A slip.", "seen": measures.as_shown(measure)}
    assert "The verdict is taken back" in told(client.post(url, form, follow=True))
    assert again(measure).ended is None
    kept = list(LogEntry.objects.filter(user=mia).values_list("object_id", "change_message"))
    assert sorted(kept) == sorted((f"{each}", "verdict taken back · A slip.") for each in (measure.pk, report.pk))
    assert "Mia took the verdict back: “A slip.”" in told(client.get(f"/admin/measures/measure/{measure.pk}/history/"))
    assert client.post(url, {"why": "A slip."}).status_code == 422
    assert "Take the verdict back" not in told(client.get(row))
