"""How a moderator hands a seat over."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from accounts.fields import TextField
from games.core.models import Match, Seat
from games.core.seams.match_admin import WordForm
from games.substitutes import services as substitutes


class SubstituteForm(WordForm):
    """Whose seat a moderator hands over, to whom, and why."""

    link = gettext_lazy("Hand over a seat")
    title = gettext_lazy("Hand over a seat")
    told = gettext_lazy(
        "Another player then continues match {id}, which is no longer rated, and the former player can’t "
        "come back to it. All are told by email, with your reason. They don’t see your name; it stays in "
        "the history of the match."
    )
    button = gettext_lazy("Hand it over")
    acts = {
        r"!substitute \d+, (?P<name>[^:]*): (?P<why>.*)": gettext_lazy("{who} handed a seat over to {name}: “{why}”")
    }
    done = gettext_lazy("You’ve handed over the seat. The players are told by email.")

    seat = forms.TypedChoiceField(label=gettext_lazy("Seat of"), widget=forms.RadioSelect, coerce=int)
    name = TextField(
        label=gettext_lazy("New player"),
        max_length=150,
        help_text=gettext_lazy("The name of a player who has agreed to take over."),
    )
    field_order = ("seat", "name")

    def __init__(self, *args: Any, seats: Iterable[Seat], **kwargs: Any) -> None:
        super().__init__(*args, seats=seats, **kwargs)
        choice: forms.TypedChoiceField = self.fields["seat"]  # type: ignore[assignment]
        choice.choices = [(str(seat.number), seat.user.username) for seat in seats]

    def act(self, match: Match) -> str:
        """Hand the seat over; return what the history of the match is to say."""
        given = self.cleaned_data
        substitutes.replace(match.public_id, given["seat"], given["reason"], given["name"])
        return f"!substitute {given['seat']}, {given['name']}: {given['reason']}"
