"""Every small change that can be made to a piece of source."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import NamedTuple

OPPOSITE: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
}
QUERIES = {"filter", "exclude", "get", "select", "lock"}
DRAWN_FROM = {"atomic"}
"""Decorators whose loss a test should notice; without most others nothing would even start."""
TYPES = {"annotation", "returns", "type_params"}
"""Fields of nodes that no program runs."""
GUARDS = {"frozen"}
"""Flags of classes that keep us from slips of our own; a program that makes none runs as well without them."""


class Change(NamedTuple):
    """A piece of source, by offsets in bytes, and what to write there instead."""

    line: int
    start: int
    end: int
    old: str
    new: str


def changes(source: str) -> list[Change]:
    """Return all changes of a file, in its order."""
    data = source.encode()
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node, new in _all(ast.parse(source)):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
        found.append(Change(node.lineno, start, end, data[start:end].decode(), new))
    return sorted(found, key=lambda change: (change.start, change.end, change.new))


def made(source: str, change: Change) -> str:
    """Return the source with the change; all that follows stays on its line."""
    data, new, lost = source.encode(), change.new, "\n" * change.old.count("\n")
    if lost:
        new = f"{new}{lost}" if new == "pass" else f"({new}{lost})"
    return (data[: change.start] + new.encode() + data[change.end :]).decode()


Found = Iterator[tuple[ast.expr | ast.stmt, str]]


def _all(tree: ast.AST) -> Found:
    for name, value in ast.iter_fields(tree):
        for node in value if isinstance(value, list) else [value]:
            if name not in TYPES and isinstance(node, ast.AST) and getattr(node, "arg", "") not in GUARDS:
                yield from _of(node)
                yield from _all(node)


def _of(node: ast.AST) -> Found:
    match node:
        case ast.Compare(ops=[op]) if type(op) in OPPOSITE:
            yield node, _written(node, ops=[OPPOSITE[type(op)]()])
        case ast.BoolOp(op=op) | ast.BinOp(op=op) if type(op) in OPPOSITE:
            yield node, _written(node, op=OPPOSITE[type(op)]())
        case ast.Constant(value=bool(value)):
            yield node, str(not value)
        case ast.Constant(value=int(value)):
            yield node, str(value + 1)
        case ast.If(test=test) | ast.IfExp(test=test):
            yield test, f"(not ({ast.unparse(test)}))"
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield value, "None"
        case ast.Expr(value=ast.Call() as call) if not ast.unparse(call.func).startswith("logger."):
            yield node, "pass"
        case ast.FunctionDef(decorator_list=decorators):
            yield from ((each, "(lambda same: same)") for each in decorators if _name(each) in DRAWN_FROM)
        case ast.Call():
            yield from _of_call(node)


def _of_call(node: ast.Call) -> Found:
    if _name(node.func) == "sorted" and not node.keywords:
        yield node, _written(node, func=ast.Name("list"))
    if _name(node.func) in QUERIES:
        for number in range(len(node.keywords)):
            yield node, _written(node, keywords=node.keywords[:number] + node.keywords[number + 1 :])


def _name(function: ast.expr) -> str:
    return ast.unparse(function).rpartition(".")[2]


def _written(node: ast.expr, **changed: object) -> str:
    other = copy.copy(node)
    for name, value in changed.items():
        setattr(other, name, value)
    return f"({ast.unparse(other)})"


def drops_condition(change: Change) -> bool:
    """Say whether a change takes a condition out of a query."""
    match _call(change.old), _call(change.new):
        case ast.Call() as before, ast.Call() as after:
            return len(before.keywords) > len(after.keywords)
    return False


def _call(text: str) -> ast.expr | None:
    return None if text == "pass" else ast.parse(f"({text})", mode="eval").body
