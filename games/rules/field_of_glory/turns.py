"""The frame of a turn, from Victory check to the end of the match (FG-10 to FG-12, FG-25, FG-50, FG-60 to FG-62)."""

from __future__ import annotations

from games.rules.chance import Chance
from games.rules.field_of_glory import decks
from games.rules.field_of_glory.cards import POINTS, RESERVES, Card, prizes
from games.rules.field_of_glory.events import (
    BattleDrawn,
    BattleWon,
    ControlTaken,
    DiscardedToDraw,
    ReservesPlayed,
    Trimmed,
    TurnSpent,
    TurnStarted,
    UnitDiscarded,
)
from games.rules.field_of_glory.placing import legal_removals, legal_units
from games.rules.field_of_glory.state import (
    BLUE,
    COLUMNS,
    DRAW,
    HAND,
    RED,
    SHUFFLES,
    WINNING,
    Reason,
    State,
    contested,
    controlled,
    crowded,
    place_of,
    unopposed,
)
from games.rules.field_of_glory.steps import AnyStep, Attack, Draw, Drop, Reserves, Trim
from games.rules.game import Event, Outcome, Seat

# --- Victory check and Advance ---


def check_victory(state: State) -> list[Event]:
    """Return three terrain cards win, here and only here (FG-10)."""
    started = TurnStarted(state.active, state.turn)
    if controlled(state, state.active) >= WINNING:
        return [started, *_finish(state, "control")]
    state.phase = "march"
    return [started]


def march(state: State) -> list[Event]:
    """Take control of every column without an opponent (FG-11)."""
    seat, events = state.active, list[Event]()
    for number in COLUMNS:
        column = state.columns[number - 1]
        if column.control != seat and unopposed(state, seat, number):
            column.control = seat
            events.append(ControlTaken(seat, number))
    state.phase = "advance" if any(crowded(state, seat)) else "encircle"
    return events


def legal_on_advance(state: State, seat: Seat) -> list[AnyStep]:
    """Return the steps of the Advance: one of the two units in each unopposed column, from column 1 on."""
    return [Drop(card) for column in crowded(state, seat) for card in state.units(seat, column)]


def drop_on_advance(state: State, seat: Seat, card: Card) -> list[Event]:
    """Discard one of two unopposed units (FG-11)."""
    events = discard_unit(state, seat, card)
    if not any(crowded(state, seat)):
        state.phase = "encircle"
    return events


def discard_unit(state: State, seat: Seat, card: Card) -> list[Event]:
    """Move a unit from the battlefield to its owner's discard pile."""
    column = place_of(state, seat, card)
    assert column is not None
    state.units(seat, column).remove(card)
    state.discards[seat].append(card)
    return [UnitDiscarded(seat, card, column)]


# --- actions and drawing cards ---


def open_actions(state: State, chance: Chance) -> list[Event]:
    """Ask for an action; without a card or an attack there is only drawing three, as everybody can see (FG-71)."""
    if state.hands[state.active] or any(contested(state)):
        state.phase = "act"
        return []
    return [TurnSpent(state.active), *draw(state, state.active, "", chance)]


def legal_actions(state: State, seat: Seat) -> list[AnyStep]:
    """Return attacks, Reserves, placing, removing, and the ways to end the turn."""
    hand = state.hands[seat]
    attacks = [Attack(card) for column in contested(state) for card in state.units(seat, column)]
    reserves = [Reserves()] if RESERVES in hand else []
    draws = [Draw(), *(Draw(card) for card in hand)]
    return [*attacks, *reserves, *legal_units(state, seat), *legal_removals(state, seat), *draws]


def play_reserves(state: State, seat: Seat, chance: Chance) -> list[Event]:
    """Draw three, then discard Reserves (FG-25); discarded first, it could be drawn again at once."""
    state.phase = "acts"
    events: list[Event] = [ReservesPlayed(seat), *decks.draw(state, seat, DRAW, chance)]
    decks.discard(state, seat, RESERVES)
    return events


def draw(state: State, seat: Seat, card: Card, chance: Chance) -> list[Event]:
    """End the turn: draw three, or discard a card for as many as its command points (FG-50)."""
    state.phase = "drawn"
    if not card:
        return decks.draw(state, seat, DRAW, chance)
    decks.discard(state, seat, card)
    return [DiscardedToDraw(seat, card, POINTS[card]), *decks.draw(state, seat, POINTS[card], chance)]


def count_hand(state: State) -> list[Event]:
    """Ask for discards down to nine, or end the turn."""
    state.phase = "trim" if len(state.hands[state.active]) > HAND else "end"
    return []


def legal_trims(state: State, seat: Seat) -> list[AnyStep]:
    """Return any card of the hand."""
    return [Trim(card) for card in state.hands[seat]]


def trim(state: State, seat: Seat, card: Card) -> list[Event]:
    """Discard one of the cards beyond nine (FG-50)."""
    decks.discard(state, seat, card)
    if len(state.hands[seat]) <= HAND:
        state.phase = "end"
    return [Trimmed(seat, card)]


# --- the end ---


def end_turn(state: State) -> list[Event]:
    """Give the turn to the other seat, or end the match when both Shuffle cards are out (FG-61)."""
    if min(state.shuffles) >= SHUFFLES:
        return _finish(state, exhaustion(state))
    state.active, state.turn, state.phase = 1 - state.active, state.turn + 1, "check"
    return []


def exhaustion(state: State) -> Reason:
    """Return what decides when both armies are spent (FG-61)."""
    if controlled(state, RED) != controlled(state, BLUE):
        return "terrain"
    return "victory-points" if prizes(state.prizes[RED]) != prizes(state.prizes[BLUE]) else "level"


def _finish(state: State, reason: Reason) -> list[Event]:
    state.phase, state.reason = "over", reason
    ended = outcome(state)
    assert ended is not None
    red, blue = ended.scores
    return [BattleWon(seat, reason, (red, blue)) for seat in ended.winners] or [BattleDrawn(red)]


def outcome(state: State) -> Outcome | None:
    """Return how the match ended; scores are terrain cards, or victory points where these were looked at (FG-60,
    FG-61).
    """
    reason = state.reason
    if reason is None:
        return None
    terrain = (controlled(state, RED), controlled(state, BLUE))
    scores = terrain if reason in ("control", "terrain") else (prizes(state.prizes[RED]), prizes(state.prizes[BLUE]))
    if reason == "control":
        return Outcome(reason, (state.active,), scores)
    return Outcome(reason, tuple(seat for seat in (RED, BLUE) if scores[seat] > scores[1 - seat]), scores)
