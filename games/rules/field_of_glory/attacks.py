"""Attacks from their declaration to the last decision before the fight (FG-13 to FG-16, FG-30 to FG-35, FG-45)."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.chance import Chance
from games.rules.field_of_glory import combat, decks
from games.rules.field_of_glory.cards import CODE, COST, OVERLAP_COST, Card
from games.rules.field_of_glory.events import Attacked, AttackVoid, BonusTaken, FlanksLeft, Overlapped, Stood, Withdrew
from games.rules.field_of_glory.state import (
    COLUMNS,
    Fight,
    State,
    contested,
    defender,
    has_source,
    place_of,
    unopposed,
)
from games.rules.field_of_glory.steps import DECK, NONE, AnyStep, Bonus, Drop, Flank, GoOn, Overlap, Stand, Withdraw
from games.rules.field_of_glory.turns import discard_unit
from games.rules.game import Event, Seat

# --- flank attacks ---


def flank_pairs(state: State) -> Iterator[tuple[int, int]]:
    """Yield the attacked and the flanking column of every flank attack that the active seat could make now (FG-13)."""
    for target in contested(state):
        for beside in (target - 1, target + 1):
            if beside in COLUMNS and unopposed(state, state.active, beside):
                beyond = 2 * beside - target
                if beyond not in COLUMNS or not state.units(defender(state), beyond):
                    yield target, beside


def encircle(state: State) -> list[Event]:
    """List the flank attacks, once, at the start of their phase (FG-14)."""
    state.flanks = list(flank_pairs(state))
    state.phase = "flanks"
    return []


def open_flanks(state: State) -> list[Event]:
    """Ask for a flank attack, or go on if none is left."""
    if any(legal_leads(state)):
        state.phase = "flank"
    else:
        state.flanks, state.phase = [], "acts"
    return []


def legal_leads(state: State) -> Iterator[Flank]:
    """Yield who may lead which flank attack (FG-15)."""
    seat = state.active
    for target in sorted({target for target, _ in state.flanks}):
        for column in (target, *(beside for attacked, beside in state.flanks if attacked == target)):
            yield from (Flank(card, target) for card in state.units(seat, column))


def legal_flanks(state: State, seat: Seat) -> list[AnyStep]:
    """Return the steps of the phase of flank attacks: an attack, or none."""
    return [*legal_leads(state), GoOn()]


def go_on(state: State, seat: Seat) -> list[Event]:
    """Make no more flank attacks."""
    state.flanks, state.phase = [], "acts"
    return [FlanksLeft(seat)]


def flank(state: State, seat: Seat, lead: Card, target: int) -> list[Event]:
    """Declare a flank attack; each target has one."""
    origin = place_of(state, seat, lead)
    state.flanks = [pair for pair in state.flanks if pair[0] != target]
    return _declare(state, Fight(target, lead, flank=True, beside=None if origin == target else origin))


# --- the attacker ---


def attack(state: State, seat: Seat, lead: Card) -> list[Event]:
    """Declare an attack on the lead's own column (FG-30)."""
    column = place_of(state, seat, lead)
    assert column is not None
    return _declare(state, Fight(column, lead))


def _declare(state: State, fight: Fight) -> list[Event]:
    state.fight = fight
    _ask_bonus(state)
    return [Attacked(state.active, fight.column, fight.lead, fight.flank, fight.beside)]


def _ask_bonus(state: State) -> None:
    """Ask for the attacker's bonus card, or go straight to the strike.

    With no card in hand the deck is the only source, as everybody can see (FG-71).
    """
    state.phase = "bonus" if state.hands[state.active] else "strike"


def legal_bonuses(state: State, seat: Seat) -> list[AnyStep]:
    """Return Overlap, or the attacker's bonus card (FG-31, FG-32)."""
    hand = state.hands[seat]
    overlaps = [Overlap(card) for card in hand if CODE[card] == "OV"]
    return [*(Bonus(card) for card in hand), *_blind(state, seat), *overlaps]


def _blind(state: State, seat: Seat) -> list[AnyStep]:
    return [Bonus(DECK)] if has_source(state, seat) else []


def overlap(state: State, fight: Fight, seat: Seat, card: Card) -> list[Event]:
    """Play an Overlap card."""
    amount = overlap_strength(state, fight)
    fight.overlap += amount
    decks.discard(state, seat, card)
    _ask_bonus(state)
    return [Overlapped(seat, card, amount)]


def overlap_strength(state: State, fight: Fight) -> int:
    """Count own units of movement cost 3 or less in unopposed neighbouring columns, without the lead (FG-31)."""
    beside = [column for column in (fight.column - 1, fight.column + 1) if column in COLUMNS]
    units = [
        card
        for column in beside
        if unopposed(state, state.active, column)
        for card in state.units(state.active, column)
    ]
    return sum(COST[card] <= OVERLAP_COST and card != fight.lead for card in units)


def bonus(state: State, fight: Fight, seat: Seat, source: str, chance: Chance) -> list[Event]:
    """Take the attacker's bonus card, or the defender's, after which they fight."""
    card, events = _take_bonus(state, seat, source, chance)
    if card:
        events.append(BonusTaken(seat, source == DECK, card))
    if seat != state.active:
        return events + resolve(state, fight, card, chance)
    fight.bonus, fight.blind, state.phase = card, source == DECK, "strike"
    return events


def _take_bonus(state: State, seat: Seat, source: str, chance: Chance) -> tuple[Card | None, list[Event]]:
    if source == NONE:
        return None, []
    if source == DECK:
        taken, events = decks.take(state, seat, 1, chance)
        return taken[0], events
    state.hands[seat].remove(source)
    return source, []


# --- the defender ---


def strike(state: State, fight: Fight, chance: Chance) -> list[Event]:
    """Draw the attacker's bonus card if it has no other source, then ask the defender."""
    events = list[Event]()
    if fight.bonus is None and has_source(state, state.active):
        events += bonus(state, fight, state.active, DECK, chance)
    return [*events, *_ask_defender(state, fight)]


def withdrawable(state: State, fight: Fight) -> list[Card]:
    """Return the defending units that may withdraw: those cheaper than the lead (FG-33)."""
    limit = COST[fight.lead]
    return [card for card in state.units(defender(state), fight.column) if COST[card] < limit]


def _ask_defender(state: State, fight: Fight) -> list[Event]:
    """Return a single unit that cannot withdraw stands; without a source either there is no bonus card to choose
    (FG-71).
    """
    units = state.units(defender(state), fight.column)
    if not units:
        state.phase = "parted"
    elif len(units) == 1 and not withdrawable(state, fight):
        return stand(state, fight, units[0])
    else:
        state.phase = "answer"
    return []


def legal_answers(state: State, seat: Seat) -> list[AnyStep]:
    """Return standing and withdrawing, then the defender's bonus card (FG-33, FG-35)."""
    fight = state.fight
    if fight is None:
        return []
    if fight.defence:
        return [Bonus(NONE), *(Bonus(card) for card in state.hands[seat]), *_blind(state, seat)]
    stands = [Stand(card) for card in state.units(seat, fight.column)]
    return [*stands, *(Withdraw(card) for card in withdrawable(state, fight))]


def withdraw(state: State, fight: Fight, seat: Seat, card: Card) -> list[Event]:
    """Withdraw a unit to the discard pile: no victory points, no rampage (FG-33)."""
    state.units(seat, fight.column).remove(card)
    state.discards[seat].append(card)
    return [Withdrew(seat, card, fight.column), *_ask_defender(state, fight)]


def stand(state: State, fight: Fight, card: Card) -> list[Event]:
    """Choose the lead of the defence (FG-35)."""
    seat = defender(state)
    fight.defence = card
    state.phase = "answer" if may_answer(state) else "resolve"
    return [Stood(seat, card, fight.column)]


def may_answer(state: State) -> bool:
    """Say whether the defender has any source of a bonus card."""
    seat = defender(state)
    return bool(state.hands[seat]) or has_source(state, seat)


# --- after it ---


def part(state: State, fight: Fight) -> list[Event]:
    """Return all withdrew: the bonus card is lost, and one of two attackers is discarded (FG-34).

    Nobody is discarded where the lead stands in a flanking column (FG-16).
    """
    events: list[Event] = [AttackVoid(state.active, fight.column, fight.bonus)]
    combat.discard_bonus(state, fight, None)
    if fight.beside is None and len(state.units(state.active, fight.column)) > 1:
        state.phase = "leave"
    else:
        conclude(state, fight)
    return events


def legal_on_leaving(state: State, seat: Seat) -> list[AnyStep]:
    """Return the steps after a withdrawal: discard one of the two attackers."""
    return [Drop(card) for card in state.units(seat, state.fight.column)] if state.fight else []


def drop_on_leaving(state: State, fight: Fight, seat: Seat, card: Card) -> list[Event]:
    """Keep one unit by discarding the other (FG-34)."""
    events = discard_unit(state, seat, card)
    conclude(state, fight)
    return events


def resolve(state: State, fight: Fight, answer: Card | None, chance: Chance) -> list[Event]:
    """Fight, then go on with the phase in which the attack was made."""
    events = combat.resolve(state, fight, answer, chance)
    conclude(state, fight)
    return events


def conclude(state: State, fight: Fight) -> None:
    """End the attack."""
    state.fight, state.phase = None, "flanks" if fight.flank else "acts"
