"""What the page of a match says of ratings."""

from dataclasses import replace

from games.core.seams.panels import MatchLook
from games.ratings import queries
from games.ratings.queries import OfMatch


def of_match(look: MatchLook) -> OfMatch:
    """Return what a match does to ratings, as everybody is told, and what it has done to the reader's own."""
    found = queries.of_match(look.match, look.seats)
    mine = look.seat.user_id if look.seat else None
    return replace(found, own=next((each.words for each in found.changes if each.user_id == mine), ""))
