"""The secret addresses at which a user's deadlines can be read by calendars and feed readers, which cannot sign in.

An address holds the user's number and a nonce, signed. So it can be shown again whenever its user wants to see it; the
database alone tells nobody an address; and with another nonce there is another one, and the former leads nowhere.
"""

import secrets

from django.core.signing import BadSignature, Signer
from django.utils import timezone

from accounts.links import absolute
from accounts.models import Feed, User

PAGES = ("calendar", "atom")
"""The names of what can be read."""


def _signer() -> Signer:
    return Signer(salt="accounts.feeds", sep=".")


def renew_addresses(user: User) -> None:
    """Give the user addresses that nobody knows; those there were before lead nowhere from now on."""
    fresh = {"nonce": secrets.token_hex(16), "created": timezone.now()}
    Feed.objects.update_or_create(user=user, defaults=fresh)


def stop(user: User) -> None:
    """Let the user's addresses lead nowhere."""
    Feed.objects.filter(user=user).delete()


def feed_addresses(user: User) -> dict[str, str]:
    """Return the user's addresses, by their names; none where they are switched off."""
    feed = Feed.objects.filter(user=user).first()
    return {page: absolute(page, feed_token(feed)) for page in PAGES} if feed else {}


def feed_token(feed: Feed) -> str:
    """Return what makes an address secret."""
    return _signer().sign(f"{feed.user_id}-{feed.nonce}")


def find(given: str) -> Feed | None:
    """Return what an address leads to, with its user; None for all others, each after one query."""
    user_id, nonce = _said(given)
    open_to = Feed.objects.filter(user__is_active=True, user__guest_until=None)
    return open_to.select_related("user").filter(user=user_id, nonce=nonce).first()


def _said(given: str) -> tuple[int, str]:
    """Return the user's number and the nonce; of no user where this was not signed here."""
    try:
        user_id, _, nonce = _signer().unsign(given).partition("-")
    except BadSignature:
        return 0, ""
    return int(user_id), nonce
