"""Fantasy Dice Battles as the engine plays it. Rules, rulings and formats: `docs/rules/fantasy-dice-battles.md`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from games.rules.chance import Chance, NoChance
from games.rules.fantasy_dice_battles import (
    army_phase,
    coach,
    explain,
    guide,
    imagine,
    laws,
    orders_phase,
    steps,
    told as telling,
    visibility,
    whys,
    words,
)
from games.rules.fantasy_dice_battles.events import Sealed
from games.rules.fantasy_dice_battles.round import resolution
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS, of_digest
from games.rules.fantasy_dice_battles.state import LAST_ROUND, SEATS, State, bare_side, standing
from games.rules.fantasy_dice_battles.steps import READY, AnyStep
from games.rules.fantasy_dice_battles.view import DiceBattlesView
from games.rules.game import (
    REFEREE,
    Choice,
    Event,
    Meta,
    Option,
    OptionValue,
    Outcome,
    Position,
    Seat,
    View,
    Viewer,
)
from games.rules.modular import ModularGame, Modules
from games.rules.sentence import N_, Sentence
from games.rules.telling import Told

ARMIES = Option(
    "set",
    N_("Data set"),
    N_("The units, powers and preset armies used in the match."),
    tuple(Choice(data.id, data.name) for data in SETS.values()),
    DEFAULT_SET,
)

OWN, DRAWN = "own", "drawn"
"""What an army option says instead of the id of a preset army."""
PRESETS = tuple(Choice(each.id, each.name) for data in SETS.values() for each in data.presets.values())
ARMY_NAMES = ("first_army", "second_army")
"""The options that say, by seat, where an army comes from."""
CHOSEN = tuple(
    Option(
        name,
        title,
        N_("A preset army is known to both players in advance. Two armies drawn at random are always different."),
        (
            Choice(OWN, N_("chosen by the player, in secret")),
            Choice(DRAWN, N_("a preset army, drawn at random")),
            *PRESETS,
        ),
        OWN,
        late=True,
    )
    for name, title in zip(ARMY_NAMES, (N_("First army"), N_("Second army")), strict=True)
)

OPTIONS = (ARMIES, *CHOSEN) if len(SETS) > 1 else CHOSEN
"""With one data set there is none to choose; matches begun then keep it when there are more."""

HIDDEN_MOVE = "?; ready"
"""The text of an army or of orders as others read it: always the same (FD-22)."""

PLAYS: Mapping[type[AnyStep], Callable[[State, Seat, Any], list[Event]]] = {
    steps.Take: army_phase.take,
    steps.Found: army_phase.found,
    steps.Put: army_phase.put,
    steps.Lay: orders_phase.lay,
    steps.Reinforce: orders_phase.reinforce,
}


BOUND = len(SEATS) * (1 + LAST_ROUND)
"""Each seat seals its army, and its orders once a round; no round follows the last one (FD-61)."""


class FantasyDiceBattles(ModularGame[State, AnyStep, DiceBattlesView]):
    """Two armies of three battalions: sealed orders, counted dice, fleeing units, fallen heroes."""

    meta = Meta(
        slug="fantasy-dice-battles",
        version=1,
        title="Fantasy Dice Battles",
        seat_names=(N_("First army"), N_("Second army")),
        options=OPTIONS,
        end_reasons={
            "heroes": N_("{winner} wins {score} with more heroes standing."),
            "level": N_("The battle is a {score} draw: both sides have the same number of heroes left."),
        },
        to_winner={"heroes": N_("You won {score}: you have more heroes standing.")},
        to_loser={"heroes": N_("You lost {score}: {winner} has more heroes standing.")},
        hidden=("sides.*.deck.*",),
        bound=BOUND,
        turn=2,
        unpaired=N_(
            "For a pair of matches, choose two preset armies: each of you plays both. You can’t play a "
            "pair with an army you build yourself."
        ),
        unpaired_by=dict.fromkeys(ARMY_NAMES, OWN),
    )
    state_type = State
    view_type = DiceBattlesView
    modules = Modules(steps, words, explain, guide, whys, imagine, laws)

    def advice(self, view: View, seat: Seat) -> Sentence | None:
        return coach.advice(self._own(view), seat)

    def told(self, events: Iterable[Event], me: Seat | None) -> list[Told]:
        return telling.told(events, me)

    def setup(self, options: Mapping[str, OptionValue], chance: Chance) -> State:
        data = SETS[str(options.get(ARMIES.name, DEFAULT_SET))]
        state = State(sides=[bare_side() for _ in SEATS], set_digest=data.digest, asked=list(SEATS))
        chosen = [str(options.get(name, OWN)) for name in ARMY_NAMES]
        army_phase.take_presets(state, [None if each == OWN else each for each in chosen], chance)
        return state

    def as_drawn(self, options: Mapping[str, OptionValue], state: State) -> dict[str, OptionValue]:
        presets = {name: army_phase.preset_of(state, seat) for seat, name in enumerate(ARMY_NAMES)}
        return {name: presets[name] if value == DRAWN else value for name, value in options.items()}

    def load(self, data: bytes | str) -> Position[State]:
        position = super().load(data)
        of_digest(position.state.set_digest)
        return position

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset(state.asked)

    def seen_to_act(self, state: State, viewer: Viewer) -> frozenset[Seat]:
        return visibility.seen_to_act(state, viewer)

    def legal_steps(self, state: State, seat: Seat) -> list[AnyStep]:
        if seat not in state.asked:
            return []
        return army_phase.legal(state, seat) if state.phase == "army" else orders_phase.legal(state, seat)

    def offers(self, state: State, seat: Seat, step: AnyStep) -> bool:
        if state.phase == "army":
            return seat in state.asked and army_phase.offers(state, seat, step)
        return super().offers(state, seat, step)

    def play(self, state: State, seat: Seat, step: AnyStep, chance: Chance) -> list[Event]:
        if step == READY:
            state.asked.remove(seat)
            return [Sealed(seat)]
        return PLAYS[type(step)](state, seat, step)

    def settle(self, state: State, chance: Chance) -> list[Event]:
        if state.asked or state.phase == "over":
            return []
        if state.phase == "army":
            return army_phase.open_battle(state, chance)
        return resolution.resolve(state, of_digest(state.set_digest), chance)

    def at_rest(self, state: State, seat: Seat) -> bool:
        return seat not in state.asked

    def closes(self, state: State, seat: Seat, step: AnyStep) -> bool:
        return step == READY

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        heroes = standing(state.sides[0]), standing(state.sides[1])
        winners = tuple(seat for seat in SEATS if heroes[seat] > heroes[1 - seat])
        return Outcome(resolution.reason(state), winners, heroes)

    def on_timeout(self, state: State, seat: Seat, plan: Sequence[AnyStep]) -> list[AnyStep] | None:
        """Return the plan, if only `ready` was missing (FD-22)."""
        trial = msgspec.convert(msgspec.to_builtins(state), State)
        composed = [step for step in plan if step != READY]
        for step in composed:
            if step not in self.legal_steps(trial, seat):
                return None
            self.play(trial, seat, step, NoChance())
        return [*composed, READY] if READY in self.legal_steps(trial, seat) else None

    def view(self, state: State, viewer: Viewer) -> DiceBattlesView:
        return visibility.view(state, viewer)

    def shown(self, steps: Sequence[AnyStep], seat: Seat, viewer: Viewer) -> str:
        """Return a move as a viewer may read it.

        Others learn orders and armies only when these are revealed; their texts are for their seat alone.
        """
        return super().shown(steps, seat, viewer) if viewer in (seat, REFEREE) else HIDDEN_MOVE
