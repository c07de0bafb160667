"""What moderators fill in about matches."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from accounts.characters import require_text
from accounts.fields import TextField
from games.core.models import Match, Seat
from games.core.services import play


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

    def act(self, match: Match) -> str:
        """Do it; return what the history of the match is to say. Raises RulesError."""
        raise NotImplementedError


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

    def act(self, match: Match) -> str:
        """End the match by the ruling; return what its history is to say."""
        given = self.cleaned_data
        play.adjudicate(match.public_id, given["ruling"], given["reason"])
        return f"{given['ruling']}: {given['reason']}"
