"""What the links have in common by which the reader of an email acts without signing in: play links and offer links.

A link is signed. It names its user first and last a digest of what the user signs in with, so that it is good for a
week at most, and not once the password or the address has changed. It is no session.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, NamedTuple

from allauth.mfa.models import Authenticator
from django.core import signing
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.crypto import salted_hmac

from accounts import site_keys
from accounts.models import User

LASTS = timedelta(days=7)
DIGITS = 20


class Unsigned(Exception):
    """That a token was not signed here for this."""


def entitled() -> QuerySet[User]:
    """The users who act by links: none to whom more than matches is open, or who signs in by more than a password."""
    people = User.objects.filter(is_active=True, is_staff=False, is_superuser=False, is_bot=False, guest_until=None)
    guarded = Exists(Authenticator.objects.filter(user=OuterRef("pk")))
    return people.exclude(guarded).exclude(preferences__play_links=False)


class Sort(NamedTuple):
    """One sort of links, whose tokens are none of another sort."""

    salt: str

    def token(self, user: User, *said: object) -> str:
        """What the link of a user says, signed."""
        return signing.dumps([user.pk, *said, self._digests(user)[0]], salt=self.salt)

    def said(self, token: str) -> list[Any]:
        """What a token says: the user, what was said, and the digest. Raises Unsigned."""
        try:
            return list(signing.loads(token, salt=self.salt))
        except (signing.BadSignature, TypeError):
            raise Unsigned from None

    def reader(self, token: str, user_id: int, digest: str) -> User | None:
        """The user of a token, while it is good for anything."""
        user = entitled().filter(pk=user_id).first()
        return None if user is None or digest not in self._digests(user) or self._has_expired(token) else user

    def _has_expired(self, token: str) -> bool:
        try:
            signing.loads(token, salt=self.salt, max_age=LASTS)
        except signing.SignatureExpired:
            return True
        return False

    def _digests(self, user: User) -> list[str]:
        """Digests of what a user signs in with, by the present key of the site and by former ones."""
        known = f"{user.pk} {user.email} {user.password}"
        made = (salted_hmac(self.salt, known, secret=key, algorithm="sha256") for key in site_keys.known())
        return [each.hexdigest()[:DIGITS] for each in made]
