"""The scene of a favourite, beside those of `doors.py`."""

from __future__ import annotations

from games.services import favourites
from tests.games.rows.doors import Act, Cast, door


@door("games.services.favourites.add")
def _favour(cast: Cast) -> Act:
    favourites.add(cast.ann, cast.cat)
    favourites.add(cast.ben, cast.cat)
    return lambda: favourites.add(cast.ann, cast.ben)
