"""What features offer a player once the other player's time is up: one of the seams.

Who calls: `games/core/services/remedies.py`. It asks `why_not` for the page of the match and for programs, and again
before it does what the player has chosen.

In which transaction: `why_not` has none on a page, and changes nothing. `act` runs in the one that locks the match, and
writes all that follows.

In what order: the remedies of the core come first, then those of features, as `games/features.py` lists the features.

Where one fails: if `act` raises, nothing is chosen. A RulesError is shown to the player as a sentence.
"""

from collections.abc import Callable
from typing import NamedTuple

from games.core.models import Seat, TimeUp
from games.core.reading.times import Totals
from games.core.seams.seam import Seam
from games.core.services.locked import LockedMatch
from games.rules.sentence import Sentence


class Remedy(NamedTuple):
    """What a feature offers. The functions take the seat whose time is up."""

    title: str
    """What it is called, marked with N_."""
    meant: str
    """What it brings, marked with N_. It may name the absent player as `{name}`."""
    why_not: Callable[[Totals, Seat], Sentence | None]
    """Says why it cannot be chosen now; None where it can."""
    act: Callable[[LockedMatch, Seat], None]


REMEDIES = Seam[Remedy]("what may be chosen once time is up")


def register(name: TimeUp.Remedy, remedy: Remedy) -> None:
    """Offer a remedy. Raises BadFeature."""
    REMEDIES.add(name, remedy)
