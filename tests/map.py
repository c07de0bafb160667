"""`make map` writes `docs/map.md`: every module in a line, and every feature with what it hangs on."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from games import features

BASE_DIR = Path(__file__).resolve().parents[1]
MAP = BASE_DIR / "docs" / "map.md"
PACKAGES = ("fogsite", "accounts", "games")
SEAMS = "games.core.seams"
FEATURES = [feature for feature in features.FEATURES if feature.startswith("games.")]
"""Those of the site; the suite has one more."""
HEAD = (
    "# Map\n\nMade by `make map` from the code: change a module's first line, not this page. "
    "[architecture.md](architecture.md) says how the parts work together.\n"
)
FOREWORD = (
    "Each feature is a folder. Its `feature.py` says what it adds, and to which seams of `games/core/seams/`: "
    "[adding-a-feature.md](adding-a-feature.md). They stand in the order in which the seams call them.\n"
)


class Module(NamedTuple):
    """A module: its file and what is in it."""

    path: Path
    tree: ast.Module

    @property
    def name(self) -> str:
        """Its dotted name."""
        return str(self.path.relative_to(BASE_DIR).with_suffix("")).replace("/", ".")

    @property
    def about(self) -> str:
        """The first sentence of its docstring; empty where it has none."""
        paragraph = (ast.get_docstring(self.tree) or "").partition("\n\n")[0]
        return re.split(r"(?<=[^.]\.) ", " ".join(paragraph.split()))[0].replace("|", "\\|")


def module(path: Path) -> Module:
    return Module(path, ast.parse(path.read_text()))


def text() -> str:
    """Return what `docs/map.md` is to hold."""
    return "\n".join([HEAD, *_features(), *_folders()])


def _features() -> Iterator[str]:
    yield "## Features\n"
    yield FOREWORD
    yield "| feature | what it is | hangs on |\n| --- | --- | --- |"
    declared = {name: module(BASE_DIR / name.replace(".", "/") / "feature.py") for name in FEATURES}
    for name, found in declared.items():
        yield f"| `{name}` | {found.about} | {', '.join(f'`{seam}`' for seam in _seams(found.tree))} |"
    arrows = sorted({arrow for name in FEATURES for arrow in _arrows(name)})
    yield f"\nImports from one feature to another: {len(arrows) or 'none'}.\n"
    yield from (f"- `{this}` → `{other}`" for this, other in arrows)


def _seams(tree: ast.AST) -> list[str]:
    """Return the functions of seams that a feature calls, in the order of their names."""
    imported = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == SEAMS
        for alias in node.names
    }
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return sorted({ast.unparse(call) for call in calls if ast.unparse(call).partition(".")[0] in imported})


def _arrows(feature: str) -> Iterator[tuple[str, str]]:
    """Return the imports of a feature from other features, each as the names of both."""
    for path in (BASE_DIR / feature.replace(".", "/")).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module:
                imported = {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
                yield from ((feature, other) for other in FEATURES if other != feature and _reaches(imported, other))


def _reaches(imported: set[str], feature: str) -> bool:
    """Say whether any of these names is a feature or of one."""
    return any(f"{name}.".startswith(f"{feature}.") for name in imported)


def _folders() -> Iterator[str]:
    yield "## Modules"
    for package in PACKAGES:
        files = [path for path in (BASE_DIR / package).rglob("*.py") if "migrations" not in path.parts]
        for folder in sorted({path.parent for path in files}):
            found = [module(path) for path in sorted(folder.glob("*.py")) if path.stem != "__init__"]
            if found:
                yield f"\n### `{folder.relative_to(BASE_DIR)}/`\n"
                yield "| module | what it is for |\n| --- | --- |"
                yield from (f"| `{each.path.stem}` | {each.about} |" for each in found)


if __name__ == "__main__":
    MAP.write_text(text() + "\n")
    sys.stdout.write(f"Wrote {MAP.relative_to(BASE_DIR)}.\n")
