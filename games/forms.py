"""What people fill in about matches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import clock
from games.models import Invitation, Seat
from games.rules.game import Game, Option, OptionValue

OPTION = "option_"
DRAWN = "drawn"


class MatchForm(forms.Form):
    """What every match is begun with: the game's own options, then seat and pace."""

    pace_days = forms.TypedChoiceField(
        label=gettext_lazy("Time for a move"),
        help_text=gettext_lazy("Whoever lets this time pass loses; a mail warns before."),
        coerce=int,
        initial=3,
        widget=forms.RadioSelect,
    )
    entropy = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, rules: Game[Any, Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        pace: forms.TypedChoiceField = self.fields["pace_days"]  # type: ignore[assignment]
        pace.choices = [(days, ngettext("%(n)d day", "%(n)d days", days) % {"n": days}) for days in clock.PACES]
        own = {OPTION + option.name: _option_field(option) for option in rules.meta.options}
        self.fields = {**own, "seat": self._seat_field(), **self.fields}

    def _seat_field(self) -> forms.Field:
        seats = [(str(number), _(name)) for number, name in enumerate(self.rules.meta.seat_names)]
        return forms.ChoiceField(
            label=_("My seat"),
            choices=[(DRAWN, _("drawn when the match begins")), *seats],
            initial=DRAWN,
            widget=forms.RadioSelect,
        )

    def options(self) -> dict[str, OptionValue]:
        """The game's options as chosen."""
        return {option.name: self.cleaned_data[OPTION + option.name] for option in self.rules.meta.options}

    def seat(self) -> int | None:
        """The inviter's seat, None where it is to be drawn."""
        chosen: str = self.cleaned_data["seat"]
        return None if chosen == DRAWN else int(chosen)


class InvitationForm(MatchForm):
    """A match to offer: besides, who may join."""

    audience = forms.ChoiceField(
        label=gettext_lazy("Who may join"),
        choices=Invitation.Audience.choices,
        initial=Invitation.Audience.OPEN,
        widget=forms.RadioSelect,
    )


def _option_field(option: Option) -> forms.Field:
    """A field that answers with the option's own value, be it text, number or truth."""
    values = {str(choice.value): choice.value for choice in option.choices}
    return forms.TypedChoiceField(
        label=_(option.title),
        help_text=_(option.help),
        choices=[(str(choice.value), _(choice.label)) for choice in option.choices],
        coerce=values.__getitem__,
        initial=str(option.default),
        widget=forms.RadioSelect,
    )


class HidingForm(forms.Form):
    """Why a moderator takes a line of a chat out of sight; all players of the match read it."""

    reason = forms.CharField(label=gettext_lazy("Why"), max_length=300)


class RulingForm(forms.Form):
    """How a moderator ends a match, and why."""

    ruling = forms.ChoiceField(label=gettext_lazy("Ruling"), widget=forms.RadioSelect)
    reason = forms.CharField(label=gettext_lazy("Why"), max_length=300)
    confirm = forms.BooleanField(label=gettext_lazy("I have looked at the match and mean it."))

    def __init__(self, *args: Any, seats: Iterable[Seat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        won = [(f"!adjudicate {seat.number}", _("{name} wins").format(name=seat.user.username)) for seat in seats]
        ruling: forms.ChoiceField = self.fields["ruling"]  # type: ignore[assignment]
        ruling.choices = [("!void", _("The match is void and counts for nobody")), *won]
