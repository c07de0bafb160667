"""Bots: house opponents that one can play against at once."""

from games.bots import urls
from games.core.seams import addresses


def register() -> None:
    """Offer matches against a house opponent."""
    addresses.register("bots", pages=urls.PAGES, operations=urls.OPERATIONS)
