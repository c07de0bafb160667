"""What a person can download of the chat."""

from collections.abc import Iterator
from typing import Any

from accounts.models import User
from games.core.models import ChatLine
from games.core.seams.leaving import fields, in_portions


def chat_document(user: User) -> Iterator[dict[str, Any]]:
    written = ChatLine.objects.filter(user=user).select_related("match").order_by("pk")
    for row in in_portions(written):
        yield {"match": row.match.public_id, **fields(row, "created", "text", "hidden", "hidden_why")}
