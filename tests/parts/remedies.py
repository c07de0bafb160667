"""What to do about a gate that fails: the last column of the table of gates in CONTRIBUTING.md, said where it fails."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| (.+?) \| .+? \| (.+) \|$", re.MULTILINE)


def remedies() -> dict[str, str]:
    """Return what to do by what fails: a file of tests or a command, as the table names them."""
    table = (ROOT / "CONTRIBUTING.md").read_text().partition("| what fails |")[2].partition("\n\n")[0]
    return {name: plain(todo) for names, todo in ROW.findall(table) for name in re.findall("`(.+?)`", names)}


def plain(text: str) -> str:
    """Return the text as a terminal shows it: a link as what it leads to."""
    return re.sub(r"\[.*?\]\((.*?)\)", r"see \1", text).replace("`", "")


def told(failed: Iterable[str]) -> list[str]:
    """Return a line for each gate among the files of these tests."""
    known = remedies()
    files = sorted({nodeid.partition("::")[0] for nodeid in failed})
    return [f"{file}: {known[file]}." for file in files if file in known]
