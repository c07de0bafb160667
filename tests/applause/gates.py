"""What the gates ask of this feature (`tests/parts/features.py`)."""

from typing import Any

from games.core.models import Match
from tests.applause.models import Encore, Thanks

ADDRESSES = {
    "applaud": (("firstmatch",), "post", 302, 404, 409, "get"),
    "api_applaud": (("firstmatch",), "post", 401, 401, 401, ""),
}
"""What a visitor, a stranger and a player of a match that runs are answered (`tests/test_urls.py`)."""
BODIES: dict[str, dict[str, Any]] = {"applaud": {"player": "Ben"}}
"""A body that fits for each operation (`tests/test_hostile.py`)."""
LOOKS: dict[str, tuple[str, dict[str, Any], str]] = {"applaud": ("post", {}, "looks")}
"""Whether a page of a match is a look at it (`tests/games/core/services/test_looked.py`): how it is asked, the rest of
its address, and the class."""
CALLS = {("api_applaud", "post"): ({"player": "Ben"}, "looks")}
"""The same of operations: a body, and the class."""
OF_NO_MATCH = ["applause.thanks"]
"""Models in the admin whose rows say nothing of any match (`tests/games/admin/test_own_matches.py`)."""
DOCUMENTS = ["applause/1.json"]
"""What a download holds (`tests/games/core/documents/test_archive.py`)."""
SWEEPS = {"applause": 60}
ENDED = ["applause"]
SWEPT_BY = {"applause": "applause"}
FORGETS = ["applause"]
MERGES = ["applause"]
"""What is registered with the seams (`tests/games/core/seams/`)."""
DELETED = {Thanks: ["by", "to"]}
"""The keys of users by which rows go when somebody leaves (`tests/games/core/services/test_leaving.py`)."""
HANDED_OVER = {Thanks: ["by", "to"]}
"""What becomes an account's with the matches of a guest (`tests/games/guests/test_merging.py`)."""


def make_rows(match: Match) -> None:
    """Make rows of each table, for a match of two (`test_leaving.py`, `test_merging.py`, `test_moderator.py`)."""
    one, other = match.seats.all()
    for by, to in ((one, other), (other, one)):
        Thanks.objects.create(match=match, by=by.user, to=to.user, given=match.created)
    Encore.objects.create(match=match)
