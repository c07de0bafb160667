"""What features do about a match that is imported: one of the seams. It was played and ended elsewhere.

Who calls: `games/core/documents/records.py`, with a record that has been checked. Nothing of `ended` is called: nobody
is told, and no rating changes.

In which transaction: the one that imports the match. The match is saved. Its seats are not yet: a hook may change them.

In what order: as `games/features.py` lists the features.

Where one fails: nothing is imported, and the error names the feature.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from games.core.models import Match, Seat
from games.core.seams.seam import Seam, blaming
from games.rules.engine import AnyPosition


class Imported(NamedTuple):
    """A match that is imported, its seats, and where it stands at its end."""

    match: Match
    seats: Sequence[Seat]
    position: AnyPosition


IMPORTED = Seam[Callable[[Imported], None]]("a match that is imported")


def register(name: str, hook: Callable[[Imported], None]) -> None:
    """Have a hook called for each match that is imported. Raises BadFeature."""
    IMPORTED.add(name, hook)


def call_hooks(imported: Imported) -> None:
    """Call what features do about a match that is imported."""
    for name, hook in IMPORTED:
        with blaming(name, f"as match {imported.match.public_id} was imported. All is undone."):
            hook(imported)
