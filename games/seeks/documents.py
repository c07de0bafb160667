"""What a person can download of their seeks."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from accounts.models import User
from games.core.seams.leaving import fields
from games.seeks.models import Seek


def seeks(user: User) -> Iterator[dict[str, Any]]:
    for row in Seek.objects.filter(user=user):
        yield {**asdict(row.wish), **fields(row, "keep", "since", "looked")}
