"""What is chosen of the clock of a match."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.boards.registry import about
from games.clock.terms import BANKS, CHOICE, INCREMENTS, PACES, TOTALS, BadClock, Chosen
from games.models import Match
from games.reading import clocks
from games.reading.voice import SiteVoice
from games.rules.game import Game

BANK = 0
"""The pace of a match with a bank."""


def paces() -> list[tuple[int, str]]:
    """What there is instead of time for all moves, and that."""
    days = [(pace, clocks.span(timedelta(days=pace))) for pace in PACES]
    return [*days, (BANK, _("a bank for all moves"))]


def _hours(several: tuple[int, ...], none: str) -> list[tuple[int, str]]:
    return [(0, none), *((hours, clocks.span(timedelta(hours=hours))) for hours in several if hours)]


class Number(forms.TypedChoiceField):
    """One of several numbers; where none is sent, the one that stands for nothing."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(coerce=int, required=False, empty_value=kwargs.pop("empty_value", 0), **kwargs)


class ClockForm(forms.Form):
    """The clock of a match; it begins with what its game proposes."""

    CLOCK = tuple(Chosen().columns)
    """The names of its fields: those of the columns of a match."""
    HOUSE = tuple(name for name in CLOCK if name not in ("vacations", "absence"))
    """The fields that mean something in a match with the house."""

    pace_days = forms.TypedChoiceField(
        label=gettext_lazy("Time for a move"),
        help_text=gettext_lazy("We’ll remind you before it is up."),
        choices=paces,
        coerce=int,
        widget=forms.RadioSelect,
    )
    bank_hours = Number(
        label=gettext_lazy("Bank: each player’s time for all moves"),
        choices=lambda: _hours(BANKS, _("none")),
    )
    increment_hours = Number(
        label=gettext_lazy("What each move adds to the bank"),
        choices=lambda: _hours(INCREMENTS, _("nothing")),
    )
    cap_hours = Number(
        label=gettext_lazy("What the bank holds at most"),
        choices=lambda: _hours(BANKS, _("what it begins with")),
    )
    nights = forms.BooleanField(
        label=gettext_lazy("Nights are free: from 23:00 to 7:00, by each player’s own time zone"), required=False
    )
    weekends = forms.BooleanField(
        label=gettext_lazy("Weekends are free, by each player’s own time zone"), required=False
    )
    vacations = forms.BooleanField(
        label=gettext_lazy("A vacation stops the clock of the player who takes it"), required=False
    )
    total_days = Number(
        label=gettext_lazy("What each player may use in all, everything counted"),
        choices=lambda: [("", _("as is usual")), *((days, clocks.span(timedelta(days=days))) for days in TOTALS)],
        empty_value=None,
    )
    absence = forms.ChoiceField(
        label=gettext_lazy("When a player’s time is up"),
        help_text=gettext_lazy(
            "Claim the win, give two more days, call the match off, have somebody else take over, or play on against "
            "the house."
        ),
        choices=lambda: [(value, label) for value, label in reversed(Match.Absence.choices)],
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, rules: Game[Any, Any], **kwargs: Any) -> None:
        self.rules = rules
        self.proposed = about(rules.meta.slug).clock
        super().__init__(*args, **kwargs)
        self.initial = {**self.proposed.columns, **self.initial}

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        if not (self.is_clock_wrong() or given["pace_days"] or given["bank_hours"] or given["increment_hours"]):
            self.add_error("bank_hours", _("Choose a bank, or days for each move."))
        if not self.is_clock_wrong():
            try:
                self.chosen().require_possible()
            except BadClock as error:
                self.add_error("pace_days", error.sentence.said(SiteVoice()))
        return given

    def chosen(self) -> Chosen:
        """The clock as chosen."""
        given = {name: self.cleaned_data[name] for name in self.CLOCK}
        given["cap_hours"] = given["cap_hours"] or given["bank_hours"]
        given["absence"] = given["absence"] or CHOICE
        return Chosen(**given)

    def clock_fields(self) -> list[forms.BoundField]:
        """Its fields."""
        return [self[name] for name in self.CLOCK]

    def house_fields(self) -> list[forms.BoundField]:
        """Its fields for a match with the house."""
        return [self[name] for name in self.HOUSE]

    def is_clock_wrong(self) -> bool:
        """Whether one of them was filled in wrongly."""
        return any(name in self.errors for name in self.CLOCK)

    def clock_words(self) -> str:
        """The clock in one sentence: as it was chosen, or is proposed."""
        chosen = self.chosen() if self.is_bound and not self.is_clock_wrong() else self.proposed
        meta = self.rules.meta
        return clocks.brief(Match(game=meta.slug, version=meta.version, **chosen.columns))
