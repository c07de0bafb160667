"""Play links: an email about a turn holds an address by which its reader makes the move asked for, without signing in.

A link names its player, the match and the turn it is about, and is good while that lasts. Its holder may do what
`games/core/views/by_link.py` offers, and nothing else.
"""

from typing import NamedTuple

from accounts.links import absolute
from accounts.models import User
from games.core.models import Turn
from games.core.reading import mail_links
from games.core.reading.access import Access
from games.core.reading.mail_links import DeadLink

SORT = mail_links.Sort("games.play_links")


class PlayClaims(NamedTuple):
    """What a link says: the user, the public id of the match, the number of the entry after which the turn began, and a
    digest of what the user signs in with.

    A link is signed, not encrypted. So it numbers entries as its reader does, without the answers that others sealed.
    """

    user: int
    match: str
    entry: int
    digest: str


class PlayLink(NamedTuple):
    """A link that is good, and the match it leads to."""

    token: str
    found: Access


def play_url(turn: Turn, user: User) -> str:
    """Return the link for a turn, read with its match, of a user who is entitled to it."""
    return absolute("play_link", SORT.token(user, turn.match.public_id, turn.seat.counted(turn.ply)))


def opened(token: str) -> PlayLink:
    """Return what a link opens. Raises DeadLink."""
    said, user, found = SORT.opened(token, PlayClaims)
    seat = found.seat
    turn: Turn | None = getattr(seat, "turn", None)
    if turn is None or seat.counted(turn.ply) != said.entry:
        raise DeadLink(said, user, moved=seat.counted(seat.answered_ply or 0) > said.entry)
    return PlayLink(token, found)
