"""Sessions in the database, as Django keeps them; a cookie that cannot be the key of one is not looked up.

Otherwise whoever forges a cookie with a letter that no column can hold is answered by an error, on every page.
"""

from __future__ import annotations

import re

from django.contrib.sessions.backends import db

KEY = re.compile(r"[a-z0-9]{32}")
"""What the key of a session looks like, since Django makes it so."""


class SessionStore(db.SessionStore):
    """A session; one without a key begins anew."""

    def _validate_session_key(self, key: str | None) -> bool:
        return key is not None and KEY.fullmatch(key) is not None
