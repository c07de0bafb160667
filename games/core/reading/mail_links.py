"""What the links have in common by which the reader of an email acts without signing in: play links and offer links.

A link is signed. It names its user first and last a digest of what the user signs in with, so that it is good for a
week at most, and not once the password or the address has changed. It is no session.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple, Protocol, TypeVar

from allauth.mfa.models import Authenticator
from django.core import signing
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.crypto import salted_hmac

from accounts import site_keys
from accounts.models import User
from games.core.reading import access
from games.core.reading.access import Access

LASTS = timedelta(days=7)
DIGITS = 20


class LinkClaims(Protocol):
    """What a link of any sort says: the user, the public id of the match, a digest of what the user signs in with."""

    @property
    def user(self) -> int: ...
    @property
    def match(self) -> str: ...
    @property
    def digest(self) -> str: ...


S = TypeVar("S", bound=LinkClaims)


class DeadLink(Exception):
    """That a link is good for nothing, any more or ever. `said` is None where it was not signed here; `reader` is its
    user where nothing but what it is about is over, `moved` whether the user has moved since the turn began."""

    def __init__(self, said: LinkClaims | None = None, reader: User | None = None, *, moved: bool = False) -> None:
        super().__init__()
        self.said = said
        self.reader = reader
        self.moved = moved


def entitled() -> QuerySet[User]:
    """Return the users who act by links: none to whom more than matches is open, or who signs in by more than a
    password.
    """
    people = User.objects.filter(is_active=True, is_staff=False, is_superuser=False, is_bot=False, guest_until=None)
    guarded = Exists(Authenticator.objects.filter(user=OuterRef("pk")))
    return people.exclude(guarded).exclude(preferences__play_links=False)


class Sort(NamedTuple):
    """One sort of links, whose tokens are none of another sort."""

    salt: str

    def token(self, user: User, *said: object) -> str:
        """Return what the link of a user says, signed."""
        return signing.dumps([user.pk, *said, self._digests(user)[0]], salt=self.salt)

    def opened(self, token: str, says: Callable[..., S]) -> tuple[S, User, Access]:
        """Return what a link says, its user, and the match it leads to, while these are good for anything.

        Raises DeadLink.
        """
        said = self._said(token, says)
        user = entitled().filter(pk=said.user).first()
        if user is None or said.digest not in self._digests(user) or self._has_expired(token):
            raise DeadLink(said)
        try:
            return said, user, access.match_for(user.pk, said.match)
        except access.NotYours:
            raise DeadLink(said) from None

    def _said(self, token: str, says: Callable[..., S]) -> S:
        try:
            return says(*signing.loads(token, salt=self.salt))
        except (signing.BadSignature, TypeError):  # the latter of a link that an older version of the site gave
            raise DeadLink from None

    def _has_expired(self, token: str) -> bool:
        try:
            signing.loads(token, salt=self.salt, max_age=LASTS)
        except signing.SignatureExpired:
            return True
        return False

    def _digests(self, user: User) -> list[str]:
        """Return digests of what a user signs in with, by the present key of the site and by former ones."""
        known = f"{user.pk} {user.email} {user.password}"
        made = (salted_hmac(self.salt, known, secret=key, algorithm="sha256") for key in site_keys.all_keys())
        return [each.hexdigest()[:DIGITS] for each in made]
