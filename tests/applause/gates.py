"""What the gates ask of this feature (`tests/parts/features.py`)."""

from typing import Any

from games.core.models import Match
from tests.applause.models import Encore, Thanks

ADDRESSES = {
    "applaud": (("firstmatch",), "post", 302, 404, 409, "get"),
    "api_applaud": (("firstmatch",), "post", 401, 401, 401, ""),
}
"""By the name of an address: its arguments, the method, and the status for a visitor, for a stranger and for a player
of the match `firstmatch`, which still runs. Then a method that gets 405 (empty for none). All use a browser."""
BODIES: dict[str, dict[str, Any]] = {"applaud": {"player": "Ben"}}
"""By the name of an operation, a body that fits."""
LOOKS: dict[str, tuple[str, dict[str, Any], str]] = {"applaud": ("post", {}, "looks")}
"""By the name of a page below `m/`: the method, the arguments of its address besides `public_id`, and whether a request
shows that the player has seen the match: “looks” or “looks not”. `reached` notes a look."""
CALLS = {("api_applaud", "post"): ({"player": "Ben"}, "looks")}
"""The same of operations, by the name of the address and the method: a body, and “looks” or “looks not”."""
OF_NO_MATCH = ["applause.thanks"]
"""Models in the admin whose rows never tell of a running match."""
DOCUMENTS = ["applause/1.json"]
"""The files that a download holds."""
SWEEPS = {"applause": 60}
"""Names of sweeps, with the seconds between two runs."""
ENDED = ["applause"]
"""Names that are registered with `ended.in_transaction`."""
ENDED_AFTER_COMMIT = ["applause"]
"""Names that are registered with `ended.after_commit`."""
SWEPT_BY = {"applause": "applause"}
"""Names of all that is done after a commit, each with its sweep."""
FORGETS = ["applause"]
"""Names that are registered with `leaving` and forget something."""
MERGES = ["applause"]
"""Names that are registered with `merging` and change rows."""
DELETED = {Thanks: ["by", "to"]}
"""Foreign keys of users by which rows are deleted when somebody leaves."""
HANDED_OVER = {Thanks: ["by", "to"]}
"""Foreign keys of users that lead to the account once a guest is merged into it."""


def make_rows(match: Match) -> None:
    """Make a row of each table for a match of two, in which every foreign key above leads to each of the players."""
    one, other = match.seats.all()
    for by, to in ((one, other), (other, one)):
        Thanks.objects.create(match=match, by=by.user, to=to.user, given=match.created)
    Encore.objects.create(match=match)
