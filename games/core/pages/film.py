"""The film of a match: what has happened since the reader's last move, from the position before it on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse

from games.core.reading.access import Access
from games.core.reading.log import LogLine

MOST_SHOWN = 12
"""Entries of a film, the newest ones, for a player who comes back late."""


@dataclass(frozen=True)
class Film:
    """Where the film begins: `url` is the address of the position before the first entry, `""` if nothing is new.

    `plays` says that the page shows the film by itself, since its reader has not seen the newest entry yet.
    """

    url: str = ""
    plays: bool = False

    @classmethod
    def of(cls, found: Access, told: Iterable[LogLine], *, comes_back: bool) -> Film:
        """Return the film of the entries that are new to a player, all numbered as this player counts them.

        `comes_back` says that the player opens the page, instead of looking on.
        """
        first = next((line.ply for line in told if line.new), None)
        if first is None:
            return cls()
        start = max(first - 1, found.newest - MOST_SHOWN, 0)
        if start == found.newest:
            return cls()
        plays = comes_back and _is_unseen(found)
        if plays:
            start = max(start, _opened(found))  # what has been seen isn't played by itself again
        return cls(reverse("match_ply", args=[found.match.public_id, start]), plays)


def _is_unseen(found: Access) -> bool:
    """Say whether the player has moved, and has not opened the match since the newest entry they may know of."""
    return found.seat.answered_ply is not None and _opened(found) < found.newest


def _opened(found: Access) -> int:
    """Return the newest entry that the player has seen, as they count."""
    return found.seat.counted(found.seat.opened_ply)
