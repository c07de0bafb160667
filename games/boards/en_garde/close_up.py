"""The last moment of a round seen from near: both fencers as the rig draws them, in its units."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.rules.en_garde.state import LEFT, RIGHT, SPACES
from games.rules.game import Seat

SPACE = 12
"""Of the rig, whose left fencer stands at 0 here."""
FARTHEST = 8
"""Spaces that are drawn between fencers at most: beyond, a part of the piste is left out."""
BESIDE = 76
"""What is seen beside both fencers, together: as far as a beaten one staggers."""
STRUCK = 4
"""How far before the middle of its space a blade hits somebody."""


@dataclass(frozen=True)
class CloseUp:
    """The spaces of both fencers, left first, and who hits whom (None: nobody)."""

    fencers: Sequence[int]
    hit_by: Seat | None

    @property
    def is_far(self) -> bool:
        """Whether a part of the piste is left out."""
        return self.fencers[RIGHT] - self.fencers[LEFT] > FARTHEST

    @property
    def places(self) -> tuple[int, int]:
        """Return how far right each fencer stands."""
        return 0, SPACE * min(self.fencers[RIGHT] - self.fencers[LEFT], FARTHEST)

    @property
    def seen(self) -> tuple[int, int]:
        """Return the left edge of what is seen, and its width."""
        return -BESIDE // 2, self.places[RIGHT] + BESIDE

    @property
    def ends(self) -> tuple[int, int]:
        """Return how far right both ends of the piste lie."""
        left, right = self.fencers
        half = SPACE // 2
        return half - SPACE * left, self.places[RIGHT] + SPACE * (SPACES - right) + half

    @property
    def lines(self) -> str:
        """Return the lines between the spaces, as path data."""
        return "".join(f"M{x} 57v17" for x in self._between())

    @property
    def struck(self) -> int:
        """Return how far right the blade hits."""
        return self.places[RIGHT] + STRUCK if self.hit_by == LEFT else -STRUCK

    def _between(self) -> Iterator[int]:
        start, end = self.ends
        left_out: Sequence[int] = range(SPACE, self.places[RIGHT] - SPACE) if self.is_far else ()
        yield from (x for x in range(start + SPACE, end, SPACE) if x not in left_out)
