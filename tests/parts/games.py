"""What tests are told of each game, by modules in the folders of its tests that have the game's name.

`tests/rules/<name>/` has `contract` (what the contract suite must know), `claims` (how to tell that hints hold), golden
records, and `golden` where bots at random would not reach every ending; `tests/games/boards/<name>/` has `facts`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from games.rules import registry
from games.rules.game import OptionValue

ROOT = Path(__file__).parents[2]
OUTSIDE = {"sealed-auction": "tests.sealed"}
"""Games that come by packages have all of it in one folder."""


class Goals(NamedTuple):
    """What `make bench` wants of a game: replays as multiples of the yardstick, trusted (None where that is not asked)
    and checked, and kilobytes of a dumped state."""

    trusted: float | None
    checked: float
    size: int


class Facts(NamedTuple):
    """What tests of the site must know of a game.

    Numbers of moves after which its page is looked at: by a watcher (`watched`), for what it costs (`costly`: more than
    a page tells of, and more than lie between two snapshots), for its weight in a browser (`weighed`), and by `make
    bench` (`measured`). Where it has `hands`, its board names whose they are. `typed` are texts that somebody could
    send at any moment, to be refused alike in twins. `quick` are options for matches that are soon over, and `long`
    those for matches that go on for the whole of `make drill`, which leaves a game without them out. `goals` are those
    of `make bench`, and `faultless` how many random matches it holds to the laws.
    """

    watched: int = 3
    costly: int = 14
    weighed: int = 3
    measured: int = 3
    hands: bool = False
    typed: tuple[str, ...] = ("",)
    quick: Mapping[str, OptionValue] = {}
    long: Mapping[str, OptionValue] | None = None
    goals: Goals | None = None
    faultless: int = 0


def facts(slug: str) -> Facts:
    """Return what is known of a game: what its `facts` say, or what does for most."""
    found: Facts = module.FACTS if (module := told(slug, "facts")) else Facts()
    return found


def drawn() -> list[str]:
    """Return the games of this project, which have boards."""
    return [slug for slug in registry.slugs() if slug not in OUTSIDE]


def told(slug: str, name: str) -> ModuleType | None:
    """Return the module of this name in one of the folders of a game's tests, if there is one."""
    paths = [f"{folder}.{name}" for folder in packages(slug)]
    return next((import_module(path) for path in paths if find_spec(path)), None)


def packages(slug: str) -> list[str]:
    """Return the packages that hold a game's tests, of its rules first."""
    name = slug.replace("-", "_")
    own = [f"tests.rules.{name}", f"tests.games.boards.{name}"]
    return [OUTSIDE[slug]] if slug in OUTSIDE else [path for path in own if find_spec(path)]


def folder(slug: str) -> Path:
    """Return the folder of the tests of a game's rules."""
    found = packages(slug)
    assert found, f"{slug} has no tests in this tree: neither in tests/rules/ nor in tests/games/boards/."
    return ROOT.joinpath(*found[0].split("."))


def needed(slug: str, name: str) -> Any:
    """Return the same as `told`, for what each game has to have.

    Raises: `AssertionError` if this one has none.
    """
    found = told(slug, name)
    assert found is not None, f"{slug} has no {name}.py in {folder(slug).relative_to(ROOT)}/."
    return found
