"""Sentences, and how long they are."""

from __future__ import annotations

import re

FENCED = re.compile(r"^[ \t]*```.*?^[ \t]*```", re.DOTALL | re.MULTILINE)
TABLE = re.compile(r"^[ \t]*\|.*$", re.MULTILINE)
HEADING = re.compile(r"^#+ .*$", re.MULTILINE)
ITEM = re.compile(r"^[ \t]*(?:[-*]|\d+\.)[ \t]+", re.MULTILINE)
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
CODE = re.compile(r"`[^`]*`")
END = re.compile(r"(?<=[.!?:])[”“»\"’)*]*\s+|\n\s*\n")
IRREGULAR = (
    "built|begun|bought|broken|brought|chosen|cut|dealt|done|drawn|driven|found|forgotten|given|gone|held|hidden|kept|known|laid"
    "|left|lost|made|meant|met|paid|put|read|run|said|seen|sent|set|shown|sold|spent|split|taken|told|thrown|understood|won|written"
)
PASSIVE = re.compile(
    r"\b(?:is|are|was|were|be|been|being|gets?|got)\s+(?:(?:\w+ly|not|never|also|still|always|only)\s+)?"
    rf"(?:\w{{2,}}ed|{IRREGULAR})\b",
    re.IGNORECASE,
)
MIN_WORDS = 3
"""Fewer are a name or a label."""
MIN_SENTENCES = 20
"""Fewer say nothing about how a document is written."""


def without_code(markdown: str) -> str:
    """Return a document without its blocks of code. Lines keep their numbers."""
    return FENCED.sub(lambda block: "\n" * block[0].count("\n"), markdown)


def prose(markdown: str) -> str:
    """Return the running text of a document: no code, tables, headings, addresses."""
    text = HEADING.sub("\n", TABLE.sub("\n", without_code(markdown)))
    return CODE.sub("x", LINK.sub(r"\1", ITEM.sub("\n\n", text)))


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, each in one line."""
    found = (" ".join(each.split()) for each in END.split(text))
    return [each for each in found if len(each.split()) >= MIN_WORDS]


def lengths(text: str) -> tuple[int, int]:
    """Return the median and the 90th percentile of words in a sentence; zeros if there is none."""
    counted = sorted(len(sentence.split()) for sentence in sentences(text))
    return (counted[len(counted) // 2], counted[len(counted) * 9 // 10]) if counted else (0, 0)


def headings(markdown: str) -> list[str]:
    """Return the headings of a document, without code."""
    return [CODE.sub("", heading.lstrip("# ")) for heading in HEADING.findall(without_code(markdown))]


def passive_share(text: str) -> float:
    """Return which share of the sentences is passive, from 0 to 1; 0 for a text too short to judge."""
    found = sentences(text)
    return sum(bool(PASSIVE.search(each)) for each in found) / len(found) if len(found) >= MIN_SENTENCES else 0
