"""The strongest player: its rounds go as the rules say, it answers in time, and it sees only its seat's view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.rules import registry
from games.rules.chance import KeyedChance
from games.rules.en_garde import bot
from games.rules.en_garde.player import search
from games.rules.en_garde.player.rollout import AT_LEAST, STANDING, Round
from games.rules.en_garde.state import LEFT, RIGHT, State, room
from games.rules.playout import Playout
from tests.rules.en_garde.table import laid
from tests.rules.worlds import noted

GAME = registry.game("en-garde", 1)


def standing(state: State) -> tuple[Any, ...]:
    """Return what a round is about, of the state of a match."""
    hands = [[hand.count(value) for value in range(6)] for hand in state.hands]
    rooms = [room(state.fencers, LEFT), room(state.fencers, RIGHT)]
    attack = (state.attack.value, state.attack.count, state.attack.indirect) if state.attack else None
    return hands, state.pile, state.fencers[RIGHT] - state.fencers[LEFT], rooms, state.to_move, attack


def stands(round_: Round) -> tuple[Any, ...]:
    return round_.hands, round_.pile, round_.distance, round_.rooms, round_.mover, round_.attack


@pytest.mark.parametrize("options", [{}, {"variant": "standard"}, {"last_retreat": "position"}])
def test_a_round_goes_as_the_rules_say(options: dict[str, Any]) -> None:
    for number in range(3):
        match = Playout(GAME, GAME.meta.settle(options), f"rounds {number}", ["random", "random"])
        while (before := match.log.position.state).to_move is not None:
            played = Round(before)
            match.play(1)
            played.take(GAME.parse_step(match.log.entries[-1].text))
            after = match.log.position.state
            if after.round == before.round and after.to_move is not None:
                assert played.winner is None
                assert stands(played) == standing(after)
            else:
                won = after.last_round.winner
                assert played.winner == (Round.LEVEL if won is None else won)


@pytest.mark.parametrize("options", [{}, {"variant": "standard"}])
def test_a_round_that_is_played_on_ends(options: dict[str, Any]) -> None:
    match = Playout(GAME, GAME.meta.settle(options), "ends", ["random", "random"])
    winners = set()
    while (state := match.log.position.state).to_move is not None:
        winners.add(Round(state).run())
        match.play(1)
    assert winners <= {LEFT, RIGHT, Round.LEVEL}
    assert {LEFT, RIGHT} <= winners


def test_the_odds_of_hands_are_those_of_drawing() -> None:
    assert AT_LEAST[5][20][0] == 1
    assert AT_LEAST[0][20][1] == 0
    assert AT_LEAST[5][5][5] == 1
    assert AT_LEAST[1][10][1] == pytest.approx(0.5)


def test_a_lead_is_worth_more_the_fewer_cards_are_left() -> None:
    assert STANDING[3][2] > STANDING[3][12] > STANDING[0][2] > STANDING[-3][12] > STANDING[-3][2]


# --- choosing ---

TYPED: dict[str, Any] = {
    "hands": [[1, 1, 2, 2, 3], [1, 2, 3, 4, 5]],
    "pile": [1, 2, 3, 4, 5, 5],
    "fencers": [5, 11],
}


def chosen(enough: Callable[[], bool]) -> str:
    state = laid("{}", **TYPED).state
    steps = GAME.legal_steps(state, 0)
    step = search.choose(GAME, GAME.view(state, 0), steps, KeyedChance(bytes(32)), enough=enough)
    assert step is not None
    return GAME.text(step)


@pytest.fixture
def worlds(monkeypatch: pytest.MonkeyPatch) -> list[State]:
    """The worlds that are imagined."""
    return noted(monkeypatch, GAME, "imagine")


def test_it_imagines_as_many_worlds_as_its_strength_says(monkeypatch: pytest.MonkeyPatch, worlds: list[State]) -> None:
    monkeypatch.setattr(search, "WORLDS", 7)
    first = chosen(lambda: False)
    assert len(worlds) == 7
    assert chosen(lambda: False) == first


def test_out_of_time_it_answers_with_its_best_so_far(worlds: list[State]) -> None:
    asked = iter([False, False, True])
    assert chosen(lambda: next(asked))
    assert len(worlds) == 2
    state = laid("{}", **TYPED).state
    first = bot.choose(GAME, GAME.view(state, 0), GAME.legal_steps(state, 0), KeyedChance(bytes(32)))
    assert chosen(lambda: True) == GAME.text(first)
    assert len(worlds) == 2


def test_it_takes_nothing_where_nothing_is_offered() -> None:
    view = GAME.view(laid("{}", **TYPED).state, 0)
    assert search.choose(GAME, view, [], KeyedChance(bytes(32)), enough=lambda: False) is None
