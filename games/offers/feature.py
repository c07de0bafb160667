"""Offers: what players of a match propose to each other, such as a draw or a pause."""

from games.core.seams import addresses
from games.offers import notices, urls


def register() -> None:
    """Tell of offers, and of what came of them."""
    addresses.register("offers", pages=urls.PAGES, operations=urls.OPERATIONS)
    notices.register()
