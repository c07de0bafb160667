"""Every query by a key is asked in a scene of `test_neighbours`, where a condition that is left out shows."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from django.db import transaction

from accounts.database import rows
from accounts.models import User
from tests.games.rows.doors import DOORS, Act, Cast, Door
from tests.games.rows.readers import READERS
from tests.games.rows.test_neighbours import BY_KEY, FOR_ALL

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]  # which rows a condition picks is no matter of the database

ROOT = Path(__file__).parents[3]
ASKING = {"filter", "exclude", "get", "get_or_create", "update_or_create", "select", "lock", "get_object_or_404"}
SCENES: list[Door] = [*BY_KEY.values(), *(DOORS[name] for name in FOR_ALL), *(each.scene for each in READERS.values())]
OUTSIDE = re.compile(r"\.(migrations|management)\.|^games\.rules\.")
"""Modules whose queries are about no key that anybody gives."""
Place = tuple[str, str]
"""A module and the qualified name of a function in it."""


def asks(node: ast.AST) -> bool:
    """Say whether this is a query with conditions; what dictionaries are asked has no names."""
    if not isinstance(node, ast.Call) or ast.unparse(node.func).rpartition(".")[2] not in ASKING:
        return False
    return bool(node.keywords) or "Q(" in ast.unparse(node)


def functions(tree: ast.AST, inside: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield f"{inside}{node.name}", node
        elif isinstance(node, ast.ClassDef):
            yield from functions(node, f"{inside}{node.name}.")


def queries() -> set[Place]:
    """Return every function with a query."""
    found = set()
    for path in [*ROOT.glob("accounts/**/*.py"), *ROOT.glob("games/**/*.py")]:
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        if OUTSIDE.search(module):
            continue
        for name, function in functions(ast.parse(path.read_text())):
            if any(asks(node) for node in ast.walk(function)):
                found.add((module, name))
    return found


def called(act: Act) -> set[Place]:
    """Return the functions of the site that an act calls."""
    found: set[Place] = set()

    def watch(frame: FrameType, event: str, _: Any) -> None:
        module = frame.f_globals.get("__name__", "")
        if event == "call" and module.startswith(("games.", "accounts.")):
            found.add((module, frame.f_code.co_qualname))

    for module in [each for name, each in sys.modules.items() if name.startswith(("games.", "accounts."))]:
        for query in [each for each in vars(module).values() if isinstance(each, rows.Query)]:
            query.__dict__.pop("_plan", None)  # rebuilt, so that this is seen
    sys.setprofile(watch)
    try:
        act()
    finally:
        sys.setprofile(None)
    return found


def fresh(cast: Cast) -> Cast:
    """Return the cast as the database has it: a scene that is taken back leaves its mark on objects."""
    ann, ben, cat = (User.objects.get(pk=user.pk) for user in (cast.ann, cast.ben, cast.cat))
    return cast._replace(ann=ann, ben=ben, cat=cat)


ELSEWHERE: dict[Place, str] = {
    ("accounts.demo", "signed_in_by_anybody"): "development only",
    ("accounts.people", "spelled_otherwise"): "of all accounts there are",
    ("accounts.outbox.upkeep", "figures"): "counts all letters there are",
    ("games.statistics.services", "_claim"): "of figures about everything there is",
    ("games.statistics.services", "_count"): "of figures about everything there is",
}
"""Queries that are asked in no scene, and why."""


def test_every_query_is_asked_in_a_scene(cast: Cast) -> None:
    asked: set[Place] = set()
    for scene in SCENES:
        with transaction.atomic():
            asked |= called(scene(fresh(cast)))
            transaction.set_rollback(True)
    missing = queries() - asked
    assert missing - set(ELSEWHERE) == set()
    assert set(ELSEWHERE) <= missing
