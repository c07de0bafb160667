"""What the gates ask of this feature (`tests/parts/features.py`)."""

from typing import Any

from games.models import Match
from tests.applause.models import Thanks

ADDRESSES = {
    "applaud": (("firstmatch",), "post", 302, 404, 409, "get"),
    "api_applaud": (("firstmatch",), "post", 401, 401, 401, ""),
}
"""What a visitor, a stranger and a player of a match that runs are answered (`tests/test_urls.py`)."""
BODIES: dict[str, dict[str, Any]] = {"applaud": {"player": "Ben"}}
"""A body that fits for each operation (`tests/test_hostile.py`)."""
DOCUMENTS = ["applause/1.json"]
"""What a download holds (`tests/games/documents/test_archive.py`)."""
SWEEPS = {"remove old applause": 3600}
FORGETS = ["applause"]
"""What is registered with the seams (`tests/games/core/`)."""
DELETED = {Thanks: ["by", "to"]}
"""The keys of users by which rows go when somebody leaves (`tests/games/services/test_leaving.py`)."""
STAYS = {Thanks: ["by", "to"]}
"""What stays with a guest whose matches go to an account (`tests/games/services/test_merging.py`)."""


def make_rows(match: Match) -> None:
    """Make a row of each table, for a match of two (`test_leaving.py`, and `tests/games/admin/test_moderator.py`)."""
    by, to = match.seats.all()
    Thanks.objects.create(match=match, by=by.user, to=to.user, given=match.created)
