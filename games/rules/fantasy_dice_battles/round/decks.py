"""Order cards: drawing, and shuffling the discards when the draw pile is empty (FD-13, FD-53)."""

from __future__ import annotations

from games.rules.chance import Chance
from games.rules.fantasy_dice_battles.events import Drew, Reshuffled
from games.rules.fantasy_dice_battles.state import HAND, Side, all_tokens
from games.rules.game import Event, Seat


def deal(side: Side, seat: Seat, chance: Chance) -> list[Event]:
    """Shuffle one card for each token of the army, and draw the first hand."""
    side.deck = sorted(all_tokens(side))
    chance.shuffle(side.deck, f"deck {seat}")
    return refill(side, seat, 0, chance)


def refill(side: Side, seat: Seat, number: int, chance: Chance) -> list[Event]:
    """Draw up to a whole hand at the end of round `number`."""
    hand, held = side.hand, len(side.hand)
    events: list[Event] = []
    while len(hand) < HAND:
        if not side.deck:
            events.append(_reshuffle(side, seat, number, chance))
        hand.append(side.deck.pop())
    return [*events, Drew(seat, HAND - held, tuple(sorted(hand[held:])))]


def _reshuffle(side: Side, seat: Seat, number: int, chance: Chance) -> Event:
    side.deck, side.discards = side.discards, []
    chance.shuffle(side.deck, f"round {number} reshuffle {seat}")
    return Reshuffled(seat, len(side.deck))
