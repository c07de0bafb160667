"""What moderators do about the reported person on the page of a case, in one go with closing the report."""

from typing import Any

from django import forms
from django.contrib.admin.models import CHANGE, LogEntry
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from accounts.models import User
from games.core.models import Seat
from games.core.reading.voice import SiteVoice
from games.core.seams import desk as seam
from games.measures import judges, services as measures, words
from games.measures.forms import MeasureForm
from games.measures.models import GRAVE, Kind, Measure
from games.reports.forms import say_language
from games.reports.models import Report
from games.rules.sentence import N_, Sentence, sentence

USUAL_TERM = 7
"""Days that are chosen already."""
Reason = Report.Reason
FITTING: dict[tuple[str, str], int] = {
    (Kind.REMIND, Reason.NAME): 2,
    (Kind.REMIND, Reason.SPOILING): 1,
    (Kind.REMIND, Reason.CHEATING): 3,
    (Kind.WARN, Reason.CHEATING): 4,
    (Kind.WARN, Reason.INSULT): 5,
    (Kind.MUTE, Reason.INSULT): 4,
    (Kind.MUTE, Reason.OTHER): 2,
    (Kind.UNRATED, Reason.CHEATING): 3,
    (Kind.SUSPEND, Reason.CHEATING): 3,
    (Kind.SUSPEND, Reason.INSULT): 4,
    (Kind.CLOSE, Reason.CHEATING): 1,
}
"""Which sentence goes with a kind of measure and the reason of the report, if not the first one."""


def form_for_case(request: HttpRequest, person: User, report: int) -> "CaseMeasureForm | None":
    """Return the form of a measure about the reported person; None if the moderator can't take one, and hasn't chosen
    one either while that was possible."""
    user = request.user
    assert isinstance(user, User)
    barred = _why_barred(user, person)
    if barred is not None and not request.POST.get("measure-kind"):
        return None
    return CaseMeasureForm(request, person, Report.objects.get(pk=report), barred)


def _why_barred(user: User, person: User) -> Sentence | None:
    if not user.has_perm(judges.MAY):
        return sentence(N_("You can’t take measures. Ask another moderator."))
    return judges.why_not(user, person, None)


def has_measure(report: int) -> bool:
    """Say whether a measure comes of a report: the person was told of it by email."""
    return Measure.objects.told().filter(report=report, undone_by=None).exists()


def done_about(report: int, moderator: int) -> seam.Acted:
    """Return what was done about the reported person, or about a player of the match of a report that names nobody.

    What is hidden from the moderator doesn't count: otherwise the outcomes that are refused would tell of it.
    """
    row = Report.objects.get(pk=report)
    players = Seat.objects.filter(match=row.match_id).values("user")
    about = Measure.objects.filter(Q(person=row.reported_id) if row.reported_id else Q(person__in=players))
    held = about.filter(undone_by=None).exclude(verdict=Measure.Verdict.LIFTED)
    held = held.exclude(judges.hidden_from(moderator))
    now = timezone.now()
    in_time = Q(ended=None) & (Q(ends=None) | Q(ends__gt=now))
    of_it = held.filter(in_time | Q(seconded_by__isnull=False), report=report)
    since = Q(begun__gte=row.created) | Q(pk__in=held.in_force(now).values("pk"))
    return seam.Acted(
        is_done=held.told().filter(since).exists(),
        holds=of_it.exists(),
        waits=of_it.filter(kind=Kind.CLOSE, seconded_by=None).exists(),
    )


class CaseMeasureForm(MeasureForm):
    """A measure among the fields of a case: nothing is done unless a kind is chosen."""

    leaves_term = True
    drawn_by = "admin/measures/in_case.html"
    checked_by = "admin/measures/check.html"

    def __init__(self, request: HttpRequest, person: User, report: Report, barred: Sentence | None) -> None:
        data = request.POST if request.method == "POST" else None
        draft = seam.draft_of(request, report.pk).items()
        kept = {name.removeprefix("measure-"): chosen for name, (chosen, *_more) in draft}
        super().__init__(data, person=person, prefix="measure", initial={"kind": "", "term": USUAL_TERM} | kept)
        assert isinstance(request.user, User)
        self.moderator = request.user
        self.person = person
        self.report = report
        self.barred = barred
        kind = self.fields["kind"]
        assert isinstance(kind, forms.ChoiceField)
        kind.required = False
        kind.label = _("Measure about {name}").format(name=person.username)
        kind.choices = [("", gettext_lazy("no measure")), *kind.choices]  # type: ignore[misc]  # pairs all of them
        self.fields["term"].help_text = ""  # it stands there only for what has a term
        self.fields["template"].help_text = _(
            "In {language} ({name}’s language). You read and change it on the next page."
        )
        say_language(self.fields["template"], person)

    def clean(self) -> dict[str, Any]:
        if self.refusal():
            self.add_error("kind", self.refusal())
        return super().clean() if self.cleaned_data.get("kind") else {}

    def _begun_with(self, key: str) -> str:
        kind = self.cleaned_data["kind"]
        usual = f"{kind}-{FITTING.get((kind, self.report.reason), 0)}"
        return super()._begun_with(key or usual)

    def refusal(self) -> str:
        """Return why the moderator can no longer take a measure; empty if nothing is in the way."""
        return "" if self.barred is None else self.barred.said(SiteVoice())

    def is_wanted(self) -> bool:
        """Say whether a measure was chosen."""
        return bool(self.cleaned_data.get("kind"))

    def waits(self) -> bool:
        """Say whether a second moderator must confirm it."""
        return bool(self.cleaned_data.get("kind") == Kind.CLOSE)

    def is_grave(self) -> bool:
        """Say whether it shuts the person out."""
        return self.cleaned_data.get("kind") in GRAVE

    def button(self) -> str:
        """Return what it does, as a button says it."""
        return words.act(self.cleaned_data["kind"], self.person.username, self.cleaned_data["term"])

    def means(self) -> str:
        """Return what the person reads above the reason."""
        kind = self.cleaned_data["kind"]
        ends = measures.end_of(kind, self.cleaned_data["term"], timezone.now())
        return words.means(Measure(kind=kind, ends=ends))

    def take(self) -> str:
        """Take the measure and keep who did it. Raises MeasureError and TooLong."""
        given = self.cleaned_data
        taken = measures.take(self.person, given["kind"], given["reason"], given["term"], self.moderator, self.report)
        kept = " · ".join(filter(None, ["taken", given["kind"], f"{given['term'] or ''}", taken.reason]))
        LogEntry.objects.log_actions(self.moderator.pk, [taken], CHANGE, change_message=kept, single_object=True)
        if taken.kind == Kind.CLOSE:
            return _("It’s proposed. Another moderator must confirm it.")
        return _("{name} gets an email about the measure.").format(name=self.person.username)
