"""What the rules remember between two calls: nothing that a secret went into, so that no player can time it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from inspect import getmembers, isclass
from pkgutil import walk_packages
from types import ModuleType
from typing import Any

import games.rules
from games.rules import engine, registry
from games.rules.chance import NoChance
from games.rules.fantasy_dice_battles.army_phase import steps_of
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS

REMEMBERING = {
    "games.rules.registry.game",  # the rules themselves, by game and version
    "games.rules.fantasy_dice_battles.player.weighing.harm",  # odds of dice, for bots, whose answers have a floor
    "games.rules.fantasy_dice_battles.player.blows.ways",
    "games.rules.fantasy_dice_battles.player.blows.blow",
}


def modules() -> Iterator[ModuleType]:
    """Yield every module of the rules."""
    for found in walk_packages(games.rules.__path__, "games.rules."):
        if not found.name.endswith("__main__"):
            yield import_module(found.name)


def caches() -> dict[str, Any]:
    """Return every function and method of the rules that remembers its answers, by name."""
    owners: list[tuple[str, Any]] = []
    for module in modules():
        owners.append((module.__name__, module))
        owners += [
            (f"{each.__module__}.{name}", each)
            for name, each in getmembers(module, isclass)
            if each.__module__ == module.__name__
        ]
    return {
        f"{place}.{name}": each
        for place, owner in owners
        for name, each in vars(owner).items()
        if hasattr(each, "cache_info") and each.__module__.startswith("games.rules") and _is_home(each, place)
    }


def _is_home(function: Any, place: str) -> bool:
    """Say whether a function is defined at the place where it was found, not brought in from elsewhere."""
    return bool(place.startswith(function.__module__))


def held() -> dict[str, int]:
    """Return how much every cache and every table of the rules holds."""
    sizes = {name: cache.cache_info().currsize for name, cache in caches().items()}
    for module in modules():
        for name, value in vars(module).items():
            if isinstance(value, dict | list | set) and not name.startswith("__"):
                sizes[f"{module.__name__}.{name}"] = len(value)
    return sizes


def test_only_public_things_are_remembered() -> None:
    assert set(caches()) == REMEMBERING


def test_a_cache_would_be_found() -> None:
    assert caches()["games.rules.registry.game"] is registry.game


def test_composing_an_army_leaves_nothing_behind_that_another_could_time() -> None:
    game = registry.current("fantasy-dice-battles")
    position, _, _ = engine.start(game, {}, [0, 1], NoChance())
    before = held()
    for preset in SETS[DEFAULT_SET].presets.values():
        steps = steps_of(preset.army)
        for length in range(1, len(steps) + 1):
            assert engine.preview(game, position, 0, steps[:length]).legal
    assert held() == before
