"""Drawing, reshuffling and discarding (FG-5)."""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.chance import Chance
from games.rules.field_of_glory.cards import ORDER, Card
from games.rules.field_of_glory.events import Drew, Reshuffled
from games.rules.field_of_glory.state import COLORS, State
from games.rules.game import Event, Seat


def take(state: State, seat: Seat, count: int, chance: Chance) -> tuple[list[Card], list[Event]]:
    """Take up to `count` cards from the top of a seat's deck, reshuffling as needed (FG-5).

    They are in the order drawn.
    """
    deck = state.decks[seat]
    if len(deck) >= count:
        taken = deck[: -count - 1 : -1]
        del deck[-count:]
        return taken, []
    taken, events = deck[::-1], list[Event]()
    deck.clear()
    while len(taken) < count:
        events.append(reshuffle(state, seat, chance))
        if not deck:
            break
        drawn = deck[: len(taken) - count - 1 : -1]
        del deck[-len(drawn) :]
        taken += drawn
    return taken, events


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return cards in the order of the card table."""
    return tuple(sorted(cards, key=ORDER.__getitem__))


def reshuffle(state: State, seat: Seat, chance: Chance) -> Reshuffled:
    """Make the discard pile the deck; even an empty one counts as a shuffle (FG-5)."""
    state.shuffles[seat] += 1
    deck, state.discards[seat] = state.discards[seat], []
    chance.shuffle(deck, f"{COLORS[seat]} reshuffle {state.shuffles[seat]}")
    state.decks[seat][:] = deck
    return Reshuffled(seat, len(deck), state.shuffles[seat])


def draw(state: State, seat: Seat, count: int, chance: Chance) -> list[Event]:
    """Draw into the hand, which is kept in the order of the card table."""
    taken, events = take(state, seat, count, chance)
    hand = state.hands[seat]
    hand += taken
    hand.sort(key=ORDER.__getitem__)
    return [*events, Drew(seat, len(taken), in_order(taken))]


def discard(state: State, seat: Seat, card: Card) -> None:
    """Put a card of the hand on the seat's discard pile."""
    state.hands[seat].remove(card)
    state.discards[seat].append(card)
