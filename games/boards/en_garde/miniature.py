"""En Garde in a list of matches: the hall with both fencers as they stand to each other, and the score."""

from dataclasses import dataclass

from games.boards.en_garde.poses import REACH, Poses, poses
from games.core.reading.seen import Seen
from games.rules.en_garde.state import SPACES
from games.rules.en_garde.view import EnGardeView

WIDE = 128
"""Of the picture."""
NEAREST = 13
"""Spaces that are drawn at least; fencers that are farther apart have as many as they need. The template draws fencers
in the size of these: where blades meet, they do so as on the board."""
BESIDE = 9
"""Spaces beside fencers that are farther apart, together."""
FLOOR = 4
"""Spaces of floor at most beyond an end of the piste."""


@dataclass(frozen=True)
class Miniature:
    """The spaces on which the fencers stand, left first, their scores, and their poses."""

    fencers: tuple[int, int]
    scores: tuple[int, int]
    poses: Poses

    @property
    def piste(self) -> str:
        """Return what is seen of the piste, as path data."""
        left, right = (min(max(self._at(end), 0), WIDE) for end in (0, SPACES))
        return f"M{left:g} 61H{right:g}v13H{left:g}z"

    @property
    def lines(self) -> str:
        """Return the lines between the spaces, as path data."""
        seen = (self._at(number) for number in range(1, SPACES))
        return "".join(f"M{x:g} 61v13" for x in seen if 0 < x < WIDE)

    @property
    def places(self) -> tuple[float, float]:
        """Return how far right each fencer stands."""
        left, right = (self._at(space - 0.5) for space in self.fencers)
        return left, right

    @property
    def on_piste(self) -> tuple[float, float]:
        """Return how far right the marks of both fencers lie on the line below, which is the whole piste."""
        left, right = (round(2 + 120 * (space - 0.5) / SPACES, 1) for space in self.fencers)
        return left, right

    @property
    def _shown(self) -> int:
        left, right = self.fencers
        apart = right - left
        return NEAREST if apart <= REACH else max(apart + BESIDE, NEAREST)

    def _at(self, space: float) -> float:
        """Return how far right a point of the piste is drawn, from 0 to SPACES."""
        left, right = self.fencers
        middle = (left + right - 1) / 2
        most = SPACES - self._shown + FLOOR
        first = middle - self._shown / 2
        if most >= -FLOOR:
            first = min(max(first, -FLOOR), most)
        return round((space - first) * WIDE / self._shown, 1)


def miniature(seen: Seen) -> Miniature:
    """Return the position as a list draws it."""
    view: EnGardeView = seen.view
    return Miniature(view.fencers, view.scores, poses(view))
