"""Where a long name on a board goes on in the next line: between syllables, as the reader's language has them."""

from __future__ import annotations

from functools import cache

from django.utils.translation import get_language
from pyphen import LANGUAGES, Pyphen

SOFT = "\u00ad"
"""A hyphen that shows only where a line ends."""
LEAST = 3
"""How many letters of a word stand on a line at least."""
WHOLE = 7
"""Words of so many letters have room everywhere but on the narrowest cards."""
NARROW = 5
"""And so many letters there, where two may stand on a line."""
WIDTHS = {**dict.fromkeys("ijl ", 0.45), **dict.fromkeys("frt-", 0.6), **dict.fromkeys("csz", 0.85), "m": 1.5, "w": 1.5}
"""Of letters that are not as wide as “n”."""


def parted(name: str, *, is_narrow: bool = False) -> str:
    """Return a name with a soft hyphen between the syllables of its long words.

    It is for the eye alone: put it where nothing reads it out or copies it.
    """
    language = get_language() or "en"
    whole, least = (NARROW, LEAST - 1) if is_narrow else (WHOLE, LEAST)
    return " ".join(_parted(word, language, least) if len(word) > whole else word for word in name.split(" "))


def lines_taken(name: str, room: float) -> int:
    """Return how many lines a parted name takes, each with room for so many letters like “n”.

    What is too wide for a line counts twice.
    """
    taken = 1
    left = room
    for word in name.split(" "):
        *others, last = word.replace("-", f"-{SOFT}").split(SOFT)
        for piece, hyphen in [*((each, "-") for each in others), (last, "")]:
            if _width(piece + hyphen) > left:
                taken += 1 + (_width(piece) > room)
                left = room
            left -= _width(piece)
        left -= _width(" ")
    return taken


def _width(letters: str) -> float:
    return sum(WIDTHS.get(letter, 1) for letter in letters.lower())


@cache
def _parted(word: str, language: str, least: int) -> str:
    found = {place for place in _dictionary(language).positions(word) if least <= place <= len(word) - least}
    ends = {place for place in found if not found & {place - 1, place + 1}}  # no letter stands alone
    return "".join(f"{SOFT if place in ends else ''}{letter}" for place, letter in enumerate(word))


@cache
def _dictionary(language: str) -> Pyphen:
    return Pyphen(lang=language if language in LANGUAGES else "en_GB")
