"""Words that a native would not write, or that mean nothing to a player, come back in no text that one reads.

They are looked for in the catalogues, which hold every text of pages, emails and rules; the reason beside each says
what is written instead. Those who run the site may be told what they need: `OPERATORS` names where their texts stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from fogsite import catalogues
from fogsite.catalogues import COLLECTIONS

ENGLISH = {
    r"\b(EG|FG|FD)-N?\d": "the number of a rule says nothing to a player: say the rule",
    r"\bmanage\.py\b|\bpython -m\b": "a player has no shell",
    r"\b[Aa] mail\b|\bmail address|\bby mail\b|\b(turn|which) mails\b": "email",
    r"\b(end|ends|ended) level\b|\b(is|are|all) level\b": "a draw, drawn, or equal",
    r"\b[Ww]hoever\b": "the player who, or anyone who",
    r"\b[Cc]ommitment": "seal",
    r"\blaid open\b": "revealed",
    r"\b(not|has|have) kept\b": "saved",
    r"\b(that|which|who) (is|are) there\b(?! to)": "ready-made, or what it is",
    r"\bmean it\b": "Please tick the box to confirm.",
    r"\b[Ff]ogsite\b": "the site has its name from SITE_NAME",
}
"""What English texts never hold, as patterns, each with what is said instead."""

TRANSLATED = [
    ("de", r"(?<![-\w])Mails?\b"),
    ("de", r"\d Abstand\b"),
    ("it", r"(?<![-’\w])mail\b"),
    ("it", r"(?<![\w({])[Ee]mail\b"),
    ("it", r"\d distanza\b"),
]
"""What texts of a language never hold: E-Mail and e-mail are written so, and a number stands after its name."""

OPERATORS = re.compile(
    r"^(accounts|fogsite|games)/management/|^fogsite/(?!urls)|/admin(_lists)?\.py$|^templates/admin/|^accounts/channels/"
    r"|^games/rules/[a-z_]+/(laws\.py|sets/reading\.py)$"
)
"""The files whose texts are read by those who run the site, or who write a position or a set of units by hand."""


def texts(language: str) -> Iterator[tuple[str, str]]:
    """What players read: each message in English, and what is said in the language."""
    for collection in COLLECTIONS:
        for message in catalogues.read_catalogue(collection.path(language)):
            if message.id and not all(OPERATORS.search(place) for place, _ in message.locations):
                forms = message.id if isinstance(message.id, tuple) else (message.id,)
                said = message.string if isinstance(message.string, tuple) else (message.string,)
                yield " / ".join(map(str, forms)), " / ".join(map(str, said))


@pytest.mark.parametrize(("language", "pattern"), TRANSLATED)
def test_no_translated_text_holds_it(language: str, pattern: str) -> None:
    assert [said for _, said in texts(language) if re.search(pattern, said)] == []


@pytest.mark.parametrize("pattern", ENGLISH)
def test_no_english_text_holds_it(pattern: str) -> None:
    found = [english for english, _ in texts("de") if re.search(pattern, english)]

    assert found == [], ENGLISH[pattern]
