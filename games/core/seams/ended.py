"""What features do when a match ends: one of the seams.

Who calls: `entries`, with the entry by which a match is over or void. An invitation that nobody takes up is closed
before anything begins, and a record that is imported ended elsewhere; neither calls anything here.

In which transaction: a hook of `in_transaction` runs in the one that ends the match, and has the match locked. A hook
of `after_commit` runs when that transaction is committed, in a transaction of its own if it needs one.

In what order: first the result is noted with the match and its seats. Then come the hooks of `in_transaction`, in the
order in which `games/features.py` lists the features. They may change the match and its seats, and put rows of their
own into `locked.batch`; the core writes all of it at once. After the commit come the other hooks, in the same order.

Where a hook fails: in the transaction it undoes the entry and everything with it, and the error names the feature.
After the commit nobody's move is lost. The log and `/healthz` name the feature until its sweep has done it again, and
the other hooks run as if nothing had happened (`games/core/seams/afterwards.py`).
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from games.core.models import Match, Seat
from games.core.seams import afterwards
from games.core.seams.seam import Seam, blaming
from games.core.services.locked import LockedMatch
from games.rules.engine import AnyPosition


class End(NamedTuple):
    """A match that ends: its rows, which hold the result, and where it stands. `gone` is the seat of a guest who ends
    it by resigning before the first move."""

    locked: LockedMatch
    position: AnyPosition
    gone: Seat | None = None


IN_TRANSACTION = Seam[Callable[[End], None]]("the end of a match")
AFTER_COMMIT = Seam[Callable[[Match], None]]("the end of a match, after the commit")


def in_transaction(name: str, hook: Callable[[End], None]) -> None:
    """Have a hook called in the transaction that ends a match. Raises BadFeature."""
    IN_TRANSACTION.add(name, hook)


def after_commit(name: str, hook: Callable[[Match], None], *, swept_by: str) -> None:
    """Have a hook called once the end of a match is committed. `swept_by` is the entry of beat's schedule that does the
    same for every match for which the hook has failed. Raises BadFeature."""
    afterwards.register(name, swept_by)
    AFTER_COMMIT.add(name, hook)


def call_hooks(end: End) -> None:
    """Call what features do about a match that ends."""
    for name, hook in IN_TRANSACTION:
        with blaming(name, f"as match {end.locked.match.public_id} ended. All is undone."):
            hook(end)
    for name, after in AFTER_COMMIT:
        afterwards.run_after_commit(name, partial(after, end.locked.match))
