"""What emails draw of En Garde: the piste, the score, and the reader's cards."""

from dataclasses import dataclass

from games.boards.en_garde.board import Space, spaces
from games.core.reading.seen import Seen
from games.rules.en_garde.state import LEFT, RIGHT, SPACES
from games.rules.en_garde.view import EnGardeView


@dataclass(frozen=True)
class Position:
    """The piste with both fencers, by `names` and scores, left first; `hand` are the reader's cards."""

    names: tuple[str, str]
    scores: tuple[int, int]
    distance: int
    spaces: list[Space]
    hand: list[int]

    @property
    def numbered(self) -> set[int]:
        """The spaces whose numbers are shown: both ends, the middle, and where somebody stands."""
        return {1, SPACES} | {space.number for space in self.spaces if space.is_middle or space.fencer is not None}


def position(seen: Seen) -> Position:
    """Return the position as an email draws it."""
    view: EnGardeView = seen.view
    names = seen.voice.name(LEFT), seen.voice.name(RIGHT)
    hand = sorted(view.hands[view.viewer] or ())
    return Position(names, view.scores, view.distance, spaces(view, ()), hand)
