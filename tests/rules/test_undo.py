"""Taking a move back: which entries stand, what it is called, and which moves may be taken back."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules import engine, house, undo
from games.rules.engine import Entry, Replay
from games.rules.game import dump
from games.rules.registry import game
from games.rules.undo import Bar
from tests.rules.contract.cases import plies
from tests.rules.logs import KEY, Log

AUCTION = game("sealed-auction", 1)


@pytest.mark.parametrize(
    ("targets", "gone"),
    [
        ([None, None, None], set()),
        ([None, None, 0], {1}),
        ([None, None, 0, None, 2], {1, 3}),
        ([None, None, None, 0, 2], {3}),  # back to before the first of them went back
        ([None, None, 0, None, None, 3, 0], {1, 2, 3, 4, 5}),
    ],
)
def test_which_entries_were_taken_back(targets: list[int | None], gone: set[int]) -> None:
    assert house.undone(enumerate(targets)) == gone


def test_of_the_last_entries_of_a_log_those_after_an_earlier_one_are_taken_back() -> None:
    assert house.undone([(7, None), (8, None), (9, 3), (10, None)]) == {7, 8}


def test_one_move_taken_back_is_called_so_and_more_by_the_entry() -> None:
    log = Log(AUCTION, {"rounds": 2})
    log.move(0, "peek")
    for seat in (0, 1, 2):
        log.move(seat, f"bid {seat}; on odd; seal")
    log.move(0, "take")
    assert log.rule("!rollback 4") == [house.RolledBack(4, 0)]
    log.move(0, "take")
    assert log.rule("!rollback 4") == [house.RolledBack(4)]
    log.rule("!draw")
    assert log.rule("!rollback 8") == [house.RolledBack(8)]
    said = [engine.told(AUCTION, [house.RolledBack(0, 0)], me) for me in (0, 1, None)]
    assert [str(told.sentence) for (told,) in said] == [
        "Your last move was taken back.",
        "seat 0’s last move was taken back.",
        "seat 0’s last move was taken back.",
    ]


@pytest.mark.parametrize("sealed", [(), (1,), (1, 2)])
def test_it_does_not_say_whether_a_move_was_the_last_while_answers_are_secret(sealed: tuple[int, ...]) -> None:
    log = Log(AUCTION, {"rounds": 2})
    log.move(0, "peek")
    for seat in sealed:
        log.move(seat, "bid 1; on odd; seal")
    assert log.rule("!rollback 0") == [house.RolledBack(0)]
    replay = engine.Replay(AUCTION)
    assert [replay.push(entry) for entry in log.entries][-1] == [house.RolledBack(0)]


def test_a_match_that_went_back_often_is_replayed_move_by_move_and_not_by_doubling() -> None:
    log, played = Log(AUCTION, {"rounds": 2}), 0
    for _ in range(3):
        log.move(0, "peek")
        log.rule(f"!rollback {len(log.entries) - 2}")
    entries, times = log.entries, 40
    for _ in range(times):  # by hand: each of `Log` would replay the whole log
        peek = Entry(len(entries), 0, "peek")
        entries += [peek, Entry(len(entries) + 1, None, f"!rollback {len(entries) - 1}")]

    class Counting(type(AUCTION)):  # type: ignore[misc]
        def play(self, *given: object) -> object:
            nonlocal played
            played += 1
            return super().play(*given)

    replay: Replay[Any, Any] = Replay(Counting()).run(entries)
    assert played == times + 3
    assert dump(replay.position) == dump(Replay(AUCTION).run(entries[:1]).position)
    assert dump(Replay(AUCTION, KEY).run(entries[:7]).position) == dump(replay.position)


# --- the auction: three seats, open and secret answers ---------------------------------------------------------------


@pytest.fixture
def console() -> Log:
    """Entry 4 opens the bids: seat 1 has the lot, seats 0 and 2 get their coins."""
    log = Log(AUCTION, {"rounds": 2})
    for seat, text in ((0, "pass"), (0, "bid 0; on odd; seal"), (1, "bid 3; on odd; seal"), (2, "bid 1; on odd; seal")):
        log.move(seat, text)
    return log


def barred(log: Log, seat: int, text: str) -> Bar | None:
    before = log.position
    events = log.move(seat, text)
    return undo.barred(AUCTION, seat, before, log.position, events, log.entries[-1].draws)


def test_nothing_is_taken_back_before_in_or_after_secret_answers() -> None:
    log = Log(AUCTION, {"rounds": 2})
    moves = ((0, "pass"), (1, "bid 3; on odd; seal"), (0, "bid 0; on odd; seal"), (2, "bid 1; on odd; seal"))
    assert [barred(log, *move) for move in moves] == [Bar.TOGETHER] * 4


def test_who_was_asked_with_others_takes_nothing_back_and_who_was_asked_alone_may(console: Log) -> None:
    assert barred(console, 0, "take") is Bar.TOGETHER
    assert barred(console, 2, "take") is None


def test_what_was_drawn_is_not_taken_back(console: Log) -> None:
    assert barred(console, 2, "take") is Bar.TOGETHER
    assert barred(console, 0, "roll") is Bar.SHOWN


# --- by the numbers of the rules -------------------------------------------------------------------------------------


def bars(slug: str) -> dict[str, set[Bar | None]]:
    """Return what can be taken back in random matches, by the first word of each move."""
    found: dict[str, set[Bar | None]] = {}
    rules = game(slug, 1)
    for ply in plies(slug, 1):
        bar = undo.barred(rules, ply.seat, ply.before, ply.after, ply.events, ply.entry.draws)
        found.setdefault(ply.entry.text.split()[0].rstrip("1234567890x,"), set()).add(bar)
    return found


@pytest.mark.xdist_group("en-garde")
def test_n43_a_parry_alone_is_taken_back() -> None:
    found = bars("en-garde")
    assert {text for text, bar in found.items() if None in bar} == {"P"}
    assert all(bar == {Bar.SHOWN} for text, bar in found.items() if text != "P")


@pytest.mark.xdist_group("field-of-glory")
def test_fg80_picks_draws_and_fights_stay_and_placements_attacks_and_discards_may_be_taken_back() -> None:
    found = bars("field-of-glory")
    assert found["keep"] <= {Bar.TOGETHER, Bar.SHOWN}
    assert found["draw"] == {Bar.SHOWN}
    taken_back = {text for text, bar in found.items() if None in bar}
    assert {"place", "trim"} <= taken_back <= {"place", "attack", "flank", "trim", "drop", "go"}
    for text in ("withdraw", "stand", "bonus", "reserves"):
        assert found.get(text, {Bar.SHOWN}) == {Bar.SHOWN}


@pytest.mark.xdist_group("fantasy-dice-battles")
def test_fd62_nothing_is_taken_back() -> None:
    assert set().union(*bars("fantasy-dice-battles").values()) == {Bar.TOGETHER}
