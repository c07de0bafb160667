"""The number on the icon: how much waits for somebody, added up from what other modules count."""

from collections.abc import Callable

from accounts.models import User

_counts: list[Callable[[User], int]] = []


def count_by(count: Callable[[User], int]) -> None:
    """Have the number told by this from now on."""
    _counts[:] = [count]


def badge_number(user: User) -> int:
    """Return how much waits for a user."""
    return sum(count(user) for count in _counts)
