"""What must hold after every fault, as pure functions of what players were told, what is stored and what arrived."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from tests.drill.book import Seat

Moves = Mapping[Seat, Sequence[str]]


@dataclass(frozen=True)
class Compared:
    """Moves at fault: `lost` were acknowledged and are not in the log, `invented` are there and nobody sent them,
    `doubled` were sent and stand there more often than they were acknowledged. `mixed` counts the seats whose moves
    are all there, in another order."""

    lost: int = 0
    invented: int = 0
    doubled: int = 0
    mixed: int = 0

    def __add__(self, other: Compared) -> Compared:
        return Compared(
            self.lost + other.lost,
            self.invented + other.invented,
            self.doubled + other.doubled,
            self.mixed + other.mixed,
        )

    @property
    def is_clean(self) -> bool:
        return self == Compared()


def compared(acknowledged: Moves, submitted: Mapping[Seat, set[str]], written: Moves) -> Compared:
    """Hold the moves of the logs against those that players were told of."""
    found = Compared()
    for seat in {*acknowledged, *written}:
        found += _of_seat(list(acknowledged.get(seat, [])), submitted.get(seat, set()), list(written.get(seat, [])))
    return found


def _of_seat(told: list[str], sent: set[str], logged: list[str]) -> Compared:
    lost, more = Counter(told) - Counter(logged), Counter(logged) - Counter(told)
    invented = sum(number for text, number in more.items() if text not in sent)
    mixed = told != logged and not lost and not more
    return Compared(lost.total(), invented, more.total() - invented, int(mixed))


def by_seat(rows: Iterable[tuple[str, str, str]]) -> dict[Seat, list[str]]:
    """Return rows of match, player and text, oldest first, by seat."""
    found: dict[Seat, list[str]] = {}
    for match, name, text in rows:
        found.setdefault((match, name), []).append(text)
    return found


@dataclass(frozen=True)
class Letters:
    """Message-IDs at fault: `lost` count as sent and never arrived, `doubled` arrived more than once, `failed` were
    given up, `strange` arrived and belong to no row."""

    lost: frozenset[str]
    doubled: frozenset[str]
    failed: frozenset[str]
    strange: frozenset[str]


def letters(arrived: Iterable[str], rows: Mapping[str, Mapping[str, Any]], refused: Iterable[str] = ()) -> Letters:
    """Hold what arrived against the outbox: `rows` are by Message-ID, with `status` and `address`. What the mail server
    refused for an address in `refused` may have failed."""
    counts, gone = Counter(arrived), set(refused)
    failed = {name for name, row in rows.items() if row["status"] == "failed" and row["address"] not in gone}
    return Letters(
        lost=frozenset(name for name, row in rows.items() if row["status"] == "sent" and not counts[name]),
        doubled=frozenset(name for name, number in counts.items() if number > 1),
        failed=frozenset(failed),
        strange=frozenset(counts.keys() - rows.keys()),
    )


def longest_gap(times: Iterable[float], begin: float, end: float) -> float:
    """Return the longest time without any of these moments between two others, in their unit."""
    inside = [begin, *sorted(each for each in times if begin <= each <= end), end]
    return max(after - before for before, after in itertools.pairwise(inside))


def middle_and_most(values: Sequence[float]) -> tuple[float, float] | None:
    """Return the median and the greatest; None of nothing."""
    return (median(values), max(values)) if values else None
