"""Every check of a text. Each yields faults, with the better way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from tests.prose import constructions, sources
from tests.prose.sentences import CODE, headings, lengths, passive_share, prose, sentences, without_code

EVERYWHERE = constructions.compiled(constructions.EVERYWHERE)
OPENINGS = constructions.compiled(constructions.OPENINGS, re.NOFLAG)
PLAYERS = constructions.compiled(constructions.PLAYERS)
TRANSLATED = {
    language: constructions.compiled(table, re.NOFLAG) for language, table in constructions.TRANSLATED.items()
}
VERBS = frozenset(Path(__file__).with_name("verbs.txt").read_text().split())
SUBJECT = re.compile(r"^[\w ,.’'/-]+: ([A-Z][\w']*)[ ,].*[^.]\.$")
PLACE = re.compile(r"%\(\w+\)\w|\{\w*\}")
"""Where a message takes a name or a number."""
MAX_SUBJECT = 100
MEDIAN, NINE_IN_TEN, ON_PAGES = 16, 28, 22
"""Words in a sentence: of half of them and of nine in ten in documents and emails, and of nine in ten on pages."""
RULES = "docs/rules/"
"""The pages that begin with the name of a game."""
LONGEST_CELL = 25
"""Words in a cell of a table, without code."""
MOST_PASSIVE = 0.25
"""The share of a document's sentences that may be passive."""
NAMES = {"API", "Debian", "Dice", "Battles", "En", "Fantasy", "Field", "Garde", "Glory", "Move", "PostgreSQL", "Redis"}
"""Words that keep their capital inside a heading."""


class Fault(NamedTuple):
    """What is wrong with a text, and how to say it."""

    place: str
    what: str
    instead: str

    @property
    def group(self) -> str:
        """The folder or document that has it, by which faults are counted."""
        path = self.place.partition(":")[0]
        return path if path.endswith(".md") else "/".join(path.split("/")[:2])

    def __str__(self) -> str:
        return f"{self.place}: {self.what}. Write: {self.instead}"


Table = list[tuple[re.Pattern[str], str]]


def faults() -> Iterator[Fault]:
    """Yield the faults of all texts."""
    return chain(of_documents(), of_code(), of_remarks(), of_messages(), of_translations(), of_pages(), of_subjects())


def held(place: str, text: str, tables: list[Table]) -> Iterator[Fault]:
    """Yield a fault for each construction that the text holds."""
    for pattern, instead in chain.from_iterable(tables):
        if match := pattern.search(text):
            yield Fault(place, f"“{match[0]}”", instead)


def of_documents() -> Iterator[Fault]:
    """Yield the faults of documents: constructions, openings of sentences, and lengths."""
    for path, text in sources.documents():
        for number, line in enumerate(without_code(text).splitlines(), 1):
            yield from held(f"{path}:{number}", CODE.sub("x", line), [EVERYWHERE])
        running = prose(text)
        for sentence in sentences(running):
            yield from held(path, sentence, [OPENINGS])
        titles = headings(text)
        yield from of_headings(path, titles[1:] if path.startswith(RULES) else titles)
        yield from of_cells(path, text)
        if path != "CHANGELOG.md":
            yield from of_style(path, running)


def of_headings(place: str, found: list[str]) -> Iterator[Fault]:
    """Yield a fault for each heading that isn't in sentence case."""
    for heading in found:
        words = re.findall(r"(?<![:.]\s)(?<=\s)[A-Z][a-z’'-]\w*", heading)
        if wrong := [word for word in words if word not in NAMES]:
            yield Fault(place, f"“{heading}”", f"{', '.join(wrong).lower()} (sentence case)")


def of_cells(place: str, text: str) -> Iterator[Fault]:
    """Yield a fault for each cell of a table that is too long to be found at a glance."""
    for number, line in enumerate(text.splitlines(), 1):
        for cell in CODE.sub("", line).split("|") if line.startswith("|") else ():
            if len(re.findall(r"\w+", cell)) > LONGEST_CELL:
                yield Fault(f"{place}:{number}", f"“{cell.strip()[:60]}…”", f"at most {LONGEST_CELL} words, more below")


def of_style(place: str, text: str) -> Iterator[Fault]:
    """Yield a fault if sentences are longer, or more often passive, than the guide allows."""
    median, most = lengths(text)
    if median > MEDIAN or most > NINE_IN_TEN:
        what = f"half of the sentences have {median} words or more, one in ten {most}"
        yield Fault(place, what, f"at most {MEDIAN} and {NINE_IN_TEN}")
    if (share := passive_share(text)) > MOST_PASSIVE:
        yield Fault(place, f"{share:.0%} of the sentences are passive", "who does it, first")


def of_code() -> Iterator[Fault]:
    """Yield the faults of comments and docstrings."""
    for path, source in sources.modules():
        for number, line in sources.comments(source):
            yield from held(f"{path}:{number}", CODE.sub("x", line), [EVERYWHERE])
        for number, name in sources.tests(source):
            yield from held(f"{path}:{number}", name, [EVERYWHERE])
        for found in sources.docstrings(source):
            if (summary := found.text.partition("\n\n")[0]).endswith(";"):
                yield Fault(f"{path}:{found.place}", f"“{summary}”", "a full stop at the end of the first paragraph")
            first = re.split(r"[\s,.:]", found.text)[0]
            if first not in VERBS:
                opening = found.text.partition("\n")[0]
                yield Fault(
                    f"{path}:{found.place}", f"“{opening}”", "a verb first (new verbs go into tests/prose/verbs.txt)"
                )


def of_remarks() -> Iterator[Fault]:
    """Yield the faults of comments of scripts and style sheets, and of the scaffold of a new game."""
    for place, text in sources.remarks():
        yield from held(place, CODE.sub("x", text), [EVERYWHERE])


def of_messages() -> Iterator[Fault]:
    """Yield the faults of what players read in English."""
    for message in sources.messages("de"):
        tables = [EVERYWHERE, PLAYERS] if message.is_for_players else [EVERYWHERE]
        yield from held(f"{message.place}:", PLACE.sub("x", message.english), tables)


def of_translations() -> Iterator[Fault]:
    """Yield the faults of what players read in another language."""
    for language in sources.LANGUAGES:
        for message in sources.messages(language):
            if message.is_for_players:
                yield from held(f"{message.place}:", message.said, [TRANSLATED[language]])


def of_pages() -> Iterator[Fault]:
    """Yield a fault for each folder of pages whose sentences are too long, and for emails."""
    by_folder: dict[str, list[str]] = {}
    for message in sources.messages("de"):
        if message.is_for_players:
            by_folder.setdefault("/".join(message.place.split("/")[:2]), []).append(message.english)
    for folder, texts in sorted(by_folder.items()):
        median, most = lengths("\n\n".join(texts))
        if most > (NINE_IN_TEN if folder == "templates/emails" else ON_PAGES) or median > MEDIAN:
            yield Fault(f"{folder}:", f"one sentence in ten has {most} words or more", f"at most {ON_PAGES}")


def of_subjects() -> Iterator[Fault]:
    """Yield the faults of the subjects of commits."""
    for subject in sources.subjects():
        match = SUBJECT.match(subject)
        if not match or match[1] not in VERBS or len(subject) > MAX_SUBJECT:
            yield Fault("commits:", f"“{subject}”", f"area: Do this. (a verb first, at most {MAX_SUBJECT} characters)")
        yield from held("commits:", subject, [EVERYWHERE])
