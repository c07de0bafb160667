"""Field of Glory as the engine plays it. The rules, our rulings and the formats: `docs/rules/field-of-glory.md`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.rules.chance import Chance
from games.rules.field_of_glory import (
    believe,
    coach,
    draft,
    explain,
    guide,
    imagine,
    laws,
    phases,
    steps,
    told as telling,
    turns,
    visibility,
    whys,
    words,
)
from games.rules.field_of_glory.draft import EARLY, LATE
from games.rules.field_of_glory.events import FORESEEN, BonusTaken
from games.rules.field_of_glory.state import ARMY, COLORS, HAND, PICKS, State
from games.rules.field_of_glory.steps import AnyStep, Attack, Bonus, Flank, Keep
from games.rules.field_of_glory.view import FieldOfGloryView
from games.rules.game import REFEREE, Choice, Event, Meta, Option, OptionValue, Outcome, Seat, View, Viewer
from games.rules.modular import ModularGame, Modules
from games.rules.sentence import N_, Sentence
from games.rules.telling import Told

FIRST_PLAYER = Option(
    "first_player",
    N_("First turn"),
    N_("Who starts after the draft. In a pair, you know this before the draft, and each of you starts once."),
    (
        Choice(LATE, N_("Random, after the draft")),
        Choice(EARLY, N_("Random, before the draft")),
        Choice("red", N_("Red")),
        Choice("blue", N_("Blue")),
    ),
    LATE,
    late=True,
    paired=EARLY,
)

SLOW, FAST = 2, 5  # the fewest and the most command points of a card
TURNS = 2 * ((ARMY - HAND + ARMY) // SLOW + 1)
"""A seat's Shuffle card is out once it has drawn the rest of its deck and all that a reshuffle can hold, two cards a
turn at least; the match ends with the turn in which both are out (FG-5, FG-50, FG-61)."""
PLACED = 2 * HAND + TURNS * (2 + FAST - 1)
"""Units that can be placed: those of the first hands, and of each turn what Reserves and a discarded commander draw,
less these two cards (FG-25, FG-50)."""
BOUND = 2 * PICKS + TURNS * 5 + PLACED * 3
"""The draft; of each turn the Advance, going on from flank attacks, Reserves, drawing and discarding down to nine; of
each unit its placement, and an attack with its answer, since an attack takes a unit off the field, and two where it
asks for a third move (FG-34, FG-40, FG-43)."""


class FieldOfGlory(ModularGame[State, AnyStep, FieldOfGloryView]):
    """Two armies of 24 cards fight for five columns of battlefield."""

    meta = Meta(
        slug="field-of-glory",
        version=1,
        title=N_("Field of Glory: The Card Game"),
        seat_names=(N_("Red"), N_("Blue")),
        options=(FIRST_PLAYER,),
        end_reasons={
            "control": N_("{winner} controls the field and wins {score}."),
            "terrain": N_("Both armies are spent: {winner} wins {score} on terrain."),
            "victory-points": N_("Both armies are spent: {winner} wins {score} on victory points."),
            "level": N_("Both armies are spent, and the match is a draw: {score} in victory points."),
        },
        to_winner={
            "control": N_("You won {score}: you control the field."),
            "terrain": N_("Both armies are spent: you won {score} on terrain."),
            "victory-points": N_("Both armies are spent: you won {score} on victory points."),
        },
        to_loser={
            "control": N_("You lost {score}: {winner} controls the field."),
            "terrain": N_("Both armies are spent: you lost {score} on terrain."),
            "victory-points": N_("Both armies are spent: you lost {score} on victory points."),
        },
        hidden=("decks.*.*",),
        bound=BOUND,
        turn=200,
        uneven=True,
    )
    state_type = State
    view_type = FieldOfGloryView
    modules = Modules(steps, words, explain, guide, whys, imagine, laws)

    def advice(self, view: View, seat: Seat) -> Sentence | None:
        return coach.advice(self._own(view), seat)

    def told(self, events: Iterable[Event], me: Seat | None) -> list[Told]:
        return telling.told(events, me)

    def setup(self, options: Mapping[str, OptionValue], chance: Chance) -> State:
        return draft.setup(str(options["first_player"]), chance)

    def as_drawn(self, options: Mapping[str, OptionValue], state: State) -> dict[str, OptionValue]:
        """Return the same side begins, which is the other player then: so each of a pair begins once."""
        return dict(options) if state.first is None else {**options, "first_player": COLORS[state.first]}

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

    def believe(self, view: View, seat: Seat, chance: Chance) -> State:
        return believe.believe(self._own(view), seat, chance)

    def shown(self, steps: Sequence[AnyStep], seat: Seat, viewer: Viewer) -> str:
        """Return a move as a viewer may read it.

        Others don't see picks of the draft, nor an attacker's bonus card from the hand.
        """
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
