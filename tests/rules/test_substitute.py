"""A seat that is handed over: an entry of the house that changes nothing on the board, in the record with a name."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from games.rules import engine, house, verify
from games.rules.chance import SCHEME, SECRET_BYTES, commitment
from games.rules.engine import Replay, parse_move
from games.rules.errors import BadNotation, GameOver, ReplayMismatch
from games.rules.game import dump
from games.rules.log import Log
from games.rules.record import FORMAT, Joiner, Record, Substitute, dumps, loads
from games.rules.registry import game

GAME = game("sealed-auction", 1)
SECRET = bytes(range(SECRET_BYTES))
ENTROPIES = ["0" * 31 + str(number) for number in range(3)]
AT = "2000-01-01T00:00:00Z"
UNNAMED = "The record doesn’t name the player who took over a seat at entry {}."


def handed_over() -> Log:
    """Return a log: entry 1 peeks, entry 2 hands over seat 0.

    Entry 3 goes on from seat 0, and entry 4 ends the match.
    """
    log = Log(GAME, "m1", SECRET, {"rounds": 2}, ENTROPIES)
    log.start([0, 1, 2], AT)
    log.move(0, parse_move(GAME, "peek"), AT)
    before = dump(log.position)
    assert log.rule("!substitute 0", AT) == [house.Substituted(0)]
    assert dump(log.position) == before
    log.move(0, parse_move(GAME, "bid 2; on odd; seal"), AT)
    log.rule("!void", AT)
    return log


def record(*substitutes: Substitute) -> Record:
    log = handed_over()
    seats = [Joiner(f"bot {number}", number, entropy, "server") for number, entropy in enumerate(ENTROPIES)]
    return Record(
        format=FORMAT,
        scheme=SCHEME,
        match="m1",
        game="sealed-auction",
        version=1,
        options=log.options,
        seats=seats,
        commitment=commitment("m1", SECRET),
        secret=SECRET.hex(),
        entries=log.entries,
        result=log.position.house,
        substitutes=list(substitutes),
    )


DAN = Substitute(2, 0, "Dan")


def test_a_replay_hands_the_seat_over_and_leaves_the_position() -> None:
    log = handed_over()
    replay = Replay(GAME, log.key).run(log.entries[:2])
    before = dump(replay.position)
    assert replay.push(log.entries[2]) == [house.Substituted(0)]
    assert dump(replay.position) == before


def test_no_seat_is_handed_over_when_the_match_is_over() -> None:
    with pytest.raises(GameOver):
        handed_over().rule("!substitute 1", AT)


def test_a_record_names_who_took_over() -> None:
    written = dumps(record(DAN))
    assert b'"substitutes": [\n{"name":"Dan","ply":2,"seat":0}\n]' in written
    assert b"substitutes" not in dumps(record())
    assert loads(written) == record(DAN)
    verify.check(loads(written))
    verify.replay(loads(written))


@pytest.mark.parametrize("play", [verify.check, verify.replay])
@pytest.mark.parametrize(
    ("named", "fault"),
    [
        ([], (2, UNNAMED.format(2))),
        ([Substitute(2, 1, "Dan")], (2, UNNAMED.format(2))),
        ([Substitute(1, 0, "Dan"), DAN], (1, UNNAMED.format(1))),
        ([DAN, DAN], (2, UNNAMED.format(2))),
        ([DAN, Substitute(5, 1, "Eve")], (4, "The record names a substitute that no entry mentions.")),
    ],
)
def test_a_substitute_who_is_not_in_the_log_is_a_fault(
    named: list[Substitute], fault: tuple[int, str], play: Callable[[Record], None]
) -> None:
    with pytest.raises(ReplayMismatch) as found:
        play(record(*named))
    assert (found.value.ply, found.value.kind, str(found.value)) == (fault[0], "seat", fault[1])


def gone_back(target: int) -> Record:
    """Return the same as `record`, except for the last entry. It goes back and doesn't end the match."""
    altered = record(DAN)
    log = Log(GAME, "m1", SECRET, {"rounds": 2}, ENTROPIES)
    log.entries, log.positions = altered.entries[:4], handed_over().positions[:4]
    log.rule(f"!rollback {target}", AT)
    return msgspec.structs.replace(altered, entries=log.entries, result=None)


def test_a_match_goes_back_to_where_a_seat_was_handed_over() -> None:
    verify.check(gone_back(2))
    verify.replay(gone_back(2))


@pytest.mark.parametrize(
    ("play", "fault"),
    [
        (verify.check, "Another player took over a seat at entry 2. The match can’t go back further than that."),
        (verify.replay, "Entry 4 goes back to before another player took over a seat."),
    ],
)
@pytest.mark.parametrize("target", [0, 1])
def test_no_match_goes_back_to_before_that(target: int, play: Callable[[Record], None], fault: str) -> None:
    with pytest.raises(BadNotation, match="Another player took over a seat at entry 2"):
        gone_back(target)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "last_substitution", lambda _entries: None)
        altered = gone_back(target)
    with pytest.raises(ReplayMismatch) as found:
        play(altered)
    assert (found.value.ply, fault in str(found.value)) == (4, True)


def test_another_seat_in_the_entry_shows_in_its_digest() -> None:
    altered = record(Substitute(2, 1, "Dan"))
    altered.entries[2] = msgspec.structs.replace(altered.entries[2], text="!substitute 1")
    with pytest.raises(ReplayMismatch) as found:
        verify.check(altered)
    assert (found.value.ply, found.value.kind) == (2, "digest")
