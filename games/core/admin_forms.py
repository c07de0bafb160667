"""What moderators fill in about matches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.characters import require_text
from accounts.fields import TextField
from games.core.models import Seat


class HidingForm(forms.Form):
    """Why a moderator takes a line of a chat out of sight; all players of the match read it."""

    reason = TextField(label=gettext_lazy("Why"), max_length=300, validators=[require_text])


class WordForm(forms.Form):
    """What a moderator does to a match, and why; its players read the reason."""

    title: ClassVar[Promise]
    told: ClassVar[Promise]
    """What it means for the match {id}, before it is done."""
    button: ClassVar[Promise]
    done: ClassVar[Promise]
    """That it is done."""

    reason = TextField(
        label=gettext_lazy("Why"),
        max_length=300,
        validators=[require_text],
        widget=forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField"}),
        help_text=gettext_lazy("One plain sentence: the players read it, without your name."),
        error_messages={"required": gettext_lazy("Say why in a sentence: the players read it.")},
    )
    confirm = forms.BooleanField(label=gettext_lazy("I have looked at the match and I am sure."))

    def __init__(self, *args: Any, seats: Iterable[Seat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = seats

    def clean_reason(self) -> str:
        return " ".join(self.cleaned_data["reason"].split())  # one line, however it was typed


class RulingForm(WordForm):
    """How a moderator ends a match, and why."""

    title = gettext_lazy("Ruling")
    told = gettext_lazy(
        "A ruling ends match {id} for good and cannot be taken back. The players are told by email and on the page of "
        "the match, with your reason. Your name is not shown to them; it is kept in the history of the match."
    )
    button = gettext_lazy("End the match")
    done = gettext_lazy("The match is over by your ruling; the players are told by email.")

    ruling = forms.ChoiceField(label=gettext_lazy("Ruling"), widget=forms.RadioSelect)
    field_order = ("ruling",)

    def __init__(self, *args: Any, seats: Iterable[Seat], **kwargs: Any) -> None:
        super().__init__(*args, seats=seats, **kwargs)
        won = [(f"!adjudicate {seat.number}", _("{name} wins").format(name=seat.user.username)) for seat in seats]
        ruling: forms.ChoiceField = self.fields["ruling"]  # type: ignore[assignment]
        ruling.choices = [("!void", _("The match is void and counts for nobody")), *won]


class GoingBackForm(WordForm):
    """To which entry a moderator lets a match go back, and why."""

    title = gettext_lazy("Go back to an earlier entry")
    told = gettext_lazy(
        "Match {id} then goes on from where it stood after that entry. What is drawn from there on comes out otherwise "
        "than before. The players are told by email and on the page of the match, with your reason. Your name is not "
        "shown to them; it is kept in the history of the match."
    )
    button = gettext_lazy("Go back")
    done = gettext_lazy("The match has gone back; the players are told by email.")

    ply = forms.IntegerField(
        label=gettext_lazy("Entry"),
        min_value=0,
        max_value=10**6,
        help_text=gettext_lazy("Its number in the log: everything after it is taken back."),
    )
    field_order = ("ply",)


class StrikingForm(WordForm):
    """Why a moderator does not let a match count for ratings."""

    title = gettext_lazy("Do not count for ratings")
    told = gettext_lazy(
        "Match {id} then changes no rating and gives nobody a deed, and the ratings after it are computed anew. That "
        "cannot be taken back. The page of the match says so to everybody, with your reason. Your name is not shown; "
        "it is kept in the history of the match."
    )
    button = gettext_lazy("Do not count it")
    done = gettext_lazy("The match changes no rating any more.")


class SubstituteForm(WordForm):
    """Whose seat a moderator hands over, to whom, and why."""

    title = gettext_lazy("Hand a seat over")
    told = gettext_lazy(
        "Somebody else then plays on in match {id}, which is then not rated; nothing leads the former player to it. "
        "All are told by email, with your reason. Your name is not shown to them; it is kept in the history of the "
        "match."
    )
    button = gettext_lazy("Hand it over")
    done = gettext_lazy("The seat is handed over; the players are told by email.")

    seat = forms.TypedChoiceField(label=gettext_lazy("Seat of"), widget=forms.RadioSelect, coerce=int)
    name = TextField(
        label=gettext_lazy("To whom"),
        max_length=150,
        help_text=gettext_lazy("The name of a player who has agreed to play on."),
    )
    field_order = ("seat", "name")

    def __init__(self, *args: Any, seats: Iterable[Seat], **kwargs: Any) -> None:
        super().__init__(*args, seats=seats, **kwargs)
        choice: forms.TypedChoiceField = self.fields["seat"]  # type: ignore[assignment]
        choice.choices = [(str(seat.number), seat.user.username) for seat in seats]
