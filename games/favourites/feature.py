"""Favourites: whom somebody likes to play. What there is of them is in `account.json` of a download."""

from games.core import leaving
from games.services import favourites


def register() -> None:
    """Delete both whom somebody who leaves liked to play, and who liked to play them."""
    leaving.register("favourites", forget=favourites.forget)
