"""The packages that bring games: folders of this site, and all packages installed with an entry point of the group.

A package is in two parts: its rules, which know nothing of Django, and an app, which is all of the game that does. A
folder `games/rules/<name>/` has its app in `games/boards/<name>/`; the entry point of an installed one is called as its
game's slug is and names the app, whose rules are a folder in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, NamedTuple

from games.rules.modular import ModularGame, lacking

GROUP = "sealed_move.games"
SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
RULES, APPS = "games.rules", "games.boards"


class BadPackage(Exception):
    """A package that brings no game; the text says why."""


class Package(NamedTuple):
    """What brings a game: dotted names of its rules and its app, and the paths of its classes by version."""

    slug: str
    rules: str
    app: str
    versions: Mapping[int, str]
    rivals: Mapping[str, str] = {}
    """Plain players against which the bot is measured: by name, where their modules are in the rules."""

    @property
    def module(self) -> str:
        """The slug as Python and templates write it."""
        return self.slug.replace("-", "_")

    @property
    def folder(self) -> Path:
        """Where the app lies."""
        return Path(*import_module(self.app).__path__)

    @property
    def rules_folder(self) -> Path:
        """Where the rules lie."""
        return Path(*import_module(self.rules).__path__)

    def has(self, name: str) -> bool:
        """Say whether the rules have a module of this name."""
        return find_spec(f"{self.rules}.{name}") is not None

    def brings(self, name: str) -> bool:
        """Say whether the app has a module of this name."""
        return find_spec(f"{self.app}.{name}") is not None


def own() -> Iterator[Package]:
    """Yield the folders of this site."""
    for each in iter_modules(import_module(RULES).__path__):
        if each.ispkg:
            yield _package(each.name.replace("_", "-"), f"{RULES}.{each.name}", f"{APPS}.{each.name}")


def installed() -> tuple[list[Package], dict[str, Exception]]:
    """Return the installed packages whose games can be played, and by the names of all others what is wrong with
    them.
    """
    good, broken = [], {}
    for entry in sorted(entry_points(group=GROUP)):
        try:
            good.append(_tried(entry))
        except Exception as error:  # a stranger's module may raise anything
            broken[entry.name] = error
    return good, broken


def _tried(entry: EntryPoint) -> Package:
    """Return the package of an entry point, once each version of its game was made."""
    if not SLUG.fullmatch(entry.name):
        raise BadPackage("Its entry point is no slug: lower-case letters and digits, words joined by hyphens.")
    if entry.name in {package.slug for package in own()}:
        raise BadPackage("This site has a game of this name.")
    package = _package(entry.name, f"{entry.value}.rules", entry.value)
    for version, path in package.versions.items():
        game = made(path)
        if isinstance(game, ModularGame) and (lacks := lacking(game.modules)):
            raise BadPackage(f"{path} lacks {', '.join(lacks)}.")
        meta = game.meta
        if (meta.slug, meta.version) != (entry.name, version):
            raise BadPackage(f"{path} calls itself {meta.slug} {meta.version}, not {entry.name} {version}.")
    return package


def _package(slug: str, rules: str, app: str) -> Package:
    module: ModuleType = import_module(rules)
    versions: Mapping[int, str] = getattr(module, "VERSIONS", {})
    if not versions:
        raise BadPackage(f"{rules} names no VERSIONS.")
    paths = {version: f"{rules}.{path}" for version, path in versions.items()}
    rivals = {each.rpartition(".")[2]: each for each in getattr(module, "RIVALS", ())}
    return Package(slug, rules, app, paths, rivals)


def made(path: str) -> Any:
    """Return the game whose class has this dotted path."""
    module, name = path.rsplit(".", 1)
    return getattr(import_module(module), name)()
