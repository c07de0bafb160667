"""EG-N1 to EG-N7: set-up and match."""

import pytest

from games.rules import engine
from games.rules.chance import KeyedChance, ScriptedChance
from games.rules.en_garde.events import Dealt, DrawnOut, MatchWon, RoundDrawn, RoundStarted, RoundWon
from games.rules.errors import BadNotation, BadOption
from games.rules.game import SPECTATOR, Outcome, dump
from tests.rules.en_garde.table import GAME, SORTED_DEAL, begun, laid, last_round, offered, play, played

HIT_AT_ONCE = '{"hands": [[5,5,5,1,1],[1,2,3,4,4]], "pile": [2,2,3,3,4,4], "fencers": [8,13]}'
LEVEL_AT_ONCE = '{"hands": [[1,1,1,3,3],[1,1,3,3,4]], "pile": [5], "fencers": [10,13]}'


def test_n1_there_are_two_seats_23_spaces_and_five_cards_of_each_value() -> None:
    state = begun().state
    cards = sorted(state.hands[0] + state.hands[1] + state.pile)
    assert GAME.meta.seats == 2
    assert cards == [1] * 5 + [2] * 5 + [3] * 5 + [4] * 5 + [5] * 5
    assert state.fencers == [1, 23]


def test_n2_a_round_begins_at_the_ends_with_five_cards_each_and_fifteen_in_the_pile() -> None:
    state = begun().state
    assert state.fencers == [1, 23]
    assert state.hands == [[5, 5, 5, 5, 5], [4, 4, 4, 4, 4]]
    assert state.pile == [1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3]
    assert state.discards == []


def test_n2_the_whole_deck_is_shuffled_again_for_every_round() -> None:
    chance = KeyedChance(bytes(32))
    position, _ = play(laid(HIT_AT_ONCE), "A5x3")
    assert [len(hand) for hand in position.state.hands] == [5, 5]
    assert (len(position.state.pile), position.state.discards) == (15, [])
    first, events, _ = engine.start(GAME, {"starter": "left"}, [0, 1], chance)
    left, right = (tuple(sorted(hand)) for hand in first.state.hands)
    assert [n for n, _ in chance.draws] == list(range(25, 1, -1))
    assert events[1:] == [RoundStarted(1, 0), Dealt(0, left), Dealt(1, right)]


@pytest.mark.parametrize(("starter", "seat"), [("left", 0), ("right", 1)])
def test_n3_the_players_may_agree_on_the_first_starter(starter: str, seat: int) -> None:
    state = begun(starter=starter).state
    assert (state.starter, state.to_move) == (seat, seat)


@pytest.mark.parametrize("seat", [0, 1])
def test_n3_by_default_the_first_starter_is_drawn(seat: int) -> None:
    chance = ScriptedChance([seat, *SORTED_DEAL])
    state = engine.start(GAME, {}, [0, 1], chance)[0].state
    assert (state.starter, state.to_move) == (seat, seat)
    assert chance.draws[0] == (2, seat)


def test_n3_another_value_for_the_starter_is_refused() -> None:
    with pytest.raises(BadOption) as caught:
        begun(starter="chosen")
    assert "random, left, right" in str(caught.value)


@pytest.mark.parametrize("given", ["random", "left", "right"])
def test_n3_in_the_other_match_of_a_pair_the_same_side_begins(given: str) -> None:
    state = engine.start(GAME, {"starter": given}, [0, 1], KeyedChance(bytes(32)))[0].state
    assert GAME.as_drawn({"starter": given, "rounds": 3}, state) == {
        "starter": ("left", "right")[state.starter],
        "rounds": 3,
    }


@pytest.mark.parametrize("starter", [0, 1])
def test_n4_the_starter_alternates_no_matter_who_won(starter: int) -> None:
    state = played(laid(HIT_AT_ONCE, starter=starter), "A5x3")
    assert (state.round, state.starter, state.to_move) == (2, 1 - starter, 1 - starter)


@pytest.mark.parametrize("starter", [0, 1])
def test_n4_the_starter_alternates_after_a_drawn_round_too(starter: int) -> None:
    position = laid(LEVEL_AT_ONCE, starter=starter)
    assert last_round(position, "F1") == ("level", None)
    state = played(position, "F1")
    assert (state.round, state.starter, state.to_move) == (2, 1 - starter, 1 - starter)


def test_n5_a_round_won_scores_a_point_and_the_fifth_point_wins_the_match_at_once() -> None:
    state = played(laid(HIT_AT_ONCE, scores=[3, 4], round=8), "A5x3")
    assert (state.scores, state.round, GAME.outcome(state)) == ([4, 4], 9, None)
    position = laid(HIT_AT_ONCE, scores=[4, 4], round=9)
    after, events = play(position, "A5x3")
    assert events[-2:] == [RoundWon(0, 9, "hit", (5, 4)), MatchWon(0, (5, 4))]
    assert engine.outcome(GAME, after) == Outcome("points", (0,), (5, 4))
    assert engine.to_act(GAME, after) == frozenset()
    assert after.state.round == 9


def test_n5_a_drawn_round_scores_nothing_and_the_fourth_of_a_match_is_followed_by_another() -> None:
    state = played(laid(LEVEL_AT_ONCE, scores=[4, 4], round=12), "F1")
    assert (state.scores, state.round, GAME.outcome(state)) == ([4, 4], 13, None)


@pytest.mark.parametrize(
    ("scores", "ended", "words"),
    [
        (
            [3, 1],
            Outcome("drawn-rounds", (0,), (3, 1)),
            "seat 0 wins the match 3–1: it ended with the fifth drawn round.",
        ),
        (
            [2, 4],
            Outcome("drawn-rounds", (1,), (2, 4)),
            "seat 1 wins the match 4–2: it ended with the fifth drawn round.",
        ),
        ([4, 4], Outcome("level", (), (4, 4)), "The match ends in a draw, 4–4, with the fifth drawn round."),
        ([0, 0], Outcome("level", (), (0, 0)), "The match ends in a draw, 0–0, with the fifth drawn round."),
    ],
)
def test_n5_the_fifth_drawn_round_ends_the_match_for_the_higher_score(
    scores: list[int], ended: Outcome, words: str
) -> None:
    number = sum(scores) + 5
    after, events = play(laid(LEVEL_AT_ONCE, scores=scores, round=number), "F1")
    assert engine.outcome(GAME, after) == ended
    assert events[-2:] == [RoundDrawn(number), DrawnOut((scores[0], scores[1]), *ended.winners)]
    assert engine.to_act(GAME, after) == frozenset()
    assert (after.state.scores, after.state.round, after.state.starter) == (scores, number, 0)
    assert str(engine.result(GAME, ended)) == words
    GAME.check(after.state)
    assert GAME.load(dump(after)) == after


def test_n5_a_seat_is_told_how_the_fifth_drawn_round_ended_the_match_for_it() -> None:
    ended = Outcome("drawn-rounds", (1,), (2, 4))
    assert str(engine.result(GAME, ended, 1)) == "You won the match 4–2: it ended with the fifth drawn round."
    assert str(engine.result(GAME, ended, 0)) == "You lost the match 2–4: it ended with the fifth drawn round."


@pytest.mark.parametrize("score", [4, 3])
def test_n5_a_round_won_after_four_drawn_ones_is_a_point_as_ever(score: int) -> None:
    after, _ = play(laid(HIT_AT_ONCE, scores=[score, 4], round=score + 9), "A5x3")
    over = Outcome("points", (0,), (5, 4)) if score == 4 else None
    assert engine.outcome(GAME, after) == over


@pytest.mark.parametrize("points", [1, 5, 9])
def test_n5_no_match_has_more_rounds_than_the_bound_counts(points: int) -> None:
    """The longest: both one short of the last point, then four drawn rounds, then one more."""
    rounds = 2 * points - 1 + 4
    state = played(laid(HIT_AT_ONCE, scores=[points - 1] * 2, round=rounds, rounds=points), "A5x3")
    assert GAME.outcome(state) is not None
    assert rounds * 17 <= GAME.meta.bound


def test_n6_only_the_top_card_of_the_discards_shows_and_pile_and_hands_may_be_counted() -> None:
    position = laid(
        '{"hands": [[5,5,5,1,1],[1,2,3,4,4]], "pile": [2,2,3,3,4,4], "fencers": [8,13],'
        ' "discards": [1,1,2,2,3,5,5,4,3]}'
    )
    view = GAME.view(position.state, SPECTATOR)
    assert (view.discard, view.pile, view.hand_sizes) == (3, 6, (5, 5))
    swapped = laid(
        '{"hands": [[5,5,5,1,1],[1,2,3,4,4]], "pile": [2,2,3,3,4,4], "fencers": [8,13],'
        ' "discards": [5,4,5,2,3,2,1,1,3]}'
    )
    assert GAME.view(swapped.state, SPECTATOR) == view


def test_n7_there_is_no_pass() -> None:
    for text in ("pass", "", "P0", "-"):
        with pytest.raises(BadNotation, match=f"^“{text}” isn’t a step in En Garde"):
            GAME.parse_step(text)
    assert offered(begun()) == "F5"
