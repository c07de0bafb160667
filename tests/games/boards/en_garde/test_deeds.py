"""The deeds of En Garde: each earned, and just missed."""

from __future__ import annotations

import pytest

from games.boards.en_garde.deeds import DEEDS
from games.deeds.queries import Course
from games.rules.en_garde.events import (
    Advanced,
    Attacked,
    DrawnOut,
    Drew,
    Evaded,
    MatchWon,
    Parried,
    RoundStarted,
    RoundWon,
    WentBack,
)
from games.rules.game import Event, Outcome

ANN, BEN = 0, 1
EARNED = {deed.key: deed.earned for deed in DEEDS}
HIT = RoundWon(ANN, 1, "hit", (1, 0))


def by_rounds(*winners: int) -> Course:
    """Return a match of three rounds that these have won, the last of them the match."""
    scores: list[int] = [0, 0]
    events: list[Event] = []
    for number, winner in enumerate(winners, 1):
        scores[winner] += 1
        events += [RoundStarted(number, ANN), RoundWon(winner, number, "hit", (scores[0], scores[1]))]
    events.append(MatchWon(winners[-1], (scores[0], scores[1])))
    return Course([events], None, Outcome("points", (winners[-1],)))


def by_acts(*acts: Event, end: RoundWon = HIT) -> Course:
    """Return a match in whose first round this was done."""
    return Course([[RoundStarted(1, ANN)], [*acts], [end]], None, Outcome("points", (ANN,)))


@pytest.mark.parametrize(
    ("reason", "winners", "earned"),
    [("points", (ANN,), True), ("resignation", (ANN,), True), ("timeout", (ANN,), False), ("points", (BEN,), False)],
)
def test_win(reason: str, winners: tuple[int, ...], earned: bool) -> None:
    assert EARNED["win"](Course([], None, Outcome(reason, winners)), ANN) is earned


def test_untouched() -> None:
    assert EARNED["untouched"](by_rounds(ANN, ANN, ANN), ANN)
    assert not EARNED["untouched"](by_rounds(ANN, ANN, ANN), BEN)
    assert not EARNED["untouched"](by_rounds(ANN, BEN, ANN, ANN), ANN)
    assert not EARNED["untouched"](by_rounds(ANN, ANN), ANN)  # too short


@pytest.mark.parametrize(
    ("end", "earned"),
    [
        (DrawnOut((3, 0), ANN), True),
        (DrawnOut((3, 1), ANN), False),
        (DrawnOut((2, 0), ANN), False),  # too short
        (DrawnOut((0, 0)), False),
    ],
)
def test_untouched_where_the_fifth_drawn_round_ended_the_match(end: DrawnOut, earned: bool) -> None:
    course = Course([[end]], None, Outcome("drawn-rounds", (ANN,), end.scores))
    assert (EARNED["untouched"](course, ANN), EARNED["untouched"](course, BEN)) == (earned, False)


def test_from_behind() -> None:
    assert EARNED["from-behind"](by_rounds(BEN, BEN, BEN, ANN, ANN, ANN, ANN), ANN)
    assert not EARNED["from-behind"](by_rounds(BEN, BEN, ANN, ANN, ANN), ANN)
    assert not EARNED["from-behind"](by_rounds(BEN, BEN, BEN, ANN, BEN), ANN)


def test_ground() -> None:
    forward, cards = (RoundWon(ANN, 1, reason, (1, 0)) for reason in ("comparison-position", "comparison-hand"))
    assert EARNED["ground"](by_acts(end=forward), ANN)
    assert not EARNED["ground"](by_acts(end=forward), BEN)
    assert not EARNED["ground"](by_acts(end=cards), ANN)


@pytest.mark.parametrize(("count", "earned"), [(4, True), (5, True), (3, False)])
def test_four(count: int, earned: bool) -> None:
    assert EARNED["four"](by_acts(Attacked(ANN, 2, count)), ANN) is earned


def test_four_that_ended_no_round() -> None:
    last = RoundWon(ANN, 1, "comparison-position", (1, 0))
    assert not EARNED["four"](by_acts(Attacked(ANN, 2, 4, indirect=True), Evaded(BEN, 1, 9), end=last), ANN)


def test_riposte() -> None:
    parried = (Attacked(BEN, 2, 1), Drew(BEN, 1), Parried(ANN, 2, 1))
    assert EARNED["riposte"](by_acts(*parried, Attacked(ANN, 2, 2), Drew(ANN, 3)), ANN)
    assert EARNED["riposte"](by_acts(*parried, Advanced(ANN, 1, 9), Attacked(ANN, 1, 2, indirect=True)), ANN)
    gone = (Advanced(ANN, 1, 9), Advanced(BEN, 1, 12))
    assert not EARNED["riposte"](by_acts(*parried, *gone, Attacked(ANN, 3, 2)), ANN)
    assert not EARNED["riposte"](by_acts(*parried, Attacked(ANN, 2, 2)), BEN)


def test_wall() -> None:
    assert EARNED["wall"](by_acts(Advanced(BEN, 5, 4), Attacked(ANN, 3, 3)), ANN)
    assert EARNED["wall"](by_acts(Advanced(ANN, 2, 3), WentBack(ANN, 2, 1), Attacked(ANN, 3, 3)), ANN)
    assert not EARNED["wall"](by_acts(Advanced(ANN, 2, 3), WentBack(ANN, 1, 2), Attacked(ANN, 3, 3)), ANN)


def test_fleche() -> None:
    assert EARNED["fleche"](by_acts(Advanced(ANN, 5, 9), Attacked(ANN, 5, 2, indirect=True)), ANN)
    assert not EARNED["fleche"](by_acts(Advanced(ANN, 4, 8), Attacked(ANN, 5, 2, indirect=True)), ANN)
    assert not EARNED["fleche"](by_acts(Advanced(ANN, 5, 9), Attacked(ANN, 4, 2, indirect=True)), ANN)


def test_an_attack_of_an_earlier_round_is_none_of_this_one() -> None:
    lost = RoundWon(BEN, 1, "hit", (0, 1))
    course = by_acts(
        Attacked(ANN, 2, 4), RoundStarted(2, BEN), Attacked(ANN, 2, 1), end=RoundWon(ANN, 2, "hit", (1, 0))
    )
    assert not EARNED["four"](course, ANN)
    assert not EARNED["four"](by_acts(Attacked(BEN, 2, 4), end=lost), ANN)
