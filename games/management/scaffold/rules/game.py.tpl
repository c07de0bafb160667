"""Last Stone as the engine plays it. The rules and the state format: `docs/rules/last-stone.md`.

The beginning and the end are here (LS-1, LS-3).
"""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.chance import Chance
from games.rules.game import Choice, Event, Meta, Option, OptionValue, Outcome, Seat, Viewer
from games.rules.last_stone import explain, guide, imagine, laws, steps, visibility, whys, words
from games.rules.last_stone.events import Began, Taken, Won
from games.rules.last_stone.state import State
from games.rules.last_stone.steps import Take
from games.rules.last_stone.view import LastStoneView
from games.rules.modular import ModularGame, Modules
from games.rules.sentence import N_

STONES = Option(
    "stones",
    N_("Stones"),
    N_("How many stones the heap has at the beginning."),
    tuple(Choice(number, str(number)) for number in (20, 40, 60)),
    40,
)


class LastStone(ModularGame[State, Take, LastStoneView]):
    """A heap from which two seats take in turn."""

    meta = Meta(
        slug="last-stone",
        version=1,
        title=N_("Last Stone"),
        seat_names=(N_("First player"), N_("Second player")),
        options=(STONES,),
        end_reasons={"last": N_("{winner} wins with the last stone.")},
        hidden=(),
        bound=60,  # the largest heap: each move takes at least one stone
        turn=1,
    )
    state_type = State
    view_type = LastStoneView
    modules = Modules(steps, words, explain, guide, whys, imagine, laws)

    def setup(self, options: Mapping[str, OptionValue], chance: Chance) -> State:
        stones = int(options["stones"])
        return State(stones, stones)

    def settle(self, state: State, chance: Chance) -> list[Event]:
        if state.to_move is not None or state.winner is not None:
            return []
        state.to_move = chance.below(2, "first player")
        return [Began(state.to_move)]

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset() if state.to_move is None else frozenset({state.to_move})

    def legal_steps(self, state: State, seat: Seat) -> list[Take]:
        return steps.legal(state.heap) if state.to_move == seat else []

    def play(self, state: State, seat: Seat, step: Take, chance: Chance) -> list[Event]:
        state.heap -= step.count
        taken = Taken(seat, step.count, state.heap)
        if state.heap:
            state.to_move = 1 - seat
            return [taken]
        state.to_move, state.winner = None, seat
        return [taken, Won(seat)]

    def outcome(self, state: State) -> Outcome | None:
        return None if state.winner is None else Outcome("last", (state.winner,))

    def view(self, state: State, viewer: Viewer) -> LastStoneView:
        return visibility.view(state, viewer)
