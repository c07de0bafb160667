"""Ratings: what a rated match does to the ratings of its players. They stay when somebody leaves, shown to nobody."""

from games.core.seams import addresses, ended, leaving, match_shape, merging, sweeps
from games.core.seams.leaving import Document
from games.ratings import documents, shapes, urls
from games.ratings import services as ratings
from games.rules.sentence import N_


def register() -> None:
    """Tally a match once its end is committed. The sweep “tally” tallies what was missed."""
    addresses.register("ratings", pages=urls.PAGES, operations=urls.OPERATIONS)
    match_shape.register("ratings", shapes.changes_by_seat)
    sweeps.register("tally", every=60, do=ratings.tally_due)
    ended.after_commit("ratings", ratings.note_end, swept_by="tally")
    merging.register("ratings", None)  # guests have none
    leaving.register(
        "ratings",
        forget=None,
        documents=[
            Document("ratings", N_("ratings: how strong you are held to be, by game."), documents.ratings),
            Document("rating-changes", N_("rating-changes: what each rated match has changed."), documents.changes),
        ],
    )
