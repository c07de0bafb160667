"""Invitations as “Download all my data” holds them."""

from collections.abc import Iterator
from typing import Any

from accounts.models import User
from games.core.seams.leaving import fields, in_portions
from games.lobby.models import Invitation

FIELDS = ["audience", "seat", "note", "language", "min_reliability", "state", "created", "expires"]
FIELDS += ["withdrawn", "declined", "made_unrated", "after_guest", "resting", "paired"]


def invitation_rows(user: User) -> Iterator[dict[str, Any]]:
    """Return what a user has offered and was offered, the oldest first."""
    rows = Invitation.objects.filter(inviter=user) | Invitation.objects.filter(invited=user)
    found = rows.select_related("match", "inviter", "invited").order_by("created", "pk")
    return (_invitation(row) for row in in_portions(found))


def _invitation(row: Invitation) -> dict[str, Any]:
    return {
        "match": row.match.public_id,
        "game": row.match.game,
        "options": row.match.options,
        "inviter": row.inviter.username,
        "invited": row.invited.username if row.invited else None,
        **fields(row, *FIELDS),
    }
