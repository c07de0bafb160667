"""What players asked for and what they were answered: a move stands here before anybody else may deny it."""

from __future__ import annotations

import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

Seat = tuple[str, str]
"""A match by its public id, and who plays in it by name."""


@dataclass
class Move:
    """A move as it is sent: `serial` is the question it answers; `text` is as the rules write it.

    `answered` is when it was acknowledged; `refused` is set where it was said not to be possible any more.
    """

    seat: Seat
    serial: int
    text: str
    tries: int = 0
    answered: float | None = None
    repeated: bool = False
    refused: bool = False


class Request(NamedTuple):
    """When one was sent, the seconds it took, and its status: 0 where the connection gave none."""

    at: float
    took: float
    status: int

    @property
    def went_wrong(self) -> bool:
        return self.status == 0 or self.status >= 500


@dataclass
class Book:
    """Everything since the load began; times are seconds since the epoch. Threads only ever add to it."""

    moves: list[Move] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)
    """Answers that nobody should get: neither a move taken, nor a question that has passed, nor our own fault."""

    def note(self, begun: float, status: int) -> None:
        self.requests.append(Request(begun, time.time() - begun, status))

    def acknowledged(self) -> dict[Seat, list[str]]:
        """Return the texts of the moves that were acknowledged, by seat, in the order in which they were made."""
        found: dict[Seat, list[str]] = defaultdict(list)
        for move in self.moves:
            if move.answered is not None:
                found[move.seat].append(move.text)
        return found

    def submitted(self) -> dict[Seat, set[str]]:
        """Return the texts that were ever sent, by seat."""
        found: dict[Seat, set[str]] = defaultdict(set)
        for move in self.moves:
            found[move.seat].add(move.text)
        return found

    def answered_after(self, moment: float) -> float | None:
        """Return when the first move since a moment was acknowledged."""
        times = [move.answered for move in self.moves if move.answered is not None and move.answered >= moment]
        return min(times, default=None)
