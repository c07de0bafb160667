"""What a person reads of decisions about him: measures with their answers, and what else moderators have told him."""

from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page, Paginator
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.core.pages.paging import PAGE_SIZE
from games.measures import services, words
from games.measures.models import Measure
from games.reports.models import Report


@dataclass(frozen=True)
class DecisionShown:
    """A decision: what it means and why, when, what has become of it; `answer` is the person's, `until` when the person
    can still answer (empty where not); `key` is that of the measure, 0 of a mere message."""

    key: int
    means: str
    reason: str
    begun: datetime
    state: str
    answer: str
    answered: datetime | None
    verdict: str
    verdict_words: str
    until: str


def own_decisions(user: User, page: str | None) -> Page[DecisionShown]:
    """Return a page of the decisions about a user, the newest first."""
    now = timezone.now()
    found = [decision_shown(each, now) for each in Measure.objects.told().filter(person=user)]
    told = Report.objects.filter(reported=user, closed__isnull=False).exclude(words_to_reported="")
    found += [_message(words, closed) for words, closed in told.values_list("words_to_reported", "closed") if closed]
    return Paginator(sorted(found, key=lambda each: each.begun, reverse=True), PAGE_SIZE).get_page(page)


def _message(text: str, closed: datetime) -> DecisionShown:
    means = _("A moderator has sent you a message.")
    untold = dict.fromkeys(("state", "answer", "verdict", "verdict_words", "until"), "")
    return DecisionShown(key=0, means=means, reason=text, begun=closed, answered=None, **untold)


def decision_shown(measure: Measure, now: datetime, *, zoned: bool = False) -> DecisionShown:
    """Return a measure as the person reads it, with the name of the time zone if that isn't clear."""
    may_answer = services.why_not_answer(measure, now) is None
    return DecisionShown(
        key=measure.pk,
        means=words.meant(measure, now, zoned=zoned),
        reason=measure.reason,
        begun=measure.begun,
        state=_state(measure, now),
        answer=measure.answer,
        answered=measure.answered,
        verdict=_verdict(measure),
        verdict_words=measure.verdict_words,
        until=words.when(measure.answered_until, zoned=zoned) if may_answer else "",
    )


def _state(measure: Measure, now: datetime) -> str:
    """Return what has become of a measure; empty while it runs."""
    if measure.undone_by_id is not None:
        return _("A moderator has taken this back.")
    if measure.verdict == Measure.Verdict.LIFTED or not measure.lasts or measure.runs(now):
        return ""
    return _("This decision no longer applies.")


def _verdict(measure: Measure) -> str:
    """Return what came of the answer; empty if there was none, or if the measure was taken back before."""
    if measure.judged is not None:
        lifted = measure.verdict == Measure.Verdict.LIFTED
        upheld = _("Another moderator has upheld the decision:")
        return _("Another moderator has lifted the decision:") if lifted else upheld
    if measure.answered is not None and measure.undone_by_id is None:
        return _("Another moderator will read your answer. We’ll email you the outcome.")
    return ""
