"""What a person can download of traces: their days and kinds. A digest would tell nobody anything."""

from collections.abc import Iterator
from typing import Any

from accounts.models import User
from games.likeness.models import Trace


def traces_of(user: User) -> Iterator[dict[str, Any]]:
    """Yield on which days a user has left a trace, and of what kind, the oldest first."""
    rows = Trace.objects.filter(user=user).order_by("day", "kind").values_list("day", "kind")
    yield from ({"day": day, "kind": kind} for day, kind in rows.distinct())
