"""What features do about a match that became void before its players had begun: one of the seams.

Who calls: `games/core/services/expiry.py`, if somebody has waited in vain for a first move, and
`games/core/services/play.py`, if a guest resigns before the first move.

In which transaction: the one that makes the match void, after its last entry is written. The match is locked.

In what order: as `games/features.py` lists the features.

Where one fails: the match is not made void, and the error names the feature. The sweep `expire` tries again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from games.core.seams.seam import Seam, blaming
from games.core.services.locked import LockedMatch


class Unbegun(NamedTuple):
    """A match that is void. `absent` are the keys of the seats that were waited for; `after_guest` says that a guest
    resigned, and nobody was absent."""

    locked: LockedMatch
    absent: Collection[int]
    after_guest: bool


UNBEGUN = Seam[Callable[[Unbegun], object]]("a match that never began")


def register(name: str, hook: Callable[[Unbegun], object]) -> None:
    """Have a hook called for each match that became void before it had begun. Raises BadFeature."""
    UNBEGUN.add(name, hook)


def run(locked: LockedMatch, absent: Collection[int], *, after_guest: bool = False) -> None:
    """Call what features do about a match that was just made void."""
    for name, hook in UNBEGUN:
        with blaming(name, f"as match {locked.match.public_id} became void. All is undone."):
            hook(Unbegun(locked, absent, after_guest))
