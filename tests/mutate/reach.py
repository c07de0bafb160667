"""Which tests reach which lines, as `tests.mutate.record` has written it."""

from __future__ import annotations

import ast
import json
from functools import cache
from pathlib import Path

from coverage import CoverageData

from tests.mutate.changes import Change

CACHES = {"cache", "lru_cache", "cached_property"}


class Reach:
    """The record in a folder."""

    def __init__(self, folder: Path) -> None:
        self.lines = [CoverageData(str(path)) for path in sorted(folder.glob("lines-*"))]
        for each in self.lines:
            each.read()
        self.times: dict[str, float] = {}
        for path in folder.glob("times-*.json"):
            self.times |= json.loads(path.read_text())
        self._by_line = cache(self._read)

    def tests(self, path: Path, change: Change) -> list[str]:
        """The tests that may notice a change, the likeliest first: those that reach its lines.

        What is run at import or kept in a cache, any test that reaches the file may notice.
        """
        by_line = self._by_line(path)
        lines = lines_of(path.read_text(), change.line) or set(by_line)
        found = {test for line in lines for test in by_line.get(line, ()) if test}
        if self.at_import(path, change):
            found = {test for tests in by_line.values() for test in tests if test}
        return sorted(found, key=lambda test: (not mirrors(test, path), self.times.get(test, 0.0), test))

    def at_import(self, path: Path, change: Change) -> bool:
        """Whether a function's lines were run while its file was imported, and in no test."""
        by_line = self._by_line(path)
        lines = lines_of(path.read_text(), change.line)
        return {test for line in lines for test in by_line.get(line, ())} == {""}

    def _read(self, path: Path) -> dict[int, set[str]]:
        found: dict[int, set[str]] = {}
        for data in self.lines:
            for line, tests in data.contexts_by_lineno(str(path)).items():
                found.setdefault(line, set()).update(tests)
        return found


def mirrors(test: str, path: Path) -> bool:
    """Whether a test's file is named after a file."""
    return path.stem.rstrip("s") in Path(test.partition("::")[0]).stem


def lines_of(source: str, line: int) -> set[int]:
    """The lines of the statement in a function that stands at a line; of a decorated one all; none at import."""
    inside: ast.FunctionDef | None = None
    found: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and first(node) <= line <= (node.end_lineno or 0):
            inside = node if inside is None or node.lineno > inside.lineno else inside
    if inside is None or any(ast.unparse(each).split("(")[0] in CACHES for each in inside.decorator_list):
        return set()
    if line < inside.body[0].lineno:  # a decorator, or what is given where nothing is said
        return set(range(inside.body[0].lineno, (inside.end_lineno or 0) + 1))
    for node in ast.walk(inside):
        if isinstance(node, ast.stmt) and node is not inside and node.lineno <= line <= (node.end_lineno or 0):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if body else node.end_lineno or 0
            if line <= max(last, node.lineno):
                found = set(range(node.lineno, max(last, node.lineno) + 1))
    return found


def first(node: ast.FunctionDef) -> int:
    return min([node.lineno, *(each.lineno for each in node.decorator_list)])
