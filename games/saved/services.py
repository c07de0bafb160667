"""What users save of games for later. The games' folders say what there is."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
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
    """Give an account all that a guest has saved; of two of one name the second gets the guest's behind it."""
    for kind in SAVED:
        for row in kind.model._default_manager.filter(user=merge.guest).order_by("pk"):
            _hand_over(row, merge.guest, merge.account)


def _hand_over(row: Any, former: User, user: User) -> None:
    row.user = user
    try:
        with transaction.atomic():
            row.save(update_fields=["user"])
    except IntegrityError:
        name = f" {former.username}"
        most = row._meta.get_field("name").max_length
        row.name = row.name[: most - len(name)] + name
        row.save(update_fields=["user", "name"])
