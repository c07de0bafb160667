"""Whom sessions hold for, asked without a request."""

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.database import portions
from accounts.models import User
from accounts.sessions import SessionStore


def user_of_session(key: str) -> User | None:
    """Return the user whom a session signs in; `None` if it has ended for any reason.

    Don't use Django's `get_user`: it gives a session that was signed with a former key a new cookie.
    """
    stored = SessionStore(key)
    user = User.objects.filter(pk=int(stored.get(SESSION_KEY, 0)), is_active=True).first()
    if user is None:
        return None
    told = stored.get(HASH_SESSION_KEY, "")
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return user if any(constant_time_compare(told, each) for each in hashes) else None


def holds(key: str, user_id: int) -> bool:
    """Say whether a user is signed in by the session with this key."""
    found = user_of_session(key) if key else None
    return found is not None and found.pk == user_id


def remove_expired() -> int:
    """Forget the sessions whose time is over; how many those were."""
    return portions.remove_rows(Session.objects.filter(expire_date__lt=timezone.now()), "expire_date")
