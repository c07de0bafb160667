"""What people fill in to report something, and moderators to judge it."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.db.models import Q
from django.forms.models import ModelChoiceIterator
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from accounts.characters import require_text, shows_nothing
from accounts.fields import TextField
from accounts.models import User
from games.core.reading.voice import SiteVoice
from games.reports import queries, services as reports, standing
from games.reports.answers import answers_for, language_named
from games.reports.filing import MAX_LENGTH
from games.reports.models import Report
from games.reports.opinions import LONGEST_OPINION, LONGEST_QUESTION, question_shown
from games.reports.services import MAX_WORDS

MOST_TOGETHER = 50
"""Reports that are offered with another one, the oldest of them."""
LONGEST_QUOTE = 80
"""Characters of what its reporter wrote, beside the tick box of a report."""
UNKEPT = ("also", "idle", "unanswered", "seen", "since", "hides")
"""Fields that the history keeps nothing of: each report or line has its own, or only a page needs it."""
SAFE_DIGITS = 18
"""Digits of a number that a database takes as a key."""


def say_language(field: forms.Field, person: User) -> None:
    """Name the person who reads what is filled in, and the language, in what explains a field."""
    field.help_text = str(field.help_text).format(language=language_named(person), name=person.username)


class ReportForm(forms.Form):
    """Why somebody reports something to the moderators."""

    reason = forms.ChoiceField(
        label=gettext_lazy("What’s wrong"), choices=Report.Reason.choices, widget=forms.RadioSelect
    )
    text = TextField(
        label=gettext_lazy("What happened"),
        help_text=gettext_lazy("At most 500 characters. Only moderators will see it."),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 5, "maxlength": MAX_LENGTH}),
    )


class SinceField(forms.DateTimeField):
    """When a page was drawn, which it carries: what is written twice on one page is written once."""

    widget = forms.HiddenInput

    def __init__(self) -> None:
        super().__init__(required=False, initial=lambda: timezone.now().isoformat())


class JudgingForm(forms.Form):
    """What a moderator fills in to do something to a report: nothing, where pressing the button says it all."""

    def __init__(self, *args: Any, report: Report, moderator: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.report = report
        self.moderator = moderator

    def given(self) -> dict[str, Any]:
        """Return what the service needs besides the report and its moderator."""
        return self.cleaned_data

    def kept(self) -> list[str]:
        """Return what the history keeps of it."""
        return [str(value) for name, value in self.cleaned_data.items() if value and name not in UNKEPT]

    def said(self) -> str:
        """Return what the moderator reads once it is done; empty if it is the same each time."""
        return ""


class Ticks(forms.TypedMultipleChoiceField):
    """Reports to be judged with another one, by their keys.

    It takes every number. The service says what has become of a report that isn't offered any more.
    """

    widget = forms.CheckboxSelectMultiple

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(coerce=int, required=False, empty_value=[], **kwargs)

    def valid_value(self, value: Any) -> bool:
        return str(value).isdecimal() and len(str(value)) <= SAFE_DIGITS


class TogetherForm(JudgingForm):
    """A report that is judged with others like it, if any of them are ticked: the moderator has to read each first."""

    also = Ticks(label=gettext_lazy("Other reports about the same thing"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.found = self._offer("also", self.others())

    def _offer(self, name: str, reports: Any) -> list[Report]:
        """Offer reports to be ticked in a field, or none of the field if there are none. Return them."""
        found = list(reports[:MOST_TOGETHER])
        self.fields[name].choices = [(each.pk, in_words(each)) for each in found]  # type: ignore[attr-defined]
        if not found and not self.is_bound:
            del self.fields[name]
        return found

    def others(self) -> Any:
        """Return the reports that can be judged with it, as `standing.alike` finds them."""
        raise NotImplementedError


class TakingForm(TogetherForm):
    """Which others a moderator takes with a report."""

    def others(self) -> Any:
        return standing.alike(self.report, self.moderator.pk).filter(stands=Report.State.OPEN)


class ClosingForm(TogetherForm):
    """What came of a report, and what each side is told."""

    field_order = ("outcome", "hides", "answer", "words", "words_to_reported", "also", "idle", "unanswered")
    outcome = forms.ChoiceField(label=gettext_lazy("Outcome"), widget=forms.RadioSelect)
    hides = forms.BooleanField(label=gettext_lazy("Hide the reported message, too"), required=False)
    answer = forms.ChoiceField(
        label=gettext_lazy("Answer to the reporter"),
        required=False,
        help_text=gettext_lazy("In {language} ({name}’s language). It appears after the outcome."),
    )
    words = TextField(
        label=gettext_lazy("Or in your own words"),
        required=False,
        max_length=MAX_WORDS,
        widget=forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField"}),
        help_text=gettext_lazy("One or two plain sentences instead of the answer above."),
    )
    words_to_reported = TextField(
        label=gettext_lazy("To the reported player"),
        required=False,
        max_length=MAX_WORDS,
        widget=forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField"}),
        help_text=gettext_lazy(
            "Only if it concerns the player. Don’t name anyone or a match: that gives the reporter away."
        ),
    )

    unanswered = forms.BooleanField(
        label=gettext_lazy("Close it although nobody has answered the question to colleagues"), required=False
    )
    idle = Ticks(
        label=gettext_lazy("Other reports about the same player, or by the same reporter"),
        help_text=gettext_lazy("Only with “We found nothing against the rules.” Read each of them first."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        idle = self._offer("idle", self._around())
        if self.report.line and self.report.line.hidden:
            self.initial.setdefault("outcome", Report.Outcome.HIDDEN)
        if not any(map(queries.is_unanswered, [self.report, *self.found, *idle])):
            del self.fields["unanswered"]
        if not self.can_hide():
            del self.fields["hides"]
        known = reports.outcomes(self.report, self.moderator)
        self._say_limits(known)
        choices = [(outcome.value, outcome.label) for outcome in known]
        self.fields["outcome"].choices = choices  # type: ignore[attr-defined]  # of a ChoiceField
        self.answers = answers_for(self.report, self._can_tell_operators())
        grouped: list[Any] = [(outcome.label, self.answers[outcome]) for outcome in known]
        usual = [("", gettext_lazy("the first sentence of the outcome"))]
        self.fields["answer"].choices = usual + grouped  # type: ignore[attr-defined]  # of a ChoiceField
        say_language(self.fields["answer"], self.report.reporter)
        if "also" in self.fields:
            self.fields["also"].help_text = gettext_lazy("Each reporter gets your words. Don’t name any of them.")
        if self.report.words_to_reported:
            said = gettext_lazy(
                "The player has already been told: “{words}”. If something else applies now, write it here."
            )
            self.fields["words_to_reported"].help_text = str(said).format(words=self.report.words_to_reported)

    def can_hide(self) -> bool:
        """Say whether the moderator can hide the message that was reported: there is one, and the players read it."""
        line = self.report.line
        return line is not None and line.hidden is None and self.moderator.has_perm("games.change_chatline")

    def hides_line(self) -> bool:
        """Say whether the moderator has ticked that the message is hidden, too."""
        return bool(self.cleaned_data.get("hides"))

    def given(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if name != "hides"}

    def _say_limits(self, known: list[Report.Outcome]) -> None:
        """Say why there is no other outcome, if there is only one, and choose that one."""
        reason = reports.why_only_passed(self.report, self.moderator)
        if reason is not None:
            told = reason.said(SiteVoice())
            self.fields["outcome"].help_text = told
            self.fields["outcome"].error_messages["invalid_choice"] = told
            self.initial["outcome"] = known[0]

    def _can_tell_operators(self) -> bool:
        """Say whether an operator can look at the report, or does."""
        return self.moderator.is_superuser or standing.judges(self.report).filter(is_superuser=True).exists()

    def _around(self) -> Any:
        """Return the reports that can be closed with it if nothing is in them."""
        found = standing.around(self.report, self.moderator.pk).filter(self._to_close())
        if self.moderator.is_superuser:
            return found
        if reports.why_only_passed(self.report, self.moderator) is not None:
            return found.none()
        return found.exclude(Q(reported__is_staff=True) | Q(reported__is_superuser=True))

    def count(self) -> int:
        """Return how many reports it closes: this one and those that are ticked."""
        return 1 + sum(len(self.cleaned_data.get(name) or []) for name in ("also", "idle"))

    def said(self) -> str:
        """Return what is hidden, how many reports are closed, and who gets an email."""
        number = self.count()
        closed = ngettext(
            "The report is closed. The reporter gets an email.",
            "{number} reports are closed. Each reporter gets an email.",
            number,
        ).format(number=number)
        is_told = self.cleaned_data.get("words_to_reported")
        hidden = [_("The message is hidden.")] if self.hides_line() else []
        also = [_("The reported player gets an email, too.")] if is_told else []
        return " ".join([*hidden, closed, *also])

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        chosen = given.pop("answer", "")
        if shows_nothing(given.get("words") or ""):
            given["words"] = self._sentence(given.get("outcome", ""), chosen)
        return given

    def _sentence(self, outcome: str, chosen: str) -> str:
        """Return the sentence that was chosen, or the first one of the outcome that fits."""
        texts = dict(pair for pairs in self.answers.values() for pair in pairs)
        return texts.get(chosen) or next((text for _key, text in self.answers.get(outcome, [])), "")

    def others(self) -> Any:
        return standing.alike(self.report, self.moderator.pk).filter(self._to_close())

    def _to_close(self) -> Q:
        """Return a condition that the moderator may close a report."""
        return Q(stands=Report.State.OPEN) | Q(stands=Report.State.TAKEN, assignee=self.moderator)


class ReopeningForm(JudgingForm):
    """Why a closed report is opened again; only the history keeps it."""

    reason = TextField(label=gettext_lazy("Why"), max_length=MAX_WORDS, validators=[require_text])

    def given(self) -> dict[str, Any]:
        return {}


class ColleagueField(forms.ModelChoiceField):
    """Another moderator who may judge the report. Who may not be chosen isn't there, and no reason is given."""

    default_error_messages = {"invalid_choice": gettext_lazy("This moderator can’t be chosen. Choose another one.")}

    def __init__(self, **kwargs: Any) -> None:
        told = gettext_lazy("Moderators who are involved in the report can’t be chosen.")
        super().__init__(User.objects.none(), label=gettext_lazy("Moderator"), help_text=told, **kwargs)

    def offer(self, report: Report) -> None:
        """Offer the moderators who may be chosen, read now: a template asks for nothing."""
        self.queryset = reports.colleagues(report)
        self.widget.choices = [*ModelChoiceIterator(self)]


class ColleagueForm(JudgingForm):
    """A form in which a colleague is chosen, as its ColleagueField."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            if isinstance(field, ColleagueField):
                field.offer(self.report)


class HandingForm(ColleagueForm):
    """Who goes on with a report."""

    to = ColleagueField()


class QuestionForm(ColleagueForm):
    """What a moderator asks about a report, and whom."""

    question = TextField(
        label=gettext_lazy("Your question"),
        max_length=LONGEST_QUESTION,
        validators=[require_text],
        widget=forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField"}),
    )
    of = ColleagueField(required=False, empty_label=gettext_lazy("anybody"))
    seen = forms.CharField(required=False, max_length=100, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["seen"] = question_shown(self.report)


class OpinionForm(JudgingForm):
    """What a moderator thinks of a colleague's report."""

    text = TextField(
        label=gettext_lazy("Your opinion"),
        max_length=LONGEST_OPINION,
        validators=[require_text],
        widget=forms.Textarea(attrs={"rows": 6, "class": "vLargeTextField"}),
    )
    since = SinceField()


def in_words(report: Report) -> SafeString:
    """Return a report in one line: since when, about what, why, by whom, and how its text begins. It leads to it."""
    since = date_format(localtime(report.created), "SHORT_DATETIME_FORMAT")
    url = reverse("admin:games_report_change", args=[report.pk])
    about = format_html('<a href="{}">{}</a>', url, queries.about_in_words(report))
    said: Iterable[str] = (since, about, report.get_reason_display(), report.reporter.username)
    text = report.text if len(report.text) <= LONGEST_QUOTE else f"{report.text[:LONGEST_QUOTE]}…"
    return format_html_join(" · ", "{}", ((part,) for part in [*said, *([f"“{text}”"] if text else [])]))
