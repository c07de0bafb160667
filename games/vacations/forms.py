"""From when until when somebody is away."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy


class MomentField(forms.DateTimeField):
    """A day and a time in the reader's time zone.

    Of a time that the clock shows twice the first is meant; one that it leaves out counts on from before the gap, so
    that 02:30 is 03:30. `clock/stops.py` reads nights alike.
    """

    widget = forms.DateTimeInput(attrs={"type": "datetime-local", "step": 60}, format="%Y-%m-%dT%H:%M")

    def to_python(self, value: Any) -> datetime | None:
        try:
            return super().to_python(value)
        except forms.ValidationError as error:
            if getattr(error, "code", "") != "ambiguous_timezone":
                raise
            moment: datetime = (error.params or {})["datetime"]
            return moment.replace(tzinfo=timezone.get_current_timezone())


class VacationForm(forms.Form):
    """From when until when; without a beginning from now on."""

    begins = MomentField(
        label=gettext_lazy("From"), required=False, help_text=gettext_lazy("Leave this empty to begin now.")
    )
    ends = MomentField(label=gettext_lazy("Until"))
