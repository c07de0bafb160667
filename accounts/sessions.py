"""Sessions in the database, as Django keeps them; a cookie that cannot be the key of one is not looked up.

Otherwise a forged cookie with a letter that no column can hold is answered by an error, on every page. A
session in which nobody is signed in soon ends: a visitor makes one by asking for a code, for any address.
"""

import re

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db

KEY = re.compile(r"[a-z0-9]{32}")
"""What the key of a session looks like, since Django makes it so."""


HOUR = 3600
DAY = 24 * 3600
"""Seconds for which a session lasts in which nobody is signed in; the second where it knows of a sign-up, whose link is
good for as long."""
SIGN_UP = "sign_up"
"""Under what a session knows of a sign-up."""
GUEST = "guest"
"""Under what a session knows of a guest whose player is signing in to an account. It lasts as long as one in which
somebody is signed in: nothing else leads back to the guest."""
LESSONS = "lessons"
"""Under what a session knows how far its reader has come in lessons. It lasts a day, too."""
FINISHES = "finishes"
"""Under what a session keeps the matches that end lessons. It lasts a day, too."""


class SessionStore(db.SessionStore):
    """A session; one without a key begins from nothing."""

    def _validate_session_key(self, key: str | None) -> bool:
        return key is not None and KEY.fullmatch(key) is not None

    def get_session_cookie_age(self) -> int:
        if SESSION_KEY in self or GUEST in self:
            return super().get_session_cookie_age()
        return DAY if any(each in self for each in (SIGN_UP, LESSONS, FINISHES)) else HOUR
