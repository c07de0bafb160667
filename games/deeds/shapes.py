"""Deeds as programs are shown them, as types, and how rows become these."""

from django.utils.translation import gettext as _

from games.core.api.shapes import Seen, When
from games.deeds.models import Award
from games.deeds.queries import Deed


class DeedSeen(Seen, frozen=True):
    """A deed that somebody has: its key and its `title` within the game, and what it `asks`.

    `match` is the first in which it was earned, and `earned` when that match ended; both are null where it is private
    and I did not play it.
    """

    game: str
    deed: str
    title: str
    asks: str
    match: str | None
    earned: When | None


class Deeds(Seen, frozen=True):
    """The deeds of a player."""

    results: list[DeedSeen]


def seen(row: Award, deed: Deed) -> DeedSeen:
    """Return a deed of somebody. The row must come with its match and with whether that is in sight."""
    in_sight = row.in_sight  # type: ignore[attr-defined]
    return DeedSeen(
        game=row.game,
        deed=row.deed,
        title=_(deed.title),
        asks=_(deed.asks),
        match=row.match.public_id if in_sight else None,
        earned=row.earned if in_sight else None,
    )
