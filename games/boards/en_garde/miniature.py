"""En Garde in a list of matches: the piste with both fencers, and the score."""

from dataclasses import dataclass

from games.core.reading.seen import Seen
from games.rules.en_garde.view import EnGardeView


@dataclass(frozen=True)
class Miniature:
    """The spaces on which the fencers stand, left first, and their scores."""

    fencers: tuple[int, int]
    scores: tuple[int, int]


def miniature(seen: Seen) -> Miniature:
    """Return the position as a list draws it."""
    view: EnGardeView = seen.view
    return Miniature(view.fencers, view.scores)
