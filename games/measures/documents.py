"""What a person can download of measures: those about the person, without who decided, and without any report."""

from collections.abc import Iterator
from typing import Any

from accounts.models import User
from games.core.seams.leaving import fields, in_portions
from games.measures.models import Measure


def measures_about(user: User) -> Iterator[dict[str, Any]]:
    """Yield the measures about a user, with the answers."""
    for row in in_portions(Measure.objects.told().filter(person=user).order_by("begun", "pk")):
        yield fields(row, "kind", "reason", "begun", "ends", "ended", "answer", "answered") | {
            **fields(row, "verdict", "verdict_words", "judged"),
            "taken_back": row.undone_by_id is not None,
        }
