"""Positions typed by hand, and short ways to play on from them."""

from __future__ import annotations

import json
from types import ModuleType
from typing import Any

import pytest

from games.rules import engine
from games.rules.chance import KeyedChance, NoChance, ScriptedChance
from games.rules.en_garde.game import EnGarde
from games.rules.en_garde.rounds import DECK
from games.rules.en_garde.state import State
from games.rules.errors import RulesError
from games.rules.game import Event, Position

GAME = EnGarde()
SORTED_DEAL = list(range(24, 0, -1))
"""Draws that leave the deck in order: five 5s to the left, five 4s to the right, a pile of 1s, 2s and then 3s."""


def laid(text: str, **more: Any) -> Position[State]:
    """Return the position of a state typed as JSON, with `more` of it put in.

    Of what is left out, cards not typed lie on the discards (those of a pending attack on top), scores are 0:0, and
    round 1 is on, begun by the left fencer. The state must obey every law of the game.
    """
    typed: dict[str, Any] = {"scores": [0, 0], "round": 1, "to_move": 0, **json.loads(text), **more}
    attack = typed.get("attack")
    on_top = [attack["value"]] * attack["count"] if attack else []
    if "discards" not in typed:
        typed["discards"] = _rest([*typed["hands"], typed["pile"], on_top]) + on_top
    if typed["round"] > 1:
        typed.setdefault("last_round", {"round": typed["round"] - 1, "reason": "level", "fencers": [11, 13]})
    position = GAME.load(json.dumps({"state": typed}))
    GAME.check(position.state)
    return position


def _rest(taken: list[list[int]]) -> list[int]:
    rest = list(DECK)
    for card in (card for cards in taken for card in cards):
        rest.remove(card)
    return rest


def begun(**options: Any) -> Position[State]:
    """Return a match at its first decision, dealt in the order of the deck; the left fencer begins."""
    return engine.start(GAME, {"starter": "left", **options}, [0, 1], ScriptedChance(SORTED_DEAL))[0]


def offered(position: Position[State]) -> str:
    """Return the texts of all steps offered, with spaces between."""
    (seat,) = engine.to_act(GAME, position)
    return " ".join(map(GAME.text, engine.legal_steps(GAME, position, seat)))


def chosen(player: ModuleType, position: Position[State]) -> str:
    """Return the text of the step that a plain player picks for the left fencer; `player` is its module."""
    step = player.choose(GAME, GAME.view(position.state, 0), engine.legal_steps(GAME, position, 0), NoChance())
    assert step is not None
    return GAME.text(step)


def play(position: Position[State], *texts: str) -> tuple[Position[State], list[Event]]:
    """Play moves, each by the seat that owes one, and collect what happened; further rounds are dealt from one seed."""
    events: list[Event] = []
    for text in texts:
        (seat,) = engine.to_act(GAME, position)
        position, happened = engine.apply(GAME, position, seat, [GAME.parse_step(text)], KeyedChance(bytes(32)))
        events += happened
    return position, events


def played(position: Position[State], *texts: str) -> State:
    """Return the state after some moves."""
    return play(position, *texts)[0].state


def happened(position: Position[State], *texts: str) -> list[Event]:
    """Return what some moves bring about."""
    return play(position, *texts)[1]


def refused(position: Position[State], text: str) -> str:
    """Return the sentence that refuses a move."""
    with pytest.raises(RulesError) as caught:
        play(position, text)
    return str(caught.value)


def last_round(position: Position[State], *texts: str) -> tuple[str, int | None]:
    """Return reason and winner of the round that some moves bring to its end."""
    ended = played(position, *texts).last_round
    assert ended is not None
    return ended.reason, ended.winner
