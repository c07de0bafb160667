"""What a page is drawn from has a type as soon as it holds more than eight things."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from fogsite.settings import BASE_DIR

MOST = 8
FLOORS = ("games/core/pages", "games/boards", "games/core/views")


def is_loose(node: ast.AST) -> bool:
    """Say whether a function writes down a dictionary of many things; a table of texts is none."""
    if not isinstance(node, ast.FunctionDef) or (node.returns and ast.unparse(node.returns) == "dict[str, str]"):
        return False
    return any(isinstance(each, ast.Dict) and len(each.keys) > MOST for each in ast.walk(node))


def loose() -> Iterator[str]:
    """Yield the functions of pages that do, by file and name."""
    for path in (path for floor in FLOORS for path in (BASE_DIR / floor).rglob("*.py")):
        for node in filter(is_loose, ast.walk(ast.parse(path.read_text()))):
            yield f"{path.relative_to(BASE_DIR)} {getattr(node, 'name', '')}"


def test_what_holds_more_than_eight_things_has_a_type() -> None:
    assert list(loose()) == []
