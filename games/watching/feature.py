"""Watching: matches that run and that anybody may watch, and replays of those that are over."""

from games.core.seams import addresses
from games.watching import urls


def register() -> None:
    """List these matches, and serve what their pages load."""
    addresses.register("watching", pages=urls.PAGES, operations=urls.OPERATIONS)
