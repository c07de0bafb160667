"""What users save of games for later. The games' folders say what there is."""

from collections.abc import Iterator
from itertools import count
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db.models import Model

from accounts.models import User
from games.core.seams.merging import Merge


class Saved(NamedTuple):
    """Rows of a model with a `user`: how the archive calls them and says what they are, and the fields it holds."""

    name: str
    about: str
    model: type[Model]
    fields: tuple[str, ...]


SAVED: list[Saved] = []
"""Everything that users can save things of."""


def saved_by(kind: Saved, user: User) -> Iterator[dict[str, Any]]:
    """Yield the fields of what a user has saved of a kind, oldest first."""
    yield from kind.model._default_manager.filter(user=user).order_by("pk").values(*kind.fields).iterator()


def forget(user: User) -> None:
    """Delete all that a user has saved."""
    for kind in SAVED:
        kind.model._default_manager.filter(user=user).delete()


def merge_rows(merge: Merge) -> None:
    """Give an account all that a guest has saved. If the account uses a name already, the guest's name follows it."""
    for kind in SAVED:
        for row in kind.model._default_manager.filter(user=merge.guest).order_by("pk"):
            _hand_over(row, merge.guest, merge.account)


def _hand_over(row: Any, former: User, user: User) -> None:
    names = _names(row.name, former.username, row._meta.get_field("name").max_length)
    row.user = user
    row.name = next(name for name in names if _is_free(row, name))
    row.save(update_fields=["user", "name"])


def _names(name: str, former: str, most: int) -> Iterator[str]:
    """Yield names of at most so many characters: the old one, then with the guest's name, then with a number too."""
    yield name
    for number in count(1):
        behind = f" {former}" if number == 1 else f" {former} {number}"
        yield name[: most - len(behind)] + behind


def _is_free(row: Any, name: str) -> bool:
    """Say whether nothing else that the user has saved keeps the row from this name."""
    row.name = name
    try:
        row.validate_constraints()
    except ValidationError:
        return False
    return True
