"""States in which a seat would see exactly its view, dealt as players keep and play their cards.

The draft leaves each player with the better half of the cards. An opponent who was dealt a chance army would be too
weak, and both seats would think that they are winning.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.rules import beliefs
from games.rules.beliefs import Answer, Weights
from games.rules.chance import Chance
from games.rules.field_of_glory import VERSIONS
from games.rules.field_of_glory.cards import CARDS, CODE, ORDER, POINTS, Card
from games.rules.field_of_glory.imagine import imagine, known, unseen
from games.rules.field_of_glory.state import KEEP, OFFER, State, defender
from games.rules.field_of_glory.view import HIDDEN, FieldOfGloryView
from games.rules.game import Seat

KEPT, DRAWN, HELD, RISKED = "kept", "drawn", "held", "risked"
"""Of the cards that nobody else sees: which were kept in the draft? Which of these were drawn, and which of the drawn
are still in the hand? Which card of the hand is the bonus card?

Whether a card was drawn is left to chance until a seat reshuffles. But a unit that was drawn mostly stands where all
see it. So a commander that nobody sees was drawn more often than a unit that nobody sees.
"""
AGAIN: Mapping[str, str] = {DRAWN: "drawn again", HELD: "held again"}
"""What is asked once a seat has reshuffled: from then on its deck is what it had discarded."""

SORT: Mapping[Card, str] = {card: f"{CODE[card]}{POINTS[card]}" for card in CARDS}
"""Cards of one type with the same command points are alike."""
SORTS = dict.fromkeys((KEPT, DRAWN, HELD, *AGAIN.values(), RISKED), tuple(dict.fromkeys(SORT.values())))
WEIGHTS = beliefs.usable(__package__, max(VERSIONS), SORTS)


def believe(view: FieldOfGloryView, seat: Seat, chance: Chance) -> State:
    """Return a state with the seat's view; unseen cards are drawn by what players keep and play."""
    if WEIGHTS is None:
        return imagine(view, seat, chance)
    state = known(view, seat, chance)
    pool = unseen(state, 1 - seat, view.discard_tops[1 - seat])
    chance.shuffle(pool, "believed")
    if view.draft:
        _deal_draft(state, view, 1 - seat, _Dealer(WEIGHTS, chance, pool))
    else:
        _deal_army(state, view, 1 - seat, _Dealer(WEIGHTS, chance, pool))
    return state


class _Dealer:
    """Takes cards from those that are left, by the weights of a question."""

    def __init__(self, weights: Weights, chance: Chance, left: list[Card]) -> None:
        self.weights = weights
        self.chance = chance
        self.left = left

    def deal(self, question: str, count: int) -> list[Card]:
        """Return so many cards, the likely ones more often."""
        by_sort = self.weights[question]
        taken, self.left = beliefs.drawn(self.left, lambda card: by_sort[SORT[card]], count, self.chance)
        return taken

    def next(self, count: int) -> list[Card]:
        """Return the next cards, all equally likely."""
        taken, self.left = self.left[:count], self.left[count:]
        return taken


def _deal_draft(state: State, view: FieldOfGloryView, seat: Seat, dealer: _Dealer) -> None:
    """Deal what was offered so far and half of it kept, the present offer, and the cards to come."""
    assert state.draft
    assert view.draft
    picks = view.draft.picks[seat]
    offered = _Dealer(dealer.weights, dealer.chance, dealer.next(OFFER * picks))
    state.draft.kept[seat] = offered.deal(KEPT, KEEP * picks)
    state.out[seat] = offered.left
    state.draft.offers[seat] = dealer.next(OFFER if seat in view.asked else 0)
    state.decks[seat] = dealer.left


def _deal_army(state: State, view: FieldOfGloryView, seat: Seat, dealer: _Dealer) -> None:
    """Deal the bonus card, the hand, the discards below the top and the deck; the rest was not kept."""
    top = view.discard_tops[seat]
    hidden = state.fight is not None and state.fight.bonus == HIDDEN
    below = max(0, view.discard_sizes[seat] - 1)
    kept = dealer.deal(KEPT, view.hand_sizes[seat] + view.deck_sizes[seat] + below + hidden)
    state.out[seat], dealer.left = dealer.left, kept
    blind = hidden and state.fight is not None and state.fight.blind
    in_hand = view.hand_sizes[seat] + (hidden and not blind)
    drawn = dealer.deal(_now(DRAWN, state, seat), in_hand + below)
    if blind:
        _risk(state, dealer.next(1)[0])
    state.decks[seat], dealer.left = dealer.left, drawn
    hand = dealer.deal(_now(HELD, state, seat), in_hand)
    state.discards[seat] = [*dealer.left, top] if top else []
    if hidden and not blind:
        dealer.left = hand
        _risk(state, dealer.deal(RISKED, 1)[0])
        hand = dealer.left
    state.hands[seat] = sorted(hand, key=ORDER.__getitem__)


def _now(question: str, state: State, seat: Seat) -> str:
    """Return a question as it is asked of a seat now."""
    return AGAIN[question] if state.shuffles[seat] else question


def _risk(state: State, card: Card) -> None:
    assert state.fight
    state.fight.bonus = card


# --- What matches teach ---


def answers(state: State, seat: Seat) -> Iterator[tuple[str, Answer]]:
    """Yield how a position after the draft answers the questions about a seat."""
    if state.draft:
        return
    risked = [state.fight.bonus] if state.fight and state.fight.bonus and seat != defender(state) else []
    blind = bool(state.fight and state.fight.blind)
    hand = [*state.hands[seat], *([] if blind else risked)]
    drawn = [*hand, *state.discards[seat][:-1]]
    kept = [*drawn, *state.decks[seat], *(risked if blind else [])]
    yield KEPT, _in_sorts([*kept, *state.out[seat]], kept)
    yield _now(DRAWN, state, seat), _in_sorts(kept, drawn)
    yield _now(HELD, state, seat), _in_sorts(drawn, hand)
    if len(hand) > len(state.hands[seat]):
        yield RISKED, _in_sorts(hand, risked)


def _in_sorts(offered: Sequence[Card], taken: Sequence[Card]) -> Answer:
    return Answer([SORT[card] for card in offered], [SORT[card] for card in taken])
