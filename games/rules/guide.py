"""What a game tells its players beside the board: hints for newcomers, and why something cannot be done."""

from __future__ import annotations

import msgspec

from games.rules.sentence import Sentence


class Hint(msgspec.Struct, frozen=True):
    """What to do at a moment of the match, and why.

    `key` names the moment, so that it is explained once in a match; `section` is the part of the rules page to read.
    """

    key: str
    text: Sentence
    section: str


class Why(msgspec.Struct, frozen=True):
    """What a player might expect to do and cannot: the `wish` as its button would say it, and the rule against it.

    `parts` name the parts of the board it concerns, as the board's template names them: `card-3`, `space-7`.
    """

    wish: Sentence
    reason: Sentence
    parts: tuple[str, ...]
