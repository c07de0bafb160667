"""`docs/architecture.md` names every module on its floor, and none that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fogsite.settings import BASE_DIR

FLOOR = re.compile(r"^- `(games/(?:\w+/)?)`: ((?:.+\n)(?:  .+\n)*)", re.MULTILINE)
FLOORS = dict(FLOOR.findall((BASE_DIR / "docs" / "architecture.md").read_text()))
"""What is said of each folder."""


def modules(folder: Path) -> set[str]:
    return {path.stem for path in folder.glob("*.py")} - {"__init__"}


@pytest.mark.parametrize("floor", FLOORS)
def test_a_floor_names_its_modules(floor: str) -> None:
    named = set(re.findall(r"`(\w+)`", FLOORS[floor]))
    assert named == modules(BASE_DIR / floor)


def test_every_folder_of_games_is_a_floor() -> None:
    folders = {path.parent for path in (BASE_DIR / "games").glob("*/*.py")} - {BASE_DIR / "games" / "migrations"}
    floors = {f"games/{folder.name}/" for folder in folders if modules(folder)} - {"games/rules/"}
    assert set(FLOORS) == {"games/", *floors}
