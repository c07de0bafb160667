"""Play links: an email about a turn holds an address by which its reader makes the move asked for, without signing in.

A link names its player, the match and the turn it is about, and is good while that lasts. Whoever has it may do what
`views/by_link.py` offers, and nothing else.
"""

from __future__ import annotations

from typing import NamedTuple

from accounts.links import absolute
from accounts.models import User
from games.models import Turn
from games.reading import access, mail_links
from games.reading.access import Access
from games.reading.mail_links import Unsigned

SORT = mail_links.Sort("games.play_links")


class Said(NamedTuple):
    """What a link says: the user, the public id of the match, the ply of the turn, and a digest of what the user signs
    in with."""

    user: int
    match: str
    ply: int
    digest: str


class PlayLink(NamedTuple):
    """A link that is good, and the match it leads to."""

    token: str
    found: Access


class Ended(Exception):
    """That a link is good for nothing, any more or ever. `said` is None where it was not signed here; `reader` is its
    user where nothing but the turn is over, `moved` whether the user has moved since it began."""

    def __init__(self, said: Said | None = None, reader: User | None = None, *, moved: bool = False) -> None:
        super().__init__()
        self.said, self.reader, self.moved = said, reader, moved


def address(turn: Turn, user: User) -> str:
    """The link for a turn, read with its match, of a user who is entitled to it."""
    return absolute("play_link", SORT.token(user, turn.match.public_id, turn.ply))


def opened(token: str) -> PlayLink:
    """What a link opens. Raises Ended."""
    said = _said(token)
    user = SORT.reader(token, said.user, said.digest)
    if user is None:
        raise Ended(said)
    try:
        found = access.match_for(user.pk, said.match)
    except access.NotYours:
        raise Ended(said) from None
    turn: Turn | None = getattr(found.seat, "turn", None)
    if turn is None or turn.ply != said.ply:
        raise Ended(said, user, moved=(found.seat.answered_ply or 0) > said.ply)
    return PlayLink(token, found)


def _said(token: str) -> Said:
    try:
        return Said(*SORT.said(token))
    except (Unsigned, TypeError):  # the latter of a link that an older version of the site gave
        raise Ended from None
