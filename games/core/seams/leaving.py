"""What features keep of a person: one of the seams. It is downloaded on request, and forgotten when the person leaves.

Who calls: `games/core/services/leaving.py` when somebody closes an account, and `guests/services.py` when a guest is
closed, with the user whose rows are to go; `games/core/documents/archive.py` for “Download all my data”.

In which transaction: `withdraw` and `forget` run in the one that closes the account. The live matches are locked, and
then the user's row. First comes `withdraw`. Then the running matches are resigned, and then comes `forget`. Documents
are read outside any transaction, row by row, while they are sent.

In what order: as `games/features.py` lists the features.

Where one fails: if `withdraw` or `forget` raises, nothing at all is closed, and the error names the feature. The person
sees that the account is still there. If a document raises, the download breaks off, and is no whole file.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from django.db.models import Model, OuterRef, QuerySet

from accounts.models import User
from games.core.seams.seam import BadFeature, Seam, blaming

M = TypeVar("M", bound=Model)
PORTION = 200
"""Rows that are read at once for a download."""


class Document(NamedTuple):
    """What “Download all my data” holds of a feature, as `<name>/1.json`, `<name>/2.json`, …"""

    name: str
    about: str
    """Its line in the archive's README.txt, marked with N_."""
    rows: Callable[[User], Iterable[dict[str, Any]]]
    """Reads what there is of a user, the oldest first."""


class Personal(NamedTuple):
    """What a feature does with what it keeps of a person."""

    forget: Callable[[User], None] | None
    """Deletes it, or takes the person out of it; None where it stays for good, under the new name."""
    documents: Sequence[Document]
    account: Callable[[User], dict[str, Any]] | None
    """Says what of it stands in `account.json`, by key: what is short and belongs to the account."""
    withdraw: Callable[[User], None] | None
    """Takes back what the person offers to others, and gives up places that are not yet seats of a running match."""
    matches: Callable[[int], Iterable[int]] | None
    """Finds, by the key of a user, the keys of the matches that `withdraw` locks besides those of the user's seats."""
    ties: Callable[[OuterRef], Iterable[QuerySet[Any]]] | None
    """Finds, by the column of a query that holds the key of a user, rows by which others know this user."""


LEAVING = Seam[Personal]("what is kept of a person")


def register(
    name: str,
    *,
    forget: Callable[[User], None] | None,
    documents: Sequence[Document] = (),
    account: Callable[[User], dict[str, Any]] | None = None,
    withdraw: Callable[[User], None] | None = None,
    matches: Callable[[int], Iterable[int]] | None = None,
    ties: Callable[[OuterRef], Iterable[QuerySet[Any]]] | None = None,
) -> None:
    """Say what becomes of a feature's rows when somebody leaves, and what of them is downloaded. Raises BadFeature."""
    known = [each.name for _, personal in LEAVING for each in personal.documents]
    for each in documents:
        if each.name in known:
            raise BadFeature(f"it registers the document “{each.name}”, and there is one of this name already")
        known.append(each.name)
    LEAVING.add(name, Personal(forget, documents, account, withdraw, matches, ties))


def matches_to_lock(user_id: int) -> Iterator[int]:
    """Return the keys of the matches that features lock as somebody leaves."""
    for _name, personal in LEAVING:
        if personal.matches is not None:
            yield from personal.matches(user_id)


def ties(user: OuterRef) -> Iterator[QuerySet[Any]]:
    """Return rows of features by which others know a user."""
    for _name, personal in LEAVING:
        if personal.ties is not None:
            yield from personal.ties(user)


def withdraw(user: User) -> None:
    """Take back all that a user who leaves offers by features."""
    for name, personal in LEAVING:
        if personal.withdraw is not None:
            with blaming(name, f"as user {user.pk} left. Nothing is closed."):
                personal.withdraw(user)


def forget(user: User) -> None:
    """Delete all that features keep of a user who leaves."""
    for name, personal in LEAVING:
        if personal.forget is not None:
            with blaming(name, f"as user {user.pk} left. Nothing is closed."):
                personal.forget(user)


def documents() -> Iterator[Document]:
    """Return the documents of all features."""
    for _name, personal in LEAVING:
        yield from personal.documents


def of_account(user: User) -> dict[str, Any]:
    """Return what features say of a user in `account.json`, by key."""
    said = dict[str, Any]()
    for _name, personal in LEAVING:
        if personal.account is not None:
            said |= personal.account(user)
    return said


def in_portions(found: QuerySet[M]) -> Iterator[M]:
    """Return the rows that a query finds, read PORTION at a time."""
    return found.iterator(chunk_size=PORTION)


def fields(row: Model, *names: str) -> dict[str, Any]:
    """Return these fields of a row, as documents have them."""
    return {name: getattr(row, name) for name in names}
