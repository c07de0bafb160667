"""How deep a run goes: every case, or with `pytest --brief` of each kind as many as show that it works.

Which cases a brief run takes is a matter of turns, by the commit's hash: other ones after each commit, and the same
ones again with TURN=<hash>, so that a failure can be repeated.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import pytest

from tests.parts import database

ROOT = Path(__file__).parents[2]

T = TypeVar("T")
BRIEF, TURN = "TESTS_BRIEF", "TURN"


def is_brief() -> bool:
    """Whether this run, or the one whose worker this is, was asked to be brief."""
    return "--brief" in sys.argv or BRIEF in os.environ


def turn() -> str:
    """Whose turn it is: the commit's hash, or what TURN says."""
    if TURN not in os.environ:
        asked = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
        os.environ[TURN] = asked.stdout.strip() or "none"
    return os.environ[TURN]


def prepare() -> None:
    """Tell the workers."""
    if is_brief():
        os.environ[BRIEF] = "yes"
        turn()


def place(name: str) -> int:
    """Where something of this name stands in this turn, as a number of 64 bits."""
    return int.from_bytes(hashlib.sha256(f"{turn()} {name}".encode()).digest()[:8])


def whole_or(part: int, whole: int) -> int:
    """How many of so many: all, or this part of them (at least one) in a brief run."""
    return max(1, whole // part) if is_brief() else whole


def chosen(items: Sequence[T], number: int, name: str) -> list[T]:
    """So many of the items by turns, in their order; in a whole run all. The name tells one choice from others."""
    if not is_brief():
        return list(items)
    drawn = sorted(range(len(items)), key=lambda index: place(f"{name} {index}"))[:number]
    return [items[index] for index in sorted(drawn)]


# --- Tests ----------------------------------------------------------------------------------------------------------

SERVICES = re.compile(
    r"tests/(accounts(/(outbox|channels|database))?|tasks|attacks|deploy|games(/(?!api/|pages/|twins/)\w+)*)/test_"
)
"""What has its rows changed and is no page; in a brief run it meets PostgreSQL alone, as it does in production."""


DEEP = 4
"""Of the deep tests, which take long and of which another one tries the same once, each has its turn in one brief run
of so many."""
CASES = 4
"""Of a test that touches the database and says nothing else a brief run tries so many cases."""


def left_out(items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """Of these tests those that a brief run leaves out: those whose turn it is not, and what is at home on the other
    database."""
    deep = {item for item in items if (mark := item.get_closest_marker("deep")) and _is_left(item, mark)}
    return {item for item in items if not at_home(item)} | deep | waiting(items)


def _is_left(item: pytest.Item, deep: pytest.Mark) -> bool:
    """Whether a brief run leaves out a deep test: always where it needs all there is, as `deep("whole")` says."""
    return "whole" in deep.args or bool(place(item.nodeid) % DEEP)


def repeated(items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """Of these tests those that a whole run in two passes leaves out: of what is at home on the other database, where
    every case is run, those whose turn it is not."""
    return waiting([item for item in items if not at_home(item)])


def waiting(items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """Of these tests those whose turn it is not."""
    turns: dict[tuple[str, int], list[pytest.Item]] = defaultdict(list)
    for item in items:
        if found := next(item.iter_markers_with_node("by_turns"), None):
            turns[found[0].nodeid.partition("[")[0], found[1].args[0]].append(item)
        elif item.get_closest_marker("database"):
            turns[item.nodeid.partition("[")[0], CASES].append(item)
    out: set[pytest.Item] = set()
    for (_, number), group in turns.items():
        out |= set(sorted(group, key=lambda item: place(item.nodeid))[number:])
    return out


def at_home(item: pytest.Item) -> bool:
    """Whether this test is at home on the database that is used: a brief run tries it there alone."""
    markers = {marker.name for marker in item.iter_markers()}
    if "database" not in markers or markers & {"postgres", "sqlite"}:
        return True
    of_a_service = SERVICES.match(item.nodeid) and not markers & {"page", "browser"} and "twin" not in item.nodeid
    return bool(of_a_service) == database.is_postgres()
