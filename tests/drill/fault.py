"""A fault: what is done to the service, and what is promised to hold while it lasts. The list of all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.drill.site import Site

Strike = Callable[[Site], None]
HOUSE = 20.0
"""Seconds within which a house opponent answers where nothing of its own is gone: two sweeps."""


@dataclass(frozen=True)
class Fault:
    """`strike` does it and returns once the part that failed is given back.

    `harmless` promises that no request goes wrong, `house` that house opponents answer within so many seconds.
    `refused` are addresses whose letters may be given up. `settle` is the least number of seconds that are looked at
    afterwards.
    """

    name: str
    strike: Strike
    harmless: bool = False
    house: float | None = None
    refused: frozenset[str] = frozenset()
    settle: float = 12.0


FAULTS: list[Fault] = []


def fault(
    name: str,
    *,
    harmless: bool = False,
    house: float | None = None,
    refused: frozenset[str] = frozenset(),
    settle: float = 12.0,
) -> Callable[[Strike], Strike]:
    """Add a function to the list of faults."""

    def add(strike: Strike) -> Strike:
        FAULTS.append(Fault(name, strike, harmless, house, refused, settle))
        return strike

    return add
