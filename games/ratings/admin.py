"""How a moderator has a match not count for ratings."""

from django.utils.translation import gettext_lazy

from games.core.models import Match
from games.core.seams.match_admin import WordForm
from games.ratings import services as ratings


class StrikingForm(WordForm):
    """Why a moderator does not let a match count for ratings."""

    link = gettext_lazy("Exclude from ratings")
    bars_players = True
    title = gettext_lazy("Exclude from ratings")
    told = gettext_lazy(
        "Match {id} then changes no rating and earns nobody a deed, and all later ratings are computed "
        "again. This can’t be undone. The match page tells everyone, with your reason. Your name isn’t "
        "shown; it stays in the history of the match."
    )
    button = gettext_lazy("Exclude the match")
    done = gettext_lazy("The match no longer changes any rating.")

    @classmethod
    def is_for(cls, match: Match) -> bool:
        """Return whether the match counts for ratings."""
        return match.rated and match.status == Match.Status.OVER and not match.struck

    def act(self, match: Match) -> str:
        """Strike the match; return what its history is to say."""
        given = self.cleaned_data
        ratings.strike(match.public_id, given["reason"])
        return f"not for ratings: {given['reason']}"
