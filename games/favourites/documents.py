"""Favourites as “Download all my data” holds them."""

from typing import Any

from accounts.models import User
from games.core.seams.leaving import fields


def favourites_document(user: User) -> dict[str, Any]:
    """Return what the account says of those a user likes to play, the oldest first."""
    rows = user.favourites.select_related("favoured").order_by("pk")
    return {
        "favourites": [{"name": row.favoured.username, **fields(row, "created", "tell", "told")} for row in rows],
    }
