"""`docs/architecture.md` names every module on its floor, and none that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fogsite.settings import BASE_DIR

FLOOR = re.compile(r"^- `((?:games|accounts)/(?:\w+/)*)`: ((?:.+\n)(?:  .+\n)*)", re.MULTILINE)
FLOORS = dict(FLOOR.findall((BASE_DIR / "docs" / "architecture.md").read_text()))
"""What is said of each folder."""
UNNAMED = re.compile(r"games/(rules/.*|boards/.+|api/.+)|.*/(migrations|management/commands)/")
"""Folders that the document does not name one by one."""


def modules(folder: Path) -> set[str]:
    return {path.stem for path in folder.glob("*.py")} - {"__init__"}


@pytest.mark.parametrize("floor", FLOORS)
def test_a_floor_names_its_modules(floor: str) -> None:
    named = set(re.findall(r"`(\w+)`", FLOORS[floor]))
    assert named == modules(BASE_DIR / floor)


def test_every_folder_is_a_floor() -> None:
    folders = {path.parent for package in ("games", "accounts") for path in (BASE_DIR / package).rglob("*.py")}
    floors = {f"{folder.relative_to(BASE_DIR)}/" for folder in folders if modules(folder)}
    assert set(FLOORS) == {floor for floor in floors if not UNNAMED.fullmatch(floor)}
