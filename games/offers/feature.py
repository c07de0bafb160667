"""Offers: what players of a match propose to each other, such as a draw or a pause."""

from games.offers import notices


def register() -> None:
    """Tell of offers, and of what came of them."""
    notices.register()
