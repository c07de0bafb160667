"""What the board of En Garde says of each space and each card, and the small filters of every match page."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine

from games.boards.about import Shown
from games.boards.en_garde.board import board, compared_hands, ends_round, hand_cards, round_end, spaces
from games.boards.en_garde.poses import REACH, shifts
from games.boards.en_garde.things import things
from games.boards.things import Thing
from games.rules import engine
from games.rules.en_garde.events import Advanced, Dealt, Drew, Evaded, RoundDrawn, RoundStarted, RoundWon, WentBack
from games.rules.en_garde.state import SPACES, RoundEnd, State
from games.rules.en_garde.view import EnGardeView
from games.rules.game import REFEREE, SPECTATOR, Position
from games.templatetags.board import composes, time_left, together, urgency
from tests.games.conftest import NOON
from tests.rules.en_garde.table import GAME, laid

FOUR_APART = '{"hands": [[1, 3, 3, 4, 5], [1, 1, 2, 2, 5]], "pile": [2, 4, 4], "fencers": [10, 14]}'
ATTACKED = (
    '{"hands": [[2, 4, 4, 1, 1], [3, 3, 5, 5, 5]], "pile": [1, 2], "fencers": [10, 14], '
    '"attack": {"value": 4, "count": 1, "indirect": true}}'
)


def asked(position: Position[State]) -> tuple[EnGardeView, list[dict[str, Any]]]:
    """Return what the page of the seat to move is drawn from."""
    (seat,) = engine.to_act(GAME, position)
    steps = GAME.legal_steps(position.state, seat)
    return GAME.view(position.state, seat), [{"step": step, "text": GAME.text(step), "ends": True} for step in steps]


def test_the_piste_has_23_spaces_and_both_fencers() -> None:
    found = spaces(*asked(laid(FOUR_APART)))
    assert [space.number for space in found] == list(range(1, 24))
    assert {space.number: space.fencer for space in found if space.fencer is not None} == {10: 0, 14: 1}
    assert [space.number for space in found if space.is_middle] == [12]


def drawn(left: int, right: int) -> tuple[int, int]:
    """Return where fencers on two spaces are drawn, in half spaces."""
    by = shifts(left, right)
    return 2 * left + by[0], 2 * right + by[1]


def test_fencers_stay_on_the_piste_each_of_their_steps_is_seen_and_blades_meet_as_ever() -> None:
    pairs = [(left, right) for left in range(1, SPACES) for right in range(left + 1, SPACES + 1)]
    for left, right in pairs:
        mine, theirs = drawn(left, right)
        assert (mine >= 5, theirs <= 2 * SPACES - 3) == (True, True)
        assert right + 1 > SPACES or drawn(left, right + 1)[1] > theirs
        assert left + 1 == right or drawn(left + 1, right)[0] > mine
        assert right - left > REACH or theirs - mine == 2 * (right - left)
    assert shifts(10, 14) == (0, 0)


def test_a_space_offers_the_steps_that_concern_it() -> None:
    found = spaces(*asked(laid(FOUR_APART)))
    assert {space.number: space.steps for space in found if space.steps} == {
        5: "B5",
        6: "B4",
        7: "B3",
        9: "B1",
        11: "F1 X1,3x1 X1,3x2",
        13: "F3 X3,1x1",
        14: "A4x1 X1,3x1 X1,3x2 X3,1x1",
    }


def test_the_right_fencer_advances_to_lower_spaces() -> None:
    found = spaces(*asked(laid(FOUR_APART, to_move=1)))
    assert {space.number: space.steps for space in found if space.steps} == {
        12: "F2 X2,2x1",
        13: "F1",
        15: "B1",
        16: "B2",
        19: "B5",
        10: "X2,2x1",
    }


def test_a_card_offers_the_steps_it_can_be_spent_on() -> None:
    hand = hand_cards(asked(laid(FOUR_APART))[0], 0, asked(laid(FOUR_APART))[1])
    assert [(card.value, card.steps, card.uses) for card in hand] == [
        (1, "F1 B1 X1,3x1 X1,3x2 X3,1x1", ["back", "forward", "attack"]),
        (3, "F3 B3 X1,3x1 X1,3x2 X3,1x1", ["back", "forward", "attack"]),
        (3, "F3 B3 X1,3x1 X1,3x2 X3,1x1", ["back", "forward", "attack"]),
        (4, "B4 A4x1", ["back", "attack"]),
        (5, "B5", ["back"]),
    ]


def test_a_second_card_of_a_value_is_part_only_of_steps_that_need_two() -> None:
    view, choices = asked(laid(FOUR_APART))
    assert [card.part_of for card in hand_cards(view, 0, choices)][1:3] == ["F3 B3 X1,3x1 X1,3x2 X3,1x1", "X1,3x2"]


def test_arrows_of_the_right_fencer_come_left_first_too() -> None:
    view, choices = asked(laid(FOUR_APART, to_move=1))
    assert hand_cards(view, 1, choices)[0].uses == ["forward", "back"]


def test_under_attack_cards_parry_or_retreat() -> None:
    view, choices = asked(laid(ATTACKED))
    hand = hand_cards(view, 0, choices)
    assert [(card.value, card.steps, card.uses) for card in hand] == [
        (1, "R1", ["back"]),
        (1, "R1", ["back"]),
        (2, "R2", ["back"]),
        (4, "P R4", ["back", "parry"]),
        (4, "P R4", ["back", "parry"]),
    ]
    assert [(space.number, space.steps) for space in spaces(view, choices) if space.steps] == [
        (6, "R4"),
        (8, "R2"),
        (9, "R1"),
        (10, "P"),
    ]


def test_a_hidden_hand_has_no_cards_to_show() -> None:
    view, choices = asked(laid(FOUR_APART))
    assert hand_cards(view, 1, choices) == []


def test_without_choices_nothing_can_be_tapped() -> None:
    view, _ = asked(laid(FOUR_APART))
    assert {space.steps for space in spaces(view, [])} == {""}
    assert {(card.steps, card.part_of) for card in hand_cards(view, 0, [])} == {("", "")}


def trails(*news: Any) -> dict[int, tuple[int | None, bool]]:
    """Return the spaces of the piste, with fencers on 10 and 14, that somebody came over (or from: true)."""
    view, choices = asked(laid(FOUR_APART))
    return {space.number: (space.trail, space.left) for space in spaces(view, choices, news) if space.trail is not None}


def test_the_way_a_fencer_came_is_marked_from_the_space_it_left() -> None:
    assert trails(Advanced(1, 3, 14)) == {17: (1, True), 16: (1, False), 15: (1, False)}
    assert trails(WentBack(1, 1, 14)) == {13: (1, True)}
    assert trails(Evaded(0, 2, 10)) == {12: (0, True), 11: (0, False)}


def test_several_moves_of_a_fencer_make_one_trail() -> None:
    assert trails(Evaded(1, 2, 17), Advanced(1, 3, 14)) == {15: (1, True)}


def test_no_trail_leads_out_of_an_earlier_round() -> None:
    assert trails(Advanced(0, 5, 12), RoundStarted(2, 1), Advanced(1, 1, 14)) == {15: (1, True)}
    assert trails(Advanced(0, 5, 12), RoundStarted(2, 1)) == {}


def new_cards(*recent: Any) -> list[int]:
    """Return the values marked as new in the hand 1, 3, 3, 4, 5 of seat 0."""
    view, choices = asked(laid(FOUR_APART))
    return [card.value for card in hand_cards(view, 0, choices, recent) if card.new]


def test_cards_that_filled_the_hand_up_are_new() -> None:
    assert new_cards() == []
    assert new_cards(Drew(0, 2, (3, 5))) == [3, 5]
    assert new_cards(Drew(0, 2, (3, 3))) == [3, 3]


def test_what_the_other_drew_and_what_a_deal_brought_marks_no_card() -> None:
    assert new_cards(Drew(1, 2)) == []
    assert new_cards(Drew(0, 1, (3,)), RoundStarted(2, 0), Dealt(0, (1, 3, 3, 4, 5))) == []


def test_a_round_that_ended_is_news() -> None:
    assert ends_round([RoundDrawn(1), RoundStarted(2, 0)])
    assert ends_round([RoundWon(1, 1, "hit"), RoundStarted(2, 0)])
    assert not ends_round([RoundStarted(1, 0), Advanced(0, 1, 2)])


SEATS = [{"number": 0, "name": "Ann"}, {"number": 1, "name": "Ben"}]


@pytest.mark.parametrize(
    ("ended", "sentences"),
    [
        (RoundEnd(1, "hit", (8, 11), 1), ["Ben scores a hit and wins round 1."]),
        (RoundEnd(2, "stuck", (1, 3), 1), ["Ann can neither move nor attack: Ben wins round 2."]),
        (
            RoundEnd(3, "comparison-hand", (8, 11), 0, ((3, 3), (1, 2))),
            [
                "The last card is drawn at a distance of 3: Ann shows 3, 3; Ben shows 1, 2.",
                "Ann has more cards that match the distance and wins round 3.",
            ],
        ),
        (RoundEnd(4, "level", (9, 15)), ["Round 4 is drawn: both fencers are equally far forward."]),
    ],
)
def test_how_a_round_ended_is_said_with_the_hands_that_were_shown(ended: RoundEnd, sentences: list[str]) -> None:
    assert round_end(ended, SEATS) == sentences


@pytest.mark.parametrize(
    ("reason", "hands", "common"),
    [
        ("comparison-hand", ((3, 3), (1, 3)), []),
        ("comparison-position", ((1, 2), (4, 5)), ["Neither has a 3."]),
        ("level", ((3, 2), (4, 3)), ["Both have equally many."]),
        ("hit", None, []),
    ],
)
def test_beside_the_hands_it_is_said_what_they_have_in_common(reason: Any, hands: Any, common: list[str]) -> None:
    ended = RoundEnd(3, reason, (8, 11), None if reason == "level" else 0, hands)
    assert compared_hands(ended, SEATS) == [*common, round_end(ended, SEATS)[-1]]


@pytest.mark.parametrize(
    ("ends", "expected"),
    [((True, True), False), ((True, False), True), ((False,), True), ((), False)],
)
def test_a_move_is_composed_where_a_step_leaves_it_open(ends: tuple[bool, ...], expected: bool) -> None:
    assert composes([{"ends": each} for each in ends]) is expected


@pytest.mark.parametrize(
    ("left", "word"),
    [(timedelta(hours=24), ""), (timedelta(hours=23, minutes=59), "urgent"), (timedelta(0), "late")],
)
def test_a_deadline_presses_from_a_day_before(left: timedelta, word: str) -> None:
    with time_machine.travel(NOON, tick=False):
        assert urgency(NOON + left) == word


@pytest.mark.parametrize(
    ("time", "words"),
    [
        (timedelta(days=13, hours=23, minutes=59, seconds=59), "14 d"),
        (timedelta(days=4, hours=6), "4 d 6 h"),
        (timedelta(days=3), "3 d"),
        (timedelta(days=2, hours=23, minutes=59, seconds=1), "3 d"),
        (timedelta(days=2, hours=23, minutes=30), "2 d 23 h"),
        (timedelta(hours=23, minutes=5), "23 h 5 min"),
        (timedelta(minutes=59, seconds=30), "1 h 0 min"),
        (timedelta(seconds=1), "1 min"),
        (timedelta(seconds=-1), "0 min"),
    ],
)
def test_a_deadline_is_told_in_the_fewest_letters(time: timedelta, words: str) -> None:
    with time_machine.travel(NOON, tick=False):
        assert time_left(NOON + time) == words


PLAYERS = [{"number": 0, "name": "Ann", "is_me": True}, {"number": 1, "name": "Ben", "is_me": False}]


def test_the_board_of_a_player_says_who_is_to_move_and_what_is_known_of_the_other() -> None:
    view, choices = asked(laid(FOUR_APART))
    shown = board(Shown(view, 0, PLAYERS, choices))
    assert [(corner.name, corner.is_mine, corner.to_move) for corner in shown.corners] == [
        ("Ann", True, True),
        ("Ben", False, False),
    ]
    assert (shown.piste.names, shown.others, shown.hand_of) == (("Ann", "Ben"), [("Ben", 5, ())], "")


def test_nobody_is_to_move_at_the_end_and_a_watcher_is_told_whose_hand_lies_open() -> None:
    view = GAME.view(laid(FOUR_APART).state, REFEREE)
    shown = board(Shown(view, 1, PLAYERS, is_over=True, watching=True))
    assert [(corner.is_mine, corner.to_move) for corner in shown.corners] == [(False, False)] * 2
    assert (shown.hand_of, shown.others) == ("Ben", [("Ann", 5, (1, 3, 3, 4, 5))])


def test_who_watches_and_sees_no_hand_is_told_how_large_both_are_and_which_one_cards_came_from() -> None:
    position = laid(FOUR_APART)
    view = GAME.view(position.state, SPECTATOR)
    shown = board(Shown(view, 0, PLAYERS, watching=True))
    assert shown.others == [("Ann", 5, ()), ("Ben", 5, ())]
    assert shown.piste.spent_from == ""
    for seat in (0, 1):
        trail = [Advanced(seat, 1, 5)]
        assert board(Shown(view, 0, PLAYERS, watching=True, trail=trail)).piste.spent_from == f"hand-{seat}"


def test_an_attack_is_shown_to_who_cannot_answer_it() -> None:
    position = laid(ATTACKED)
    view, choices = asked(position)
    assert board(Shown(view, view.viewer, PLAYERS, choices)).attack is None
    found = board(Shown(GAME.view(position.state, 1 - view.viewer), 1 - view.viewer, PLAYERS)).attack
    assert found is not None
    assert (found.is_mine, found.cards, found.count, found.indirect) == (True, "a 4", 1, True)


def test_the_cards_of_an_attack_lie_between_the_fencers_for_both() -> None:
    position = laid(ATTACKED)
    for seat in (0, 1):
        drawn = board(Shown(GAME.view(position.state, seat), seat, PLAYERS)).piste
        left, right = drawn.fencers
        assert (drawn.laid, left < drawn.laid_at < right) == ([4], True)


def test_the_readers_points_stand_first_in_the_score() -> None:
    state = laid(FOUR_APART).state
    state.scores = [2, 1]
    scores = [board(Shown(GAME.view(state, seat), seat, PLAYERS)).score for seat in (0, 1)]
    assert scores == ["2–1", "1–2"]


def test_a_score_stays_in_one_line() -> None:
    said = "Ann & Ben: 3–1. Round 4 begins."
    assert together(said) == 'Ann &amp; Ben: <span class="together">3–1</span>. Round 4 begins.'


SEVEN_APART = '{"hands": [[1, 3, 4, 4, 5], [1, 1, 2, 2, 5]], "pile": [2, 3, 4], "fencers": [8, 15]}'


def explained(position: Position[State]) -> dict[str, Thing]:
    """Return the cards that explain the board to the left fencer."""
    return {thing.key: thing for thing in things(Shown(GAME.view(position.state, 0), 0, PLAYERS))}


def test_a_card_names_the_lunges_that_it_has_a_part_in() -> None:
    found = explained(laid(SEVEN_APART))
    lunges = ["Lunge: advance 3, then attack with two 4s.", "Lunge: advance 4, then attack with a 3."]
    for key in ("card-3", "card-4"):
        assert [line for line in found[key].here if line.startswith("Lunge")] == lunges
        assert not any(line.startswith("Attack: not") for line in found[key].here)
    assert "Attack: not with this card, the fencers are 7 apart." in found["card-1"].here
    assert any(line.startswith("To lunge, advance with one card") for line in found["card-1"].rule)


def test_no_card_tells_of_lunges_in_the_standard_game() -> None:
    found = explained(laid(SEVEN_APART, variant="standard"))
    told = [line for thing in found.values() for line in (*thing.here, *thing.rule)]
    assert not any("unge" in line for line in told)


def test_only_what_is_in_hand_or_on_the_piste_is_explained() -> None:
    assert {key for key in explained(laid(SEVEN_APART)) if key.startswith(("card", "laid"))} == {
        *(f"card-{value}" for value in (1, 3, 4, 5)),
    }
    assert "laid" in explained(laid(ATTACKED))


def test_readers_are_called_you_on_the_cards_of_their_fencer() -> None:
    found = explained(laid(SEVEN_APART))
    assert (found["points-0"].name, found["hand-0"].name) == ("You", "Hand (You)")
    assert (found["space-8"].name, found["space-8"].here[0]) == ("Space 8: You", "You stand here.")
    assert found["space-9"].here == ["A 1 takes you forward to here.", "6 spaces from Ben: no single card reaches it."]
    assert found["space-7"].here == ["A 1 takes you back to here."]
