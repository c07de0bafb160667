"""Going back: the log only grows, and what was drawn comes out differently when it is drawn again."""

from __future__ import annotations

import pytest

from games.rules import house
from games.rules.chance import Draw, KeyedChance
from games.rules.engine import Entry, Replay
from games.rules.errors import ReplayMismatch
from games.rules.game import Outcome, dump
from games.rules.registry import game
from tests.rules.logs import KEY, SEED, Log

AUCTION = game("sealed-auction", 1)
BIDS = ((0, "bid 2; on odd; seal"), (1, "bid 3; on even; seal"), (2, "bid 0; on odd; seal"))


def auction() -> Log:
    """Return a log: entry 1 peeks, entries 2 to 4 bid, and entry 4 casts the die."""
    log = Log(AUCTION, {"rounds": 2})
    for seat, text in ((0, "peek"), *BIDS):
        log.move(seat, text)
    return log


def die_of(epoch: int) -> list[Draw]:
    """Return the die of round 1 in an epoch."""
    chance = KeyedChance(SEED, epoch)
    chance.below(6, "round 1 die")
    return chance.draws


def replayed(log: Log) -> bytes:
    return dump(Replay(AUCTION, KEY).run(log.entries).position)


def test_a_rollback_appends_and_restores_the_state_after_that_entry() -> None:
    log = auction()
    before = dump(Replay(AUCTION).run(log.entries[:3]).position)
    assert log.rule("!rollback 2") == [house.RolledBack(2)]
    assert len(log.entries) == 6
    assert log.position.state == AUCTION.load(before).state


def test_a_rollback_past_a_draw_opens_a_new_epoch_and_other_draws() -> None:
    log = auction()
    first = log.entries[4].draws
    log.rule("!rollback 1")
    assert log.position.epoch == 1
    for seat, text in BIDS:
        log.move(seat, text)
    assert log.entries[-1].draws == die_of(1) != first
    assert replayed(log) == dump(log.position)


def test_a_rollback_past_no_draw_keeps_the_epoch() -> None:
    log = auction()
    log.move(0, "take")
    log.rule("!rollback 4")
    assert log.position.epoch == 0
    assert log.position.state.asked == [0, 2]


def test_rollbacks_nest() -> None:
    log = auction()
    log.rule("!rollback 1")  # entry 5: epoch 1
    log.move(1, "bid 5; on odd; seal")  # entry 6
    log.rule("!rollback 5")  # entry 7: nothing drawn since entry 5
    assert (log.position.epoch, log.position.state.asked) == (1, [0, 1, 2])
    for seat, text in BIDS:
        log.move(seat, text)  # entries 8 to 10
    log.rule("!rollback 7")  # entry 11: past a draw of epoch 1
    assert (log.position.epoch, log.position.state.asked) == (2, [0, 1, 2])
    log.rule("!rollback 4")  # entry 12: to where the first die lay, past the draw of entry 10
    assert (log.position.epoch, log.position.state.phase) == (3, "console")
    assert replayed(log) == dump(log.position)


def test_every_epoch_has_draws_of_its_own() -> None:
    log = auction()
    for _ in range(3):
        log.rule("!rollback 1")
        for seat, text in BIDS:
            log.move(seat, text)
    assert log.position.epoch == 3
    casts = [entry.draws for entry in log.entries if entry.text == BIDS[2][1]]
    assert casts == [die_of(epoch) for epoch in range(4)]
    assert replayed(log) == dump(log.position)


def test_a_rollback_takes_back_the_houses_end() -> None:
    log = auction()
    log.rule("!resign 1")
    assert log.position.house == Outcome("resignation", (0, 2))
    log.rule("!rollback 4")
    assert replayed(log) == dump(log.position)
    assert log.position.epoch == 0
    log.move(0, "take")
    assert replayed(log) == dump(log.position)


def test_a_seat_forgets_nothing_that_stands_and_everything_that_was_taken_back() -> None:
    log = auction()
    log.rule("!rollback 1")
    assert log.position.state.peeker == 0
    log.rule("!rollback 0")
    assert log.position.state.peeker is None


@pytest.mark.parametrize("target", [4, 5, 99])
def test_a_rollback_to_where_the_match_stands_or_beyond_is_refused(target: int) -> None:
    log = auction()
    replay = Replay(AUCTION).run(log.entries)
    with pytest.raises(ReplayMismatch) as found:
        replay.push(Entry(5, None, f"!rollback {target}"))
    assert (found.value.ply, found.value.kind) == (5, "text")
    assert str(found.value) == "Entry 5 goes back to an entry that doesn’t exist."


def test_a_replay_from_a_snapshot_cannot_go_back() -> None:
    log = auction()
    half = Replay(AUCTION).run(log.entries[:3])
    later = Replay(AUCTION, position=half.position, ply=2).run(log.entries[3:])
    with pytest.raises(ReplayMismatch, match=r"^Entry 5 goes back to an entry that doesn’t exist\.$"):
        later.push(Entry(5, None, "!rollback 1"))


def test_an_unreadable_rollback_is_a_fault_of_the_text() -> None:
    replay = Replay(AUCTION).run(auction().entries)
    with pytest.raises(ReplayMismatch) as found:
        replay.push(Entry(5, None, "!rollback soon"))
    assert (found.value.ply, found.value.kind) == (5, "text")
