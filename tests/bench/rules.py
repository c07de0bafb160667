"""How fast the rules are, with python-chess as the yardstick: it checks every move it pushes, as a replay does."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import quantiles
from typing import NamedTuple

import chess

from games.rules import engine, registry
from games.rules.chance import KeyedChance, digest_key
from games.rules.engine import Replay
from games.rules.game import dump
from games.rules.playout import Playout
from games.rules.record import Record

MATCHES = 60
ROUNDS = (
    5  # every speed is the best of so many, taken in turns and in processor time, so that a busy machine matters less
)


class Figure(NamedTuple):
    """One line of the table."""

    name: str
    goal: str
    found: str


def figures() -> list[Figure]:
    """Everything measured, in one run."""
    matches = _matches()
    records = [match.record() for match in matches]
    games = _chess_games()
    chess_plies, plies = sum(map(len, games)), sum(len(record.entries) for record in records)
    yardstick, trusted, checked = _best_speeds(
        (chess_plies, lambda: _push(games)),
        (plies, lambda: _replay(records, keyed=False)),
        (plies, lambda: _replay(records, keyed=True)),
    )
    listing = _listing_p99(matches)
    largest = max(len(dump(position)) for match in matches for position in match.log.positions)
    return [
        Figure("python-chess push_uci, the yardstick", "", f"{yardstick:,.0f} plies/s"),
        Figure("En Garde replay, trusted", "≥ 1.0 ×", f"{trusted / yardstick:.2f} ×"),
        Figure("En Garde replay, with digests", "≥ 0.6 ×", f"{checked / yardstick:.2f} ×"),
        Figure("listing steps, p99", "< 0.3 ms", f"{listing:.3f} ms"),
        Figure("largest dumped state", "≤ 2 kB", f"{largest / 1000:.2f} kB"),
    ]


def _matches() -> list[Playout]:
    """Whole matches of five won rounds, in both variants."""
    game = registry.game("en-garde", 1)
    found = []
    for number in range(MATCHES):
        variant = ("standard", "advanced")[number % 2]
        found.append(Playout(game, {"variant": variant}, f"bench-{number}", ["random", "random"]))
        found[-1].play()
    return found


def _chess_games() -> list[list[str]]:
    """Random games of 80 plies: about as many moves to choose from as played ones offer."""
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
    """For each task, given with its plies, the highest plies per second."""
    best = [0.0] * len(tasks)
    for _ in range(ROUNDS):
        for index, (plies, run) in enumerate(tasks):
            begun = time.process_time()
            run()
            best[index] = max(best[index], plies / (time.process_time() - begun))
    return best


def _listing_p99(matches: list[Playout]) -> float:
    """Milliseconds for the steps of a seat that owes a move."""
    times = []
    for match in matches:
        for position in match.log.positions:
            for seat in engine.to_act(match.game, position):
                begun = time.perf_counter()
                engine.legal_steps(match.game, position, seat)
                times.append((time.perf_counter() - begun) * 1000)
    return quantiles(times, n=100)[98]
