"""Records that must replay for ever: for each registered game, one per way a match can end, and one rolled back.

They lie in `golden/` beside the tests of its rules, where a module `endings` says who plays them (NAME and `play`), if
bots at random would not do; those alone that end as its ENDINGS say, where it has any.

`python -m tests.rules.golden` writes those that are missing. Where one has to change, its game needs a new version.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest

from games.rules import registry
from games.rules.game import Meta, OptionValue
from games.rules.house import HOUSE_REASONS
from games.rules.playout import BOTS, Playout
from games.rules.record import Record, dumps, loads
from tests.parts import games

MOVES = 7  # before the house steps in

HOUSE_ENTRIES = {
    "resignation": "!resign 0",
    "timeout": "!timeout 1",
    "adjudication": "!adjudicate 0",
    "agreed": "!draw",
    "void": "!void",
    "bound": "!bound",
}
ROLLED_BACK = "rollback"


def at(name: str) -> Path:
    """Return where the record of this name lies, which begins with the slug of its game."""
    slug = next(slug for slug in registry.slugs() if name.startswith(f"{slug}-"))
    return games.folder(slug) / "golden" / f"{name}.json"


def kept() -> list[Path]:
    """Return all records that are there."""
    return sorted(path for slug in registry.slugs() for path in (games.folder(slug) / "golden").glob("*.json"))


@contextmanager
def seated(slug: str) -> Iterator[None]:
    """Let the players of a game's golden matches play, for as long as it takes."""
    with pytest.MonkeyPatch.context() as patch:
        if player := games.told(slug, "endings"):
            patch.setitem(BOTS, player.NAME, player.play)
        yield


class Recipe(NamedTuple):
    """How a golden record is made; `ending` is a reason to end for, or ROLLED_BACK."""

    slug: str
    version: int
    options: dict[str, OptionValue]
    ending: str

    @property
    def path(self) -> Path:
        variant = [str(self.options["variant"])] if "variant" in self.options else []
        paired = registry.game(self.slug, self.version).meta.unpaired_by.keys() & self.options.keys()
        return at("-".join([self.slug, str(self.version), *variant, *(["paired"] if paired else []), self.ending]))

    def playout(self, number: int = 0) -> Playout:
        game = registry.game(self.slug, self.version)
        player = games.told(self.slug, "endings")
        bot = player.NAME if player and self.ending in getattr(player, "ENDINGS", [self.ending]) else "random"
        return Playout(game, self._known(game.meta), f"golden-{number}", [bot] * game.meta.seats)

    def _known(self, meta: Meta) -> dict[str, OptionValue]:
        """Return the options that the game had when the record was made."""
        settled = meta.settle(self.options)
        return (
            {name: settled[name] for name in loads(self.path.read_bytes()).options} if self.path.exists() else settled
        )

    def record(self) -> Record:
        with seated(self.slug):
            if self.ending in HOUSE_ENTRIES:
                return self.ended_by_house()
            return self.rolled_back() if self.ending == ROLLED_BACK else self.ended_by_rules()

    def ended_by_house(self) -> Record:
        match = self.playout()
        match.play(MOVES)
        match.rule(HOUSE_ENTRIES[self.ending])
        return match.record()

    def ended_by_rules(self) -> Record:
        """Return the first of the seeds that leads to this ending."""
        for number in count():
            match = self.playout(number)
            match.play()
            record = match.record()
            if record.result is not None and record.result.reason == self.ending:
                return record
        raise AssertionError

    def rolled_back(self) -> Record:
        """Back to entry 2 past a draw, on past the next draw, back again to entry 2, and on to the end.

        In a game that draws nothing later, past entries alone.
        """
        whole, match = self.playout(), self.playout()
        whole.play()
        draws = any(entry.draws for entry in whole.log.entries[3:])
        for _ in range(2):
            match.play(1)
            while match.log.entries[-1].ply <= 2 or draws > bool(match.log.entries[-1].draws):
                match.play(1)
            match.rule("!rollback 2")
        match.play()
        return match.record()


def recipes() -> Iterator[Recipe]:
    """Yield every golden record that there has to be."""
    for slug, version in registry.GAMES:
        meta = registry.game(slug, version).meta
        for options in _variants(meta):
            for ending in [*meta.end_reasons, *HOUSE_REASONS, ROLLED_BACK]:
                yield Recipe(slug, version, options, ending)


def _variants(meta: Meta) -> list[dict[str, OptionValue]]:
    """Return options for short matches, once for each variant, and once such that there are pairs, where usually none
    are.
    """
    values = {option.name: [choice.value for choice in option.choices] for option in meta.options}
    short: dict[str, OptionValue] = {"rounds": 2} if "rounds" in values else {}
    paired = meta.for_pair({})
    variants = [{**short, "variant": variant} for variant in values.get("variant", ())] or [short]
    return [*variants, {**short, **paired}] if paired else variants


def write_missing() -> Iterator[Path]:
    """Write the golden records that are not there yet."""
    for recipe in recipes():
        if not recipe.path.exists():
            recipe.path.parent.mkdir(exist_ok=True)
            recipe.path.write_bytes(dumps(recipe.record()))
            yield recipe.path


if __name__ == "__main__":
    for path in write_missing():
        sys.stdout.write(f"{path.name}\n")
