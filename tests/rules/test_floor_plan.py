"""Every game has the same modules for the same things: `docs/subsystems/rules-engine.md` says what stands in each."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from games.rules import registry

ROOT = Path(__file__).parents[2]
PLAN = re.compile(r"^### The floor plan of a game\n(.+?)\n#", re.MULTILINE | re.DOTALL)
RULE = re.compile(r"\b([A-Z][A-Z0-9]*-[A-Z]?)(\d+)(?:\*{0,2} to \*{0,2}\1(\d+))?")
"""The number of a rule, or the first and the last of several."""
FOLDERS = sorted(path.parent for path in (ROOT / "games" / "rules").glob("*/game.py"))


def planned() -> set[str]:
    """Return the modules that the document names, before what stands in each."""
    plan = PLAN.search((ROOT / "docs" / "subsystems" / "rules-engine.md").read_text())
    assert plan
    return set(re.findall(r"[-·]\s`(\w+)`", plan[1]))


def test_each_of_our_games_is_a_folder() -> None:
    paths = {path for path in registry.GAMES.values() if path.startswith("games.")}
    assert {path.split(".")[2] for path in paths} == {folder.name for folder in FOLDERS}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_game_has_every_room_of_the_floor_plan(folder: Path) -> None:
    assert planned() - {path.stem for path in folder.glob("*.py")} == set()


def rules(named: Iterable[re.Match[str]]) -> set[str]:
    """Return the numbers of rules, those between the first and the last of several too."""
    return {f"{each[1]}{number}" for each in named for number in range(int(each[2]), int(each[3] or each[2]) + 1)}


def document(folder: Path) -> str:
    return (ROOT / "docs" / "rules" / f"{folder.name.replace('_', '-')}.md").read_text()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_rule_is_named_at_the_head_of_a_module_that_carries_it_out(folder: Path) -> None:
    items = re.findall(r"^- \**(.+)", document(folder), re.MULTILINE)
    written = rules(filter(None, map(RULE.match, items)))
    heads = [ast.get_docstring(ast.parse(path.read_text())) or "" for path in folder.rglob("*.py")]
    assert written
    assert sorted(written - rules(found for head in heads for found in RULE.finditer(head))) == []


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_each_section_of_the_rules_names_modules_that_are_there(folder: Path) -> None:
    sections = document(folder).partition("\n## Rules\n")[2].partition("\n## ")[0].split("\n### ")[1:]
    named = [re.findall(r"`([\w/]+(?:\.py|/))`", section.partition("\n- ")[0]) for section in sections]
    assert [section for section, paths in zip(sections, named, strict=True) if not paths] == []
    assert [path for paths in named for path in paths if not (folder / path).exists()] == []
