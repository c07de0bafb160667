"""Field of Glory as the engine plays it. The rules, our rulings and the formats: `docs/rules/field-of-glory.md`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.rules.chance import Chance
from games.rules.field_of_glory import (
    draft,
    explain,
    guide,
    imagine,
    laws,
    phases,
    steps,
    turns,
    visibility,
    whys,
    words,
)
from games.rules.field_of_glory import told as telling
from games.rules.field_of_glory.events import FORESEEN, BonusTaken
from games.rules.field_of_glory.state import State
from games.rules.field_of_glory.steps import AnyStep, Attack, Bonus, Flank, Keep
from games.rules.field_of_glory.view import FieldOfGloryView
from games.rules.game import REFEREE, Event, Meta, OptionValue, Outcome, Seat, Viewer
from games.rules.modular import ModularGame, Modules
from games.rules.sentence import N_
from games.rules.telling import Told


class FieldOfGlory(ModularGame[State, AnyStep, FieldOfGloryView]):
    """Two armies of 24 cards fight for five columns of battlefield."""

    meta = Meta(
        slug="field-of-glory",
        version=1,
        title=N_("Field of Glory: The Card Game"),
        seat_names=(N_("Red"), N_("Blue")),
        options=(),
        end_reasons={
            "control": N_("{winner} wins, in control of the field {score}."),
            "terrain": N_("Both armies are spent: {winner} wins with more terrain, {score}."),
            "victory-points": N_("Both armies are spent: {winner} wins by victory points, {score}."),
            "level": N_("Both armies are spent, and the battle is drawn, {score} in victory points."),
        },
        to_winner={
            "control": N_("You won {score}: you control the field."),
            "terrain": N_("Both armies are spent: you won with more terrain, {score}."),
            "victory-points": N_("Both armies are spent: you won by victory points, {score}."),
        },
        to_loser={
            "control": N_("You lost {score}: {winner} controls the field."),
            "terrain": N_("Both armies are spent: you lost with less terrain, {score}."),
            "victory-points": N_("Both armies are spent: you lost by victory points, {score}."),
        },
        hidden=("decks.*.*",),
        bound=400,
        turn=200,
        uneven=True,
    )
    state_type = State
    view_type = FieldOfGloryView
    modules = Modules(steps, words, explain, guide, whys, imagine, laws)

    def told(self, events: Iterable[Event], me: Seat | None) -> list[Told]:
        return telling.told(events, me)

    def setup(self, options: Mapping[str, OptionValue], chance: Chance) -> State:
        return draft.setup(chance)

    def to_act(self, state: State) -> frozenset[Seat]:
        return phases.to_act(state)

    def legal_steps(self, state: State, seat: Seat) -> list[AnyStep]:
        return phases.legal(state, seat)

    def play(self, state: State, seat: Seat, step: AnyStep, chance: Chance) -> list[Event]:
        return phases.PLAYS[type(step)](state, seat, step, chance)

    def settle(self, state: State, chance: Chance) -> list[Event]:
        return phases.settle(state, chance)

    def at_rest(self, state: State, seat: Seat) -> bool:
        return phases.at_rest(state)

    def closes(self, state: State, seat: Seat, step: AnyStep) -> bool:
        return phases.closes(state, step)

    def foreseen(self, event: Event) -> bool:
        return isinstance(event, FORESEEN) or (isinstance(event, BonusTaken) and not event.blind)

    def outcome(self, state: State) -> Outcome | None:
        return turns.outcome(state)

    def view(self, state: State, viewer: Viewer) -> FieldOfGloryView:
        return visibility.view(state, viewer)

    def shown(self, steps: Sequence[AnyStep], seat: Seat, viewer: Viewer) -> str:
        """Others do not see picks of the draft, nor an attacker's bonus card from the hand."""
        veiled = any(isinstance(step, Keep | Attack | Flank) for step in steps)
        if viewer in (seat, REFEREE) or not veiled:
            return super().shown(steps, seat, viewer)
        return "; ".join(_veiled(step) for step in steps)


def _veiled(step: AnyStep) -> str:
    match step:
        case Keep():
            return "keep ?"
        case Bonus(source) if source not in (steps.DECK, steps.NONE):
            return "bonus ?"
    return steps.TEXTS[step]
