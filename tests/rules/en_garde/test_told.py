"""En Garde as one seat is told of it."""

from __future__ import annotations

import pytest

from games.rules.en_garde.events import (
    Advanced,
    Attacked,
    Dealt,
    DrawnOut,
    Drew,
    Evaded,
    HandsShown,
    MatchWon,
    Parried,
    RoundDrawn,
    RoundStarted,
    RoundWon,
    WentBack,
)
from games.rules.en_garde.told import told
from games.rules.game import Event, Seat
from games.rules.telling import weightiest_first
from tests.rules.en_garde.test_words import Cast


def said(events: list[Event], me: Seat | None) -> list[str]:
    return [each.sentence.said(Cast()) for each in told(events, me)]


@pytest.mark.parametrize(
    ("events", "sentence"),
    [
        ([Advanced(0, 4, 5), Drew(0, 1, (1,))], "You advance 4 to space 5 and draw a 1."),
        ([WentBack(0, 4, 5), Drew(0, 2, (1, 3))], "You step back 4 to space 5 and draw the cards 1 and 3."),
        ([Advanced(1, 4, 19), Drew(1, 1)], "Ben advances 4 to space 19."),
        ([Advanced(1, 4, 19), Attacked(1, 2, 2, indirect=True), Drew(1, 3)],
         "Ben advances 4 to space 19 and attacks with two 2s."),
        ([Parried(0, 2, 2), Advanced(0, 1, 8), Drew(0, 1, (5,))],
         "You parry with two 2s, advance 1 to space 8 and draw a 5."),
        ([Evaded(1, 2, 20), Drew(1, 1)], "Ben retreats 2 to space 20."),
        ([Drew(1, 1)], "Ben draws a card."),
        ([Dealt(0, (1, 1, 3, 4, 5))], "You’re dealt 1, 1, 3, 4, 5."),
        ([RoundWon(1, 1, "hit", (0, 1))], "You lost round 1 to a hit by Ben. Score: 0–1."),
        ([RoundWon(0, 2, "hit", (1, 1))], "You won round 2 with a hit. Score: 1–1."),
        ([RoundWon(1, 1, "stuck", (0, 1))], "You lost round 1 because you couldn’t move or attack. Score: 0–1."),
        ([RoundWon(0, 1, "stuck", (1, 0))], "You won round 1 because Ben couldn’t move or attack. Score: 1–0."),
        ([HandsShown(((1, 2), (4, 4)), 4), RoundWon(1, 1, "comparison-hand", (0, 1))],
         "You lost round 1: Ben had two 4s, you had none. Score: 0–1."),
        ([HandsShown(((3, 3), (3,)), 3), RoundWon(0, 1, "comparison-hand", (1, 0))],
         "You won round 1: you had two 3s, Ben had one 3. Score: 1–0."),
        ([HandsShown(((3,), (3,)), 3, (5, 16)), RoundWon(1, 1, "comparison-position", (0, 1))],
         "You lost round 1: one 3 each, Ben further forward (16 to 5). Score: 0–1."),
        ([HandsShown(((3,), (3,)), 4, (9, 8)), RoundWon(0, 1, "comparison-position", (1, 0))],
         "You won round 1: you were further forward (9 to 8). Score: 1–0."),
        ([HandsShown(((3, 3), (3,)), 3, (0, 1)), RoundWon(1, 1, "comparison-position", (0, 1))],
         "You lost round 1: Ben was further forward (1 to 0). Score: 0–1."),
        ([RoundDrawn(3)], "Round 3 is drawn: both fencers are equally far forward."),
        ([RoundWon(1, 7, "hit", (2, 5)), MatchWon(1, (2, 5))],
         "You lost round 7 and the match to a hit by Ben."),
        ([RoundWon(0, 7, "hit", (5, 2)), MatchWon(0, (5, 2))],
         "You won round 7 and the match with a hit."),
    ],
)  # fmt: skip
def test_a_turn_and_an_end_is_one_sentence_to_the_seat(events: list[Event], sentence: str) -> None:
    assert said(events, 0) == [sentence]


@pytest.mark.parametrize(
    ("end", "sentences"),
    [
        (
            DrawnOut((3, 1), 0),
            (
                "You won the match 3–1: it ended with the fifth drawn round.",
                "You lost the match 1–3: it ended with the fifth drawn round.",
                "Ann wins the match 3–1: it ended with the fifth drawn round.",
            ),
        ),
        (
            DrawnOut((1, 2), 1),
            (
                "You lost the match 1–2: it ended with the fifth drawn round.",
                "You won the match 2–1: it ended with the fifth drawn round.",
                "Ben wins the match 2–1: it ended with the fifth drawn round.",
            ),
        ),
        (
            DrawnOut((2, 2)),
            (
                "The match ends in a draw, 2–2, with the fifth drawn round.",
                "The match ends in a draw, 2–2, with the fifth drawn round.",
                "The match ends in a draw, 2–2, with the fifth drawn round.",
            ),
        ),
    ],
)
def test_n5_the_fifth_drawn_round_is_told_as_the_end_of_the_match(end: DrawnOut, sentences: tuple[str, ...]) -> None:
    for me, words in zip((0, 1, None), sentences, strict=True):
        assert said([RoundDrawn(9), end], me) == ["Round 9 is drawn: both fencers are equally far forward.", words]


def test_who_begins_a_round_is_told_so() -> None:
    assert said([RoundStarted(1, 0)], 0) == ["Round 1 begins; you start."]
    assert said([RoundStarted(1, 0)], 1) == ["Round 1 begins; Ann starts."]


def test_who_looks_on_is_told_of_both_by_name() -> None:
    events = [Advanced(0, 4, 5), Drew(0, 1, (1,)), HandsShown(((), ()), 4), RoundWon(0, 1, "hit", (1, 0))]
    assert said(events, None) == [
        "Ann advances 4 to space 5 and draws a 1.",
        "The last card is drawn at a distance of 4: Ann shows –; Ben shows –.",
        "Ann scores a hit and wins round 1.",
    ]


def test_a_lost_round_comes_before_the_next_deal() -> None:
    events = [
        Attacked(1, 2, 2),
        RoundWon(1, 1, "hit", (0, 1)),
        RoundStarted(2, 1),
        Dealt(0, (3, 3, 3, 4, 4)),
        Advanced(1, 2, 21),
    ]
    assert [sentence.said(Cast()) for sentence in weightiest_first(told(events, 0))] == [
        "You lost round 1 to a hit by Ben. Score: 0–1.",
        "Ben attacks with two 2s.",
        "Ben advances 2 to space 21.",
        "Round 2 begins; Ben starts.",
        "You’re dealt 3, 3, 3, 4, 4.",
    ]


def test_a_card_that_a_seat_may_not_see_is_not_told() -> None:
    assert said([Advanced(1, 1, 22), Drew(1, 1)], 0) == ["Ben advances 1 to space 22."]
