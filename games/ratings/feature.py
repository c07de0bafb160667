"""Ratings: what a rated match does to the ratings of its players. They stay when somebody leaves, shown to nobody."""

from games.core.seams import addresses, ended, leaving, match_admin, match_shape, merging, panels, sweeps
from games.core.seams.leaving import Document
from games.ratings import documents, page_of_pairs, panels as shown, services as ratings, shapes, urls
from games.ratings.admin import CountingAgainForm, StrikingForm
from games.rules.sentence import N_


def register() -> None:
    """Tally a match once its end is committed. The sweep “tally” tallies what was missed. Show on its page what it does
    to ratings, and how its pair stands."""
    addresses.register("ratings", pages=urls.PAGES, operations=urls.OPERATIONS)
    panels.AMONG_FACTS.register("ratings", shown.of_match, "ratings/facts.jinja", by_link=True, watched=True)
    panels.BELOW_FACTS.register("pair", page_of_pairs.below_facts, "ratings/pair.jinja", by_link=True, watched=True)
    panels.ON_RESULT.register("ratings", shown.of_match, "ratings/result.jinja")
    panels.ON_RESULT.register("pair", page_of_pairs.on_result, "ratings/pair.jinja")
    match_admin.register("strike", StrikingForm)
    match_admin.register("unstrike", CountingAgainForm)
    match_shape.register("ratings", shapes.changes_by_seat)
    sweeps.register("tally", every=60, do=ratings.tally_due)
    ended.after_commit("ratings", ratings.note_end, swept_by="tally")
    merging.register("ratings", None)  # guests have none
    leaving.register(
        "ratings",
        forget=None,
        documents=[
            Document("ratings", N_("ratings: your rating in each game."), documents.ratings),
            Document(
                "rating-changes", N_("rating-changes: how each rated match changed your rating."), documents.changes
            ),
        ],
    )
