"""The list of changes that no test can notice."""

from __future__ import annotations

from tests.mutate import equivalent
from tests.mutate.changes import changes


def test_every_change_that_is_listed_can_still_be_made_and_has_a_reason() -> None:
    known = equivalent.listed()
    paths = {equivalent.ROOT / each.file for each in known}
    possible = {equivalent.key(path, change) for path in paths for change in changes(path.read_text())}
    assert set(known) - possible == set()
    assert all(known.values())
