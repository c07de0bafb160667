"""En Garde in a list of matches: the hall with both fencers as they stand to each other, and the score."""

from dataclasses import dataclass

from games.boards.en_garde.poses import Poses, poses
from games.core.reading.seen import Seen
from games.rules.en_garde.state import SPACES
from games.rules.en_garde.view import EnGardeView

WIDE = 128
"""Of the picture."""
NEAREST = 11
"""Spaces that are drawn at least; fencers that are farther apart have as many as they need. The template draws fencers
in the size of these: where blades meet, they do so as on the board."""
BESIDE = 4
"""Spaces beside them that belong to that."""


@dataclass(frozen=True)
class Miniature:
    """The spaces on which the fencers stand, left first, their scores, and their poses."""

    fencers: tuple[int, int]
    scores: tuple[int, int]
    poses: Poses

    @property
    def step(self) -> float:
        """Return how wide a space is drawn."""
        return WIDE / self._shown

    @property
    def lines(self) -> str:
        """Return the lines between the spaces, as path data."""
        return "".join(f"M{round(self.step * number, 1):g} 61v13" for number in range(1, self._shown))

    @property
    def places(self) -> tuple[float, float]:
        """Return how far right each fencer stands."""
        left, right = (round((space - 0.5 - self._first) * self.step, 1) for space in self.fencers)
        return left, right

    @property
    def on_piste(self) -> tuple[float, float]:
        """Return how far right the marks of both fencers lie on the line below, which is the whole piste."""
        left, right = (round(2 + 120 * (space - 0.5) / SPACES, 1) for space in self.fencers)
        return left, right

    @property
    def _shown(self) -> int:
        left, right = self.fencers
        return min(max(right - left + BESIDE, NEAREST), SPACES)

    @property
    def _first(self) -> int:
        """Return how many spaces lie left of the picture."""
        left, right = self.fencers
        return min(max((left + right - 1 - self._shown) // 2, 0), SPACES - self._shown)


def miniature(seen: Seen) -> Miniature:
    """Return the position as a list draws it."""
    view: EnGardeView = seen.view
    return Miniature(view.fencers, view.scores, poses(view))
