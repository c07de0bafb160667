"""Every game has the same modules for the same things: `docs/architecture.md` says what stands in each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.rules import registry

ROOT = Path(__file__).parents[2]
PLAN = re.compile(r"^### The floor plan of a game\n(.+?)\n#", re.MULTILINE | re.DOTALL)
FOLDERS = sorted(path.parent for path in (ROOT / "games" / "rules").glob("*/game.py"))


def planned() -> set[str]:
    """The modules that the document names, before what stands in each."""
    plan = PLAN.search((ROOT / "docs" / "architecture.md").read_text())
    assert plan
    return set(re.findall(r"[-·]\s`(\w+)`", plan[1]))


def test_every_game_of_ours_is_a_folder() -> None:
    paths = {path for path in registry.GAMES.values() if path.startswith("games.")}
    assert {path.split(".")[2] for path in paths} == {folder.name for folder in FOLDERS}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_game_has_every_room_of_the_floor_plan(folder: Path) -> None:
    assert planned() - {path.stem for path in folder.glob("*.py")} == set()
