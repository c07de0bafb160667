"""Functions are changed where they are loaded, and what is run at import is known to be that."""

from __future__ import annotations

import gc
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from tests.mutate import live
from tests.mutate.changes import changes
from tests.mutate.reach import lines_of

SOURCE = """
from functools import cache

LIMIT = 3


def small(number):
    return number < LIMIT


class Box:
    def most(self):
        return max(number + 1 for number in (1, 2))


@cache
def kept():
    return 7
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "example.py"
    made.write_text(SOURCE)
    return made


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("example", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_change_in_a_function_or_a_method_works_at_once(path: Path) -> None:
    module = load(path)
    assert (module.small(3), module.Box().most()) == (False, 3)
    for old in ("number < LIMIT", "number + 1"):
        change = next(each for each in changes(SOURCE) if each.old == old)
        found = live.changed(path, change)
        assert found
        gc.freeze()  # as before every test
        live.put(live.loaded(path, found))
        gc.freeze()
    assert (module.small(3), module.Box().most()) == (True, 1)


def test_what_is_run_at_import_cannot_be_changed_so(path: Path) -> None:
    change = next(each for each in changes(SOURCE) if each.old == "3")
    assert live.changed(path, change) is None


def test_a_change_concerns_the_lines_of_its_statement(path: Path) -> None:
    numbered = {line: number for number, line in enumerate(SOURCE.splitlines(), 1)}
    small = numbered["    return number < LIMIT"]
    assert lines_of(SOURCE, small) == {small}
    assert lines_of(SOURCE, numbered["LIMIT = 3"]) == set()
    assert lines_of(SOURCE, numbered["    return 7"]) == set()
