"""No two modules need each other, imports within functions included; what is published to workers is a task there.

The floors themselves are contracts of import-linter in pyproject.toml, which the lint test runs.
"""

from __future__ import annotations

import re
from graphlib import CycleError, TopologicalSorter

import grimp
import pytest
from celery import current_app

from fogsite.settings import BASE_DIR
from games import features

PACKAGES = ("fogsite", "games", "accounts")
RULES = BASE_DIR / "games" / "rules"
ARROW = re.compile(r'^    "games\.(\w+)\.\*\* -> games\.(\w+)\.\*\*",(?:  # (.+))?$', re.MULTILINE)
MOST_ARROWS = 15


def test_features_have_few_arrows_and_each_says_why() -> None:
    arrows = ARROW.findall((BASE_DIR / "pyproject.toml").read_text())
    assert [(this, other) for this, other, why in arrows if not why] == []
    assert 0 < len(arrows) <= MOST_ARROWS


@pytest.mark.parametrize("addresses", ["games.urls", "games.core.api.urls"])
def test_each_feature_brings_its_own_addresses(addresses: str) -> None:
    imported = grimp.build_graph(*PACKAGES).find_modules_directly_imported_by(addresses)
    brought = tuple(f"{feature}." for feature in features.FEATURES)
    assert {module for module in imported if module.startswith(brought)} == set()


def test_no_module_needs_itself_by_way_of_others() -> None:
    graph = grimp.build_graph(*PACKAGES)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert circle(imports) == []


def test_no_room_of_a_game_needs_itself_by_way_of_others() -> None:
    rooms = {path.parent for path in RULES.glob("*/*/__init__.py")}
    assert {"army", "player", "round", "sets"} <= {room.name for room in rooms}
    graph = grimp.build_graph(*PACKAGES)
    for room in rooms:
        graph.squash_module(".".join(room.relative_to(BASE_DIR).parts))
    assert circle({module: graph.find_modules_directly_imported_by(module) for module in graph.modules}) == []


def circle(imports: dict[str, set[str]]) -> list[str]:
    """Return the modules of some circle, in the order of imports; none where there is none."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_nothing_is_imported_that_a_library_calls_internal() -> None:
    sources = [path for package in PACKAGES for path in (BASE_DIR / package).rglob("*.py")]
    internal = re.compile(r"^\s*(?:from|import) (?:[\w.]+\.)?_?internal\b.*", re.MULTILINE)
    assert {str(path): found for path in sources if (found := internal.findall(path.read_text()))} == {}


def test_a_circle_would_be_found() -> None:
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})) == {"a", "b", "c"}


def test_every_task_that_is_published_by_name_is_there() -> None:
    current_app.loader.import_default_modules()
    sources = [path for package in PACKAGES for path in (BASE_DIR / package).rglob("*.py")]
    published = {
        name for path in sources for name in re.findall(r'"((?:accounts|games)\.tasks\.\w+)"', path.read_text())
    }
    assert published >= {"accounts.tasks.deliver", "games.tasks.answer"}
    assert published <= set(current_app.tasks)
