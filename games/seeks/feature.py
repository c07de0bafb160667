"""Seeks: opponents found for those who wait."""

from games.core.seams import addresses, leaving, merging, sweeps
from games.core.seams.leaving import Document
from games.rules.sentence import N_
from games.seeks import documents, services as seeks, urls


def register() -> None:
    """Pair seeks that fit each other. Delete the seeks of somebody who leaves."""
    addresses.register("seeks", pages=urls.PAGES, operations=urls.OPERATIONS)
    sweeps.register("pair", every=30, do=seeks.find_opponents)
    merging.register("seeks", None)  # guests have none
    leaving.register(
        "seeks",
        forget=seeks.forget,
        documents=[
            Document(
                "seeks", N_("seeks: the games for which you’re looking for opponents, and your terms."), documents.seeks
            )
        ],
    )
