"""What people are told of measures: queued with what happens, written when it is sent.

Letters to the person name no reporter, no match and no report. Nothing in the settings switches them off.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import outbox
from accounts.channels import Notice
from accounts.links import absolute
from accounts.models import User
from games.measures import judges, links, words
from games.measures.models import Kind, Measure

MEASURE = "measure"
ENDED = "measure_ended"
VERDICT = "verdict"
UNJUDGED = "verdict_undone"
APPEAL = "appeal"
CLOSED = "account_closed"


def queue_taken(measure: Measure) -> None:
    """Queue what was decided, for the person."""
    outbox.queue(measure.person_id, MEASURE, f"{measure.pk}", {"measure": measure.pk})


def queue_ended(measure: Measure) -> None:
    """Queue for the person that a measure is over."""
    outbox.queue(measure.person_id, ENDED, f"{measure.pk}", {"measure": measure.pk})


def queue_verdict(measure: Measure) -> None:
    """Queue for the person what came of the answer."""
    outbox.queue(measure.person_id, VERDICT, _of_verdict(measure), {"measure": measure.pk})


def queue_unjudged(measure: Measure) -> None:
    """Queue for the person that the verdict on the answer, which the measure still has, no longer holds."""
    outbox.queue(measure.person_id, UNJUDGED, _of_verdict(measure), {"measure": measure.pk})


def _of_verdict(measure: Measure) -> str:
    """Return a key for a letter about this verdict: the answer may be judged again, which is told again."""
    return f"{measure.pk}-{measure.judged:%Y%m%d%H%M%S%f}"


def queue_appeal(measure: Measure) -> None:
    """Queue for the moderators who may judge it that the person has answered."""
    payload = {"measure": measure.pk}
    letters = [outbox.email_row(each.pk, APPEAL, f"{measure.pk}", payload) for each in judges.appeal_judges(measure)]
    outbox.queue_all(letters)


def queue_closed(measure: Measure, address: str, language: str) -> None:
    """Queue for the address of a closed account why it was closed: the account has none any more."""
    outbox.queue_to(address, CLOSED, {"measure": measure.pk}, language)


def _about(user: User, payload: dict[str, Any]) -> Measure | None:
    return Measure.objects.filter(pk=payload["measure"], person=user).first()


def _letter(measure: Measure, subject: str, template: str, **context: Any) -> Notice:
    """Return a letter with a link to the page of decisions, or to that for people who can't sign in."""
    suspended = measure.kind == Kind.SUSPEND and measure.ended is None
    url = links.by_mail(measure) if suspended else absolute("decisions")
    return Notice(subject, template, {**context, "url": url, "settings_url": ""}, url=url, to_suspended=True)


def _subject() -> str:
    return _("{site}: a moderator’s decision about you").format(site=settings.SITE_NAME)


def measure_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Say to the person what was decided, why, until when, and how to answer; nothing of what was taken back."""
    measure = _about(user, payload)
    if measure is None or measure.undone_by_id is not None:
        return None
    may_answer = measure.answered is None and timezone.now() < measure.answered_until
    until = words.when(measure.answered_until, zoned=True) if may_answer else ""
    means = words.means(measure, zoned=True)
    said = {"means": means, "reason": measure.reason, "clocks": words.clocks(measure)}
    return _letter(measure, _subject(), "measure", **said, until=until)


def ended_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Say to the person that a measure no longer applies."""
    measure = _about(user, payload)
    if measure is None or measure.ended is None:
        return None
    return _letter(
        measure,
        _("{site}: a decision about you no longer applies").format(site=settings.SITE_NAME),
        "measure_ended",
        kind=measure.get_kind_display(),
        begun=words.when(measure.begun, zoned=True),
        reason=measure.reason,
        undone=measure.undone_by_id is not None,
    )


def verdict_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Say to the person what came of the answer."""
    measure = _about(user, payload)
    if measure is None or measure.judged is None:
        return None
    subject = _("{site}: about your answer to a moderator’s decision").format(site=settings.SITE_NAME)
    lifted = measure.verdict == Measure.Verdict.LIFTED
    means = words.meant(measure, timezone.now(), zoned=True)
    said = {"means": means, "reason": measure.reason, "words": measure.verdict_words}
    return _letter(measure, subject, "verdict", **said, lifted=lifted)


def unjudged_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Say to the person that the verdict no longer holds; nothing if there is another one by now."""
    measure = _about(user, payload)
    if measure is None or measure.judged is not None or measure.undone_by_id is not None:
        return None
    subject = _("{site}: about your answer to a moderator’s decision").format(site=settings.SITE_NAME)
    now = timezone.now()
    said = {"means": words.meant(measure, now, zoned=True), "reason": measure.reason}
    return _letter(measure, subject, "verdict_undone", **said, applies=measure.runs(now))


def closed_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Say to the address of a closed account why it was closed."""
    measure = Measure.objects.filter(pk=payload["measure"], kind=Kind.CLOSE).exclude(seconded_by=None).first()
    if measure is None:
        return None
    subject = _("{site}: your account was closed").format(site=settings.SITE_NAME)
    context = {"means": words.means(measure), "reason": measure.reason, "settings_url": ""}
    return Notice(subject, "account_closed", context)


def appeal_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Say to a moderator that somebody has answered; nothing if it is judged, or none of the moderator's business."""
    found = Measure.objects.filter(pk=payload["measure"], judged=None, undone_by=None).exclude(answered=None)
    measure = found.select_related("person", "report").first()
    if measure is None or all(each.pk != user.pk for each in judges.appeal_judges(measure)):
        return None
    url = settings.SITE_URL.rstrip("/") + reverse("admin:measures_measure_change", args=[measure.pk])
    subject = _("{site}: {name} has answered a decision").format(site=settings.SITE_NAME, name=measure.person.username)
    context = {"name": measure.person.username, "kind": measure.get_kind_display(), "url": url, "settings_url": ""}
    return Notice(subject, "appeal", context, url=url)


def kinds_of(measures: models.QuerySet[Measure]) -> models.Q:
    """Return a condition for the letters about these measures."""
    keys = list(measures.order_by().values_list("pk", flat=True))
    return models.Q(kind__in=(MEASURE, ENDED, VERDICT, UNJUDGED, APPEAL, CLOSED), payload__measure__in=keys)
