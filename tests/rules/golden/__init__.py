"""Records that must replay for ever: for each registered game, one per way a match can end, and one rolled back.

`python -m tests.rules.golden` writes those that are missing. Where one has to change, its game needs a new version.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

from games.rules import registry
from games.rules.game import Meta, OptionValue
from games.rules.house import HOUSE_REASONS
from games.rules.playout import Playout
from games.rules.record import Record, dumps
from tests.rules.golden.players import PLAYERS, seated

HERE = Path(__file__).parent
MOVES = 7  # before the house steps in

HOUSE_ENTRIES = {
    "resignation": "!resign 0",
    "timeout": "!timeout 1",
    "adjudication": "!adjudicate 0",
    "agreed": "!draw",
    "void": "!void",
}
ROLLED_BACK = "rollback"


class Recipe(NamedTuple):
    """How a golden record is made; `ending` is a reason to end for, or ROLLED_BACK."""

    slug: str
    version: int
    options: dict[str, OptionValue]
    ending: str

    @property
    def path(self) -> Path:
        variant = [str(self.options["variant"])] if "variant" in self.options else []
        return HERE / ("-".join([self.slug, str(self.version), *variant, self.ending]) + ".json")

    def playout(self, number: int = 0) -> Playout:
        game = registry.game(self.slug, self.version)
        return Playout(game, self.options, f"golden-{number}", [PLAYERS.get(self.slug, "random")] * game.meta.seats)

    def record(self) -> Record:
        with seated():
            if self.ending in HOUSE_ENTRIES:
                return self.ended_by_house()
            return self.rolled_back() if self.ending == ROLLED_BACK else self.ended_by_rules()

    def ended_by_house(self) -> Record:
        match = self.playout()
        match.play(MOVES)
        match.rule(HOUSE_ENTRIES[self.ending])
        return match.record()

    def ended_by_rules(self) -> Record:
        """The first of the seeds that leads to this ending."""
        for number in count():
            match = self.playout(number)
            match.play()
            record = match.record()
            if record.result is not None and record.result.reason == self.ending:
                return record
        raise AssertionError

    def rolled_back(self) -> Record:
        """Back to entry 2 past a draw, on past the next draw, back again to entry 2, and on to the end."""
        match = self.playout()
        for _ in range(2):
            match.play(1)
            while match.log.entries[-1].ply <= 2 or not match.log.entries[-1].draws:
                match.play(1)
            match.rule("!rollback 2")
        match.play()
        return match.record()


def recipes() -> Iterator[Recipe]:
    """Every golden record that there has to be."""
    for slug, version in registry.GAMES:
        meta = registry.game(slug, version).meta
        for options in _variants(meta):
            for ending in [*meta.end_reasons, *HOUSE_REASONS, ROLLED_BACK]:
                yield Recipe(slug, version, options, ending)


def _variants(meta: Meta) -> list[dict[str, OptionValue]]:
    """Options for short matches, once for each variant."""
    values = {option.name: [choice.value for choice in option.choices] for option in meta.options}
    short: dict[str, OptionValue] = {"rounds": 2} if "rounds" in values else {}
    return [{**short, "variant": variant} for variant in values.get("variant", ())] or [short]


def write_missing() -> Iterator[Path]:
    """Write the golden records that are not there yet."""
    for recipe in recipes():
        if not recipe.path.exists():
            recipe.path.write_bytes(dumps(recipe.record()))
            yield recipe.path
