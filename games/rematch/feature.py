"""Rematches: another match of the same players, and the second match of a pair."""

from games.core.seams import addresses
from games.rematch import notices, urls


def register() -> None:
    """Tell of rematches."""
    addresses.register("rematch", pages=urls.PAGES)
    notices.register()
