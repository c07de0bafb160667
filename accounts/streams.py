"""Telling open pages that something is new for their readers, never what: the page then asks as it always does.

Each word goes through Redis once the transaction is committed, and `fogsite/stream.py` hands it to the browsers of its
reader: a user, or all who watch a match. Without Redis nothing is lost: pages also ask by themselves, less often.
"""

import logging
from collections.abc import Collection
from functools import cache, partial
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models.signals import post_delete, post_save
from redis import Redis

from accounts.database.breaker import Breaker
from accounts.models import Token, User

logger = logging.getLogger(__name__)

Reader = int | str
"""Who is told: a user, by key, or all who watch a match, as `watching` names them."""

PREFIX = "stream:"
"""What the name of each reader's channel begins with; the reader follows."""
CHECK = "check"
"""The word that asks the streams of a user again whether they may go on."""

PATIENCE = 0.5
"""Seconds for which Redis is waited for."""
REST = 5.0
"""Seconds for which a Redis that failed is not asked again."""

breaker = Breaker(REST, (Exception,), partial(logger.warning, "Open pages are not told that something is new: %r"))


def tell(users: Collection[int], match: str) -> None:
    """Tell the users with these keys that a match has something new for them, after the commit.

    `match` is its public id. Tell only users who may see what is new: a word is a sign that something has happened.
    """
    if users:
        transaction.on_commit(partial(publish_event, sorted(users), match), robust=True)


def watching(match: str) -> str:
    """Return the reader that stands for all who watch the match with this public id."""
    return f"match {match}"


def tell_watchers(match: str) -> None:
    """Tell everybody who watches a match, once this transaction is committed, that what they see has changed."""
    transaction.on_commit(partial(publish_event, [watching(match)], match), robust=True)


def end_stale_streams(user: int) -> None:
    """End the user's streams, once this transaction is committed, if their session no longer holds."""
    transaction.on_commit(partial(publish_event, [user], CHECK), robust=True)


def publish_event(readers: Collection[Reader], word: str) -> None:
    """Hand a word to Redis for each of the readers; a failure is logged and forgotten."""
    breaker.attempt(partial(_publish, readers, word), None)


def _publish(readers: Collection[Reader], word: str) -> None:
    pipe = redis_at(settings.REDIS_URL).pipeline(transaction=False)
    for reader in readers:
        pipe.publish(f"{PREFIX}{reader}", word)
    pipe.execute()


@cache
def redis_at(url: str) -> Redis:
    """Return a client of Redis that waits for it no longer than PATIENCE."""
    return Redis.from_url(url, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE)


LETS_IN = frozenset({"password", "is_active", "guest_until"})
"""By which columns of a user it is decided whether a session or a token holds."""


def _saved(instance: User, created: bool, update_fields: frozenset[str] | None = None, **_more: Any) -> None:
    if not created and (update_fields is None or update_fields & LETS_IN):
        end_stale_streams(instance.pk)


def _signed_out(instance: Session, origin: object, **_more: Any) -> None:
    """End a user's stale streams when their session was ended by itself.

    A session that was swept away with many that had run out changes nothing.
    """
    user = instance.get_decoded().get(SESSION_KEY) if origin is instance else None
    if user is not None:
        end_stale_streams(int(user))


def _revoked(instance: Token, **_more: Any) -> None:
    end_stale_streams(instance.user_id)


def listen() -> None:
    """Hear from now on of users who sign out, get another password, are suspended or revoke a token."""
    post_save.connect(_saved, sender=User, dispatch_uid="streams")
    post_delete.connect(_signed_out, sender=Session, dispatch_uid="streams")
    post_delete.connect(_revoked, sender=Token, dispatch_uid="streams")
