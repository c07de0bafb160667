"""What people fill in to begin a match or to seek an opponent: options of the game, a seat, what they ask of others."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _, gettext_lazy

from accounts.models import User
from games.core.reading import level_words
from games.core.reading.voice import SiteVoice
from games.core.seams import bars
from games.core.seams.bars import Act
from games.core.views.clock_form import ClockForm
from games.rules.game import Game, Meta, Option, OptionValue

OPTION = "option_"
DRAWN = "drawn"
LEVEL = "level"
MOST_RADIOS = 9
"""Values of an option that stand one below the other; of more a list unfolds."""
SHARES = (70, 80, 90, 95)
"""Reliabilities that can be asked for, in per cent."""


def language_field() -> forms.ChoiceField:
    """Make the field for the language somebody would like to chat in, `""` for any."""
    return forms.ChoiceField(
        label=gettext_lazy("Language for the chat"),
        choices=lambda: [("", _("any")), *settings.LANGUAGES],
        required=False,
    )


def level_field(slug: str) -> dict[str, forms.Field]:
    """Make the field for the level of a game's computer opponent, by its name; none for a game without levels."""
    known = list(level_words.titles(slug).items())
    made = forms.ChoiceField(label=_("Level of the computer"), choices=known, required=False, widget=forms.RadioSelect)
    return {LEVEL: made} if known else {}


def reliability_field(help_text: Any) -> forms.TypedChoiceField:
    """Return how reliable the others should be, None for anybody."""
    return forms.TypedChoiceField(
        label=gettext_lazy("Minimum reliability"),
        help_text=help_text,
        choices=lambda: [("", _("any")), *((share, _("{n}%").format(n=share)) for share in SHARES)],
        coerce=int,
        empty_value=None,
        required=False,
    )


def why_unrated(user: User) -> str:
    """Return why a user may play no rated match for now; empty if the user may."""
    why = bars.why_not(user.pk, Act.RATED)
    return why.said(SiteVoice()) if why else ""


def be_unrated(form: forms.Form, why: str, no: object) -> None:
    """Offer only matches that aren't rated, if there is a reason; `no` is what the field then holds."""
    if why:
        field = form.fields["rated"]
        field.disabled = True
        field.help_text = why
        form.initial["rated"] = no


def refuse_unpaired(form: forms.Form, meta: Meta) -> None:
    """Say of each option of a pair that was chosen so that there is none."""
    for name, barred in meta.unpaired_by.items():
        if form.cleaned_data.get(OPTION + name) == barred:
            form.add_error(OPTION + name, _(meta.unpaired))


class MatchForm(ClockForm):
    """What every match is begun with: the game's own options, then seat and clock."""

    def __init__(self, *args: Any, rules: Game[Any, Any], house: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, rules=rules, house=house, **kwargs)
        own = {OPTION + option.name: _option_field(option) for option in rules.meta.options}
        level = level_field(self.slug) if house else {}
        self.fields = {**level, **own, "seat": self._seat_field(), **self.fields}

    def _seat_field(self) -> forms.Field:
        seats = [(str(number), _(name)) for number, name in enumerate(self.rules.meta.seat_names)]
        return forms.ChoiceField(
            label=_("My seat"),
            choices=[(DRAWN, _("Random")), *seats],
            initial=DRAWN,
            widget=forms.RadioSelect,
        )

    def options(self) -> dict[str, OptionValue]:
        """Return the game's options as chosen."""
        return {option.name: self.cleaned_data[OPTION + option.name] for option in self.rules.meta.options}

    def own(self) -> list[forms.BoundField]:
        """Return the fields that are not about the clock."""
        return [self[name] for name in self.fields if name not in self.CLOCK]

    def level(self) -> str:
        """Return the level of the computer opponent; empty where none was chosen."""
        return str(self.cleaned_data.get(LEVEL, ""))

    def seat(self) -> int | None:
        """Return the inviter's seat, None where it is to be drawn."""
        chosen: str = self.cleaned_data["seat"]
        return None if chosen == DRAWN else int(chosen)


def _option_field(option: Option) -> forms.Field:
    """Return a field that answers with the option's own value: text, number or truth.

    Many values are a list to unfold.
    """
    values = {str(choice.value): choice.value for choice in option.choices}
    return forms.TypedChoiceField(
        label=_(option.title),
        help_text=_(option.help),
        choices=[(str(choice.value), _(choice.label)) for choice in option.choices],
        coerce=values.__getitem__,
        initial=str(option.default),
        widget=forms.RadioSelect if len(values) <= MOST_RADIOS else forms.Select,
    )
