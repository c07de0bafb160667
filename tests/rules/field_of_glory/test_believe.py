"""What a seat of Field of Glory believes that its opponent holds."""

from __future__ import annotations

from collections import Counter

import pytest

from games.rules import registry
from games.rules.chance import KeyedChance
from games.rules.field_of_glory import believe
from games.rules.field_of_glory.cards import POINTS
from games.rules.field_of_glory.state import BLUE, RED, State
from games.rules.playout import Playout

GAME = registry.current("field-of-glory")


def middle(seed: str) -> State:
    match = Playout(GAME, GAME.meta.settle({}), seed, ["field-of-glory"] * 2)
    match.play()
    state = match.log.positions[len(match.log.positions) // 2].state
    assert isinstance(state, State)
    return state


def kept_points(state: State) -> int:
    return sum(POINTS[card] for zone in (state.hands, state.decks, state.discards) for card in zone[BLUE])


def test_an_opponent_is_believed_to_have_kept_better_cards_than_chance_deals() -> None:
    chance, believed, imagined = KeyedChance(b"army"), 0, 0
    for number in range(20):
        view = GAME.view(middle(f"army {number}"), RED)
        believed += kept_points(GAME.believe(view, RED, chance))
        imagined += kept_points(GAME.imagine(view, RED, chance))
    assert believed > 1.1 * imagined


def test_without_weights_a_seat_imagines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(believe, "WEIGHTS", None)
    view = GAME.view(middle("plain"), RED)
    assert GAME.believe(view, RED, KeyedChance(b"same")) == GAME.imagine(view, RED, KeyedChance(b"same"))


def test_a_position_answers_each_question_with_cards_that_it_has() -> None:
    asked = Counter[str]()
    for number in range(10):
        for question, answer in believe.answers(middle(f"answers {number}"), BLUE):
            asked[question] += 1
            assert Counter(answer.taken) <= Counter(answer.offered), question
    assert set(asked) >= {believe.KEPT, believe.DRAWN, believe.HELD}


def test_a_seat_that_reshuffled_answers_other_questions() -> None:
    state = middle("again")
    before = {question for question, _answer in believe.answers(state, BLUE)}
    state.shuffles[BLUE] = 1
    after = {question for question, _answer in believe.answers(state, BLUE)}
    assert before - after == set(believe.AGAIN)
    assert after - before == set(believe.AGAIN.values())


def test_a_commander_that_nobody_sees_was_drawn_more_often_than_a_unit_that_nobody_sees() -> None:
    """Commanders are never seen in a column: so the deck is believed to have fewer of them left."""
    assert believe.WEIGHTS
    drawn = believe.WEIGHTS[believe.DRAWN]
    assert drawn["CO5"] > 1.5 * max(drawn[sort] for sort in drawn if sort.startswith(("CV", "EL", "HI2", "HI3")))
