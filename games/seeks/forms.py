"""What is filled in where an opponent is sought."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from games.core.models import Match
from games.core.views.clock_form import ClockForm, paces
from games.core.views.match_form import OPTION, be_unrated, language_field, refuse_unpaired, reliability_field
from games.rules.game import Game, Option
from games.seeks.fit import Wish
from games.seeks.models import Seek
from games.seeks.services import MAX_KEPT

YES = "yes"
NO = "no"
TRUTH = {YES: True, NO: False}


def _days() -> list[tuple[int, str]]:
    return [(days, said) for days, said in paces() if days]


def _kept() -> list[tuple[int, str]]:
    return [(0, _("one match")), *((number, _("always {n}").format(n=number)) for number in range(1, MAX_KEPT + 1))]


def _stop(name: str) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=ClockForm.base_fields[name].label,
        choices=lambda: [("", _("any")), (YES, _("don’t count")), (NO, _("count"))],
        required=False,
    )


class SeekForm(forms.Form):
    """What somebody seeks in one game. Of what is left as it is nothing matters but how strong the other is."""

    FIRST = ("fastest_days", "slowest_days", "rated", "paired", "keep")
    """What everybody looks at; all else stands under “More options”."""

    fastest_days = forms.TypedChoiceField(label=gettext_lazy("Fastest pace"), choices=_days, coerce=int, initial=2)
    slowest_days = forms.TypedChoiceField(label=gettext_lazy("Slowest pace"), choices=_days, coerce=int, initial=7)
    rated = forms.ChoiceField(
        label=gettext_lazy("Rated"),
        choices=lambda: [("", _("any")), (YES, _("rated")), (NO, _("not rated"))],
        required=False,
    )
    paired = forms.ChoiceField(
        label=gettext_lazy("Two matches with sides swapped, and one combined result"),
        choices=lambda: [("", _("any")), (YES, _("yes, a pair")), (NO, _("no, one match"))],
        required=False,
    )
    keep = forms.TypedChoiceField(
        label=gettext_lazy("How many matches"),
        help_text=gettext_lazy(
            "“Always 3” finds you a new opponent as soon as you have fewer than three matches in progress."
        ),
        choices=_kept,
        coerce=int,
        initial=0,
    )
    near = forms.BooleanField(
        label=gettext_lazy("Someone of similar strength; after a week, anyone"), required=False, initial=True
    )
    watchable = forms.BooleanField(
        label=gettext_lazy("Allow spectators during the match, if my opponent agrees"),
        required=False,
        initial=True,
    )
    language = language_field()
    min_reliability = reliability_field(gettext_lazy("You can’t ask for more than you have yourself."))
    nights, weekends, vacations = map(_stop, ClockForm.STOPS)
    absence = forms.ChoiceField(
        label=ClockForm.base_fields["absence"].label,
        choices=lambda: [("", _("any")), *Match.Absence.choices],
        required=False,
    )

    def __init__(self, data: Any, *, rules: Game[Any, Any], seek: Seek | None, unrated: str = "") -> None:
        """Make a form; `unrated` says why the seeker may play no rated match for now."""
        self.rules = rules
        super().__init__(data, initial=_filled(seek) if seek else None)
        self._settle_pairs()
        be_unrated(self, unrated, NO)
        self.fields |= {OPTION + option.name: _option(option) for option in rules.meta.options}

    def _settle_pairs(self) -> None:
        """Begin with a pair where sides are uneven; and say with what there is none."""
        field = self.fields["paired"]
        meta = self.rules.meta
        field.initial = YES if meta.uneven else NO
        field.help_text = _(meta.unpaired) if meta.unpaired else ""

    def first(self) -> list[forms.BoundField]:
        """Return the fields that everybody looks at."""
        return [self[name] for name in self.FIRST]

    def more(self) -> list[forms.BoundField]:
        """Return the other fields; most seekers leave them unchanged."""
        return [self[name] for name in self.fields if name not in self.FIRST]

    def is_more_wrong(self) -> bool:
        """Say whether one of the others was filled in wrongly."""
        return any(field.errors for field in self.more())

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        if given.get("paired") == YES:
            refuse_unpaired(self, self.rules.meta)
        return given

    def wish(self) -> Wish:
        """Return what is sought."""
        given = self.cleaned_data
        wanted = {option.name: given[OPTION + option.name] for option in self.rules.meta.options}
        clock = {name: TRUTH[given[name]] for name in ClockForm.STOPS if given[name]}
        clock |= {"absence": given["absence"]} if given["absence"] else {}
        plain = ("fastest_days", "slowest_days", "language", "near", "watchable")
        return Wish(
            self.rules.meta.slug,
            options={name: value for name, value in wanted.items() if value != ""},
            clock=clock,
            rated=TRUTH.get(given["rated"]),
            paired=TRUTH.get(given["paired"]),
            min_reliability=given["min_reliability"] or 0,
            **{name: given[name] for name in plain},
        )


def _option(option: Option) -> forms.Field:
    values = {str(choice.value): choice.value for choice in option.choices}
    labels = [(str(choice.value), _(choice.label)) for choice in option.choices]
    choices = [("", _("any")), *labels]
    return forms.TypedChoiceField(
        label=_(option.title), choices=choices, coerce=values.__getitem__, empty_value="", required=False
    )


def _filled(seek: Seek) -> dict[str, Any]:
    """Return a seek as the form shows it."""
    words: dict[bool | None, str] = {True: YES, False: NO}
    plain = ("fastest_days", "slowest_days", "keep", "near", "watchable", "language", "min_reliability")
    return {
        **{name: getattr(seek, name) for name in plain},
        "rated": words.get(seek.rated, ""),
        "paired": words.get(seek.paired, ""),
        **{name: words.get(value, value) for name, value in seek.clock.items()},
        **{OPTION + name: str(value) for name, value in seek.options.items()},
    }
