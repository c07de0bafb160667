"""Where our texts stand: documents, docstrings and comments, catalogues, and the subjects of commits."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Message as CatalogueMessage
from babel.messages.pofile import read_po

BASE_DIR = Path(__file__).parents[2]
FOLDERS = ("accounts", "fogsite", "games", "tests")
APART = ("docs/style.md", "docs/map.md", "tests/prose", "docs/history.md")
"""What quotes the faults, is made from code, or is kept as it was."""
LANGUAGES = ("de", "it")
SINCE = "10fb0d1222d7cd5883b3fff6fd0a3f8413ef1cb5"
"""Commits after this one are held to the guide."""

OPERATORS = re.compile(
    r"^(accounts|fogsite|games)/management/|^fogsite/(?!urls)|/admin(_lists|_forms|_rows)?\.py$|^templates/admin/"
    r"|^accounts/channels/|^games/rules/[a-z_]+/(laws\.py|sets/reading\.py)$"
)
"""The files whose texts only operators read, or authors of positions and sets of units."""


REMARK = re.compile(r"/\*[\s\S]*?\*/|(?<!:)//.*")
"""A comment of a script or a style sheet. The two slashes of an address begin none."""


class Message(NamedTuple):
    """A text of a catalogue, in English and as a language says it."""

    place: str
    """The file that says it."""
    english: str
    said: str
    is_for_players: bool


class Docstring(NamedTuple):
    """The docstring of a function that has to begin with a verb."""

    place: str
    text: str


def is_apart(path: Path) -> bool:
    """Say whether a file isn't held to the guide."""
    return path.relative_to(BASE_DIR).as_posix().startswith(APART)


def documents() -> Iterator[tuple[str, str]]:
    """Yield each document's path and text."""
    for path in sorted([*BASE_DIR.glob("*.md"), *BASE_DIR.glob("docs/**/*.md")]):
        if not is_apart(path):
            yield path.relative_to(BASE_DIR).as_posix(), path.read_text()


def modules() -> Iterator[tuple[str, str]]:
    """Yield each module's path and source, without migrations."""
    for folder in FOLDERS:
        for path in sorted((BASE_DIR / folder).rglob("*.py")):
            if "migrations" not in path.parts and not is_apart(path):
                yield path.relative_to(BASE_DIR).as_posix(), path.read_text()


def comments(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each comment and docstring of a module."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.lstrip("# ")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            for number, line in enumerate(node.value.value.splitlines()):
                yield node.lineno + number, line.strip()


def tests(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of each test of a module, as the sentence that it is."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield node.lineno, node.name.replace("_", " ")


def remarks() -> Iterator[tuple[str, str]]:
    """Yield the place and text of each comment of scripts and style sheets, and of each line of the scaffold."""
    for path in sorted(path for folder in FOLDERS for path in (BASE_DIR / folder).rglob("*.*")):
        place = path.relative_to(BASE_DIR).as_posix()
        if path.suffix in {".js", ".css"}:
            yield from ((place, found.group()) for found in REMARK.finditer(path.read_text()))
        elif path.suffix == ".tpl":
            yield from ((f"{place}:{number}", line) for number, line in enumerate(path.read_text().splitlines(), 1))


def docstrings(source: str) -> Iterator[Docstring]:
    """Yield the docstrings of functions, without tests, fixtures and properties: those may begin with a noun."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("test_"):
            text = ast.get_docstring(node)
            if text and not re.search("property|fixture", " ".join(map(ast.unparse, node.decorator_list))):
                yield Docstring(f"{node.lineno}", text)


@cache
def messages(language: str) -> list[Message]:
    """Return each message of the site's and the games' catalogues in a language."""
    return list(read_messages(language))


def read_messages(language: str) -> Iterator[Message]:
    """Yield each message of the catalogues, as their files have it now."""
    for path in sorted(BASE_DIR.glob(f"[fg]*/**/locale/{language}/LC_MESSAGES/django.po")):
        with path.open("rb") as file:
            yield from (as_text(found) for found in read_po(file) if found.id)


def as_text(found: CatalogueMessage) -> Message:
    """Return a message with its singular and its plural in one line."""
    places = [place for place, _ in found.locations]
    english, said = (forms if isinstance(forms, tuple | list) else (forms,) for forms in (found.id, found.string))
    is_for_players = not all(OPERATORS.search(place) for place in places)
    return Message(places[0], " / ".join(map(str, english)), " / ".join(map(str, said)), is_for_players)


def subjects() -> list[str]:
    """Return the subjects of the commits since the guide holds; none where their history isn't there."""
    done = subprocess.run(
        ["git", "log", "--no-merges", "--format=%s", f"{SINCE}..HEAD"],
        cwd=BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.splitlines() if done.returncode == 0 else []
