"""What is true of every state between moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from games.rules.errors import BadState
from games.rules.field_of_glory import attacks, turns
from games.rules.field_of_glory.cards import CARDS, POINTS, TERRAINS, UNITS, Card, fits
from games.rules.field_of_glory.state import (
    ARMY,
    BLUE,
    HAND,
    KEEP,
    OFFER,
    PICKS,
    RED,
    SHUFFLES,
    WINNING,
    Fight,
    State,
    contested,
    controlled,
    crowded,
    defender,
    place_of,
)
from games.rules.game import Seat
from games.rules.sentence import N_, sentence

SORTED = sorted(CARDS)


def check(state: State) -> None:
    """Verify the laws. Raises BadState with the first one that is broken."""
    for law, holds in LAWS:
        if not holds(state):
            raise BadState(sentence(law))


def _for_both(holds: Callable[[State, Seat], bool]) -> Callable[[State], bool]:
    return lambda state: holds(state, RED) and holds(state, BLUE)


def _cards_hold(state: State, seat: Seat) -> bool:
    return sorted(_all(state, seat)) == SORTED


def _all(state: State, seat: Seat) -> list[Card]:
    """Return every card of a seat."""
    piles = (state.decks[seat], state.hands[seat], state.discards[seat], state.prizes[1 - seat], state.out[seat])
    cards = [card for pile in piles for card in pile]
    cards += [card for column in state.columns for card in column.units[seat]]
    if state.draft:
        cards += [*state.draft.offers[seat], *state.draft.kept[seat]]
    if state.fight and state.fight.bonus and seat == state.active:
        cards.append(state.fight.bonus)
    return cards


def _draft_holds(state: State, seat: Seat) -> bool:
    draft, out = state.draft, len(state.out[seat])
    if draft is None:
        return state.phase != "draft" and out == len(CARDS) - ARMY
    picks, odd = divmod(len(draft.kept[seat]), KEEP)
    offer = OFFER if picks < PICKS else 0
    sizes = (len(draft.offers[seat]), len(state.decks[seat]), out)
    held = sizes == (offer, len(CARDS) - OFFER * picks - offer, (OFFER - KEEP) * picks)
    return state.phase == "draft" and held and not odd and any(draft.offers)


def _field_holds(state: State, seat: Seat) -> bool:
    return all(_stack_holds(column.units[seat]) for column in state.columns)


def _stack_holds(units: list[Card]) -> bool:
    return UNITS.issuperset(units) and (len(units) < 2 or (len(units) == 2 and fits(units[:1], units[1])))


def _hand_holds(state: State, seat: Seat) -> bool:
    size = len(state.hands[seat])
    if seat == state.active and state.phase != "over":
        return (size > HAND) == (state.phase == "trim") or state.phase in ("act", "answer", "leave")
    return size <= HAND


def _terrain_holds(state: State) -> bool:
    return not Counter(column.terrain for column in state.columns) - Counter(TERRAINS)


def _turn_holds(state: State) -> bool:
    if state.draft is None:
        return state.turn > 0
    empty = not any(column.control is not None or any(column.units) for column in state.columns)
    return state.turn == 0 and state.active == RED and empty and state.shuffles == [0, 0]


def _end_holds(state: State) -> bool:
    if state.reason is None or state.phase != "over":
        return state.reason is None and state.phase != "over"
    if state.reason == "control":
        return controlled(state, state.active) >= WINNING
    return min(state.shuffles) >= SHUFFLES and state.reason == turns.exhaustion(state)


def _phase_holds(state: State) -> bool:
    seat = state.active
    match state.phase:
        case "advance":
            return any(crowded(state, seat))
        case "flank":
            return any(attacks.legal_leads(state))
        case "act":
            return bool(state.hands[seat]) or any(contested(state))
        case "leave":
            return _leaves(state, state.fight)
    return state.phase in ("draft", "answer", "trim", "over")


def _leaves(state: State, fight: Fight | None) -> bool:
    return fight is not None and not fight.beside and len(state.units(state.active, fight.column)) == 2


def _fight_holds(state: State) -> bool:
    fight = state.fight
    if fight is None or state.phase not in ("answer", "leave"):
        return fight is None and state.phase not in ("answer", "leave")
    in_place = place_of(state, state.active, fight.lead) == (fight.beside or fight.column)
    flanks = fight.beside is None or (fight.flank and abs(fight.beside - fight.column) == 1)
    return in_place and flanks and _defence_holds(state, fight)


def _defence_holds(state: State, fight: Fight) -> bool:
    """Say whether there are defenders to answer; one leads already only if there was no choice."""
    units = state.units(defender(state), fight.column)
    if state.phase == "leave":
        return not units and fight.bonus is None and fight.defence is None
    forced = len(units) == 1 and not attacks.withdrawable(state, fight)
    return bool(units) and fight.defence == (units[0] if forced else None) and (not forced or attacks.may_answer(state))


def _flanks_hold(state: State) -> bool:
    if not state.flanks:
        return True
    asked = state.phase == "flank" or (state.fight is not None and state.fight.flank)
    return asked and all(abs(target - beside) == 1 for target, beside in state.flanks)


def _last_holds(state: State) -> bool:
    last = state.last_fight
    cards = [last.lead, last.bonus, last.defence, last.answer] if last else []
    return all(card is None or card in POINTS for card in cards)


LAWS: tuple[tuple[str, Callable[[State], bool]], ...] = (
    (N_("Each of the 48 cards of a seat must be in one place."), _for_both(_cards_hold)),
    (N_("24 of the 48 cards are drafted, two from every four (FG-3)."), _for_both(_draft_holds)),
    (
        N_("A column holds at most two units, and they must be allowed together (FG-22, FG-24)."),
        _for_both(_field_holds),
    ),
    (N_("A hand has at most nine cards, except the active seat’s (FG-50)."), _for_both(_hand_holds)),
    (N_("The terrain must be five of the nine cards (FG-1)."), _terrain_holds),
    (N_("The active seat doesn’t match the phase."), _turn_holds),
    (N_("A match is over if, and only if, it has an end reason (FG-60, FG-61)."), _end_holds),
    (N_("The phase asks for a decision that doesn’t exist."), _phase_holds),
    (N_("The current attack isn’t possible there (FG-30, FG-15)."), _fight_holds),
    (N_("The listed flank attacks aren’t possible there (FG-13)."), _flanks_hold),
    (N_("The last attack names cards that don’t fit."), _last_holds),
)
