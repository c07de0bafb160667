"""The page of a match for those who do not play it: one of the seams.

Who calls: the view of a match (`games/core/views/matches.py`), for all who are no players of it, and for players who
look through other eyes. It asks the features in order. Where none has a page, people get that of the players, which
sends them to sign in or tells them that there is nothing.

In which transaction: none. In what order: as `games/features.py` lists the features.

Where one fails: as any view. With `Http404` it says that this match is not for the reader, and the next one is asked.
"""

from collections.abc import Callable

from django.http import HttpResponseBase

from games.core.seams.seam import Seam

View = Callable[..., HttpResponseBase]
VIEWS = Seam[View]("the page of a match for others")


def register(name: str, view: View) -> None:
    """Show a match by `view(request, public_id, ply)`; `ply` is None for the current state. Raises: BadFeature."""
    VIEWS.add(name, view)
