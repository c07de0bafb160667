"""How what was filled in is read."""

from __future__ import annotations

import pytest

from accounts.request import number_in


@pytest.mark.parametrize(
    ("given", "number"),
    [
        *[("0", 0), ("7", 7), ("007", 7), ("9" * 18, 10**18 - 1)],
        *[(given, None) for given in ("", " 7", "-7", "+7", "7.0", "1_000", "²", "٣", "0x7", "seven", "9" * 19)],
    ],
)
def test_only_what_is_a_number_that_a_row_can_have_is_one(given: str, number: int | None) -> None:
    assert number_in(given) == number
