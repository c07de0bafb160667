"""How fast the rules are, with python-chess as the yardstick: it checks every move it pushes, as a replay does."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from itertools import chain
from statistics import median, quantiles
from typing import Any, NamedTuple

import chess

from games.rules import engine, registry
from games.rules.chance import KeyedChance, digest_key
from games.rules.engine import Replay
from games.rules.errors import RulesError
from games.rules.fantasy_dice_battles.army_phase import steps_of
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS
from games.rules.game import dump
from games.rules.playout import BOTS, Playout, players
from games.rules.record import Record
from tests.parts.games import Goals, drawn, facts

MATCHES = 60
ROUNDS = (
    5  # every speed is the best of so many, taken in turns and in processor time, so that a busy machine matters less
)


class Figure(NamedTuple):
    """One line of the table."""

    name: str
    goal: str
    found: str


PROGRESS = 500
"""Random matches after which it says how far it is."""
MIRRORED = 10
"""Matches of a computer player against itself in which its slowest answer is looked for."""


def main() -> None:
    """Measure, and print each figure as soon as it is known."""
    for name, goal, found in chain([Figure("what", "goal", "found")], figures()):
        print(f"{name:52}  {goal:>10}  {found:>18}", flush=True)
    print()


def figures() -> Iterator[Figure]:
    """Yield everything measured, in one run."""
    games = _chess_games()
    yardstick = _best_speeds((sum(map(len, games)), lambda: _push(games)))[0]
    yield Figure("python-chess push_uci, the yardstick", "", f"{yardstick:,.0f} plies/s")
    known = {slug: facts(slug) for slug in drawn()}
    for slug, goals in ((slug, each.goals) for slug, each in known.items() if each.goals):
        yield from _figures_of(slug, goals, games)
    yield Figure("Composing an army, slowest look at a plan", "< 20 ms", f"{_slowest_look():.1f} ms")
    for slug, each in known.items():
        if each.faultless:
            yield from _faultless(slug, each.faultless)


def _figures_of(slug: str, goals: Goals, games: list[list[str]]) -> list[Figure]:
    """Return a game's figures, its replays beside the yardstick measured again in the same turns."""
    matches = _matches(slug)
    records = [match.record() for match in matches]
    chess_plies, plies = sum(map(len, games)), sum(len(record.entries) for record in records)
    yardstick, trusted, checked = _best_speeds(
        (chess_plies, lambda: _push(games)),
        (plies, lambda: _replay(records, keyed=False)),
        (plies, lambda: _replay(records, keyed=True)),
    )
    largest = max(len(dump(position)) for match in matches for position in match.log.positions)
    title = registry.current(slug).meta.title
    return [
        Figure(f"{title} replay, trusted", _at_least(goals.trusted), f"{trusted / yardstick:.2f} ×"),
        Figure(f"{title} replay, with digests", _at_least(goals.checked), f"{checked / yardstick:.2f} ×"),
        Figure(f"{title} listing steps, p99", "< 0.3 ms", f"{_listing_p99(matches):.3f} ms"),
        Figure(f"{title} largest dumped state", f"≤ {goals.size} kB", f"{largest / 1000:.2f} kB"),
        Figure(f"{title} computer player, slowest step", "< 1000 ms", f"{_slowest_answer(slug):.0f} ms"),
    ]


def _slowest_look() -> float:
    """Return milliseconds to play the beginnings of armies as plans and list what may follow; nothing is remembered."""
    game, times = registry.current("fantasy-dice-battles"), list[float]()
    position, _, _ = engine.start(game, {}, [0, 1], KeyedChance(b"bench"))
    for preset in SETS[DEFAULT_SET].presets.values():
        steps = steps_of(preset.army)
        for length in range(1, len(steps) + 1):
            begun = time.thread_time()
            engine.preview(game, position, 0, steps[:length])
            times.append((time.thread_time() - begun) * 1000)
    return max(times)


def _slowest_answer(slug: str) -> float:
    """Return milliseconds of computing."""
    game, choose, times = registry.current(slug), players(slug)[slug], list[float]()

    def timed(*asked: Any) -> Any:
        begun = time.thread_time()
        step = choose(*asked)
        times.append((time.thread_time() - begun) * 1000)
        return step

    BOTS[slug] = timed
    for number in range(MIRRORED):
        Playout(game, {}, f"mirror {number}", [slug] * game.meta.seats).play()
    del BOTS[slug]
    return max(times)


def _at_least(goal: float | None) -> str:
    return "" if goal is None else f"≥ {goal} ×"


def _faultless(slug: str, count: int) -> list[Figure]:
    """Play random matches until one is at fault. Return how long they were, and how many were drawn."""
    game, lengths, level = registry.current(slug), list[int](), 0
    for number in range(count):
        try:
            match = Playout(game, {}, f"faultless-{number}", ["random"] * game.meta.seats)
            match.play()
            for position in match.log.positions:
                game.check(position.state)
        except (RulesError, RuntimeError, LookupError, ValueError, TypeError, AssertionError):
            break
        lengths.append(_length(match))
        if len(lengths) % PROGRESS == 0:
            print(f"… {len(lengths):,} of {count:,} random matches of {game.meta.title}", file=sys.stderr, flush=True)
        result = engine.outcome(game, match.log.position)
        level += result is not None and not result.winners
    title = game.meta.title
    return [
        Figure(f"{title} random matches without a fault", f"{count:,}", f"{len(lengths):,}"),
        Figure(f"{title} longest, median, drawn", "", f"{max(lengths)}, {median(lengths):g}, {level:,}"),
    ]


def _length(match: Playout) -> int:
    """Return the number of rounds if the game counts them, otherwise of entries."""
    return getattr(match.log.position.state, "round", len(match.log.entries) - 1)


def _matches(slug: str) -> list[Playout]:
    """Return whole matches in all variants of the game."""
    game = registry.current(slug)
    variants = [choice.value for option in game.meta.options if option.name == "variant" for choice in option.choices]
    found = []
    for number in range(MATCHES):
        options = {"variant": variants[number % len(variants)]} if variants else {}
        found.append(Playout(game, options, f"bench-{number}", ["random"] * game.meta.seats))
        found[-1].play()
    return found


def _chess_games() -> list[list[str]]:
    """Return random games of 80 plies: about as many moves to choose from as played games offer."""
    chance = KeyedChance(b"bench")
    games = []
    for _ in range(MATCHES):
        board, texts = chess.Board(), list[str]()
        while len(texts) < 80 and (legal := list(board.legal_moves)):
            board.push(legal[chance.below(len(legal), "move")])
            texts.append(board.peek().uci())
        games.append(texts)
    return games


def _push(games: list[list[str]]) -> None:
    for texts in games:
        board = chess.Board()
        for text in texts:
            board.push_uci(text)


def _replay(records: list[Record], *, keyed: bool) -> None:
    for record in records:
        game = registry.game(record.game, record.version)
        key = digest_key(bytes.fromhex(record.secret)) if keyed else None
        Replay(game, key).run(record.entries)


def _best_speeds(*tasks: tuple[int, Callable[[], None]]) -> list[float]:
    """Return the highest plies per second for each task. A task is given with its number of plies."""
    best = [0.0] * len(tasks)
    for _ in range(ROUNDS):
        for index, (plies, run) in enumerate(tasks):
            begun = time.process_time()
            run()
            best[index] = max(best[index], plies / (time.process_time() - begun))
    return best


def _listing_p99(matches: list[Playout]) -> float:
    """Return milliseconds for the steps of a seat that owes a move."""
    times = []
    for match in matches:
        for position in match.log.positions:
            for seat in engine.to_act(match.game, position):
                begun = time.perf_counter()
                engine.legal_steps(match.game, position, seat)
                times.append((time.perf_counter() - begun) * 1000)
    return quantiles(times, n=100)[98]
