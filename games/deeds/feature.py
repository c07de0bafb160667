"""Deeds: what players have achieved in a game, and in which match first; with the key moments of a match that is over.

Both are worked out some time after its end, and kept as its summary.
"""

from accounts import guests
from games.core.seams import addresses, ended, imported, leaving, merging, panels, read_along
from games.core.seams.ended import End
from games.core.seams.imported import Imported
from games.core.seams.leaving import Document
from games.deeds import documents, pages, services as awards, urls
from games.deeds.models import Summary
from games.rules.sentence import N_


def register() -> None:
    """Put an empty summary beside a match that ends or is imported: by this row the sweep “award” finds what to work
    out. Delete the awards of somebody who leaves. Look through the matches of a guest again for an account.
    Show players what they have achieved in a match."""
    addresses.register("deeds", pages=urls.PAGES, operations=urls.OPERATIONS)
    ended.in_transaction("deeds", _insert_summary)
    imported.register("deeds", _create_summary)
    guests.kept.connect(awards.look_anew_at)
    read_along.register("summary")
    panels.ON_RESULT.register("deeds", pages.own, "deeds/result.jinja")
    merging.register("deeds", awards.merge_rows)
    leaving.register(
        "deeds",
        forget=awards.forget,
        documents=[
            Document(
                "deeds",
                N_("deeds: what you’ve achieved, and the match in which you first achieved it."),
                documents.deeds,
            )
        ],
    )


def _insert_summary(end: End) -> None:
    end.locked.batch.insert(Summary(match_id=end.locked.match.pk))


def _create_summary(given: Imported) -> None:
    Summary.objects.create(match=given.match)
