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


BY_LINE = {2: {""}, 3: {""}, 6: {""}, 7: {"test_it"}, 10: {""}}
"""Line 3 is run while the file is imported, line 7 by one test."""


def reach(path: Path, by_line: dict[int, set[str]] = BY_LINE) -> Reach:
    found = Reach(path.parent)
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


def test_what_an_import_and_a_test_run_is_tried_from_the_start_as_well(path: Path) -> None:
    found = reach(path, {3: {"", "test_it"}, 7: {"test_it"}})
    assert (found.at_import(path, at(3)), found.also_at_import(path, at(3))) == (False, True)
    assert (found.at_import(path, at(7)), found.also_at_import(path, at(7))) == (False, False)


def test_a_line_that_nothing_runs_has_no_tests(path: Path) -> None:
    found = reach(path, {7: {"test_it"}})
    assert (found.tests(path, at(3)), found.at_import(path, at(3))) == ([], False)


def test_tests_named_after_the_file_come_first_and_then_the_quickest_of_each_file(path: Path) -> None:
    found = reach(path)
    found.times = {"test_module.py::slow": 3, "test_a.py::one": 1, "test_a.py::two": 2, "test_b.py::other": 5}
    assert found.ordered(found.times, path) == [
        "test_module.py::slow",
        "test_a.py::one",
        "test_b.py::other",
        "test_a.py::two",
    ]
    assert found.within(["test_a.py::one", "test_a.py::two", "test_b.py::other"], 4) == [
        "test_a.py::one",
        "test_a.py::two",
    ]


def test_tests_of_migrations_look_at_models(tmp_path: Path) -> None:
    found = reach(tmp_path / "module.py")
    found.times = {"tests/test_migrations.py::test_it": 1, "tests/test_other.py::test_it": 1}
    assert found.of_file(tmp_path / "models.py") == ["tests/test_migrations.py::test_it", "test_it"]
