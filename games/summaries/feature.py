"""Summaries: what the page of a match that is over says of its whole course, worked out some time after its end."""

from games.core.seams import ended, imported
from games.core.seams.ended import End
from games.core.seams.imported import Imported
from games.summaries.models import Summary


def register() -> None:
    """Put an empty summary beside a match that ends or is imported: by this row the sweep “award” finds what to work
    out."""
    ended.in_transaction("summaries", _insert)
    imported.register("summaries", _create)


def _insert(end: End) -> None:
    end.locked.batch.insert(Summary(match_id=end.locked.match.pk))


def _create(given: Imported) -> None:
    Summary.objects.create(match=given.match)
