"""What players write, as it is saved: without what could control something, and not too long."""

import unicodedata

from accounts import characters as signs
from games.rules.errors import RulesError
from games.rules.sentence import N_, sentence


class TooLong(RulesError):
    """A text without a character, or with too many."""

    code = "too_long"
    status = 422


def cleaned(text: str, longest: int) -> str:
    """Return a text as it is saved: without control characters and blanks around it.

    Raises TooLong, also for one that shows nothing.
    """
    lines = (_plain(line).rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    text = "\n".join(lines).strip()
    if signs.shows_nothing(text):
        raise TooLong(sentence(N_("Write something first.")))
    _require_short(text, longest)
    return text


def _plain(line: str) -> str:
    return "".join(character for character in line if character == "\t" or is_allowed(character))


TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that turn what follows them round, in a mail as far as the sentences of the site."""


def is_allowed(character: str) -> bool:
    """Say whether a character may stand in what somebody writes: not those that control something."""
    return unicodedata.category(character) not in ("Cc", "Cs") and character not in TURNING


def _require_short(text: str, longest: int) -> None:
    if len(text) > longest:
        told = N_("Too long: {given} characters. The limit is {longest}.")
        raise TooLong(sentence(told, longest=longest, given=len(text)))
