"""Where a suspended person learns why, who has just shown the right password: another module says."""

from collections.abc import Callable

from accounts.models import User

_pages: list[Callable[[User], str]] = []


def explain_by(page: Callable[[User], str]) -> None:
    """Have suspended people led to the page whose address this returns, from now on."""
    _pages[:] = [page]


def page_for(user: User) -> str:
    """Return the page on which a suspended user learns why; empty for an account that is closed."""
    return next((page(user) for page in _pages if user.left is None), "")
