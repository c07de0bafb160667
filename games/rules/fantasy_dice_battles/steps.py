"""The steps of Fantasy Dice Battles and their texts."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.errors import BadNotation
from games.rules.fantasy_dice_battles.data import PLACES, RESERVE
from games.rules.fantasy_dice_battles.sets.offered import SETS
from games.rules.fantasy_dice_battles.state import POSTS, Post
from games.rules.game import Step
from games.rules.sentence import N_, sentence


class Take(Step, frozen=True):
    """`army realm_a`: take a preset army (FD-11)."""

    preset: str


class Found(Step, frozen=True):
    """`faction realm`: begin an army of one's own (FD-10)."""

    faction: str


class Put(Step, frozen=True):
    """`put footmen@1:F1`, `put bowmen@reserve`: put a unit into one's own army (FD-10)."""

    unit: str
    place: str


class Lay(Step, frozen=True):
    """`lay knights@1`, `lay goblins@regroup`: lay an order card face down (FD-20)."""

    card: str
    post: Post


class Reinforce(Step, frozen=True):
    """`reinforce bowmen@2:S1`: send a unit from reinforcements (FD-21)."""

    unit: str
    place: str


class Ready(Step, frozen=True):
    """`ready`: seal the army or the orders (FD-11, FD-22)."""


AnyStep = Take | Found | Put | Lay | Reinforce | Ready


def _notation() -> Iterator[tuple[str, AnyStep]]:
    yield "ready", Ready()
    for data in SETS.values():
        yield from ((f"army {preset}", Take(preset)) for preset in data.presets)
        yield from ((f"faction {faction}", Found(faction)) for faction in data.factions)
        for kind in data.kinds:
            yield from ((f"put {kind}@{place}", Put(kind, place)) for place in (*PLACES, RESERVE))
            yield from ((f"lay {kind}@{post}", Lay(kind, post)) for post in POSTS)
            yield from ((f"reinforce {kind}@{place}", Reinforce(kind, place)) for place in PLACES)


STEPS: dict[str, AnyStep] = dict(_notation())
"""Every text that is a step, with the units of every data set."""
TEXTS: dict[AnyStep, str] = {step: text for text, step in STEPS.items()}
READY = STEPS["ready"]


def parse(text: str) -> AnyStep:
    """Return the step a text stands for. Raises BadNotation."""
    step = STEPS.get(text)
    if step is None:
        raise BadNotation(sentence(UNREADABLE, text=text[:40]))
    return step


UNREADABLE = N_(
    "“{text}” is not a step in Fantasy Dice Battles. Steps look like this: army realm_a, faction realm, "
    "put footmen@1:F1, put bowmen@reserve, lay knights@1, lay goblins@regroup, reinforce bowmen@2:S1, "
    "ready. Battalions go from 1 to 3; their spaces are F1 F2 F3 S1 S2 H."
)
