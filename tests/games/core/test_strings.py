"""The core names nothing of a feature by string. What it imports is held by `make lint`, and strings are held here."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import pytest
from django.apps import apps
from django.db.models.fields.related import RelatedField
from jinja2 import meta, nodes

from fogsite.settings import BASE_DIR
from games.core.seams.addresses import ADDRESSES
from games.features import FEATURES
from tests.page_names import environment

LOOKUPS = {
    *("filter", "exclude", "select_related", "prefetch_related", "values", "values_list", "only", "defer", "order_by"),
    *("annotate", "aggregate", "Q", "F", "OuterRef", "Count", "Prefetch", "getattr", "hasattr"),
}
"""Calls in which a string or the name of an argument can be the name of a relation."""
NAME = re.compile(r"[a-z]+/[\w/.-]+\.jinja")
LEADS = {"reverse", "redirect", "url"}
"""Calls that take the name of an address."""


@cache
def modules() -> dict[Path, ast.Module]:
    """Return all modules of the core."""
    return {path: ast.parse(path.read_text()) for path in sorted((BASE_DIR / "games/core").rglob("*.py"))}


def called(node: ast.Call) -> str:
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def constants(nodes: list[ast.expr]) -> list[str]:
    return [each.value for each in nodes if isinstance(each, ast.Constant) and isinstance(each.value, str)]


def templates() -> set[str]:
    """Return the templates that the core draws, and those that they extend, include and import by name, but not the
    frame of all pages: what lies in no folder is the site's."""
    written = {each for tree in modules().values() for each in constants([*ast.walk(tree)])}  # type: ignore[list-item]
    found = set[str]()
    rest = {name for name in written if NAME.fullmatch(name)}
    while rest:
        name = rest.pop()
        found.add(name)
        inside = meta.find_referenced_templates(environment().parse(source(name)))
        rest |= {each for each in inside if each and "/" in each} - found
    return found


def source(name: str) -> str:
    return environment().loader.get_source(environment(), name)[0]  # type: ignore[union-attr]


def addresses_in_template(text: str) -> Iterator[str]:
    """Return the names of addresses in a template."""
    for call in environment().parse(text).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in LEADS and isinstance(call.args[0], nodes.Const):
            yield call.args[0].value


def addresses_in_module(tree: ast.Module) -> Iterator[str]:
    """Return the names of addresses in a module."""
    for call in calls(tree, LEADS):
        yield from constants(call.args[:1])


def relations_in_module(tree: ast.Module) -> Iterator[str]:
    """Return what could name a relation in a module."""
    for call in calls(tree, LOOKUPS):
        for name in (*constants(call.args), *(each.arg for each in call.keywords if each.arg)):
            yield from name.lstrip("-").split("__")


def calls(tree: ast.Module, names: set[str]) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call) and called(node) in names)


def addresses_of_features() -> set[str]:
    return {each.name or "" for _, brought in ADDRESSES for each in (*brought.pages, *brought.operations)}


def relations_of_features() -> set[str]:
    """Return by which names the rows of features are found from rows of the core and from users."""
    models = [each for each in apps.get_models() if each.__module__.startswith(tuple(f"{name}." for name in FEATURES))]
    fields = [field for model in models for field in model._meta.fields if isinstance(field, RelatedField)]
    return {field.related_query_name() for field in fields if not field.remote_field.hidden}


def test_no_template_of_the_core_names_an_address_of_a_feature() -> None:
    named = {(name, each) for name in templates() for each in addresses_in_template(source(name))}
    assert {(name, each) for name, each in named if each in addresses_of_features()} == set()


def test_no_module_of_the_core_names_an_address_of_a_feature() -> None:
    named = {(path.name, each) for path, tree in modules().items() for each in addresses_in_module(tree)}
    assert {(name, each) for name, each in named if each in addresses_of_features()} == set()


def test_no_module_of_the_core_names_a_relation_of_a_feature() -> None:
    named = {(path.name, each) for path, tree in modules().items() for each in relations_in_module(tree)}
    assert {(name, each) for name, each in named if each in relations_of_features()} == set()


def test_what_features_bring_is_known_here() -> None:
    assert {"offers", "chat", "api_running"} <= addresses_of_features()
    assert {"invitation", "summary", "awards"} <= relations_of_features()
    assert {"games/match.jinja", "games/_menu.jinja", "games/_offers.jinja", "games/_about.jinja"} <= templates()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rows.select_related('match__summary', 'user')", ["match", "summary", "user"]),
        ("rows.filter(Q(invitation__seat=1)).order_by('-awards')", ["awards", "invitation", "seat"]),
        ("getattr(match, 'summary', None)", ["summary"]),
        ("show(summary=1)", []),
    ],
)
def test_relations_are_found_in_calls(text: str, expected: list[str]) -> None:
    assert sorted(relations_in_module(ast.parse(text))) == expected


def test_addresses_are_found_in_calls() -> None:
    found = [addresses_in_template("{{ url('offers', 1) }}"), addresses_in_module(ast.parse("redirect('chat', 1)"))]
    assert list(chain(*found)) == ["offers", "chat"]
