"""A position typed by hand or copied from a bug report: what is asked in it, and what moves lead to.

The file is a JSON object: `state` in the game's documented format, with `house` and `epoch` where a snapshot has them;
`moves`, each `{"seat": 0, "text": "F3"}` or `"0 F3"`, a house entry simply `"!draw"`; `draws`, the numbers to be drawn
in the order in which they are asked for, alone or as the log keeps them (`[25, 7]`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from games.rules import engine
from games.rules.chance import Chance, ScriptedChance
from games.rules.encoding import utf8
from games.rules.engine import AnyGame, AnyPosition
from games.rules.errors import BadNotation, BadState, RulesError
from games.rules.game import SPECTATOR, Event, Outcome, Seat
from games.rules.sentence import N_, sentence

MOVE = re.compile(r"([0-9]) (.+)", re.ASCII)


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move to play: a seat's, or the house's if `seat` is None."""

    seat: Seat | None
    text: str


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a position file."""

    state: msgspec.Raw
    house: Outcome | None = None
    epoch: int = 0
    moves: list[Move | str] = []
    draws: list[int | tuple[int, int]] = []


def examine(game: AnyGame, data: bytes) -> dict[str, Any]:
    """Play the moves of a file and return, as plain data, how things then stand.

    The keys: `position`, `to_act` (seats), `legal` (texts by seat), `events` (move, words, data), `views` (by seat, and
    `spectator`), `outcome`. Raises BadState for a file that cannot be read or breaks a law of the game, or whose moves
    or draws do not fit, with the number of the move.
    """
    puzzle = _read(data)
    position = _position(game, puzzle)
    chance = ScriptedChance([draw if isinstance(draw, int) else draw[1] for draw in puzzle.draws])
    events: list[dict[str, Any]] = []
    for number, move in enumerate(puzzle.moves, 1):
        position, happened = _play(game, position, move, chance, number)
        events += [_told(game, number, event) for event in happened]
    if chance.left:
        raise BadState(sentence(N_("Some draws are left over after the moves: {left}."), left=_listed(chance.left)))
    return {**_standing(game, position), "events": events}


def _read(data: bytes) -> Puzzle:
    try:
        return msgspec.json.decode(utf8(data), type=Puzzle)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadState(sentence(N_("This is not a position: {reason}."), reason=str(error))) from error


def _position(game: AnyGame, puzzle: Puzzle) -> AnyPosition:
    position = game.load(b'{"state":' + bytes(puzzle.state) + b"}")
    position.house, position.epoch = puzzle.house, puzzle.epoch
    try:
        game.check(position.state)
    except (LookupError, ValueError, TypeError) as error:  # so wrong that the laws cannot even be checked
        template = N_("This position names something the game doesn’t have, or puts it where it can’t be ({reason}).")
        raise BadState(sentence(template, reason=f"{type(error).__name__}: {error}")) from error
    return position


def _play(
    game: AnyGame, position: AnyPosition, move: Move | str, chance: Chance, number: int
) -> tuple[AnyPosition, list[Event]]:
    try:
        move = _parsed(move)
        if move.seat is None:
            return engine.rule(game, position, move.text)
        return engine.apply(game, position, move.seat, engine.parse_move(game, move.text), chance)
    except RulesError as error:
        template = N_("Move {number} can’t be played: {reason}")
        raise BadState(sentence(template, number=number, reason=error.sentence)) from error


def _parsed(move: Move | str) -> Move:
    if isinstance(move, Move):
        return move
    if move.startswith("!"):
        return Move(None, move)
    found = MOVE.fullmatch(move)
    if found is None:
        template = N_("“{text}” is not a seat and a move. Write them like this: “0 F3”.")
        raise BadNotation(sentence(template, text=move[:40]))
    return Move(int(found[1]), found[2])


def _told(game: AnyGame, number: int, event: Event) -> dict[str, Any]:
    return {"move": number, "words": str(engine.describe(game, event)), "data": msgspec.to_builtins(event)}


def _standing(game: AnyGame, position: AnyPosition) -> dict[str, Any]:
    """Return everything but the events."""
    seats = range(game.meta.seats)
    owing = sorted(engine.to_act(game, position))
    steps = {seat: engine.legal_steps(game, position, seat) for seat in owing}
    views = {str(seat): game.view(position.state, seat) for seat in seats}
    return {
        "position": msgspec.to_builtins(position),
        "to_act": owing,
        "legal": {str(seat): [game.text(step) for step in steps[seat]] for seat in owing},
        "views": msgspec.to_builtins({**views, "spectator": game.view(position.state, SPECTATOR)}),
        "outcome": msgspec.to_builtins(engine.outcome(game, position)),
    }


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
