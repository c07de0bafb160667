"""`docs/testing.md` names every suite, and none that is not there."""

from __future__ import annotations

import re
from pathlib import Path

from fogsite.settings import BASE_DIR
from games.rules import registry

ROWS = re.findall(r"^\| (`tests/.*?) \|", (BASE_DIR / "docs" / "testing.md").read_text(), re.MULTILINE)
NAMED = [name for row in ROWS for name in re.findall(r"`(\S+)`", row)]
"""Folders, which end with a slash, and files that lie in no folder of `tests/`."""


def named(folder: Path) -> str:
    """Return what a folder is called there: features have one name for all, and single games another, with the rooms in
    them."""
    parts = folder.relative_to(BASE_DIR).parts
    own = f"{'/'.join(parts)}/"
    if parts[:2] == ("tests", "games") and own not in NAMED and (BASE_DIR / "games" / parts[-1]).is_dir():
        return "tests/games/<feature>/"
    game = next((at for at, part in enumerate(parts) if part.replace("_", "-") in registry.slugs()), None)
    return "/".join(parts if game is None else (*parts[:game], "<game>")) + "/"


def test_every_suite_is_named_once() -> None:
    tests = BASE_DIR / "tests"
    folders = {named(path.parent) for path in tests.glob("*/**/test_*.py")}
    files = {str(path.relative_to(BASE_DIR)) for path in tests.glob("test_*.py")}
    assert sorted(NAMED) == sorted(folders | files)
