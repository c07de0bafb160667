"""What the page of a match says of ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.seams.panels import MatchLook
from games.ratings import queries
from games.ratings.queries import Changed


@dataclass(frozen=True)
class RatingsShown:
    """What the match does to the ratings of its players: a sentence, or what it has changed.

    `own` is what it has done to the reader's rating, empty for nothing; `unrated` why it could do nothing, where it was
    offered as a rated match.
    """

    sentence: str
    changes: Sequence[Changed]
    own: str
    unrated: str


def of_match(look: MatchLook) -> RatingsShown:
    """Return what a match does to ratings, as everybody is told, and what it has done to the reader's own."""
    found = queries.of_match(look.match, look.seats)
    own = found.own(look.seat.user_id) if look.seat else ""
    return RatingsShown(found.sentence, found.changes, own, found.unrated)
