"""Where a match stands, as lists draw it in small."""

from games.boards.registry import about
from games.core.reading.seen import Seen


def drawn_miniature(seen: Seen) -> object | None:
    """Return what the `miniature.jinja` of a game draws of a match for its viewer.

    None where there is nothing to draw yet.
    """
    draw = about(seen.match.game).miniature
    return draw(seen) if draw else None
