"""What features say of a match to programs: one of the seams. Each adds one field to the shape `MatchSeen`.

Who calls: the API, each time it shows a match to one of its players (`games/core/api/showing.py`). The field itself and
its type stand in `games/core/api/shapes.py`, from which the description of the API is made.

In which transaction: none. In what order: as `games/features.py` lists the features; it makes no difference.

Where one fails: the program gets an error, and no answer that lacks something.
"""

from collections.abc import Callable, Sequence
from typing import Any

from games.core.models import Match, Seat
from games.core.seams.seam import Seam

FIELDS = Seam[Callable[[Match, Sequence[Seat]], object]]("the shape of a match")


def register(field: str, find: Callable[[Match, Sequence[Seat]], object]) -> None:
    """Have a field of `MatchSeen` filled in with what `find` returns. Raises BadFeature."""
    FIELDS.add(field, find)


def added(match: Match, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the fields that features fill in."""
    return {field: find(match, seats) for field, find in FIELDS}
