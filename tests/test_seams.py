"""What the core alone does, it does in one place: begin a match, and make its secret."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from fogsite.settings import BASE_DIR

MAKERS = {"", ".objects.create", ".objects.bulk_create", ".objects.get_or_create", ".objects.update_or_create"}
"""What makes a row of a model: calling the class, or its manager."""
PLACES = {
    "Match": {
        "games/core/seams/begin.py": "every match that is played here",
        "games/core/documents/records.py": "one that was played elsewhere, from its record",
        "games/core/views/clock_form.py": "never saved: it puts the clock of a form into words",
        "games/lessons/taught.py": "never saved: a lesson is nobody's match",
    },
    "MatchSecret": {"games/core/services/secret.py": "the one reader of secrets"},
    "secret.save_match": {"games/core/seams/begin.py": "with the match"},
}
"""Where each is made, once in a module (a secret twice: that of a record is kept as well)."""


def calls() -> Iterator[tuple[str, str]]:
    """Yield the module of every call in the service, and what is called, as it is written."""
    for package in ("fogsite", "games", "accounts"):
        for path in (BASE_DIR / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                    yield str(path.relative_to(BASE_DIR)), ast.unparse(node.func)


@pytest.mark.parametrize("made", PLACES)
def test_a_match_and_its_secret_are_made_in_one_place(made: str) -> None:
    names = {f"{prefix}{made}{maker}" for maker in MAKERS for prefix in ("", "models.")}
    found = [module for module, called in calls() if called in names]
    twice = ["games/core/services/secret.py"] if made == "MatchSecret" else []
    assert sorted(found) == sorted([*PLACES[made], *twice]), (
        f"{made} is made in {sorted(found)}. Begin a match by open_match or begin_match of games/core/seams/begin.py; "
        "it makes the secret too."
    )
