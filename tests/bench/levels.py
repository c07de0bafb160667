"""What the levels of the computer opponents cost: processor time of a whole move, against the next lower level."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import count
from statistics import median, quantiles

from games.rules import engine, levels, registry
from games.rules.levels import Level
from games.rules.playout import Playout, compose
from tests.bench.verdict import verdict

MOVES = 200
"""Of each level; the last match is played to its end."""
GOALS = (500, 1000)
"""Milliseconds of the median, and of the one move in a hundred that takes longest."""


def main() -> None:
    """Measure, and print a line of each level as soon as it is known."""
    print(f"{'processor time of a move':44}  {'median':>8}  {'p99':>8}  {'most':>8}")
    for slug in registry.PACKAGES:
        for level in levels.levels(slug):
            _print(slug, level)


def _print(slug: str, level: Level) -> None:
    times = _times(slug, level)
    figures = median(times), quantiles(times, n=100)[-1], max(times)
    holds = verdict(figures[0] <= GOALS[0] and figures[1] <= GOALS[1])
    name = f"{registry.current(slug).meta.title}, {level.title}"
    print(f"{name:44}  {'  '.join(f'{each:5.0f} ms' for each in figures)}  {holds}", flush=True)


def _times(slug: str, level: Level) -> list[float]:
    """Return the milliseconds of each move that a level makes against the next lower one, or against itself."""
    known = levels.levels(slug)
    rival = known[max(0, known.index(level) - 1)]
    times = list[float]()
    for number in count():
        times += _of_match(slug, f"bench {number}", level.name, rival.name)
        if len(times) >= MOVES:
            return times
    raise AssertionError


def _of_match(slug: str, seed: str, mine: str, rival: str) -> Iterator[float]:
    """Yield the milliseconds of each move that one of two levels makes in a match."""
    game = registry.current(slug)
    match = Playout(game, {}, seed, [mine, rival])
    while owing := engine.to_act(game, match.log.position):
        seat = min(owing)
        joiner = match.order[seat]
        begun = time.thread_time()
        steps = compose(game, match.log.position, seat, match.players[joiner], match.choices[joiner])
        if joiner == 0:
            yield (time.thread_time() - begun) * 1000
        match.log.move(seat, steps, "2000-01-01T00:00:00Z")
