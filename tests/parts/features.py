"""What features bring to the gates that name things one by one: addresses, bodies, documents, tables.

A feature that has such things has a module `gates.py` beside its `feature.py`, with plain values by the names that the
gates ask for; and, where it has tables, a `README.md` with the tables of `docs/privacy.md` and of `docs/operations.md`,
What goes stale.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from games import features


def brought(name: str) -> list[Any]:
    """Return what the features' gates hold by a name, feature by feature."""
    modules = [f"{feature}.gates" for feature in features.FEATURES]
    found = [import_module(module) for module in modules if find_spec(module)]
    return [getattr(module, name) for module in found if hasattr(module, name)]


def entries(name: str) -> dict[Any, Any]:
    """Return the same of dictionaries, all together."""
    return {key: value for each in brought(name) for key, value in each.items()}


def items(name: str) -> list[Any]:
    """Return the same of lists, one after the other."""
    return [item for each in brought(name) for item in each]


def manuals() -> str:
    """Return what features say of their tables."""
    files = [Path(folder) / "README.md" for folder in features.app_folders()]
    return "\n".join(file.read_text() for file in files if file.exists())
