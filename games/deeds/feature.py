"""Deeds: what players have achieved in a game, and in which match first."""

from accounts import guests
from games.core.seams import addresses, leaving, merging, panels
from games.core.seams.leaving import Document
from games.deeds import documents, pages, urls
from games.deeds import services as awards
from games.rules.sentence import N_


def register() -> None:
    """Delete the awards of somebody who leaves. Look through the matches of a guest again for an account.
    Show players what they have achieved in a match."""
    addresses.register("deeds", pages=urls.PAGES, operations=urls.OPERATIONS)
    guests.kept.connect(awards.look_anew_at)
    panels.ON_RESULT.register("deeds", pages.own, "deeds/result.jinja")
    merging.register("deeds", awards.merge_rows)
    leaving.register(
        "deeds",
        forget=awards.forget,
        documents=[Document("deeds", N_("deeds: what you have achieved, and in which match first."), documents.deeds)],
    )
