"""Feeds: a player's deadlines as a calendar, and turns as a feed, each at a secret address."""

from games.core.seams import addresses
from games.feeds import urls


def register() -> None:
    """Serve both."""
    addresses.register("feeds", pages=urls.PAGES)
