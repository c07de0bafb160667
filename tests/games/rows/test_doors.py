"""If a door that writes fails, even after its last write, every row of every table is as before.

In ordinary tests pytest's own transaction stands around everything, so that nobody would miss a door's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction

from tests.games.rows.doors import DOORS, ELSEWHERE, Act, Cast, everything

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.by_turns(14)]

ROOT = Path(__file__).parents[3]
WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE)\b")


class Fault(Exception):
    """What fails."""


@contextmanager
def failing_after(writes: int | None) -> Iterator[list[str]]:
    """Let so many writing statements through, then raise the Fault; yield the ones that were sent.

    They come in the order in which they were sent.
    """
    sent: list[str] = []

    def watched(execute: Callable[..., Any], sql: str, *given: Any) -> Any:
        done = execute(sql, *given)
        if WRITES.match(sql):
            sent.append(sql)
            if len(sent) == writes:
                raise Fault
        return done

    with connection.execute_wrapper(watched):
        yield sent


def rehearsed(act: Act) -> int:
    """Return how many statements a door writes, and take all of them back."""
    with transaction.atomic(), failing_after(None) as sent:
        act()
        transaction.set_rollback(True)
    return len(sent)


@pytest.mark.parametrize("name", DOORS)
def test_a_door_that_fails_after_any_of_its_writes_leaves_every_row_as_it_was(name: str, cast: Cast) -> None:
    act = DOORS[name](cast)
    before, writes = everything(), rehearsed(act)
    assert writes > 0
    assert everything() == before
    for number in range(1, writes + 1):
        with pytest.raises(Fault), failing_after(number):
            act()
        assert everything() == before, number
    act()
    assert everything() != before


def test_every_function_with_a_transaction_of_its_own_is_a_door() -> None:
    found = set()
    for path in [*ROOT.glob("accounts/**/*.py"), *ROOT.glob("games/**/*.py")]:
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        named = re.findall(r"^ *@transaction\.atomic\n(?: *@.*\n)* *def (\w+)", path.read_text(), re.MULTILINE)
        found |= {f"{module}.{name}" for name in named}
    assert found - {name.partition(":")[0] for name in DOORS} - set(ELSEWHERE) == set()
    assert set(ELSEWHERE) <= found
