"""What a person can download of thanks."""

from collections.abc import Iterator
from typing import Any

from accounts.models import User
from games.core.seams.leaving import in_portions
from tests.applause.models import Thanks


def given(user: User) -> Iterator[dict[str, Any]]:
    """Yield the thanks that a user has given."""
    found = Thanks.objects.filter(by=user).select_related("match", "to").order_by("pk")
    for row in in_portions(found):
        yield {"match": row.match.public_id, "to": row.to.username, "given": row.given}
