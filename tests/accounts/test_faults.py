"""The one among many that cannot be read is found, and hides nothing of the others."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from django.db import InterfaceError, OperationalError

from accounts import faults


class Reader:
    """Doubles numbers, all or none of those it is given; `wrong` cannot be doubled."""

    def __init__(self, wrong: int, error: Exception) -> None:
        self.wrong, self.error = wrong, error
        self.asked: list[list[int]] = []

    def __call__(self, numbers: Sequence[int]) -> list[str]:
        self.asked.append(list(numbers))
        if self.wrong in numbers:
            raise self.error
        return [str(2 * number) for number in numbers]


def unread(number: int, error: Exception) -> list[str]:
    return [f"{number}: {faults.why(error)}"]


def test_all_are_read_together_where_nothing_is_wrong() -> None:
    reader = Reader(0, ValueError())
    assert faults.one_by_one(reader, [1, 2, 3], unread) == ["2", "4", "6"]
    assert reader.asked == [[1, 2, 3]]


@pytest.mark.parametrize(("error", "words"), [(ValueError("no number"), "no number"), (IndexError(), "IndexError")])
def test_the_wrong_one_stands_in_its_place_with_the_reason(error: Exception, words: str) -> None:
    reader = Reader(2, error)
    assert faults.one_by_one(reader, [1, 2, 3], unread) == ["2", f"2: {words}", "6"]
    assert reader.asked == [[1, 2, 3], [1], [2], [3]]


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_a_database_that_fails_is_nobodys_fault(error: type[Exception]) -> None:
    reader = Reader(2, error("gone"))
    with pytest.raises(error, match="gone"):
        faults.one_by_one(reader, [1, 2, 3], unread)
    assert reader.asked == [[1, 2, 3]]


def test_of_none_nothing_is_read() -> None:
    assert faults.one_by_one(Reader(0, ValueError()), [], unread) == []
