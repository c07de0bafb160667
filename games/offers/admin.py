"""How a moderator lets a match go back, and undoes that."""

from django import forms
from django.utils.translation import gettext_lazy

from games.core.models import Match
from games.core.seams.match_admin import WordForm
from games.offers import undo


class GoingBackForm(WordForm):
    """To which entry a moderator lets a match go back, and why."""

    link = gettext_lazy("Go back to an earlier entry")
    title = gettext_lazy("Go back to an earlier entry")
    told = gettext_lazy(
        "Match {id} then goes on from where it was after that entry, and everything drawn from there on "
        "will be different. The players are told by email and on the match page, with your reason. They "
        "don’t see your name; it stays in the history of the match."
    )
    button = gettext_lazy("Go back")
    acts = {r"!rollback (?P<ply>\d+): (?P<why>.*)": gettext_lazy("{who} let the match go back to entry {ply}: “{why}”")}
    done = gettext_lazy("The match has gone back to that entry. The players are told by email.")

    ply = forms.IntegerField(
        label=gettext_lazy("Entry"),
        min_value=0,
        max_value=10**6,
        help_text=gettext_lazy("Its number in the log. Everything after it is taken back."),
    )
    field_order = ("ply",)

    def act(self, match: Match) -> str:
        """Let the match go back; return what its history is to say."""
        given = self.cleaned_data
        undo.go_back(match.public_id, given["ply"], given["reason"])
        return f"!rollback {given['ply']}: {given['reason']}"


class UndoGoingBackForm(WordForm):
    """Why a moderator lets a match go on where it stood before it went back."""

    link = gettext_lazy("Undo going back")
    title = gettext_lazy("Undo going back")
    told = gettext_lazy(
        "Match {id} then goes on from where it was before it went back, and everything drawn from there on "
        "will be different. The players are told by email and on the match page, with your reason. They "
        "don’t see your name; it stays in the history of the match."
    )
    button = gettext_lazy("Undo going back")
    acts = {"way back undone: (?P<why>.*)": gettext_lazy("{who} undid going back: “{why}”")}
    done = gettext_lazy("The match goes on from where it was before. The players are told by email.")

    @classmethod
    def is_for(cls, match: Match) -> bool:
        """Return whether a moderator has just let the match go back, and nobody is seen to have moved since."""
        return super().is_for(match) and undo.may_undo_going_back(match)

    def act(self, match: Match) -> str:
        """Let the match go on where it stood; return what its history is to say."""
        undo.undo_going_back(match.public_id, self.cleaned_data["reason"])
        return f"way back undone: {self.cleaned_data['reason']}"
