"""What the hints of Last Stone claim, and how each can be told to hold."""

from __future__ import annotations

from games.rules.last_stone.events import Won
from tests.rules.claims import Claim, Claims, Shown


def _wins_with_all(shown: Shown) -> bool | None:
    """Taking all that is left wins."""
    first = shown.course[0]
    if first.text != f"T{first.before.heap}":
        return None
    return Won(shown.seat) in first.events


CLAIMS = Claims({"last": Claim(_wins_with_all)}, matches=20)
