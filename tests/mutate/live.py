"""Changing functions while they are loaded, so that a change costs no start of Django."""

from __future__ import annotations

import gc
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType

from tests.mutate.changes import Change, made

Place = tuple[str, int]
"""A function in its file: qualified name and first line."""


def functions(source: str, path: Path) -> dict[Place, CodeType]:
    """Return the code of every function of a source, at any depth."""
    return _found(compile(source, str(path), "exec"))


def _found(code: CodeType) -> dict[Place, CodeType]:
    found: dict[Place, CodeType] = {}
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            found |= {(inner.co_qualname, inner.co_firstlineno): inner} | _found(inner)
    return found


def changed(path: Path, change: Change) -> dict[Place, CodeType] | None:
    """Return the functions that a change alters, with their new code; None where it alters what is run at import."""
    source = path.read_text()
    new_source = made(source, change)
    old, new = functions(source, path), functions(new_source, path)
    if _module(source, path) != _module(new_source, path):
        return None
    found = {place: new[place] for place in old.keys() & new.keys() if old[place] != new[place]}
    kept = all(old[place].co_freevars == new[place].co_freevars for place in found)
    return found if found and kept else None


def _module(source: str, path: Path) -> list[object]:
    """Return what is run at import: the code of the module and its classes, except their functions."""
    return _frame(compile(source, str(path), "exec"))


def _frame(code: CodeType) -> list[object]:
    parts: list[object] = [code.co_code, code.co_names]
    for inner in code.co_consts:
        if not isinstance(inner, CodeType):
            parts.append((type(inner), inner))
        elif not inner.co_flags & OPTIMIZED:  # the body of a class
            parts += _frame(inner)
    return parts


OPTIMIZED = 0x1
"""What marks the code of functions."""


def loaded(path: Path, found: dict[Place, CodeType]) -> list[tuple[FunctionType, CodeType]]:
    """Return the functions of a file that this process has loaded, each with its new code."""
    gc.unfreeze()  # what tests/conftest.py has hidden from collections is not named either
    # By `type`, which asks an object nothing: `isinstance` would have lazy ones work out what they stand for.
    functions: list[FunctionType] = [each for each in gc.get_objects() if type(each) is FunctionType]
    mine = [each for each in functions if each.__code__.co_filename == str(path)]
    places = [(each, (each.__code__.co_qualname, each.__code__.co_firstlineno)) for each in mine]
    return [(each, found[place]) for each, place in places if place in found]


def put(functions: list[tuple[FunctionType, CodeType]]) -> None:
    """Give functions their new code."""
    for function, code in functions:
        function.__code__ = code


def start_with(path: Path, change: Change) -> None:
    """Have a file loaded with a change by this process, which has not imported it yet."""
    plain = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        if loader.path != str(path):
            return plain(loader, name)
        return compile(made(path.read_text(), change), str(path), "exec", dont_inherit=True)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]
