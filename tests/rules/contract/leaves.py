"""The leaves of a dumped state: finding them, changing one, and naming them by patterns such as `hands.*.*`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from games.rules.engine import AnyGame
from games.rules.errors import RulesError
from games.rules.game import Viewer

Path = tuple[str | int, ...]
Pool = dict[str, list[Any]]
"""For each pattern the values its leaves were seen to have."""


def plain(value: Any) -> Any:
    """Return a state as dictionaries and lists, with every default written out."""
    if isinstance(value, msgspec.Struct):
        config = value.__struct_config__
        tag = {config.tag_field: config.tag} if config.tag_field else {}
        return tag | {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def leaves(tree: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield every leaf with its path."""
    if isinstance(tree, dict | list):
        branches: Iterable[tuple[str | int, Any]] = tree.items() if isinstance(tree, dict) else enumerate(tree)
        for key, branch in branches:
            yield from leaves(branch, (*path, key))
    else:
        yield path, tree


def pattern(path: Path) -> str:
    """Return the path with `*` for every index."""
    return ".".join("*" if isinstance(key, int) else key for key in path)


def matches(path: Path, patterns: Iterable[str]) -> bool:
    """Say whether one of the patterns, in which `*` stands for any index or key, names the path."""
    return any(_match(path, wanted.split(".")) for wanted in patterns)


def _match(path: Path, wanted: list[str]) -> bool:
    return len(path) == len(wanted) and all(part in ("*", str(key)) for key, part in zip(path, wanted, strict=True))


def changed(tree: Any, changes: dict[Path, Any]) -> Any:
    """Return the tree with some of its leaves changed; the tree given stays as it is."""
    if () in changes:
        return changes[()]
    heads = {path[0] for path in changes}
    copy = tree.copy()
    for head in heads:
        copy[head] = changed(tree[head], {path[1:]: value for path, value in changes.items() if path[0] == head})
    return copy


def pool(states: Iterable[Any]) -> Pool:
    """Return the values seen in the states, by pattern; what is no leaf there but may stand in for one (a struct)
    too.
    """
    seen: dict[str, dict[bytes, Any]] = {}
    for state in states:
        for path, value in _nodes(plain(state)):
            seen.setdefault(pattern(path), {})[msgspec.json.encode(value)] = value
    return {name: list(values.values())[:6] for name, values in seen.items()}


def _nodes(tree: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    yield path, tree
    branches: Iterable[tuple[str | int, Any]] = ()
    if isinstance(tree, dict | list):
        branches = tree.items() if isinstance(tree, dict) else enumerate(tree)
    for key, branch in branches:
        yield from _nodes(branch, (*path, key))


def others(value: Any, seen: Iterable[Any]) -> Iterator[Any]:
    """Yield other values for a leaf: what stood there elsewhere, and its neighbours."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    yield from (other for other in seen if type(other) is not type(value) or other != value)


def state_of(rules: AnyGame, tree: Any) -> Any | None:
    """Return the tree as a state, or None where the types do not allow it."""
    try:
        return msgspec.convert(tree, rules.state_type, strict=True)
    except msgspec.ValidationError:
        return None


def lawful(rules: AnyGame, state: Any) -> bool:
    """Say whether the state obeys the game's laws; one that breaks them so badly that they cannot be asked does not."""
    try:
        rules.check(state)
    except (RulesError, LookupError, ValueError, TypeError):
        return False
    return True


def seen(rules: AnyGame, state: Any, viewer: Viewer) -> bytes:
    """Return the view as bytes, to compare."""
    return msgspec.json.encode(rules.view(state, viewer))


def seen_or_fault(rules: AnyGame, state: Any, viewer: Viewer) -> bytes:
    """Return the view as bytes, or the fault that an impossible state caused: either shows that the leaf was looked
    at.
    """
    try:
        return seen(rules, state, viewer)
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        return repr(error).encode()


def view_keys(view: type) -> tuple[str, ...]:
    """Return every key of a view and of the structs in it, dotted, sorted."""
    return tuple(sorted(set(_keys(msgspec.inspect.type_info(view), ""))))


def _keys(kind: msgspec.inspect.Type, prefix: str) -> Iterator[str]:
    match kind:
        case msgspec.inspect.StructType(fields=fields):
            for field in fields:
                yield prefix + field.encode_name
                yield from _keys(field.type, f"{prefix}{field.encode_name}.")
        case msgspec.inspect.UnionType(types=kinds) | msgspec.inspect.TupleType(item_types=kinds):
            for part in kinds:
                yield from _keys(part, prefix)
        case (
            msgspec.inspect.VarTupleType(item_type=item)
            | msgspec.inspect.ListType(item_type=item)
            | msgspec.inspect.DictType(value_type=item)
        ):
            yield from _keys(item, prefix)
