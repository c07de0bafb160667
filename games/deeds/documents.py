"""What a person can download of their deeds."""

from collections.abc import Iterator
from typing import Any

from accounts.models import User
from games.core.seams.leaving import fields, in_portions
from games.deeds.models import Award


def deeds(user: User) -> Iterator[dict[str, Any]]:
    earned = Award.objects.filter(user=user).select_related("match").order_by("earned", "match", "pk")
    for row in in_portions(earned):
        yield {"match": row.match.public_id, **fields(row, "game", "deed", "earned")}
