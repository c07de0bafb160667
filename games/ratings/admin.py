"""How a moderator has a match not count for ratings, and takes that back."""

from django.utils.translation import gettext_lazy

from games.core.models import Match
from games.core.seams.match_admin import EXCLUDED, WordForm
from games.ratings import services as ratings


class StrikingForm(WordForm):
    """Why a moderator does not let a match count for ratings."""

    link = gettext_lazy("Exclude from ratings")
    bars_players = True
    title = gettext_lazy("Exclude from ratings")
    told = gettext_lazy(
        "Match {id} then changes no rating and earns nobody an achievement (a “deed”). All later ratings "
        "are computed again. The match page tells everyone, with your reason. Your name isn’t shown; it stays in the "
        "history of the match. You can undo it at any time."
    )
    button = gettext_lazy("Exclude the match")
    acts = {f"{EXCLUDED}(?P<why>.*)": gettext_lazy("{who} excluded the match from ratings: “{why}”")}
    done = gettext_lazy("The match no longer changes any rating.")

    @classmethod
    def is_for(cls, match: Match) -> bool:
        """Return whether the match counts for ratings."""
        return match.rated and match.status == Match.Status.OVER and not match.struck

    def act(self, match: Match) -> str:
        """Strike the match; return what its history is to say."""
        given = self.cleaned_data
        ratings.strike(match.public_id, given["reason"])
        return f"{EXCLUDED}{given['reason']}"


class CountingAgainForm(WordForm):
    """Why a moderator lets a match count for ratings again."""

    link = gettext_lazy("Undo the exclusion from ratings")
    bars_players = True
    for_moderators = True
    title = gettext_lazy("Undo the exclusion from ratings")
    told = gettext_lazy(
        "Match {id} then counts again as if nobody had excluded it: for ratings, for statistics and for achievements "
        "(“deeds”). All later ratings are computed again. The match page no longer says that it was excluded. The "
        "players aren’t told; your reason and your name stay in the history of the match."
    )
    button = gettext_lazy("Let the match count again")
    acts = {"for ratings again: (?P<why>.*)": gettext_lazy("{who} undid the exclusion from ratings: “{why}”")}
    done = gettext_lazy("The match counts again, unless there’s another reason to exclude it.")

    @classmethod
    def is_for(cls, match: Match) -> bool:
        """Return whether a moderator has excluded the match."""
        return bool(match.struck)

    def act(self, match: Match) -> str:
        """Let the match count again; return what its history is to say."""
        ratings.unstrike(match.public_id)
        return f"for ratings again: {self.cleaned_data['reason']}"
