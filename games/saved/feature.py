"""Saved: what users keep of games for later. The games' folders say what there is."""

from functools import partial

from games.core.seams import leaving, merging
from games.core.seams.leaving import Document
from games.saved import services as saved


def register() -> None:
    """Delete what somebody has saved who leaves. What a guest has saved becomes the account's."""
    merging.register("saved", saved.merge_rows)
    leaving.register(
        "saved",
        forget=saved.forget,
        documents=[Document(kind.name, kind.about, partial(saved.saved_by, kind)) for kind in saved.SAVED],
    )
