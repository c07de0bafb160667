"""What features do about a match that became void before its players had begun: one of the seams.

Who calls: `games/core/services/expiry.py`, if somebody has waited in vain for a first move, and
`games/core/services/play.py`, if a guest resigns before the first move.

In which transaction: the one that makes the match void, after its last entry is written. The match is locked.

In what order: as `games/features.py` lists the features.

Where one fails: the match is not made void, and the error names the feature. The sweep `expire` tries again.

A feature also says what goes on for a player then (`anew`). The page of the match and the letter about its end ask for
it, outside any transaction. The first feature with an answer gives it. Where one fails, it fails as the page or the
letter does: the letter is tried again.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import NamedTuple

from games.core.models import Match, Seat
from games.core.seams.seam import Seam, blaming
from games.core.services.locked import LockedMatch


class Unbegun(NamedTuple):
    """A match that is void. `absent` are the keys of the seats that were waited for; `after_guest` says that a guest
    resigned, and nobody was absent."""

    locked: LockedMatch
    absent: Collection[int]
    after_guest: bool


@dataclass(frozen=True)
class Anew:
    """What goes on for somebody who waited in vain for a match to begin: where it stands, and what it is in words."""

    url: str
    words: str


UNBEGUN = Seam[Callable[[Unbegun], object]]("a match that never began")
ANEW = Seam[Callable[[Match, Seat], Anew | None]]("what goes on after a match that never began")


def register(
    name: str, hook: Callable[[Unbegun], object], *, goes_on: Callable[[Match, Seat], Anew | None] | None = None
) -> None:
    """Have a hook called for each match that became void before it had begun. `goes_on` says what goes on for the
    player of a seat of a void match; None for nothing. Raises BadFeature."""
    UNBEGUN.add(name, hook)
    if goes_on is not None:
        ANEW.add(name, goes_on)


def anew(match: Match, seat: Seat) -> Anew | None:
    """Return what goes on for the player of a seat after a match that never began; None for nothing."""
    if match.status != Match.Status.VOID:
        return None
    return next((found for _, goes_on in ANEW if (found := goes_on(match, seat)) is not None), None)


def run(locked: LockedMatch, absent: Collection[int], *, after_guest: bool = False) -> None:
    """Call what features do about a match that was just made void."""
    for name, hook in UNBEGUN:
        with blaming(name, f"as match {locked.match.public_id} became void. All is undone."):
            hook(Unbegun(locked, absent, after_guest))
