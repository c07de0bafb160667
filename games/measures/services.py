"""What moderators do about a person: it is taken, seconded, answered, judged and undone, and ends by itself.

Everything holds the person's row first and then the measure's. So of two moderators at once the second one finds what
the first one did.
"""

from datetime import datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts import leaving
from accounts.database import portions
from accounts.models import User
from games.core.reading.access import NotYours
from games.core.reading.dates import moment_in_words
from games.core.services import leaving as departures, sweeps, texts
from games.measures import halts, judges, notices
from games.measures.judges import MeasureError
from games.measures.models import LASTING, TERMED, Kind, Measure
from games.reports.models import Report
from games.rules.sentence import N_, Sentence, sentence

MAX_REASON = 300
MAX_ANSWER = 1000
"""Characters of what a moderator and the person write."""
TERMS = (1, 3, 7, 14, 30, 90)
"""Days for which a measure can be taken."""
KEPT = timedelta(days=365)
"""How long measures are kept that have ended, and those that have no end."""
OFFERED = tuple(Kind)
"""Kinds that can be taken."""
REASON_CHANGED = N_("The reason has changed since you opened this page. Read it as it is now, then decide.")
VERDICT_CHANGED = N_("The verdict has changed since you opened this page. Read it as it is now, then decide.")


class Planned(NamedTuple):
    """A measure as a moderator means to take it."""

    kind: str
    reason: str
    term: int | None
    report: Report | None


# --- Taking and taking back -----------------------------------------------------------------------------------------


@transaction.atomic
def take_once(key: int, planned: Planned, person: User, moderator: User) -> tuple[Measure, bool]:
    """Take a measure under the key that a page was shown with, and say whether this press did: another press finds
    what the first one has taken. Raises MeasureError and TooLong."""
    held = _held(person.pk)
    made = Measure.objects.filter(pk=key, person=held, by=moderator).first()
    if made is not None:
        return made, False
    return take(held, planned.kind, planned.reason, planned.term, moderator, report=planned.report, key=key), True


@transaction.atomic
def take(
    person: User,
    kind: str,
    reason: str,
    term: int | None,
    moderator: User,
    report: Report | None = None,
    key: int | None = None,
) -> Measure:
    """Do something about a person, for so many days where the kind has a term. Raises MeasureError and TooLong."""
    held = _held(person.pk)
    judges.require_uninvolved(moderator, held, report)
    _require_about(held, report)
    if kind not in OFFERED:
        raise MeasureError(sentence(N_("There’s no such measure.")))
    now = timezone.now()
    _end_due_of(held.pk, now)
    _require_one(held, kind, moderator)
    made = Measure(person=held, kind=kind, report=report, by=moderator, begun=now, ends=end_of(kind, term, now))
    made.pk = key or made.pk
    made.reason = " ".join(texts.cleaned(reason, MAX_REASON).split())  # one line, however it was typed
    made.save(force_insert=True)
    if kind == Kind.SUSPEND:
        _let_in(held, is_active=False)
    if kind != Kind.CLOSE:  # the person hears of it once another moderator has confirmed it
        notices.queue_taken(made)
    return made


def _held(person_id: int) -> User:
    return leaving.hold_users([person_id])[person_id]


def _let_in(person: User, *, is_active: bool) -> None:
    """Let somebody sign in or not, and have the clocks of running matches know of it."""
    person.is_active = is_active
    person.save(update_fields=["is_active"])
    halts.update_after_commit(person.pk)


def _require_about(person: User, report: Report | None) -> None:
    """Raise MeasureError for a report that has nothing to do with the person."""
    if report is None or person.pk in (report.reported_id, report.reporter_id):
        return
    match = report.match
    if match is None or not match.seats.filter(user=person).exists():
        raise MeasureError(sentence(N_("This report isn’t about {name}."), name=person.username))


def _require_one(person: User, kind: str, moderator: User) -> None:
    """Raise MeasureError if one of this kind runs already, which a moderator knows even where its case is hidden."""
    running = Measure.objects.filter(person=person, kind=kind, ended=None)
    found = running.select_related("by").first() if kind in LASTING else None
    if found is None:
        return
    if running.filter(judges.hidden_from(moderator.pk)).exists():
        template = N_("A measure of this kind is already running for {name}. A colleague decides about it.")
        raise MeasureError(sentence(template, name=person.username))
    template = N_(
        "A measure of this kind is already running for {name}: {moderator} took it on {when}. Take it back before you "
        "take another."
    )
    moment = moment_in_words(found.begun)
    raise MeasureError(sentence(template, name=person.username, moderator=_name(found.by), when=moment))


def _name(moderator: User | None) -> str:
    return moderator.username if moderator else "–"


def end_of(kind: str, term: int | None, now: datetime) -> datetime | None:
    """Return when a measure ends that begins now. Raises MeasureError for a term that can't be chosen."""
    if kind not in TERMED:
        return None
    if term not in TERMS:
        raise MeasureError(sentence(N_("Choose how long the measure lasts.")))
    return now + timedelta(days=term)


@transaction.atomic
def undo(measure: Measure, moderator: User) -> None:
    """Take a measure back, at any time while it runs; a reminder or warning too. Raises MeasureError."""
    held = _locked(measure)
    now = timezone.now()
    _require_running(held, now)  # first: of a closed account, the next one says only that somebody has left
    judges.require_uninvolved(moderator, held.person, held.report)
    held.undone_by = moderator
    _end(held, now)
    if held.kind != Kind.CLOSE:
        notices.queue_ended(held)


def why_not_second(measure: Measure, moderator: User) -> Sentence | None:
    """Return why a moderator can't confirm that an account is closed, as far as the measure says; None if he can."""
    if measure.kind != Kind.CLOSE:
        return sentence(N_("Only closing an account needs a second moderator."))
    if measure.ended is not None:
        return _who_ended(measure)
    if measure.by_id is None or measure.by_id == moderator.pk:
        return sentence(N_("You proposed this yourself. Another moderator must confirm it."))
    return None


def as_shown(measure: Measure) -> str:
    """Return a digest of a measure's reason, answer and verdict, for a page to say which ones it showed."""
    verdict = measure.judged and measure.judged.isoformat()
    return sha256(f"{measure.reason}\0{measure.answer}\0{verdict}".encode()).hexdigest()


def _require_shown(measure: Measure, seen: str | None, template: str = REASON_CHANGED) -> None:
    """Raise ChangedSince if a page has shown another reason, answer or verdict; None stands for no page."""
    if seen is not None and seen != as_shown(measure):
        raise judges.ChangedSince(sentence(template))


@transaction.atomic
def second_closing(measure: Measure, moderator: User, seen: str | None = None) -> None:
    """Close an account for good, which another moderator has proposed. Nobody can undo it. Raises MeasureError."""
    departures.hold_matches(measure.person_id)  # before the person's row, as everywhere
    held = _locked(measure)
    if (why := why_not_second(held, moderator)) is not None:
        raise MeasureError(why)
    judges.require_uninvolved(moderator, held.person, held.report)
    _require_shown(held, seen)
    held.seconded_by = moderator
    held.save()
    person = held.person
    address = person.email
    language = person.language
    departures.close_account(person)  # which ends all measures about the person
    if address:
        notices.queue_closed(held, address, language)


def _locked(measure: Measure) -> Measure:
    """Return a measure as it is at this very moment, held with its person to the end of the transaction."""
    person = _held(measure.person_id)
    held = Measure.objects.select_for_update(no_key=True).filter(pk=measure.pk).first()
    if held is None:
        raise NotYours
    held.person = person
    return held


def _require_running(measure: Measure, now: datetime) -> None:
    """Raise MeasureError for what has ended, or whose term is over though the sweep has not come yet."""
    if measure.ended is not None or (measure.ends is not None and measure.ends <= now):
        raise MeasureError(_who_ended(measure))


def _who_ended(measure: Measure) -> Sentence:
    """Return that a measure is over, and which moderator has ended it when, if one has."""
    ways = [
        (N_("{name} has already taken this measure back, on {when}."), measure.undone_by, measure.ended),
        (N_("{name} has already closed this account for good, on {when}."), measure.seconded_by, measure.ended),
    ]
    if measure.verdict == Measure.Verdict.LIFTED:
        ways += [(N_("{name} has already lifted this measure, on {when}."), measure.judged_by, measure.judged)]
    for template, moderator, at in ways:
        if moderator is not None and at is not None:
            return sentence(template, name=moderator.username, when=moment_in_words(at))
    return sentence(N_("This measure has already ended."))


def _end(measure: Measure, now: datetime) -> None:
    measure.ended = now
    measure.save()
    if measure.kind == Kind.SUSPEND and measure.person.left is None:
        _let_in(measure.person, is_active=True)


def why_not_reword(measure: Measure, moderator: User) -> Sentence | None:
    """Return why a moderator can't reword the reason of a measure; None if he can."""
    if not moderator.is_superuser and moderator.pk != measure.by_id:
        return sentence(N_("Only the moderator who decided this can reword the reason, or an operator."))
    if measure.judged is not None:
        return sentence(N_("The answer to this reason has been judged. The reason can’t be reworded any more."))
    return judges.why_involved(moderator, measure.person, measure.report)


@transaction.atomic
def reword(measure: Measure, moderator: User, reason: str, seen: str | None = None) -> bool:
    """Give a measure another reason for the person to read, such as one without a quoted insult. Nobody is told again.

    Return whether this changed it: a second press finds what the first one wrote. Raises MeasureError and TooLong.
    """
    held = _locked(measure)
    if (why := why_not_reword(held, moderator)) is not None:
        raise MeasureError(why)
    words = " ".join(texts.cleaned(reason, MAX_REASON).split())
    if words == held.reason:
        return False
    _require_shown(held, seen)
    held.reason = words
    held.save()
    return True


# --- The person's answer --------------------------------------------------------------------------------------------


def why_not_answer(measure: Measure, now: datetime) -> Sentence | None:
    """Return why the person can't answer a measure, or can't any more; None if the person can."""
    if measure.kind == Kind.CLOSE:
        return sentence(N_("It’s too late to answer this decision."))
    if measure.answered is not None:
        return sentence(N_("You’ve already answered this decision. You can answer each one once."))
    if measure.ended is not None and measure.ended <= now:
        return sentence(N_("This decision no longer applies, so there’s nothing left to answer."))
    if now >= measure.answered_until:
        return sentence(N_("It’s too late to answer this decision."))
    return None


@transaction.atomic
def appeal(measure: Measure, person: User, text: str) -> None:
    """Answer a measure about oneself, once. Raises NotYours, MeasureError and TooLong."""
    if measure.person_id != person.pk:
        raise NotYours
    held = _locked(measure)
    now = timezone.now()
    if (why := why_not_answer(held, now)) is not None:
        raise MeasureError(why)
    held.answer = texts.cleaned(text, MAX_ANSWER)
    held.answered = now
    held.save()
    notices.queue_appeal(held)


def why_not_judge(measure: Measure, moderator: User) -> Sentence | None:
    """Return why a moderator can't judge the answer to a measure, as far as the measure says; None if he can."""
    if measure.answered is None:
        return sentence(N_("There’s no answer to judge."))
    if measure.judged is not None:
        name = measure.judged_by.username if measure.judged_by else "–"
        template = N_("{name} has already judged this answer, on {when}.")
        return sentence(template, name=name, when=moment_in_words(measure.judged))
    if measure.undone_by is not None and measure.ended is not None:
        return _nothing_to_judge(measure)
    if moderator.pk in (measure.by_id, measure.seconded_by_id):
        return sentence(N_("You decided this yourself. Another moderator judges the answer."))
    return None


@transaction.atomic
def judge(measure: Measure, moderator: User, verdict: str, words: str, seen: str | None = None) -> None:
    """Judge the answer to a measure that another moderator took: it stands, or is lifted. Raises MeasureError and
    TooLong."""
    held = _locked(measure)
    judges.require_uninvolved(moderator, held.person, held.report)
    if (why := why_not_judge(held, moderator)) is not None:
        raise MeasureError(why)
    _require_shown(held, seen)
    if verdict not in Measure.Verdict.values:
        raise MeasureError(sentence(N_("Choose whether the measure stands or is lifted.")))
    held.verdict = verdict
    held.verdict_words = " ".join(texts.cleaned(words, MAX_REASON).split())
    held.judged_by = moderator
    held.judged = timezone.now()
    if verdict == Measure.Verdict.LIFTED and held.ended is None:
        _end(held, held.judged)
    else:
        held.save()
    notices.queue_verdict(held)


def _nothing_to_judge(measure: Measure) -> Sentence:
    """Return that a moderator took a measure back, after which no verdict makes a difference."""
    assert measure.undone_by is not None
    assert measure.ended is not None
    template = N_("{name} took the measure back on {when}, so there’s nothing left to judge.")
    return sentence(template, name=measure.undone_by.username, when=moment_in_words(measure.ended))


def why_not_unjudge(measure: Measure, moderator: User) -> Sentence | None:
    """Return why a moderator can't take a verdict back, as far as the measure says; None if he can."""
    if measure.judged is None:
        return sentence(N_("There’s no verdict to take back."))
    if measure.undone_by is not None:
        return _nothing_to_judge(measure)
    if moderator.pk in (measure.by_id, measure.seconded_by_id):
        return sentence(N_("You decided this yourself. Another moderator can take the verdict back."))
    if measure.ends_by_verdict and measure.ends is not None and measure.ends <= timezone.now():
        return sentence(N_("The measure would be over by now, so it can’t apply again. The verdict stays."))
    return None


@transaction.atomic
def unjudge(measure: Measure, moderator: User, why: str, seen: str | None = None) -> None:
    """Take a verdict back that was a slip: the answer waits again, and a measure that it lifted applies again until its
    term is over. The person is told, but not why: the history keeps that. Raises MeasureError and TooLong."""
    texts.cleaned(why, MAX_REASON)
    held = _locked(measure)
    if (reason := why_not_unjudge(held, moderator)) is not None:
        raise MeasureError(reason)
    judges.require_uninvolved(moderator, held.person, held.report)
    _require_shown(held, seen, VERDICT_CHANGED)
    notices.queue_unjudged(held)
    applies_again = held.ends_by_verdict
    held.verdict = ""
    held.verdict_words = ""
    held.judged_by = None
    held.judged = None
    if applies_again:
        _apply_again(held, moderator)
    held.save()


def _apply_again(measure: Measure, moderator: User) -> None:
    """Have a measure run that a verdict has lifted. Raises MeasureError if another one of its kind runs by now."""
    _end_due_of(measure.person_id, timezone.now())
    _require_one(measure.person, measure.kind, moderator)
    measure.ended = None
    if measure.kind == Kind.SUSPEND:
        _let_in(measure.person, is_active=False)


# --- Ending by itself -----------------------------------------------------------------------------------------------


def end_due(now: datetime | None = None) -> int:
    """End the measures whose term is over; how many those were. After an outage it ends all that are due."""
    now = now or timezone.now()
    due = list(Measure.objects.due(now).values_list("pk", "person"))
    return sum(sweeps.attempt("The measure %s could not be ended", _end_one, *each, now) or 0 for each in due)


@transaction.atomic
def _end_one(measure_id: int, person_id: int, now: datetime) -> int:
    """End one measure of a person, unless somebody else has; whether this call did."""
    person = _held(person_id)
    found = Measure.objects.select_for_update(no_key=True).due(now).filter(pk=measure_id).first()
    if found is None:
        return 0
    found.person = person
    _end(found, now)
    if found.kind == Kind.SUSPEND:
        notices.queue_ended(found)
    return 1


def _end_due_of(person_id: int, now: datetime) -> None:
    """End what is due of one person, whose row is held: the sweep may be late."""
    for measure_id in list(Measure.objects.due(now).filter(person=person_id).values_list("pk", flat=True)):
        _end_one(measure_id, person_id, now)


def remove_past(now: datetime | None = None) -> int:
    """Delete measures that ended long ago, and reminders and warnings that were given long ago; how many."""
    before = (now or timezone.now()) - KEPT
    said = Q(ended=None) & ~Q(kind__in=LASTING)
    old = Measure.objects.filter(Q(ended__lte=before) | said, begun__lte=before)
    return portions.remove_rows(old, "begun")


def sweep() -> None:
    """End what is due, tell matches of suspensions that were missed, and delete what is old."""
    end_due()
    halts.tell_missed()
    remove_past()


def forget(user: User) -> None:
    """End the measures about somebody who leaves, and delete the answers. What moderators decided stays."""
    Measure.objects.filter(person=user).update(answer="")
    Measure.objects.filter(person=user, ended=None, kind__in=LASTING).update(ended=timezone.now())
