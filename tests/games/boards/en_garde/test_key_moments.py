"""The key moments of En Garde."""

from games.boards.en_garde.key_moments import key_moments
from games.rules.en_garde.events import Advanced, DrawnOut, MatchWon, RoundDrawn, RoundStarted, RoundWon
from games.rules.game import Event
from games.rules.telling import Told, Weight

ANN, BEN = 0, 1


def said(moments: list[Told]) -> list[str]:
    assert {each.weight for each in moments} <= {Weight.OUTCOME}
    return [str(each.sentence) for each in moments]


def test_they_are_the_ends_of_rounds_and_of_the_match_each_with_its_entry() -> None:
    entries: list[list[Event]] = [
        [RoundStarted(1, ANN)],
        [Advanced(ANN, 3, 4), RoundWon(ANN, 1, "hit"), RoundStarted(2, BEN)],
        [RoundDrawn(2), RoundStarted(3, ANN)],
        [RoundWon(BEN, 3, "stuck"), MatchWon(BEN, (1, 2))],
    ]
    assert [said(moments) for moments in key_moments(entries)] == [
        [],
        ["seat 0 scores a hit and wins round 1."],
        ["Round 2 is drawn: both fencers are equally far forward."],
        ["seat 0 can neither move nor attack: seat 1 wins round 3.", "seat 1 wins the match 2–1."],
    ]


def test_n5_the_fifth_drawn_round_is_the_end_of_the_match_too() -> None:
    moments = key_moments([[RoundDrawn(6), DrawnOut((1, 0), ANN)]])
    assert [said(each) for each in moments] == [
        [
            "Round 6 is drawn: both fencers are equally far forward.",
            "seat 0 wins the match 1–0: it ended with the fifth drawn round.",
        ]
    ]
