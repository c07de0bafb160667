"""Changes that no test can notice, each with the reason."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

from tests.mutate.changes import Change

ROOT = Path(__file__).parents[2]
LIST = Path(__file__).with_name("equivalent.toml")
MOST = 0.05
"""The part of all changes that may be listed."""


class Key(NamedTuple):
    """A change, wherever in its file the line stands."""

    file: str
    line: str
    old: str
    new: str


def key(path: Path, change: Change) -> Key:
    line = path.read_text().splitlines()[change.line - 1]
    return Key(str(path.relative_to(ROOT)), line.strip(), _flat(change.old), _flat(change.new))


def listed() -> dict[Key, str]:
    """Return why each is no other program than the one that stands there."""
    rows = tomllib.loads(LIST.read_text())["change"]
    return {Key(row["file"], row["line"], _flat(row["old"]), _flat(row["new"])): row["reason"] for row in rows}


def _flat(text: str) -> str:
    return " ".join(text.split())
