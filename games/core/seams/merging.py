"""What becomes of a guest's rows when its matches become an account's: one of the seams.

Who calls: `guests/merging.py`, when somebody takes the matches of a guest into an account. It changes the seats, the
turns and what else the core keeps. A feature that has rows of the guest, or of the matches, changes those.

In which transaction: a hook of `register` runs in the one that changes the seats. It has locked the matches that still
run, and then the rows of the guest and of the account. A hook of `after_commit` runs when that is committed, in a
transaction of its own if it needs one.

In what order: first the seats are the account's. Then come the hooks of `register`, in the order in which
`games/features.py` lists the features. Last the guest is closed, if it has no match any more; `leaving` is not
called. After the commit come the other hooks, in the same order.

Where a hook fails: in the transaction it undoes everything, and the error names the feature. The guest still has its
matches. After the commit the matches stay with the account. The log and `/healthz` name the feature until its sweep
has done it again (`games/core/seams/afterwards.py`).
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from accounts.models import User
from games.core.seams import afterwards
from games.core.seams.seam import Seam, blaming


class Merge(NamedTuple):
    """A guest whose matches become an account's. `matches` are the keys of those that do. `all_of_it` says that no
    match stays with the guest, which is closed then."""

    guest: User
    account: User
    matches: Sequence[int]
    all_of_it: bool


IN_TRANSACTION = Seam[Callable[[Merge], None] | None]("what becomes of a guest's rows")
AFTER_COMMIT = Seam[Callable[[User], None]]("what becomes of a guest's rows, after the commit")


def register(name: str, merge_rows: Callable[[Merge], None] | None) -> None:
    """Say what becomes of a feature's rows. Give None if guests have none, or if they stay with the guest. Raises
    BadFeature."""
    IN_TRANSACTION.add(name, merge_rows)


def after_commit(name: str, hook: Callable[[User], None], *, swept_by: str) -> None:
    """Have a hook called with the account once all is committed. `swept_by` is the entry of beat's schedule that does
    again what the hook has failed to do. Raises BadFeature."""
    afterwards.register(name, swept_by)
    AFTER_COMMIT.add(name, hook)


def call_hooks(merge: Merge) -> None:
    """Call what features do about a guest's rows."""
    for name, merge_rows in IN_TRANSACTION:
        if merge_rows is not None:
            with blaming(name, f"as matches of guest {merge.guest.pk} became an account's. All is undone."):
                merge_rows(merge)
    for name, hook in AFTER_COMMIT:
        afterwards.run_after_commit(name, partial(hook, merge.account))
