"""Chance as an argument: keyed draws (scheme `fog1`), recorded draws, scripted draws.

`docs/fairness.md` has the scheme and five test vectors.
"""

from __future__ import annotations

import hashlib
import hmac
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.rules.errors import ReplayMismatch
from games.rules.sentence import N_, sentence

SCHEME = "fog1"
SECRET_BYTES = 32
ENTROPY_BYTES = 16

Draw = tuple[int, int]
"""One draw as the log records it: a bound, and the number drawn below it."""

_canonical = msgspec.json.Encoder(order="sorted")


def commitment(match_id: str, secret: bytes) -> str:
    """Return the hex digest that the site shows before anybody joins, binding it to the secret."""
    return hashlib.sha256(b"fog1 commit\0" + match_id.encode() + b"\0" + secret).hexdigest()


def seed(
    secret: bytes, match_id: str, game: str, version: int, options: Mapping[str, Any], entropies: Sequence[str]
) -> bytes:
    """Return the 32 bytes from which all draws of a match are made.

    `entropies` are the players' contributions in joining order, as hex.
    """
    message = _canonical.encode([match_id, game, version, dict(options), list(entropies)])
    return hmac.digest(secret, message, "sha256")


def digest_key(secret: bytes) -> bytes:
    """Return the key of the chained digests of a match."""
    return hmac.digest(secret, b"fog1 digest", "sha256")


class Chance(ABC):
    """Where draws come from. `draws` collects what was drawn, in order."""

    def __init__(self) -> None:
        self.draws: list[Draw] = []

    def below(self, n: int, label: str) -> int:
        """Return a number from 0 to n - 1. Raises ValueError where n < 1."""
        if n < 1:
            raise ValueError(f"cannot draw below {n}")
        value = self.value(n, label)
        self.draws.append((n, value))
        return value

    def shuffle(self, items: list[Any], label: str) -> None:
        """Shuffle items in place by Fisher-Yates from the end: one draw for every place except the first."""
        for last in range(len(items) - 1, 0, -1):
            chosen = self.below(last + 1, label)
            items[last], items[chosen] = items[chosen], items[last]

    @abstractmethod
    def value(self, n: int, label: str) -> int:
        """Return the next value below n for this label."""


class KeyedChance(Chance):
    """Scheme fog1: draw k of a label depends on the seed, the label and the epoch alone.

    Neither the order in which labels are used nor a retry changes what a label gives.
    """

    def __init__(self, seed: bytes, epoch: int = 0) -> None:
        super().__init__()
        self.seed = seed
        self.epoch = epoch
        self.used: dict[str, int] = {}

    def value(self, n: int, label: str) -> int:
        k = self.used.get(label, 0)
        self.used[label] = k + 1
        return self._kth(n, label, k)

    def _kth(self, n: int, label: str, k: int) -> int:
        limit = 2**64 - 2**64 % n  # larger values would favour small results
        attempt = 0
        while True:
            message = f"{label}\0{self.epoch}\0{k}\0{attempt}".encode()
            x = int.from_bytes(hmac.digest(self.seed, message, "sha256")[:8], "big")
            if x < limit:
                return x % n
            attempt += 1


class RecordedChance(Chance):
    """The recorded draws of a log entry, given again without rolling. Raises ReplayMismatch where they do not fit."""

    def __init__(self, draws: Sequence[Sequence[int]], ply: int = 0) -> None:
        self.left = iter(draws)
        self.ply = ply
        self.draws = []

    def below(self, n: int, label: str) -> int:
        for of, value in self.left:
            if of == n and 0 <= value < n:
                return value
            break
        raise self._mismatch(label)

    def value(self, n: int, label: str) -> int:
        return self.below(n, label)

    def finish(self) -> None:
        """Raise ReplayMismatch if the entry holds a draw that was never asked for."""
        for _ in self.left:
            raise self._mismatch("")

    def _mismatch(self, label: str) -> ReplayMismatch:
        template = N_("The recorded draws of entry {ply} don’t match what the rules draw there ({label}).")
        return ReplayMismatch(sentence(template, ply=self.ply, label=label or "-"), self.ply, "draw")


class ScriptedChance(Chance):
    """Draws written by hand, for tests and typed positions, in the order in which they will be asked for.

    Raises ReplayMismatch when the script has run out or a value is too high.
    """

    def __init__(self, values: Sequence[int]) -> None:
        super().__init__()
        self.left = list(values)

    def value(self, n: int, label: str) -> int:
        if not self.left or not 0 <= self.left[0] < n:
            template = N_("The script needs a draw below {n} for “{label}” next; it holds {left}.")
            left = str(self.left[0]) if self.left else "-"
            raise ReplayMismatch(sentence(template, n=n, label=label, left=left), 0, "draw")
        return self.left.pop(0)


class NoChance(Chance):
    """For previews, which must not draw. Raises RuntimeError: a step that draws must be declared to close the move."""

    def value(self, n: int, label: str) -> int:
        raise RuntimeError(f"a preview tried to draw for {label!r}")
