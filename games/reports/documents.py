"""What a person can download of reports."""

from collections.abc import Iterator
from typing import Any

from accounts.models import User
from games.core.seams.leaving import fields, in_portions
from games.reports.models import Report
from games.reports.standing import as_they_stand, state_of


def reported(user: User) -> Iterator[dict[str, Any]]:
    """Return what the user has reported, and what came of it."""
    mine = Report.objects.filter(reporter=user).select_related("match", "reported").order_by("created")
    for row in in_portions(as_they_stand(mine)):
        about = {"match": row.match and row.match.public_id, "reported": row.reported and row.reported.username}
        said = fields(row, "kind", "reason", "text", "outcome", "words", "created", "closed")
        yield {**about, **said, "state": state_of(row)}


def decisions(user: User) -> Iterator[dict[str, Any]]:
    """Return what the user was told as the reported player: nothing that leads to the reporter, or to when it was."""
    told = Report.objects.filter(reported=user).exclude(words_to_reported="").order_by("closed")
    for row in in_portions(told):
        yield {"words": row.words_to_reported, "closed": row.closed}
