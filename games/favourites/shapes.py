"""What is sent and answered of favourites, as types, and how rows become these."""

from typing import Annotated

import msgspec

from games.core.api.shapes import Given, Seen, When
from games.favourites.models import Favourite

Name = Annotated[str, msgspec.Meta(max_length=150)]


class FavouriteGiven(Given, frozen=True):
    """A `player` whom I like to play, by name. `tell`: whether I want an email when that player offers a match that
    everybody can join; null leaves this as it is, which is no for a new one."""

    player: Name
    tell: bool | None = None


class FavouriteQuery(Given, frozen=True):
    """Which favourite: the name of the `player`."""

    player: Name


class FavouriteSeen(Seen, frozen=True):
    """A player whom I like to play, a favourite since `created`; `tell` whether I am told of matches offered to all."""

    player: str
    tell: bool
    created: When


class Favourites(Seen, frozen=True):
    """Those I can invite, newest first; `next` is the address of the next piece, null at the end."""

    results: list[FavouriteSeen]
    next: str | None


def favourite(row: Favourite) -> FavouriteSeen:
    """Return a favourite as its owner sees it. The row must come with the person it is about."""
    return FavouriteSeen(player=row.favoured.username, tell=row.tell, created=row.created)
