"""Substitutes: who takes over the seat of a player who stays away."""

from games.core.seams import addresses
from games.substitutes import notices, urls


def register() -> None:
    """Tell of seats that are taken over, and of those that nobody takes."""
    addresses.register("substitutes", pages=urls.PAGES, operations=urls.OPERATIONS)
    notices.register()
