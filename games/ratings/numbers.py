"""What a match does to the ratings of those who played it: the model of openskill with our constants, rounded."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from openskill.models import BradleyTerryFull

DECIMALS = 3
"""To so many decimals every number is rounded after every match, so that no other machine comes to another one."""


class Strength(NamedTuple):
    """How strong a player is held to be, and by how much that may be wrong."""

    number: float
    deviation: float

    @property
    def is_settled(self) -> bool:
        """Whether enough is known of the player."""
        return self.deviation <= SETTLED


START = Strength(1500.0, 250.0)
"""What every player begins with."""
SETTLED = 150.0
"""With a deviation above it a rating is still settling: about a dozen matches."""


def _gamma(*_: Any) -> float:
    """Return how much of what a match tells is believed: all."""
    return 1.0


_MODEL = BradleyTerryFull(mu=START.number, sigma=START.deviation, beta=125.0, kappa=0.0001, tau=10.0, gamma=_gamma)


def after(before: Sequence[Strength], points: Sequence[int]) -> list[Strength]:
    """Return the ratings after a match, by seat; a player with more `points` has beaten one with fewer."""
    teams = [[_MODEL.rating(mu=number, sigma=deviation)] for number, deviation in before]
    best = max(points)
    rated = _MODEL.rate(teams, ranks=[float(best - each) for each in points])
    return [_rounded(one.mu, one.sigma) for (one,) in rated]


def _rounded(number: float, deviation: float) -> Strength:
    return Strength(round(number, DECIMALS), min(round(deviation, DECIMALS), START.deviation))
