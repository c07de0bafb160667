"""What players are believed to hold, fitted to ended matches, and how well it predicts others."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from itertools import islice, product
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

from games.management.calibration import Progress, in_order
from games.rules import beliefs, outlook, playout, registry
from games.rules.beliefs import Answer, Beliefs
from games.rules.chance import KeyedChance
from games.rules.engine import AnyPosition
from games.rules.levels import SURENESS
from games.rules.playout import Playout
from games.rules.record import loads
from games.rules.verify import checked

SEATS = (0, 1)
STRIDE = 7
"""What a match teaches is read from one in so many positions, since neighbours are nearly the same."""
Answers = dict[str, list[Answer]]


class Plan(NamedTuple):
    """Matches of a game between its own bots, by seed, in so many processes."""

    slug: str
    matches: int
    seed: str
    jobs: int


class Foretold(NamedTuple):
    """What both seats expected in the middle of a match, summed, and the squared errors of both."""

    summed: float
    errors: tuple[float, float]


class Foresight(NamedTuple):
    """How well a game's beliefs predict: the mean of both seats' summed chances, within `reach` with 95 % sureness,
    and the Brier score.
    """

    matches: int
    summed: float
    reach: float
    brier: float


# --- Fitting ---


def weights_file(slug: str) -> Path:
    """Return the file beside the rules of a game."""
    return registry.PACKAGES[slug].rules_folder / beliefs.FILE


def fit(plan: Plan, records: Sequence[Path], progress: Progress) -> Beliefs:
    """Return weights fitted to records, or to matches of the bots where there are none.

    Raises RulesError for a record that doesn't replay.
    """
    module = beliefs.module_of(plan.slug)
    assert module is not None
    tasks: list[Callable[[], Answers]] = [partial(_of_record, plan.slug, path) for path in records]
    tasks = tasks or [partial(_of_playout, plan.slug, f"{plan.seed} {number}") for number in range(plan.matches)]
    found: Answers = defaultdict(list)
    for done, answers in enumerate(in_order(tasks, plan.jobs), 1):
        for question in answers:
            found[question] += answers[question]
        progress(done, len(tasks))
    weights = {question: beliefs.fitted(found[question], sorts) for question, sorts in module.SORTS.items()}
    return Beliefs(registry.current(plan.slug).meta.version, len(tasks), weights)


def _of_record(slug: str, path: Path) -> Answers:
    return _answers(slug, (position for _entry, position in checked(loads(path.read_bytes()))))


def _of_playout(slug: str, seed: str) -> Answers:
    return _answers(slug, _played(slug, seed).log.positions)


def _answers(slug: str, positions: Iterator[AnyPosition] | Sequence[AnyPosition]) -> Answers:
    """Return what a match answers to each question, about both seats."""
    module = beliefs.module_of(slug)
    assert module is not None
    found: Answers = defaultdict(list)
    for position, seat in product(islice(positions, None, None, STRIDE), SEATS):
        for question, answer in module.answers(position.state, seat):
            found[question].append(answer)
    return found


def _played(slug: str, seed: str) -> Playout:
    game = registry.current(slug)
    match = Playout(game, game.meta.settle({}), f"believing {seed}", [slug] * game.meta.seats)
    match.play()
    return match


# --- Measuring ---


def measure(plan: Plan, worlds: int, progress: Progress) -> Foresight:
    """Return how well both seats predict matches, from the middle of each."""
    tasks = [partial(foretold, plan.slug, f"{plan.seed} {number}", worlds) for number in range(plan.matches)]
    found: list[Foretold] = []
    for each in in_order(tasks, plan.jobs):
        found.append(each)
        progress(len(found), len(tasks))
    sums = [each.summed for each in found]
    reach = SURENESS * stdev(sums) / math.sqrt(len(sums)) if len(sums) > 1 else math.inf
    return Foresight(len(found), fmean(sums), reach, fmean(error for each in found for error in each.errors))


def foretold(slug: str, seed: str, worlds: int) -> Foretold:
    """Return what both seats expected in the middle of a match, each from its own view; the same for the same seed.

    The squared error of a mean of so many worlds is larger than that of the chance itself. That part is taken off.
    """
    game = registry.current(slug)
    match = _played(slug, f"held out {seed}")
    middle = match.log.positions[len(match.log.positions) // 2]
    chance = KeyedChance(sha256(f"foretold {seed}".encode()).digest())
    bot = playout.players(slug)[slug]
    expected = [
        outlook.outlook(game, game.view(middle.state, seat), seat, bot, chance, worlds=worlds) for seat in SEATS
    ]
    came = [outlook.share(game, match.log.position, seat) for seat in SEATS]
    first, second = (
        (hoped - got) ** 2 - hoped * (1 - hoped) / (worlds - 1) for hoped, got in zip(expected, came, strict=True)
    )
    return Foretold(sum(expected), (first, second))
