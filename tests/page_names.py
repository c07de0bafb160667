"""What templates in Jinja name of the object `page`, read from their sources: which parts a page must have.

A template that several pages share asks which page it draws (`page.by_link`, `page.watching`). These two are fixed for
each type of page. So what stands behind such a question is read for the pages that get there alone.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Any, ClassVar, Union, get_args, get_origin, get_type_hints

from django.template import engines
from jinja2 import Environment, nodes

Path = tuple[str, ...]


def environment() -> Environment:
    """Return the engine that draws pages."""
    found: Environment = engines["jinja"].env  # type: ignore[attr-defined]  # Jinja's backend has it
    return found


def path_of(node: nodes.Node) -> Path | None:
    """Return what a chain of attributes of `page` names, such as ("news", "trail"); None for anything else."""
    if isinstance(node, nodes.Name):
        return () if node.name == "page" else None
    if isinstance(node, nodes.Getattr):
        before = path_of(node.node)
        return None if before is None else (*before, node.attr)
    return None


@dataclasses.dataclass(frozen=True)
class Reader:
    """Reads templates as pages of one type draw them."""

    page: type

    def named(self, template: str) -> set[Path]:
        """Return what a template names of the page, and all that it includes by name."""
        return set(self._of_template(template, set()))

    def _of_template(self, name: str, known: set[str]) -> Iterator[Path]:
        if name in known:
            return
        known.add(name)
        source = environment().loader.get_source(environment(), name)[0]  # type: ignore[union-attr]
        yield from self._of(environment().parse(source), known)

    def _of(self, node: nodes.Node, known: set[str]) -> Iterator[Path]:
        path = path_of(node)
        if path is not None:
            yield path
            return
        if isinstance(node, nodes.Include) and isinstance(node.template, nodes.Const):
            yield from self._of_template(node.template.value, known)
        for child in self._drawn(node):
            yield from self._of(child, known)

    def _drawn(self, node: nodes.Node) -> Iterator[nodes.Node]:
        """Yield the parts of a node that a page of this type can come to."""
        if isinstance(node, nodes.If):
            yield from self._of_if(node)
        elif isinstance(node, nodes.CondExpr):
            holds = self.fixed(node.test)
            yield node.test
            yield from [node.expr1] if holds is not False else []
            yield from [node.expr2] if holds is not True and node.expr2 else []
        elif isinstance(node, nodes.And | nodes.Or):
            yield node.left
            if self.fixed(node.left) is not isinstance(node, nodes.Or):
                yield node.right
        else:
            yield from node.iter_child_nodes()

    def _of_if(self, node: nodes.If) -> Iterator[nodes.Node]:
        for branch in [node, *node.elif_]:
            holds = self.fixed(branch.test)
            yield branch.test
            yield from branch.body if holds is not False else []
            if holds:
                return
        yield from node.else_

    def fixed(self, test: nodes.Node) -> bool | None:
        """Return what a test comes to on every page of this type; None if that depends on the page."""
        if isinstance(test, nodes.Not):
            inside = self.fixed(test.node)
            return None if inside is None else not inside
        if isinstance(test, nodes.And | nodes.Or):
            ends, both = isinstance(test, nodes.Or), {self.fixed(test.left), self.fixed(test.right)}
            return ends if ends in both else None if None in both else not ends
        path = path_of(test)
        known = path is not None and len(path) == 1 and get_origin(hints(self.page).get(path[0])) is ClassVar
        return bool(getattr(self.page, path[0])) if path and known else None


def hints(kind: type) -> dict[str, Any]:
    """Return the types of a dataclass's fields by name."""
    return get_type_hints(kind)


def lacks(kind: Any, path: Path) -> bool:
    """Say whether a type has nothing by a path. What a path leads to behind texts, lists or `Any` is not followed."""
    if not path or kind is Any or kind is object:
        return False
    if get_origin(kind) in (Union, UnionType):
        return all(lacks(each, path) for each in get_args(kind) if each is not NoneType)
    if not isinstance(kind, type) or get_origin(kind) is not None:
        return True
    name, *rest = path
    if isinstance(found := getattr(kind, name, None), property):
        return lacks(hints_of_property(found), tuple(rest))
    if dataclasses.is_dataclass(kind) or issubclass(kind, tuple):
        return name not in hints(kind) or lacks(hints(kind)[name], tuple(rest))
    return not hasattr(kind, name)


def hints_of_property(found: property) -> Any:
    """Return what a property holds."""
    return get_type_hints(found.fget)["return"]
