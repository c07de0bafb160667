"""Every game in every version that can be played: a new game adds one line."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from games.rules.errors import UnknownGame
from games.rules.game import Game
from games.rules.sentence import N_, sentence

GAMES: dict[tuple[str, int], str] = {
    ("en-garde", 1): "games.rules.en_garde.game.EnGarde",
    ("field-of-glory", 1): "games.rules.field_of_glory.game.FieldOfGlory",
    ("fantasy-dice-battles", 1): "games.rules.fantasy_dice_battles.game.FantasyDiceBattles",
}
"""(slug, version) → dotted path of the class. The highest version is the one new matches are played by."""


@cache
def game(slug: str, version: int) -> Game[Any, Any]:
    """The rules of one game in one version. Raises UnknownGame."""
    path = GAMES.get((slug, version))
    if path is None:
        known = ", ".join(f"{name} {number}" for name, number in GAMES)
        template = N_("There is no game “{slug}” in version {version}. There are: {known}.")
        raise UnknownGame(sentence(template, slug=slug, version=version, known=known))
    module, name = path.rsplit(".", 1)
    rules: Game[Any, Any] = getattr(import_module(module), name)()
    return rules


def current(slug: str) -> Game[Any, Any]:
    """The newest version of a game. Raises UnknownGame."""
    versions = [version for name, version in GAMES if name == slug]
    if not versions:
        raise UnknownGame(
            sentence(N_("There is no game “{slug}”. There are: {known}."), slug=slug, known=", ".join(slugs()))
        )
    return game(slug, max(versions))


def slugs() -> list[str]:
    """The slug of every game once, in the order of the table."""
    return list(dict.fromkeys(slug for slug, _ in GAMES))
