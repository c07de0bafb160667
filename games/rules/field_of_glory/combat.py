"""Strengths, line by line, and the results of a fight (FG-36 to FG-44)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.chance import Chance
from games.rules.field_of_glory import decks
from games.rules.field_of_glory.cards import (
    CODE,
    HEAVY,
    HILL,
    KIND,
    POINTS,
    SECOND_PIKE,
    WOODS_HEAVY,
    WOODS_LIGHT,
    Card,
)
from games.rules.field_of_glory.events import (
    ControlLost,
    ControlTaken,
    Eliminated,
    Fought,
    Rampaged,
    Term,
    UnitDiscarded,
)
from games.rules.field_of_glory.state import Fight, LastFight, State, defender
from games.rules.game import Event, Seat

FLANK_BONUS = 2


def attack_terms(state: State, fight: Fight, against: Card) -> tuple[Term, ...]:
    """Return the attacker's strength against an opposing lead, without the bonus card."""
    units = [] if fight.beside else state.units(state.active, fight.column)
    terms = _own_terms(state, fight.column, fight.lead, units)
    if CODE[fight.lead] == "PK" and [CODE[card] for card in units] == ["PK", "PK"]:
        terms.append(Term("pike", SECOND_PIKE))
    printed = KIND[fight.lead].against.get(CODE[against])
    if printed:
        terms.append(Term("against", printed, against))
    if fight.overlap:
        terms.append(Term("overlap", fight.overlap))
    if fight.flank:
        terms.append(Term("flank", FLANK_BONUS))
    return tuple(terms)


def defence_terms(state: State, column: int, lead: Card) -> tuple[Term, ...]:
    """Return the defender's strength with a lead, without the bonus card."""
    seat = defender(state)
    terms = _own_terms(state, column, lead, state.units(seat, column))
    if state.columns[column - 1].terrain == "hill" and state.columns[column - 1].control == seat:
        terms.append(Term("hill", HILL))
    return tuple(terms)


def _own_terms(state: State, column: int, lead: Card, units: Sequence[Card]) -> list[Term]:
    """Return what attack and defence have in common: combat value, second unit, woods."""
    terms = [Term("value", KIND[lead].value, lead)]
    if len(units) > 1:
        terms.append(Term("second", 1))
    if state.columns[column - 1].terrain == "woods":
        if CODE[lead] in HEAVY:
            terms.append(Term("woods", WOODS_HEAVY))
        elif CODE[lead] == "LI":
            terms.append(Term("woods", WOODS_LIGHT))
    return terms


def bonus_terms(card: Card | None) -> tuple[Term, ...]:
    """Return the line of a bonus card; empty without one."""
    return (Term("bonus", POINTS[card], card),) if card else ()


def strength(terms: Sequence[Term]) -> int:
    """Return the sum of the lines."""
    return sum([term.amount for term in terms])


def resolve(state: State, fight: Fight, answer: Card | None, chance: Chance) -> list[Event]:
    """Compare the strengths, the defender's with bonus card `answer`, and settle cards, terrain and rampage."""
    assert fight.defence is not None
    attack = attack_terms(state, fight, fight.defence) + bonus_terms(fight.bonus)
    defence = defence_terms(state, fight.column, fight.defence) + bonus_terms(answer)
    winner = _winner(state, strength(attack) - strength(defence), fight.defence)
    fought = Fought(state.active, fight.column, attack, defence, winner)
    discard_bonus(state, fight, answer)
    if winner is None:
        return [fought, *_tie(state, fight)]
    lost, events = _eliminate(state, fight, 1 - winner)
    events += _turn_terrain(state, fight.column, winner)
    events += _discard_second(state, fight, winner)
    return [fought, *events, *_rampage(state, 1 - winner, lost, chance)]


def _winner(state: State, lead: int, defence: Card) -> Seat | None:
    """Return a spear leading the defence wins ties (FG-39)."""
    if lead > 0:
        return state.active
    return defender(state) if lead < 0 or CODE[defence] == "SP" else None


def discard_bonus(state: State, fight: Fight, answer: Card | None) -> None:
    """Put both bonus cards on their owners' discard piles, and record the fight."""
    if fight.bonus:
        state.discards[state.active].append(fight.bonus)
    if answer:
        state.discards[defender(state)].append(answer)
    state.last_fight = LastFight(state.active, fight.column, fight.lead, fight.bonus, fight.defence, answer)
    fight.bonus, fight.blind = None, False


def _stake(state: State, fight: Fight, seat: Seat) -> int:
    """Return the column whose units a seat loses if it loses: the attacker's is that of its lead (FG-16)."""
    return fight.beside if fight.beside and seat == state.active else fight.column


def _eliminate(state: State, fight: Fight, loser: Seat) -> tuple[list[Card], list[Event]]:
    column = _stake(state, fight, loser)
    units = state.units(loser, column)
    lost = units[:]
    units.clear()
    state.prizes[1 - loser] += lost
    return lost, [Eliminated(loser, tuple(lost), column)]


def _turn_terrain(state: State, number: int, winner: Seat) -> list[Event]:
    """Return an attacker that won takes control (FG-41); one that lost loses the control it had (FG-42)."""
    column, attacker = state.columns[number - 1], state.active
    if winner == attacker:
        if column.control == attacker:
            return []
        column.control = attacker
        return [ControlTaken(attacker, number)]
    return neutralise(state, number) if column.control == attacker else []


def neutralise(state: State, number: int) -> list[Event]:
    """Turn a terrain card neutral."""
    column = state.columns[number - 1]
    had, column.control = column.control, None
    return [] if had is None else [ControlLost(had, number)]


def _discard_second(state: State, fight: Fight, winner: Seat) -> list[Event]:
    """Return the winner's second unit is discarded (FG-41, FG-42); units that took no part stay (FG-16)."""
    if fight.beside and winner == state.active:
        return []
    lead = fight.lead if winner == state.active else fight.defence
    others = [card for card in state.units(winner, fight.column) if card != lead]
    return _discard_units(state, winner, fight.column, others)


def _tie(state: State, fight: Fight) -> list[Event]:
    """Return the terrain turns neutral, and all units that took part are discarded (FG-43, FG-16)."""
    events = neutralise(state, fight.column)
    for seat in (state.active, defender(state)):
        column = _stake(state, fight, seat)
        events += _discard_units(state, seat, column, state.units(seat, column)[:])
    return events


def _discard_units(state: State, seat: Seat, column: int, cards: Sequence[Card]) -> list[Event]:
    units = state.units(seat, column)
    for card in cards:
        units.remove(card)
        state.discards[seat].append(card)
    return [UnitDiscarded(seat, card, column) for card in cards]


def _rampage(state: State, loser: Seat, lost: Sequence[Card], chance: Chance) -> list[Event]:
    """Take the top card of the deck as well if elephants are lost in combat (FG-44)."""
    if not any(CODE[card] == "EL" for card in lost):
        return []
    taken, events = decks.take(state, loser, 1, chance)
    state.prizes[1 - loser] += taken
    return [*events, *(Rampaged(loser, card) for card in taken)]
