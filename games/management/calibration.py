"""Matches of each level of a game against the next lower one, in processes, kept as they end."""

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from games.rules import engine, levels, registry
from games.rules.levels import Measured, Pairing
from games.rules.playout import Playout

R = TypeVar("R")
Progress = Callable[[int, int], object]
"""Told how many matches are done, and of how many."""


class Calibration(NamedTuple):
    """What is to be played: matches of each pairing, from a seed, in so many processes; of one `level` alone or all."""

    slug: str
    matches: int
    seed: str
    jobs: int
    level: str = ""


def file_of(slug: str) -> Path:
    """Return the file beside the levels of a game."""
    return registry.PACKAGES[slug].rules_folder / levels.FILE


def resumed(plan: Calibration, *, afresh: bool) -> Measured:
    """Return what was measured so far, to go on with; nothing if it was another version or came from another seed.

    To measure afresh forgets the pairings that will be played, and no others.
    """
    version = registry.current(plan.slug).meta.version
    known = levels.read(registry.PACKAGES[plan.slug])
    if known is None or (known.version, known.seed) != (version, plan.seed):
        return Measured(version, plan.seed)
    for pairing in pairings(plan, known) if afresh else []:
        pairing.results = ""
    return known


def pairings(plan: Calibration, measured: Measured) -> list[Pairing]:
    """Return the pairings to play, weakest first."""
    played = [pair for pair in levels.pairs(plan.slug) if plan.level in ("", pair[0].name)]
    return [measured.of(each.name, below.name) for each, below in played]


def calibrate(plan: Calibration, measured: Measured, file: Path, progress: Progress) -> None:
    """Play what is missing, and write the file after each match; the results don't depend on the processes."""
    wanted = pairings(plan, measured)
    missing = [(each, number) for each in wanted for number in range(len(each.results), plan.matches)]
    tasks = [partial(result_of_match, plan.slug, plan.seed, each.level, each.below, number) for each, number in missing]
    for done, ((pairing, _number), ended) in enumerate(zip(missing, in_order(tasks, plan.jobs), strict=True), 1):
        pairing.results += ended
        file.write_bytes(levels.written(measured))
        progress(done, len(tasks))


def result_of_match(slug: str, seed: str, level: str, below: str, number: int) -> str:
    """Return how a match ends for a level: W, L, or D for level; the same for the same seed."""
    game = registry.current(slug)
    match = Playout(game, game.meta.settle({}), f"{seed} {level} {below} {number}", [level, below])
    match.play()
    ended = engine.outcome(game, match.log.position)
    assert ended is not None
    winners = {match.order[seat] for seat in ended.winners}
    return "D" if len(winners) != 1 else "W" if winners == {0} else "L"


def in_order(tasks: Sequence[Callable[[], R]], jobs: int) -> Iterator[R]:
    """Yield the results of the tasks in their order, each once it is there."""
    if jobs == 1:
        yield from (task() for task in tasks)
        return
    workers = ProcessPoolExecutor(jobs, initializer=_leave_silently)
    try:
        for future in [workers.submit(task) for task in tasks]:
            yield future.result()
    finally:
        workers.shutdown(cancel_futures=True)


def _leave_silently() -> None:
    """Have Ctrl-C, which a terminal sends to every process, end this one at once and without a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
