"""The level of the computer opponent of a match, as its page says it."""

from games.core.reading import level_words
from games.core.seams.panels import MatchLook


def level(look: MatchLook) -> str | None:
    """Return what the level of the computer that plays in a match is called; None for none."""
    return level_words.of_match(look.seats) or None
