"""A step that wins the round for certain is taken: positions that were passed over, and many more."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.rules import engine, registry
from games.rules.chance import KeyedChance
from games.rules.en_garde import bot
from games.rules.en_garde.events import RoundDrawn, RoundWon
from games.rules.en_garde.state import COPIES, VALUES, State
from games.rules.en_garde.steps import Parry
from games.rules.engine import AnyPosition
from games.rules.game import Position, Seat, Step
from games.rules.playout import Playout
from tests.rules.en_garde.table import laid

GAME = registry.game("en-garde", 1)
LATE = 2  # with so many cards left to draw, what the opponent answers is looked at too


def chosen(position: AnyPosition, seat: Seat) -> Step:
    """Return the step of the computer player."""
    steps = engine.legal_steps(GAME, position, seat)
    step = bot.choose(GAME, GAME.view(position.state, seat), steps, KeyedChance(bytes(32)))
    assert step is not None
    return step


def worlds(state: State, seat: Seat) -> Iterator[AnyPosition]:
    """Yield the positions that would look like this to the seat, as far as they differ in the hand of the opponent and
    in the next card of the pile.
    """
    own = state.hands[seat]
    unseen = [COPIES - state.discards.count(value) - own.count(value) for value in VALUES]
    for _, counts in bot.hands(unseen, len(state.hands[1 - seat])):
        rest = [value for value in VALUES for _ in range(unseen[value - 1] - counts[value - 1])]
        for top in sorted(set(rest))[: None if len(state.pile) <= LATE else 1] or [0]:
            position = engine.copy(GAME, Position(state))
            position.state.hands[1 - seat] = [value for value in VALUES for _ in range(counts[value - 1])]
            position.state.pile = sorted(rest, key=lambda value, top=top: value == top)  # type: ignore[misc]
            yield position


def is_certain(position: AnyPosition, seat: Seat, step: Step) -> bool:
    """Say whether a step wins the round for every hand, draw and answer of the opponent.

    For a parry that includes what follows.
    """
    if isinstance(step, Parry) and state_after(position, seat, step).to_move == seat:
        after: AnyPosition = Position(state_after(position, seat, step))
        return any(is_certain(after, seat, each) for each in engine.legal_steps(GAME, after, seat))
    return all(is_won(world, seat, step) for world in worlds(position.state, seat))


def state_after(position: AnyPosition, seat: Seat, step: Step) -> State:
    state: State = engine.apply(GAME, position, seat, [step], KeyedChance(b"certain"))[0].state
    return state


def is_won(position: AnyPosition, seat: Seat, step: Step) -> bool:
    late = len(position.state.pile) <= LATE
    after, events = engine.apply(GAME, position, seat, [step], KeyedChance(b"certain"))
    ended = next((event for event in events if isinstance(event, RoundWon | RoundDrawn)), None)
    if ended is not None:
        return isinstance(ended, RoundWon) and ended.seat == seat
    if not late or after.state.to_move == seat or after.state.to_move is None:
        return False
    answers = engine.legal_steps(GAME, after, 1 - seat)
    return all(_loses(after, 1 - seat, answer) for answer in answers)


def _loses(position: AnyPosition, seat: Seat, step: Step) -> bool:
    _, events = engine.apply(GAME, position, seat, [step], KeyedChance(b"certain"))
    return any(isinstance(event, RoundWon) and event.seat != seat for event in events)


def test_it_hits_with_three_cards_that_nobody_can_parry() -> None:
    position = laid(
        '{"hands": [[3,1,2,3,3],[4,4,2,2,3]], "pile": [1,1,1,3,4,4,5], "fencers": [15,18],'
        ' "discards": [5,1,5,2,4,5,5,2]}'
    )
    assert GAME.text(chosen(position, 0)) in ("A3x2", "A3x3")


def test_it_steps_back_where_that_wins_by_place_for_certain() -> None:
    hand, played = [1, 3, 3, 4, 5], [1] * 3 + [2] * 4 + [3] + [4] * 2 + [5] * 3
    position = laid(f'{{"hands": [{hand},[1,2,4,4,5]], "pile": [3,3], "fencers": [17,22], "discards": {played}}}')
    assert is_certain(position, 0, GAME.parse_step("B5"))
    assert GAME.text(chosen(position, 0)) == "B5"


@pytest.mark.parametrize("variant", ["advanced", "standard"])
def test_a_step_that_wins_the_round_for_certain_is_never_passed_over(variant: str) -> None:
    found = 0
    for number in range(12):
        match = Playout(GAME, {"variant": variant, "rounds": 2}, f"certain {number}", ["en-garde", "random"])
        while owing := engine.to_act(GAME, match.log.position):
            (seat,), position = owing, match.log.position
            if len(position.state.pile) <= 6:
                step = chosen(position, seat)
                sure = [each for each in engine.legal_steps(GAME, position, seat) if is_certain(position, seat, each)]
                assert not sure or step in sure, (number, len(match.log.entries), GAME.text(step))
                found += bool(sure)
            match.play(1)
    assert found > 8
