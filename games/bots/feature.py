"""Bots: house opponents that one can play against at once, each at the level that is chosen."""

from games.bots import pages, urls
from games.core.seams import addresses, panels


def register() -> None:
    """Offer matches against a house opponent, and say in each at which level it plays."""
    addresses.register("bots", pages=urls.PAGES, operations=urls.OPERATIONS)
    panels.AMONG_FACTS.register("bots", pages.level, "bots/level.jinja", by_link=True, watched=True)
