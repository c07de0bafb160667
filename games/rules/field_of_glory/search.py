"""The strongest player: it plays its promising steps on to the end of the other side's turn, each in the same believed
worlds, and looks at where both then stand.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules import engine
from games.rules.chance import Chance, KeyedChance
from games.rules.engine import AnyGame
from games.rules.field_of_glory import bot
from games.rules.field_of_glory.cards import prizes
from games.rules.field_of_glory.player.reckoning import keeping, standing, survey
from games.rules.field_of_glory.state import State
from games.rules.field_of_glory.view import FieldOfGloryView
from games.rules.game import Position, Seat, Step, View
from games.rules.levels import Enough

WORLDS = 8
"""How many worlds are believed: that is how strong the player is, on any machine that has the time."""
MOST_CANDIDATES = 6
"""How many steps are played on."""
SEARCHED = frozenset({"flank", "act", "bonus", "answer"})
"""The decisions that are worth it. It makes all others as `bot` does."""
WON = 100.0
"""The worth of a match that is won."""
PRIZE = 0.3
"""The worth of a victory point."""
DOUBT = 1.0
"""How much more another step must be worth than the one that `bot` prefers, in each world."""
SEED = 2**62


def choose(game: AnyGame, view: View, steps: Sequence[Step | None], chance: Chance, *, enough: Enough) -> Step | None:
    """Return the step after which the seat stands best, as far as time allows; the first of equals."""
    assert isinstance(view, FieldOfGloryView)
    now = survey(view)
    if view.phase not in SEARCHED:
        return bot.choose(game, view, steps, chance)
    likely = bot.promising(now, steps)[:MOST_CANDIDATES]
    if len(likely) < 2 or bot.is_pressing(now, likely[0]):
        return likely[0] if likely else None
    worth = dict.fromkeys(likely, 0.0)
    for _ in range(WORLDS):
        if enough():
            break
        worth[likely[0]] += DOUBT
        seed = chance.below(SEED, "world").to_bytes(8, "big")
        world = game.believe(view, view.viewer, KeyedChance(seed))
        for step in likely:
            worth[step] += _after(game, world, view, step, KeyedChance(seed))
    return max(likely, key=worth.__getitem__)


def _after(game: AnyGame, world: State, view: FieldOfGloryView, step: Step, chance: Chance) -> float:
    """Return what the seat has once a step is taken and the other side has had its turn."""
    seat = view.viewer
    state = engine.copy(game, Position(world)).state
    until = view.turn + (2 if view.active == seat else 1)
    _take(game, state, seat, step, chance)
    while state.turn < until and (owing := game.to_act(state)):
        mover = min(owing)
        answer = bot.choose(game, game.view(state, mover), game.legal_steps(state, mover), chance)
        assert answer is not None
        _take(game, state, mover, answer, chance)
    return _valued(game, state, seat)


def _take(game: AnyGame, state: State, seat: Seat, step: Step, chance: Chance) -> None:
    game.play(state, seat, step, chance)
    if game.at_rest(state, seat):
        game.settle(state, chance)


def _valued(game: AnyGame, state: State, seat: Seat) -> float:
    """Return what a position is worth to a seat, in command points."""
    ended = game.outcome(state)
    if ended is not None:
        return WON * ((seat in ended.winners) - (1 - seat in ended.winners))
    seen = game.view(state, seat)
    assert isinstance(seen, FieldOfGloryView)
    now = survey(seen)
    fronts = sum(standing(front, now.stake) for front in now.fronts.values())
    hands = [sum(keeping(now, card) for card in state.hands[each]) for each in (seat, 1 - seat)]
    won = prizes(state.prizes[seat]) - prizes(state.prizes[1 - seat])
    return fronts + hands[0] - hands[1] + PRIZE * won
