"""Every promise that is broken is said, and what one fault has brought about is not held against the next."""

from __future__ import annotations

import pytest

from tests.drill.checks import Compared
from tests.drill.fault import Fault
from tests.drill.judge import Row, fresh, promises
from tests.drill.site import Site
from tests.drill.table import table


def strike(site: Site) -> None:
    """Do nothing."""


def fault(*, harmless: bool = False, house: float | None = None) -> Fault:
    return Fault("one", strike, harmless, house)


def row(**found: object) -> Row:
    return Row("one", **{"next_move": 0.5, "next_letter": 4.0, **found})  # type: ignore[arg-type]


def test_where_nothing_is_wrong_every_promise_is_kept() -> None:
    assert list(promises(fault(harmless=True, house=20), row(house=(0.3, 9.0)))) == []


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        ({"compared": Compared(lost=1)}, "moves are not as they were acknowledged"),
        ({"compared": Compared(mixed=1)}, "moves are not as they were acknowledged"),
        ({"notices": 2}, "2 turns or notices do not follow from the logs"),
        ({"lost_letters": 1}, "1 letters are lost, 0 were given up"),
        ({"failed_letters": 3}, "0 letters are lost, 3 were given up"),
        ({"doubled_letters": 2, "wrongly_doubled": 1}, "1 letters came twice"),
        ({"wrong_ends": 1}, "1 matches ended on time or by absence that should not"),
        ({"wrong_requests": 1}, "1 requests went wrong"),
        ({"next_move": None}, "moves or letters did not come back"),
        ({"next_letter": None}, "moves or letters did not come back"),
        ({"house": (0.3, 21.0)}, "a house opponent took 21 s"),
    ],
)
def test_a_broken_promise_is_said(found: dict[str, object], sentence: str) -> None:
    (said,) = promises(fault(harmless=True, house=20), row(**found))
    assert said.startswith(sentence)


def test_a_fault_says_what_it_may_do() -> None:
    assert list(promises(fault(), row(doubled_letters=2, wrong_requests=9, house=(1.0, 99.0)))) == []


def test_what_is_at_fault_since_before_is_no_news() -> None:
    assert fresh(Compared(2, 1, 0, 1), Compared(1, 1, 0, 0)) == Compared(1, 0, 0, 1)


def test_the_table_has_a_line_for_each_fault_and_a_list_of_what_is_broken() -> None:
    lines = table([row(), row(broken=["1 requests went wrong"])]).splitlines()
    assert lines[0].startswith("| fault | moves |")
    assert [line.rpartition("| ")[2] for line in lines[2:4]] == ["kept |", "broken |"]
    assert lines[4:] == ["", "- one: 1 requests went wrong"]
