"""Which tests reach which lines, as `tests.mutate.record` has written it."""

from __future__ import annotations

import ast
import json
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import accumulate
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
        """Return the tests that may notice a change, the likeliest first: those that reach its lines.

        What is run at import or kept in a cache, any test that reaches the file may notice.
        """
        if self.at_import(path, change):
            return self.of_file(path)
        return self.ordered(self._runs(path, change) - {""}, path)

    def of_file(self, path: Path) -> list[str]:
        """Return the tests that reach a file, the likeliest first; of models also those of migrations, which reach no
        line.
        """
        found = {test for tests in self._by_line(path).values() for test in tests if test}
        return self.ordered(found | {test for test in self.times if "migration" in test and mirrors(test, path)}, path)

    def ordered(self, tests: Iterable[str], path: Path) -> list[str]:
        """Return those named after the file first, then the quickest of each file of tests.

        The second quickest follow, and so on.
        """
        before: Counter[str] = Counter()
        ranks: dict[str, tuple[bool, int]] = {}
        for test in sorted(tests, key=lambda test: (self.times.get(test, 0.0), test)):
            file = test.partition("::")[0]
            ranks[test] = (False, 0) if mirrors(test, path) else (True, before[file])
            before[file] += 1
        return sorted(ranks, key=lambda test: (ranks[test], self.times.get(test, 0.0), test))

    def within(self, tests: list[str], seconds: float) -> list[str]:
        """Return as many of the first as take so long."""
        total = accumulate(self.times.get(test, 1.0) for test in tests)
        return [test for test, taken in zip(tests, total, strict=True) if taken <= seconds] or tests[:1]

    def at_import(self, path: Path, change: Change) -> bool:
        """Say whether what is changed is run while its file is imported, and in no test, or is kept in a cache."""
        return not lines_of(path.read_text(), change.line) or self._runs(path, change) == {""}

    def also_at_import(self, path: Path, change: Change) -> bool:
        """Say whether what is changed was run outside of tests too, so that its results may be kept."""
        return "" in self._runs(path, change)

    def _runs(self, path: Path, change: Change) -> set[str]:
        """Return the tests that run the lines of a change in a function; "" stands for none."""
        by_line = self._by_line(path)
        return {test for line in lines_of(path.read_text(), change.line) for test in by_line.get(line, ())}

    def _read(self, path: Path) -> dict[int, set[str]]:
        found: dict[int, set[str]] = {}
        for data in self.lines:
            for line, tests in data.contexts_by_lineno(str(path)).items():
                found.setdefault(line, set()).update(tests)
        return found


def mirrors(test: str, path: Path) -> bool:
    """Say whether a test's file is named after a file; those of migrations are about models."""
    file = Path(test.partition("::")[0]).stem
    return path.stem.rstrip("s") in file or (path.stem.startswith("models") and "migration" in file)


def lines_of(source: str, line: int) -> set[int]:
    """Return the lines of the statement in a function that stands at a line; of a decorated one all; none at import."""
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
