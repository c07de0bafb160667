"""States in which a seat would see exactly its view: what it cannot see is dealt from the remaining cards."""

from __future__ import annotations

from games.rules.chance import Chance
from games.rules.fantasy_dice_battles.data import PLACE, DataSet
from games.rules.fantasy_dice_battles.sets.offered import of_digest
from games.rules.fantasy_dice_battles.state import POSTS, SEATS, Orders, Side, State, bare_side
from games.rules.fantasy_dice_battles.view import DiceBattlesView, SideSeen
from games.rules.game import Seat


def imagine(view: DiceBattlesView, seat: Seat, chance: Chance) -> State:
    """Return a state with the seat's view; whether the opponent has sealed anything, and what, is drawn too."""
    state = rebuilt(view, seat)
    other = state.sides[1 - seat]
    chance.shuffle(state.sides[seat].deck, "imagined own")
    chance.shuffle(other.deck, "imagined other")
    other.hand, other.deck = _dealt(other.deck, view.sides[1 - seat].hand_size)
    if view.phase == "over":
        return state
    if seat in state.asked and chance.below(2, "imagined seal"):
        _seal(other, view, of_digest(view.set_digest), chance)
    else:
        state.asked = sorted({*state.asked, 1 - seat})
    return state


def _dealt(cards: list[str], hand: int) -> tuple[list[str], list[str]]:
    return cards[:hand], cards[hand:]


def _seal(other: Side, view: DiceBattlesView, data: DataSet, chance: Chance) -> None:
    """Seal any army, or any orders, for the other side.

    If a card is compulsory, these are the first cards of the hand.
    """
    if view.phase == "army":
        presets = list(data.presets.values())
        army = presets[chance.below(len(presets), "imagined army")].army
        other.faction, other.tokens, other.reserve = army.faction, list(army.tokens), list(army.reserve)
    else:
        posts = [POSTS[battalion - 1] for battalion in view.fighting]
        other.orders = Orders(dict(zip(posts, other.hand, strict=False)))


def rebuilt(view: DiceBattlesView, seat: Seat) -> State:
    """Return what the view says of the state. The other seat is not asked, and all its hidden cards are in its deck."""
    state = State(
        sides=[_side(view, other) for other in SEATS],
        set_digest=view.set_digest,
        phase=view.phase,  # type: ignore[arg-type]
        round=view.round,
        asked=list(view.asked),
    )
    own = state.sides[seat]
    own.hand = list(view.hand or ())
    own.deck = list(view.deck or ())
    own.orders = Orders(dict(view.orders.cards), list(view.orders.sent)) if view.orders else Orders()
    if view.army:
        own.faction, own.tokens, own.reserve = view.army.faction, list(view.army.tokens), list(view.army.reserve)
    return state


def _side(view: DiceBattlesView, seat: Seat) -> Side:
    seen, side = view.sides[seat], bare_side()
    side.faction, side.reserve = seen.faction, list(seen.reserve)
    side.fleeing, side.lost = list(seen.fleeing), list(seen.lost)
    side.discards, side.deck = list(seen.discards), list(seen.unseen)
    side.last = Orders(dict(seen.last.cards), list(seen.last.sent))
    _stand(side, seen)
    return side


def _stand(side: Side, seen: SideSeen) -> None:
    for token in seen.tokens:
        if token is not None:
            at = PLACE[token.place]
            side.tokens[at], side.wounds[at], side.poison[at] = token.unit, token.wounds, int(token.poison)
