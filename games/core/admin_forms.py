"""What moderators fill in about every match."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from games.core.models import Match, Seat
from games.core.seams.match_admin import WordForm
from games.core.services import play


class RulingForm(WordForm):
    """How a moderator ends a match, and why."""

    link = gettext_lazy("End it with a ruling")
    title = gettext_lazy("Ruling")
    told = gettext_lazy(
        "A ruling ends match {id} for good, and can’t be undone. The players are told by email and on the "
        "match page, with your reason. They don’t see your name; it stays in the history of the match."
    )
    button = gettext_lazy("End the match")
    done = gettext_lazy("Your ruling has ended the match. The players are told by email.")

    ruling = forms.ChoiceField(label=gettext_lazy("Ruling"), widget=forms.RadioSelect)
    field_order = ("ruling",)

    def __init__(self, *args: Any, seats: Iterable[Seat], **kwargs: Any) -> None:
        super().__init__(*args, seats=seats, **kwargs)
        won = [(f"!adjudicate {seat.number}", _("{name} wins").format(name=seat.user.username)) for seat in seats]
        ruling: forms.ChoiceField = self.fields["ruling"]  # type: ignore[assignment]
        ruling.choices = [("!void", _("The match is void and doesn’t count")), *won]

    def act(self, match: Match) -> str:
        """End the match by the ruling; return what its history is to say."""
        given = self.cleaned_data
        play.adjudicate(match.public_id, given["ruling"], given["reason"])
        return f"{given['ruling']}: {given['reason']}"
