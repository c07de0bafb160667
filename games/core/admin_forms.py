"""What moderators fill in about every match."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from games.core.models import Match, Seat
from games.core.seams.match_admin import WordForm
from games.core.services import rulings


def ruling_in_words(text: str, seats: Iterable[Seat]) -> str:
    """Return what a ruling says that waits, such as `!adjudicate 0`, in words."""
    choices = dict(_rulings(seats))
    return choices.get(text, text)


def _rulings(seats: Iterable[Seat]) -> list[tuple[str, str]]:
    """Return the rulings that can be made about a match, and what each says."""
    won = [(f"!adjudicate {seat.number}", _("{name} wins").format(name=seat.user.username)) for seat in seats]
    return [("!void", _("The match is void and doesn’t count")), *won]


class RulingForm(WordForm):
    """How a moderator ends a match, and why."""

    link = gettext_lazy("End it with a ruling")
    title = gettext_lazy("Ruling")
    told = gettext_lazy(
        "Match {id} is then on hold for an hour: nobody can move, and all clocks are paused. The players read on its "
        "page what you’ve decided, and your reason. During this hour moderators can undo it. After that your ruling "
        "ends the match for good, and the players are told by email. They don’t see your name; it stays in the history "
        "of the match."
    )
    button = gettext_lazy("End the match")
    acts = {
        "!void: (?P<why>.*)": gettext_lazy("{who} ruled that the match is void: “{why}”"),
        r"!adjudicate \d+: (?P<why>.*)": gettext_lazy("{who} ended the match with a winner by a ruling: “{why}”"),
    }
    done = gettext_lazy("Your ruling ends the match in an hour. Until then it can be undone on this page.")

    ruling = forms.ChoiceField(label=gettext_lazy("Ruling"), widget=forms.RadioSelect)
    field_order = ("ruling",)

    def __init__(self, *args: Any, seats: Iterable[Seat], **kwargs: Any) -> None:
        super().__init__(*args, seats=seats, **kwargs)
        ruling: forms.ChoiceField = self.fields["ruling"]  # type: ignore[assignment]
        ruling.choices = _rulings(seats)

    def act(self, match: Match) -> str:
        """End the match by the ruling; return what its history is to say."""
        given = self.cleaned_data
        rulings.announce_ruling(match.public_id, given["ruling"], given["reason"])
        return f"{given['ruling']}: {given['reason']}"


class UndoneRulingForm(WordForm):
    """Why a moderator undoes a ruling that waits."""

    link = gettext_lazy("Undo the ruling")
    for_moderators = True
    title = gettext_lazy("Undo the ruling")
    told = gettext_lazy(
        "Match {id} then goes on where it left off, and everybody gets the time back. Players who have opened it since "
        "the ruling are told by email. They don’t see your reason or your name: both stay in the history of the match."
    )
    button = gettext_lazy("Undo the ruling")
    acts = {"ruling undone: (?P<why>.*)": gettext_lazy("{who} undid the ruling: “{why}”")}
    done = gettext_lazy("The ruling is undone, and the match goes on. Players who have seen it are told by email.")

    @classmethod
    def is_for(cls, match: Match) -> bool:
        """Return whether a ruling waits that can still be undone."""
        return match.held_until is not None and match.held_until > timezone.now()

    def act(self, match: Match) -> str:
        """Undo the ruling; return what the history of the match is to say."""
        rulings.undo_ruling(match.public_id)
        return f"ruling undone: {self.cleaned_data['reason']}"
