"""What people fill in to report something, and moderators to judge it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from accounts.characters import require_text
from accounts.fields import TextField
from games.reports import services as reports
from games.reports.models import Report
from games.reports.services import MAX_LENGTH, MAX_WORDS


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


class JudgingForm(forms.Form):
    """What a moderator fills in to do something to a report: nothing, where pressing the button says it all."""

    def __init__(self, *args: Any, report: Report, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.report = report


class ClosingForm(JudgingForm):
    """What came of a report, and what each side is told."""

    outcome = forms.ChoiceField(label=gettext_lazy("Outcome"), widget=forms.RadioSelect)
    words = TextField(
        label=gettext_lazy("To the reporter"),
        max_length=MAX_WORDS,
        validators=[require_text],
        widget=forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField"}),
        help_text=gettext_lazy("What you’ve found, in one or two plain sentences. It appears after the outcome."),
    )
    words_to_reported = TextField(
        label=gettext_lazy("To the reported player"),
        required=False,
        max_length=MAX_WORDS,
        widget=forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField"}),
        help_text=gettext_lazy(
            "Leave this empty if you’re taking no action that affects the player. The message won’t name "
            "anyone or say which match it’s about, so don’t write anything that gives the reporter away."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(outcome.value, outcome.label) for outcome in reports.outcomes(self.report)]
        self.fields["outcome"].choices = choices  # type: ignore[attr-defined]  # of a ChoiceField
