"""The level of the computer opponent of a match, as its page says it."""

from games.core.reading import level_words
from games.core.seams.panels import MatchLook


def level(look: MatchLook) -> str | None:
    """Return what the level of the computer that plays in a match is called; None for none."""
    titles = level_words.titles(look.match.game) if any(seat.level for seat in look.seats) else {}
    return next((titles[seat.level] for seat in look.seats if seat.level in titles), None)
