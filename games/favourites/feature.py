"""Favourites: whom somebody likes to play. What there is of them is in `account.json` of a download."""

from games.core.seams import addresses, leaving, merging, sweeps
from games.favourites import services as favourites
from games.favourites import telling, urls


def register() -> None:
    """Tell those who asked which matches their favourites offer. When somebody leaves, delete both ways."""
    addresses.register("favourites", operations=urls.OPERATIONS)
    sweeps.register("tell", every=30, do=telling.tell_due)
    merging.register("favourites", None)  # guests have none
    leaving.register("favourites", forget=favourites.forget)
