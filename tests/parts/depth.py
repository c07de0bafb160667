"""How deep a run goes: every case, or with `pytest --brief` of each kind as many as show that it works.

A brief run takes the same cases every time, so that it is red for nothing but a change. They are spread: of a list, at
equal distances; of a test's or a module's cases, so that every test and every value of a parameter comes up if the
number allows it. With TURN (`make soak`), cases are drawn instead: the same word draws the same ones again.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections import defaultdict
from collections.abc import Sequence
from typing import TypeVar

import pytest

from tests.parts import database

T = TypeVar("T")
BRIEF, TURN = "TESTS_BRIEF", "TURN"


def is_brief() -> bool:
    """Say whether this run, or the one whose worker this is, was asked to be brief."""
    return "--brief" in sys.argv or BRIEF in os.environ


def turn() -> str:
    """Return the word that cases are drawn by, or nothing where a run takes its fixed part."""
    return os.environ.get(TURN, "")


def prepare() -> None:
    """Tell the workers."""
    if is_brief():
        os.environ[BRIEF] = "yes"


def place(name: str) -> int:
    """Return where something of this name stands in the draw, as a number of 64 bits."""
    return int.from_bytes(hashlib.sha256(f"{turn()} {name}".encode()).digest()[:8])


def whole_or(part: int, whole: int) -> int:
    """Return how many of so many: all, or this part of them (at least one) in a brief run."""
    return max(1, whole // part) if is_brief() else whole


def chosen(items: Sequence[T], number: int, name: str) -> list[T]:
    """Return so many of the items, in their order; in a whole run all. The name tells one draw from others."""
    if not is_brief() or number >= len(items):
        return list(items)
    if not turn():
        return [items[(2 * index + 1) * len(items) // (2 * number)] for index in range(number)]
    drawn = sorted(range(len(items)), key=lambda index: place(f"{name} {index}"))[:number]
    return [items[index] for index in sorted(drawn)]


# --- Tests ----------------------------------------------------------------------------------------------------------

SERVICES = re.compile(
    r"tests/(accounts(/(outbox|channels|database))?|tasks|attacks|deploy|games(/(?!api/|pages/|twins/)\w+)*)"
    r"/test_(?!api\.)"
)
"""What has its rows changed and is no page; in a brief run it meets PostgreSQL alone, as it does in production."""


DEEP = 4
"""A deep test takes long, and another one tries the same once: the fixed part leaves it out, and a draw takes one of so
many."""
CASES = 4
"""Of a test that touches the database and says nothing else a brief run tries so many cases."""


def left_out(items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """Return the tests that a brief run leaves out: cases that are not chosen, and what is at home on the other
    database."""
    deep = {item for item in items if (mark := item.get_closest_marker("deep")) and _is_left(item, mark)}
    return {item for item in items if not at_home(item)} | deep | waiting(items)


def _is_left(item: pytest.Item, deep: pytest.Mark) -> bool:
    """Say whether a brief run leaves out a deep test: in a draw, always where it needs all there is
    (`deep("whole")`).
    """
    return not turn() or "whole" in deep.args or bool(place(item.nodeid) % DEEP)


def repeated(items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """Return the tests that a whole run in two passes leaves out: of what is at home on the other database, where every
    case is run, those that a brief run would not choose."""
    return waiting([item for item in items if not at_home(item)])


def waiting(items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """Return the tests that are not among the chosen ones of their test or module."""
    turns: dict[tuple[str, int], list[pytest.Item]] = defaultdict(list)
    for item in items:
        if found := next(item.iter_markers_with_node("by_turns"), None):
            turns[found[0].nodeid.partition("[")[0], found[1].args[0]].append(item)
        elif item.get_closest_marker("database"):
            turns[item.nodeid.partition("[")[0], CASES].append(item)
    out: set[pytest.Item] = set()
    for (_, number), group in turns.items():
        drawn = sorted(group, key=lambda item: place(item.nodeid))
        out |= set(drawn) - set(drawn[:number] if turn() else spread(drawn, number))
    return out


def spread(items: Sequence[pytest.Item], number: int) -> list[pytest.Item]:
    """Return so many of these tests: each the one that brings in most of what is not there yet, tests before values."""
    left, taken, tests, values = list(items), list[pytest.Item](), set[str](), set[str]()

    def news(item: pytest.Item) -> tuple[bool, int]:
        test, *given = parts(item)
        return test not in tests, len(set(given) - values)

    while left and len(taken) < number:
        best = max(left, key=news)
        left.remove(best)
        taken.append(best)
        test, *given = parts(best)
        tests.add(test)
        values.update(given)
    return taken


def parts(item: pytest.Item) -> list[str]:
    """Return the name of a test and the words that pytest calls its case by, each with its place among them."""
    test, _, case = item.nodeid.partition("[")
    return [test, *(f"{at} {word}" for at, word in enumerate(case.rstrip("]").split("-")))]


def at_home(item: pytest.Item) -> bool:
    """Say whether this test is at home on the database that is used: a brief run tries it there alone."""
    markers = {marker.name for marker in item.iter_markers()}
    if "database" not in markers or markers & {"postgres", "sqlite"}:
        return True
    of_a_service = SERVICES.match(item.nodeid) and not markers & {"page", "browser"} and "twin" not in item.nodeid
    return bool(of_a_service) == database.is_postgres()
