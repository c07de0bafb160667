"""En Garde as the engine plays it. The rules, our rulings and the state format: `docs/rules/en-garde.md`.

Its options are here (EG-N3). That matches are replayed alike, and resigned, is the engine's doing (EG-M6, EG-M7).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.rules.chance import Chance
from games.rules.en_garde import (
    actions,
    coach,
    explain,
    guide,
    imagine,
    laws,
    rounds,
    steps,
    told as telling,
    visibility,
    whys,
    words,
)
from games.rules.en_garde.events import FORESEEN
from games.rules.en_garde.state import DRAWN, HAND, LEFT, RIGHT, SPACES, State
from games.rules.en_garde.steps import AnyStep
from games.rules.en_garde.view import EnGardeView
from games.rules.game import Choice, Event, Meta, Option, OptionValue, Outcome, Seat, View, Viewer
from games.rules.modular import ModularGame, Modules
from games.rules.sentence import N_, Sentence
from games.rules.telling import Told

MOST_POINTS = 9
MOST_ROUNDS = 2 * MOST_POINTS - 1 + DRAWN - 1
"""All but one of them won by each side, the last by one; and as many drawn as do not end the match (EG-N5)."""
MOVES_A_ROUND = len(rounds.DECK) - 2 * HAND + 2
"""Each takes a card off the pile, except a parry after which the next move empties it, and the last answer (EG-N30)."""

OPTIONS = (
    Option(
        "variant",
        N_("Variant"),
        N_(
            "In the advanced game, you can lunge: advance and attack in one turn. The defender can retreat from "
            "a lunge."
        ),
        (Choice("advanced", N_("Advanced")), Choice("standard", N_("Standard"))),
        "advanced",
        brief="{value}",
    ),
    Option(
        "rounds",
        N_("Rounds to win"),
        N_("The first to win this many rounds wins the match."),
        tuple(Choice(number, str(number)) for number in range(1, MOST_POINTS + 1)),
        5,
        brief=N_("first to {value}"),
    ),
    Option(
        "starter",
        N_("First turn"),
        N_("Who starts the first round. After that you alternate."),
        (Choice("random", N_("Random")), Choice("left", N_("Left fencer")), Choice("right", N_("Right fencer"))),
        "random",
    ),
    Option(
        "aid",
        N_("Card counter"),
        N_("Shows how many cards of each value you haven’t seen this round."),
        (Choice(True, N_("On")), Choice(False, N_("Off"))),
        True,
    ),
    Option(
        "last_retreat",
        N_("If a retreat ends the round"),
        N_("How to decide a round that ends with a retreat."),
        (
            Choice("hand", N_("Cards count first, as usual")),
            Choice("position", N_("Only being further forward counts")),
        ),
        "hand",
        only_with=("variant", "advanced"),
    ),
)

SIDES = ("left", "right")
OWING = (frozenset({LEFT}), frozenset({RIGHT}))
NOBODY: frozenset[Seat] = frozenset()


class EnGarde(ModularGame[State, AnyStep, EnGardeView]):
    """Two fencers on a piste of 23 spaces; hands of five cards move them, attack and parry."""

    meta = Meta(
        slug="en-garde",
        version=1,
        title=N_("En Garde"),
        seat_names=(N_("Left fencer"), N_("Right fencer")),
        options=OPTIONS,
        end_reasons={
            "points": N_("{winner} wins the match {score}."),
            "drawn-rounds": N_("{winner} wins the match {score}: it ended with the fifth drawn round."),
            "level": N_("The match ends in a draw, {score}, with the fifth drawn round."),
        },
        to_winner={
            "points": N_("You won the match {score}."),
            "drawn-rounds": N_("You won the match {score}: it ended with the fifth drawn round."),
        },
        to_loser={
            "points": N_("You lost the match {score}."),
            "drawn-rounds": N_("You lost the match {score}: it ended with the fifth drawn round."),
        },
        hidden=("pile.*",),
        bound=MOST_ROUNDS * MOVES_A_ROUND,
        turn=3,
        moves=40,
    )
    state_type = State
    view_type = EnGardeView
    modules = Modules(steps, words, explain, guide, whys, imagine, laws)

    def advice(self, view: View, seat: Seat) -> Sentence | None:
        return coach.advice(self._own(view), seat)

    def told(self, events: Iterable[Event], me: Seat | None) -> list[Told]:
        return telling.told(events, me)

    def setup(self, options: Mapping[str, OptionValue], chance: Chance) -> State:
        chosen = {key: options[key] for key in ("variant", "rounds", "aid", "last_retreat")}
        chosen_side = options["starter"]
        starter = SIDES.index(str(chosen_side)) if chosen_side in SIDES else chance.below(2, "starter")
        return State([[], []], [], [1, SPACES], [0, 0], starter=starter, **chosen)  # type: ignore[arg-type]

    def as_drawn(self, options: Mapping[str, OptionValue], state: State) -> dict[str, OptionValue]:
        """Return the same side begins, which is the other player then: so each of a pair begins once."""
        return {**options, "starter": SIDES[state.starter]}

    def to_act(self, state: State) -> frozenset[Seat]:
        return NOBODY if state.to_move is None else OWING[state.to_move]

    def legal_steps(self, state: State, seat: Seat) -> list[AnyStep]:
        return steps.legal(steps.stance(state, seat)) if state.to_move == seat else []

    def play(self, state: State, seat: Seat, step: AnyStep, chance: Chance) -> list[Event]:
        return actions.play(state, seat, step)

    def settle(self, state: State, chance: Chance) -> list[Event]:
        if state.to_move is not None or rounds.outcome(state) is not None:
            return []
        return rounds.deal(state, chance)

    def foreseen(self, event: Event) -> bool:
        return isinstance(event, FORESEEN)

    def outcome(self, state: State) -> Outcome | None:
        return rounds.outcome(state)

    def view(self, state: State, viewer: Viewer) -> EnGardeView:
        return visibility.view(state, viewer)
