"""Armies: what kinds of them a game knows, for statistics.

Which of them a seat had is read from the state at the end by a pure function, so that old matches tell of it as new
ones do.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from games.rules.game import Seat


class Armies(NamedTuple):
    """The kinds of armies of a game: what each is called, by key, marked with N_ and without a capital where it has
    none, which of them a seat had in the state at the end, empty for none yet, and a `note` on what they are."""

    titles: Mapping[str, str]
    of: Callable[[Any, Seat], str]
    note: str = ""
