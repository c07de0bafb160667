"""Which tests may notice a change."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutate.changes import Change, changes
from tests.mutate.reach import Reach

SOURCE = """
def made() -> int:
    return 1


def asked() -> int:
    return 2


MADE = made()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "module.py"
    file.write_text(SOURCE)
    return file


def reach(path: Path) -> Reach:
    """Line 3 is run while the file is imported, line 7 by one test."""
    found = Reach(path.parent)
    by_line = {2: {""}, 3: {""}, 6: {""}, 7: {"test_it"}, 10: {""}}
    found._by_line = lambda _: by_line  # type: ignore[assignment]
    return found


def at(line: int) -> Change:
    return next(change for change in changes(SOURCE) if change.line == line)


def test_a_line_that_a_test_runs_is_for_that_test_to_notice(path: Path) -> None:
    found = reach(path)
    assert (found.tests(path, at(7)), found.at_import(path, at(7))) == (["test_it"], False)


def test_what_only_an_import_runs_is_for_all_to_notice_that_reach_the_file(path: Path) -> None:
    """A change of it comes too late once the file is loaded, so that it must be tried from the start."""
    found = reach(path)
    assert (found.tests(path, at(3)), found.at_import(path, at(3))) == (["test_it"], True)
