"""Who may decide about whom.

No moderator decides where he is involved. If a measure comes from a report, `games.reports` says whom it involves.
Moderators are also involved if they block the person, or play a running match with the person. A block by the person is
nothing to it: otherwise people could choose who decides about them.
"""

from django.db.models import Exists, OuterRef, Q

from accounts.models import Block, User
from games.measures.models import Measure
from games.reports import standing
from games.reports.models import Report
from games.rules.errors import RulesError
from games.rules.sentence import N_, Sentence, sentence

MAY = "measures.change_measure"
"""The right of moderators."""


class MeasureError(RulesError):
    """A measure that can't be taken, undone, answered or judged."""

    code = "measure"
    status = 409


class ChangedSince(MeasureError):
    """A measure that reads otherwise than on the page on which a moderator has decided about it."""


def require_uninvolved(moderator: User, person: User, report: Report | None) -> None:
    """Raise MeasureError for a moderator who may not decide about this person."""
    if (why := why_not(moderator, person, report)) is not None:
        raise MeasureError(why)


def why_not(moderator: User, person: User, report: Report | None) -> Sentence | None:
    """Return why a moderator may not decide about a person; None if the moderator may."""
    return _why_nobody_may(person) or why_involved(moderator, person, report)


def _why_nobody_may(person: User) -> Sentence | None:
    """Return why no moderator can decide about somebody; None if one can."""
    if person.is_bot:
        return sentence(N_("{name} is the computer."), name=person.username)
    if person.left is not None:
        return sentence(N_("{name} has left the site."), name=person.username)
    if person.is_guest:
        return sentence(N_("{name} is a guest. Guests can’t chat or play rated matches."), name=person.username)
    return standing.why_for_operators(person)


def why_involved(moderator: User, person: User, report: Report | None) -> Sentence | None:
    """Return why a moderator is involved in what concerns a person; None for one who isn't."""
    if moderator.pk == person.pk:
        return sentence(N_("You can’t decide about yourself."))
    if Block.objects.filter(blocker=moderator, blocked=person).exists():
        return sentence(N_("You’ve blocked {name}. Ask another moderator."), name=person.username)
    if (why := standing.why_plays_with(moderator, person)) is not None:
        return why
    if report is not None and standing.involving(moderator.pk).filter(pk=report.pk).exists():
        return sentence(N_("You’re involved in this report. Ask another moderator."))
    return None


def hidden_from(user_id: int) -> Q:
    """Return a condition for measures that somebody may not see in the admin: those about the user, and those that
    would tell of a report in which the user is involved."""
    return Q(person=user_id) | Q(Exists(standing.involving(user_id).filter(pk=OuterRef("report"))))


def appeal_judges(measure: Measure) -> list[User]:
    """Return the moderators who may judge an answer: all but those who decided, and those who are involved."""
    decided = {measure.by_id, measure.seconded_by_id}
    known = User.objects.with_perm(MAY).filter(is_active=True, is_staff=True).order_by("pk")
    return [user for user in known if user.pk not in decided and not why_involved(user, measure.person, measure.report)]
