"""The table of a month, in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.month.book import TURN, Book
from tests.month.judge import endings, share_by_play


def table(book: Book, broken: Sequence[str]) -> str:
    """Return how matches ended, what was agreed upon, and below it how many promises were broken, with the first of
    them.
    """
    return "\n".join([*_endings(book), "", *_counts(book), "", *_broken(book, broken)])


def _endings(book: Book) -> Iterator[str]:
    yield "| ending | nobody vanished | somebody vanished |"
    yield "| --- | --- | --- |"
    for how, found in endings(book).items():
        yield f"| {how or 'none'} | {found[False]} | {found[True]} |"


def _counts(book: Book) -> Iterator[str]:
    yield "| what | times |"
    yield "| --- | --- |"
    yield f"| turns of people | {len(book.owed)} |"
    yield f"| of these announced by a letter | {sum(letter.kind == TURN for letter in book.letters)} |"
    yield f"| letters in all | {len(book.letters)} |"
    yield f"| deadlines held against the oracle | {len(book.clocks)} |"
    yield f"| times that were up | {sum(not each.is_spared for each in book.expired)} |"
    spared = sum(each.is_spared for each in book.expired)
    yield f"| times given again, because nothing had told the player | {spared} |"
    yield from (f"| {what} | {number} |" for what, number in sorted(book.counts.items()))


def _broken(book: Book, broken: Sequence[str]) -> Iterator[str]:
    yield f"Of the matches in which nobody vanished {share_by_play(book):.1%} were ended by their players."
    yield f"{len(broken)} promises are broken."
    yield from (f"- {each}" for each in broken[:20])
