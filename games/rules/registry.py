"""Every game in every version that can be played, as its package brings it."""

from __future__ import annotations

from functools import cache
from typing import Any

from games.rules import packages
from games.rules.errors import UnknownGame
from games.rules.game import Game
from games.rules.packages import Package
from games.rules.sentence import N_, sentence

_INSTALLED, BROKEN = packages.installed()
"""Of `BROKEN`, by name, is known what is wrong with packages whose games are left out."""
PACKAGES: dict[str, Package] = {package.slug: package for package in (*packages.own(), *_INSTALLED)}
"""By slug."""
GAMES: dict[tuple[str, int], str] = {
    (slug, version): path for slug, package in PACKAGES.items() for version, path in package.versions.items()
}
"""(slug, version) → dotted path of the class. The highest version is the one new matches are played by."""


@cache
def game(slug: str, version: int) -> Game[Any, Any]:
    """Return the rules of one game in one version. Raises UnknownGame."""
    path = GAMES.get((slug, version))
    if path is None:
        known = ", ".join(f"{name} {number}" for name, number in GAMES)
        template = N_("There’s no game “{slug}” in version {version}. Available: {known}.")
        raise UnknownGame(sentence(template, slug=slug, version=version, known=known))
    rules: Game[Any, Any] = packages.made(path)
    return rules


def leave_out(slug: str, error: Exception) -> None:
    """Play no game of a package that has a part that doesn't work."""
    BROKEN[slug] = error
    for version in PACKAGES.pop(slug).versions:
        del GAMES[slug, version]
    game.cache_clear()


def current(slug: str) -> Game[Any, Any]:
    """Return the newest version of a game. Raises UnknownGame."""
    versions = [version for name, version in GAMES if name == slug]
    if not versions:
        raise UnknownGame(
            sentence(N_("There’s no game “{slug}”. Available: {known}."), slug=slug, known=", ".join(slugs()))
        )
    return game(slug, max(versions))


def title(slug: str) -> str:
    """Return what a game is called, in English; its slug where no package brings it."""
    return current(slug).meta.title if slug in PACKAGES else slug


def slugs() -> list[str]:
    """Return the slug of every game once, in the order of the table."""
    return list(dict.fromkeys(slug for slug, _ in GAMES))
