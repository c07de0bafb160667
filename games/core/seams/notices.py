"""What features tell people, by email and by every other way they have chosen: one of the seams.

Who calls: a feature queues a notice by `outbox.queue`, in the transaction that causes it. A worker calls the renderer
later, as it sends the notice, in the language and time zone of its reader.

In which transaction: the renderer has none, and changes nothing. In what order: as notices are due.

Where the renderer fails: the notice stays in the outbox and is tried again, later and later. The log has the error.
Where it returns None, the notice is no longer owed.
"""

from django.utils.functional import Promise

from accounts import outbox
from accounts.outbox.registry import Pool, Renderer
from games.core.seams.seam import BadFeature

KINDS: list[str] = []
"""What features have registered."""


def register(kind: str, renderer: Renderer, title: str | Promise, *, pool: Pool = "") -> None:
    """Say how notices of a kind are written, what their reader calls them, and in which pool they count. Raises
    BadFeature."""
    if kind in outbox.notice_kinds():
        raise BadFeature(f"it registers the notice “{kind}”, and there are notices of this kind already")
    outbox.register(kind, renderer, title, pool)
    KINDS.append(kind)
