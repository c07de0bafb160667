"""A log that goes back: to which entries it can, and what is redrawn."""

from __future__ import annotations

import pytest

from games.rules import engine
from games.rules.errors import BadNotation
from games.rules.game import Position, dump
from games.rules.log import Log
from games.rules.registry import game

AUCTION = game("sealed-auction", 1)
AT = "2026-03-02T12:00:00Z"
MOVES = ((0, "pass"), (0, "bid 2; on odd; seal"), (1, "bid 3; on even; seal"), (2, "bid 0; on odd; seal"))


@pytest.fixture
def log() -> Log:
    """Return entries 0 to 4. The last one casts the die."""
    log = Log(AUCTION, "firstmatch", bytes(32), {"rounds": 2}, ["0" * 32] * 3)
    log.start([0, 1, 2], AT)
    for seat, text in MOVES:
        log.move(seat, engine.parse_move(AUCTION, text), AT)
    return log


@pytest.mark.parametrize("target", [0, 3])
def test_what_is_drawn_after_a_draw_was_undone_is_drawn_again(log: Log, target: int) -> None:
    before = log.positions[target]
    log.rule(f"!rollback {target}", AT)
    assert (len(log.entries), log.position.epoch) == (6, 1)
    assert dump(Position(log.position.state, log.position.house)) == dump(before)


def test_where_no_draw_was_undone_the_same_is_drawn_again(log: Log) -> None:
    seat = min(engine.to_act(AUCTION, log.position))
    step = engine.legal_steps(AUCTION, log.position, seat)[0]
    drawn = bool(log.entries[4].draws)
    log.move(seat, [step], AT)
    undone = bool(log.entries[5].draws)
    log.rule("!rollback 4", AT)
    assert (drawn, undone, log.position.epoch) == (True, False, 0)


@pytest.mark.parametrize("target", [4, 5, 99])
def test_there_is_no_going_back_to_the_newest_entry_or_beyond(log: Log, target: int) -> None:
    with pytest.raises(BadNotation) as caught:
        log.rule(f"!rollback {target}", AT)
    assert str(caught.value) == f"There’s no entry {target} to go back to."
    assert len(log.entries) == 5
