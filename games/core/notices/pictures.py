"""A match as an email draws it: by what the folder of its game gives, noted here at start."""

from collections.abc import Callable

from games.core.reading.seen import Seen

PICTURES: dict[str, Callable[[Seen], str]] = {}
"""What draws a match through one pair of eyes as HTML, by slug of its game."""


def email_picture(seen: Seen) -> str:
    """Return the position as its reader sees it, as HTML; empty where the game draws none."""
    draw = PICTURES.get(seen.match.game)
    return draw(seen) if draw else ""
