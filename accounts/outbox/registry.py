"""The kinds of notices: how each is written, what its reader calls it, and the pool in which it counts.

Kinds that others can cause belong to a pool. One mailbox gets, and one user causes, MAX_A_DAY notices of a pool a day.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal, NamedTuple
from uuid import UUID

from django.db.models import Exists
from django.utils.functional import Promise

from accounts.channels import Notice
from accounts.models import Outbox, User

Renderer = Callable[[User, dict[str, Any]], Notice | None]

DAY = timedelta(hours=24)
Pool = Literal["", "others", "favourites", "gone", "proofs", "resets", "codes"]
"""What others cause outside a running match, news of what favourites offer and of guests who have left, what proves an
address, what gives a new password, codes to sign in by, and all the rest.

A new password has a pool of its own, so that nobody can use it up by signing up with somebody's address.
"""
MAX_A_DAY: dict[Pool, int] = {"others": 5, "favourites": 5, "gone": 1, "proofs": 5, "resets": 24, "codes": 24}
"""Notices of a pool that one mailbox gets, and that one user causes, within DAY.

A link to a new password is good for an hour, so 24 are all that anybody can have sent. Somebody who asks all day leaves
its owner one that is good.
"""


@dataclass(frozen=True)
class NoticeKind:
    """How notices of a kind are written, what a reader calls them, and the pool in which they count."""

    renderer: Renderer
    title: str | Promise
    pool: Pool


class NoticeSubject(NamedTuple):
    """What a notice is about, in words and by its address."""

    words: str
    url: str


SubjectFinder = Callable[[User, Sequence[Outbox]], dict[UUID, NoticeSubject]]

finders: list[SubjectFinder] = []
"""What can tell what rows are about, for a reader."""

registered: dict[str, NoticeKind] = {}
"""Each kind, by its name in the outbox."""

still_needed: list[Callable[[], Exists]] = []
"""By what a row is kept, however old it is."""


def needed_while(needed: Callable[[], Exists]) -> None:
    """Say which rows of the outbox are not to be removed: a condition that is asked with the row."""
    still_needed.append(needed)


def register(kind: str, renderer: Renderer, title: str | Promise | None = None, pool: Pool = "") -> None:
    """Say how notices of a kind are written, and what their reader calls them (a lazily translated title).

    The renderer is called at the moment of sending, in the reader's language and time zone, with the reader and the
    payload; it answers None where the notice is no longer owed. The reader of a row to an address is the account that
    has it, or else a `User` that is not saved. Of a `pool`, MAX_A_DAY says how many go to one mailbox within a day.
    """
    registered[kind] = NoticeKind(renderer, kind if title is None else title, pool)


def notice_kinds() -> list[str]:
    """Return all kinds of notices there are, by name."""
    return sorted(registered)


def notice_title(kind: str) -> str:
    """Return what a reader calls notices of this kind."""
    return str(registered[kind].title) if kind in registered else kind


def find_subjects_by(find: SubjectFinder) -> None:
    """Have `find` say what rows of the outbox are about: by the number of a row, of those that it knows."""
    finders.append(find)


def subjects(user: User, rows: Sequence[Outbox]) -> dict[UUID, NoticeSubject]:
    """Return what these rows are about, by the number of the row, as far as their reader may know."""
    return {pk: subject for find in finders for pk, subject in find(user, rows).items()}


def of_pool(pool: Pool) -> list[str]:
    """Return the kinds that count in a pool, by name."""
    return [name for name, kind in registered.items() if kind.pool == pool]
