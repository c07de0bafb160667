"""What features give back after an outage: one of the seams. None of their deadlines may pass while nobody can play.

Who calls: `games/core/services/outages.py`, as it notes an outage that is over. Turns get their time from the core, one
by one, afterwards.

In which transaction: the one that notes the outage. The heartbeat of the clock is locked, so each outage is noted once.

In what order: as `games/features.py` lists the features.

Where one fails: the outage is not noted, and the error names the feature. The next heartbeat, a minute later, tries
again. Until then no deadline passes.
"""

from collections.abc import Callable

from games.core.models import Outage
from games.core.seams.seam import Seam, blaming

OUTAGES = Seam[Callable[[Outage], None]]("an outage")


def register(name: str, give_back: Callable[[Outage], None]) -> None:
    """Have deadlines moved by the length of each outage. Raises BadFeature."""
    OUTAGES.add(name, give_back)


def call_hooks(outage: Outage) -> None:
    """Call what features do about an outage that was just noted."""
    for name, give_back in OUTAGES:
        with blaming(name, "as an outage was noted. It is not noted yet."):
            give_back(outage)
