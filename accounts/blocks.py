"""Who wants nothing to do with whom: no invitations, no joining, no chat. It works both ways."""

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts import people
from accounts.models import Block, User


def block(user: User, other: User) -> None:
    """Have nothing to do with somebody from now on. Raises ValidationError for oneself and for a bot."""
    if other.pk == user.pk:
        raise ValidationError(_("You can’t block yourself."))
    if other.is_bot:
        raise ValidationError(_("You can’t block a computer opponent. It never invites or messages anyone."))
    Block.objects.get_or_create(blocker=user, blocked=other)


def block_by_name(user: User, name: str) -> User:
    """Block the person of this name, and return them. Raises ValidationError where there is none, or like `block`."""
    other = people.by_name(name)
    if other is None:
        raise ValidationError(_("There’s no player with that name. Check the spelling."))
    block(user, other)
    return other


def unblock(user: User, other: User) -> None:
    """Take a block back, if there is one."""
    Block.objects.filter(blocker=user, blocked=other).delete()


def blocked(one_id: int, other_id: int) -> bool:
    """Say whether either of two users blocks the other."""
    return Block.objects.between(one_id, other_id).exists()


def any_blocked(one_id: int, others: Iterable[int]) -> bool:
    """Say whether a user and any of the others block each other, in one query."""
    return Block.objects.between(one_id, *others).exists()


def blocked_by(user: User) -> QuerySet[User]:
    """Return the users whom a user blocks, by name."""
    return User.objects.filter(blocked_by__blocker=user).order_by("username")


def across(user: Any) -> QuerySet[Any, Any]:
    """Return the keys of those whom a user, or the one of a key, blocks, and of those who block that user, for the
    condition of a query: there they are looked up, where a join with both would read all users.
    """
    blockers = Block.objects.filter(blocked=user).values("blocker")
    return Block.objects.filter(blocker=user).values("blocked").union(blockers, all=True)


def between(user_id: int) -> set[int]:
    """Return the ids of all users with a block between them and this user, in either direction."""
    rows = Block.objects.filter(Q(blocker=user_id) | Q(blocked=user_id)).values_list("blocker", "blocked")
    return {each for row in rows for each in row} - {user_id}
