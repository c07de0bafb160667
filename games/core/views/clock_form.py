"""What is chosen of the clock of a match."""

from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from games.boards.registry import about
from games.core.clock.terms import BANKS, INCREMENTS, PACES, TOTALS, BadClock, Chosen
from games.core.models import Match
from games.core.reading import clocks
from games.core.reading.voice import SiteVoice
from games.rules.game import Game

BANK = 0
"""The pace of a match with a bank."""
PROPOSED_BANK = {"bank_hours": 120, "increment_hours": 12, "cap_hours": 168}
"""What a bank is, as a form proposes it whose game proposes none."""


def paces() -> list[tuple[int, str]]:
    """Return what there is instead of time for all moves, and that."""
    days = [(pace, clocks.span(timedelta(days=pace))) for pace in PACES]
    return [*days, (BANK, _("one time bank for all moves"))]


def _hours(several: tuple[int, ...], none: str = "") -> list[tuple[int, str]]:
    hours = [(hours, clocks.span(timedelta(hours=hours))) for hours in several if hours]
    return [(0, none), *hours] if none else hours


class Number(forms.TypedChoiceField):
    """One of several numbers; where none is sent, the one that stands for nothing. Of any other number the clock itself
    says what is possible."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(coerce=int, **{"required": False, "empty_value": 0, **kwargs})

    def valid_value(self, value: str) -> bool:
        return True


class ClockForm(forms.Form):
    """The clock of a match; it begins with `clock`, or with what its game proposes.

    A match with the house has no vacations, and nobody there who could be left a choice. Where a time for each move is
    chosen, what is said of a bank says nothing.
    """

    CLOCK = tuple(Chosen().columns)
    """The names of its fields: those of the columns of a match."""
    FOR_PEOPLE = ("vacations", "absence")
    """Those that mean nothing in a match with the house."""
    STOPS = ("nights", "weekends", "vacations")

    pace_days = Number(
        label=gettext_lazy("Time per move"),
        help_text=gettext_lazy("We’ll remind you before it runs out."),
        choices=paces,
        required=True,
        widget=forms.RadioSelect,
    )
    bank_hours = Number(label=gettext_lazy("Starts with"), choices=lambda: _hours(BANKS))
    increment_hours = Number(label=gettext_lazy("Increment per move"), choices=lambda: _hours(INCREMENTS, _("nothing")))
    cap_hours = Number(label=gettext_lazy("Maximum"), choices=lambda: _hours(BANKS, _("the same as at the start")))
    nights = forms.BooleanField(label=gettext_lazy("Nights, from 23:00 to 7:00"), required=False)
    weekends = forms.BooleanField(label=gettext_lazy("Weekends"), required=False)
    vacations = forms.BooleanField(label=gettext_lazy("Vacations"), required=False)
    total_days = Number(
        label=gettext_lazy("Each player’s time for the whole match"),
        help_text=gettext_lazy("This includes nights, weekends, vacations and pauses."),
        choices=lambda: [("", _("default")), *((days, clocks.span(timedelta(days=days))) for days in TOTALS)],
        empty_value=None,
    )
    absence = forms.ChoiceField(
        label=gettext_lazy("When a player’s time is up"),
        help_text=gettext_lazy(
            "Claim the win, give two more days, cancel the match, find a replacement, or continue against the computer."
        ),
        choices=lambda: [(value, label) for value, label in reversed(Match.Absence.choices)],
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(
        self, *args: Any, rules: Game[Any, Any], clock: Chosen | None = None, house: bool = False, **kwargs: Any
    ) -> None:
        self.rules = rules
        self.proposed = clock or about(rules.meta.slug).clock
        super().__init__(*args, **kwargs)
        bank = {} if self.proposed.bank_hours else PROPOSED_BANK
        self.initial = {**self.proposed.columns, **bank, **self.initial}
        for name in self.FOR_PEOPLE if house else ():
            del self.fields[name]

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        if not (self.is_clock_wrong() or given["pace_days"] or given["bank_hours"]):
            self.add_error("bank_hours", _("Choose how much time the bank starts with, or choose days per move."))
        if not self.is_clock_wrong():
            try:
                self.chosen().require_possible()
            except BadClock as error:
                self.add_error("pace_days" if given["pace_days"] else "bank_hours", error.sentence.said(SiteVoice()))
        return given

    def chosen(self) -> Chosen:
        """Return the clock as chosen."""
        given = {name: value for name, value in self.cleaned_data.items() if name in self.CLOCK and value != ""}
        if given["pace_days"]:
            given.update(dict.fromkeys(PROPOSED_BANK, 0))
        given["cap_hours"] = given["cap_hours"] or given["bank_hours"]
        return Chosen(**given)

    @property
    def slug(self) -> str:
        """Return the slug of the match's game."""
        return self.rules.meta.slug

    def stops(self) -> list[forms.BoundField]:
        """Return its fields about what doesn't count."""
        return [self[name] for name in self.STOPS if name in self.fields]

    def bank(self) -> list[forms.BoundField]:
        """Return its fields about a time bank."""
        return [self[name] for name in PROPOSED_BANK]

    def time(self) -> list[forms.BoundField]:
        """Return its field that says what there is instead."""
        return [self["pace_days"]]

    def ending(self) -> list[forms.BoundField]:
        """Return its fields about how a match ends in time."""
        return [self[name] for name in ("total_days", "absence") if name in self.fields]

    def is_ending_wrong(self) -> bool:
        """Say whether one of these was filled in wrongly."""
        return any(field.errors for field in self.ending())

    def is_clock_wrong(self) -> bool:
        """Say whether one of them was filled in wrongly."""
        return any(name in self.errors for name in self.CLOCK)

    def clock_words(self) -> str:
        """Return the clock in one sentence, as it was chosen or is proposed; what is wrong with it where there can be
        none.
        """
        if self.is_bound and self.is_clock_wrong():
            return " ".join(str(error) for name in self.CLOCK for error in self.errors.get(name, ()))
        chosen = self.chosen() if self.is_bound else self.proposed
        meta = self.rules.meta
        return clocks.brief(Match(game=meta.slug, version=meta.version, **chosen.columns))
