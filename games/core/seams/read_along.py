"""What features read together with a match, for its page: one of the seams. It saves them a query of their own.

Who calls: `games/core/reading/access.py`, in the query that finds a match for somebody.

In which transaction: that of the caller. In what order: none.

Where it fails: a relation that a match does not have is refused at the start.
"""

from django.core.exceptions import FieldDoesNotExist

from games.core.models import Match
from games.core.reading import access
from games.core.seams.seam import BadFeature


def register(relation: str) -> None:
    """Read the row with a match that is found by this name of a one-to-one relation. Raises BadFeature."""
    try:
        found = Match._meta.get_field(relation).one_to_one
    except FieldDoesNotExist:
        found = False
    if not found:
        raise BadFeature(f"it reads “{relation}” with a match, which has no one row of this name")
    if f"match__{relation}" not in access.READ_ALONG:
        access.READ_ALONG.append(f"match__{relation}")
