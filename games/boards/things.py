"""The cards that explain what lies on a board: each game fills them, and every page with a board shows them."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Thing:
    """The card of one thing: a unit, a card, a terrain, a pile or a number.

    `key` is its name in the template of the board (`data-thing`). `here` says what it does in this position, as far as
    the reader may know, and `rule` what it does in any. `section` is the part of the rules page to read. `picture` is
    the address of its figure, and `side` the seat whose colours it has.
    """

    key: str
    name: str
    here: Sequence[str] = ()
    rule: Sequence[str] = ()
    section: str = ""
    picture: str = ""
    side: int | None = None
