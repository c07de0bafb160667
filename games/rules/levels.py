"""How strong a game's computer opponents are: its levels, how each chooses, and what was measured of them.

A game names its levels in its module `levels`, weakest first. What was measured is data beside it, written by
`manage.py levels calibrate`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from importlib import import_module, resources
from math import sqrt
from typing import Annotated, NamedTuple, Protocol, TypeVar

import msgspec

from games.rules import registry
from games.rules.chance import Chance
from games.rules.engine import AnyGame
from games.rules.game import Step, View
from games.rules.packages import Package
from games.rules.sentence import N_

USUAL = "club"
"""The level of those who chose none."""
FILE = "levels.json"
ALWAYS = 100
"""The odds of a step that a player never overlooks, of a hundred."""
SURENESS = 1.959964
"""How many standard errors an interval of 95 % reaches to each side."""

Bot = Callable[[AnyGame, View, Sequence[Step | None], Chance], Step | None]
"""A bot: chooses a step from what its seat may know and the steps it may take.

None among the steps means that the move may end here.
"""
Enough = Callable[[], bool]
"""Says whether the time of a move is up. The rules have no clock: who lets a bot play brings it."""
K = TypeVar("K", bound=Hashable)


def never() -> bool:
    """Say that there is time left: for matches that are the same for the same seed."""
    return False


class Chooser(Protocol):
    """How a level chooses. One that searches asks `enough` now and then, and answers with its best so far."""

    def __call__(
        self, game: AnyGame, view: View, steps: Sequence[Step | None], chance: Chance, *, enough: Enough
    ) -> Step | None: ...


class Planner(Protocol):
    """How a level plans the steps of a whole move, the next one first. It asks `enough` as a chooser does."""

    def __call__(
        self, game: AnyGame, view: View, steps: Sequence[Step | None], chance: Chance, *, enough: Enough
    ) -> Sequence[Step]: ...


class Whole(NamedTuple):
    """A chooser that plans its move as a whole, because planning it again for each step would take too long."""

    plan: Planner

    def __call__(
        self, game: AnyGame, view: View, steps: Sequence[Step | None], chance: Chance, *, enough: Enough
    ) -> Step | None:
        return self.bot(enough)(game, view, steps, chance)

    def bot(self, enough: Enough) -> Bot:
        """Return a player that takes the steps of its plan one by one, and plans again once it has taken them."""
        left: list[Step] = []

        def take(game: AnyGame, view: View, steps: Sequence[Step | None], chance: Chance) -> Step | None:
            if not left or left[0] not in steps:
                left[:] = self.plan(game, view, steps, chance, enough=enough)
            return left.pop(0) if left else None

        return take


TITLES = {
    "beginner": N_("Beginner"),
    "casual": N_("Casual"),
    "club": N_("Club"),
    "strong": N_("Strong"),
    "expert": N_("Expert"),
}
"""What levels are called whose names several games have."""
MANNERS = {
    "beginner": N_("for a first match"),
    "casual": N_("plays now and then"),
    "club": N_("plays like a club player"),
    "strong": N_("weighs every move"),
    "expert": N_("looks several moves ahead"),
}
"""How these play, in the words of a player, where a game says nothing else."""


class Level(NamedTuple):
    """A level: its name in data and addresses, how it chooses, and in the game's own words, marked with N_, what it is
    called and how it plays, if those of TITLES and MANNERS don't say it."""

    name: str
    choose: Chooser
    own_title: str = ""
    own_manner: str = ""

    @property
    def title(self) -> str:
        """What it is called, for people."""
        return self.own_title or TITLES[self.name]

    @property
    def manner(self) -> str:
        """How it plays, for people. Empty for a level with a title of the game's own and no words on how it plays."""
        return self.own_manner or ("" if self.own_title else MANNERS[self.name])

    def bot(self, enough: Enough = never) -> Bot:
        """Return the player of this level."""
        return self.choose.bot(enough) if isinstance(self.choose, Whole) else partial(self.choose, enough=enough)


def levels(slug: str) -> tuple[Level, ...]:
    """Return the levels of a game, weakest first; none for a game without."""
    package = registry.PACKAGES[slug]
    found: tuple[Level, ...] = import_module(f"{package.rules}.levels").LEVELS if package.has("levels") else ()
    return found


def pairs(slug: str) -> list[tuple[Level, Level]]:
    """Return each level of a game but the lowest with the next lower one, weakest first."""
    known = levels(slug)
    return list(zip(known[1:], known, strict=False))


def noticed(odds: Mapping[K, int], chance: Chance) -> list[K]:
    """Return what a player notices: each with so many chances of a hundred, or else what is most easily found."""
    seen = [each for each, of_hundred in odds.items() if chance.below(100, "notice") < of_hundred]
    return seen or [max(odds, key=odds.__getitem__)]


# --- What was measured of them ---


class Pairing(msgspec.Struct, forbid_unknown_fields=True):
    """Matches of a level against the next lower one: W, L or D (level) for each of them, by number."""

    level: str
    below: str
    results: Annotated[str, msgspec.Meta(pattern="^[WLD]*$")] = ""


class Measured(msgspec.Struct, forbid_unknown_fields=True):
    """All that was measured of the levels of a game in one version, in matches from one seed."""

    version: int
    seed: str
    pairings: list[Pairing] = []

    def of(self, name: str, below: str) -> Pairing:
        """Return the matches of a level against another one, to which more can be added."""
        found = next((each for each in self.pairings if (each.level, each.below) == (name, below)), None)
        if found is None:
            found = Pairing(name, below)
            self.pairings.append(found)
        return found


class Strength(NamedTuple):
    """What a level has scored of a hundred against the next lower one, if any, and where that lies with 95 %
    sureness. A match that nobody won counts as half won. Without `matches` nothing was measured.
    """

    level: Level
    below: Level | None = None
    matches: int = 0
    score: float = 0
    low: float = 0
    high: float = 0


def read(package: Package) -> Measured | None:
    """Return what was measured of a game, as its file has it."""
    file = resources.files(package.rules) / FILE
    return msgspec.json.decode(file.read_bytes(), type=Measured) if file.is_file() else None


def written(measured: Measured) -> bytes:
    """Return the content of the file."""
    return msgspec.json.format(msgspec.json.encode(measured), indent=1) + b"\n"


def strengths(slug: str) -> list[Strength]:
    """Return what is known of each level of a game in its present version, weakest first."""
    measured = read(registry.PACKAGES[slug])
    if measured is None or measured.version != registry.current(slug).meta.version:
        measured = Measured(0, "")
    lowest = [Strength(each) for each in levels(slug)[:1]]
    return lowest + [strength(each, below, measured.of(each.name, below.name).results) for each, below in pairs(slug)]


def strength(of: Level, below: Level, results: str) -> Strength:
    """Return what the results of matches say."""
    if not results:
        return Strength(of, below)
    share = (results.count("W") + results.count("D") / 2) / len(results)
    low, high = wilson(share, len(results))
    return Strength(of, below, len(results), 100 * share, 100 * low, 100 * high)


def wilson(share: float, number: int) -> tuple[float, float]:
    """Return Wilson's interval of 95 % for a share that was seen in so many trials."""
    spread = SURENESS * SURENESS / number
    middle = (share + spread / 2) / (1 + spread)
    reach = sqrt(spread * share * (1 - share) + spread * spread / 4) / (1 + spread)
    return middle - reach, middle + reach
