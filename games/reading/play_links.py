"""Play links: an email about a turn holds an address by which its reader makes the move asked for, without signing in.

A link is signed. It names its player, the match and the turn it is about, and is good while that lasts: for a week at
most, and not once the password or the address has changed. It is no session: whoever has it may do what
`views/by_link.py` offers, and nothing else.
"""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from allauth.mfa.models import Authenticator
from django.core import signing
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.crypto import salted_hmac

from accounts import site_keys
from accounts.links import absolute
from accounts.models import User
from games.models import Turn
from games.reading import access
from games.reading.access import Access

LASTS = timedelta(days=7)
SALT = "games.play_links"
DIGITS = 20


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


def entitled() -> QuerySet[User]:
    """The users who play by links: none to whom more than matches is open, or who signs in by more than a password."""
    people = User.objects.filter(is_active=True, is_staff=False, is_superuser=False, is_bot=False, guest_until=None)
    guarded = Exists(Authenticator.objects.filter(user=OuterRef("pk")))
    return people.exclude(guarded).exclude(preferences__play_links=False)


def address(turn: Turn, user: User) -> str:
    """The link for a turn, read with its match, of a user who is entitled to it."""
    said = Said(user.pk, turn.match.public_id, turn.ply, _digests(user)[0])
    return absolute("play_link", signing.dumps(said, salt=SALT))


def opened(token: str) -> PlayLink:
    """What a link opens. Raises Ended."""
    said = _said(token)
    user = entitled().filter(pk=said.user).first()
    if user is None or said.digest not in _digests(user) or _has_expired(token):
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
        return Said(*signing.loads(token, salt=SALT))
    except (signing.BadSignature, TypeError):  # the latter of a link that an older version of the site gave
        raise Ended from None


def _has_expired(token: str) -> bool:
    try:
        signing.loads(token, salt=SALT, max_age=LASTS)
    except signing.SignatureExpired:
        return True
    return False


def _digests(user: User) -> list[str]:
    """Digests of what a user signs in with, by the present key of the site and by former ones."""
    known = f"{user.pk} {user.email} {user.password}"
    made = (salted_hmac(SALT, known, secret=key, algorithm="sha256") for key in site_keys.known())
    return [each.hexdigest()[:DIGITS] for each in made]
