"""What the page of a match says of vacations."""

from typing import NamedTuple

from games.core.pages import clocks
from games.core.pages.clocks import Away
from games.core.seams.panels import MatchLook


class AwayPlayers(NamedTuple):
    """Who of a match is away now or soon, and whether the reader may end a vacation here."""

    match: str
    away: list[Away]
    may_return: bool


def of_match(look: MatchLook) -> AwayPlayers | None:
    """Return the vacations that stop clocks of a match now, or will soon."""
    away = clocks.away_shown(look.seats, look.seat) if look.seat else []
    return AwayPlayers(look.match.public_id, away, not look.by_link) if away else None
