"""Why a step is not possible."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.rules.field_of_glory import attacks, placing, steps as st
from games.rules.field_of_glory.cards import COST, POINTS, RESERVES, fits, points
from games.rules.field_of_glory.imagine import rebuilt
from games.rules.field_of_glory.phases import fighting
from games.rules.field_of_glory.state import (
    COLUMNS,
    Fight,
    State,
    crowded,
    defender,
    has_source,
    place_of,
    unopposed,
)
from games.rules.field_of_glory.steps import AnyStep
from games.rules.field_of_glory.view import FieldOfGloryView
from games.rules.field_of_glory.words import card_name, unit
from games.rules.game import Seat
from games.rules.sentence import N_, Sentence, sentence

PHASES: Mapping[type[AnyStep], frozenset[str]] = {
    st.Keep: frozenset({"draft"}),
    st.Drop: frozenset({"advance", "leave"}),
    st.Flank: frozenset({"flank"}),
    st.GoOn: frozenset({"flank"}),
    st.Place: frozenset({"act", "place"}),
    st.Remove: frozenset({"act", "place"}),
    st.Pay: frozenset({"place"}),
    st.Settle: frozenset({"place"}),
    st.Attack: frozenset({"act"}),
    st.Overlap: frozenset({"bonus"}),
    st.Bonus: frozenset({"bonus", "answer"}),
    st.Withdraw: frozenset({"answer"}),
    st.Stand: frozenset({"answer"}),
    st.Reserves: frozenset({"act"}),
    st.Draw: frozenset({"act"}),
    st.Trim: frozenset({"trim"}),
}
"""The phases in which each kind of step is asked for."""

PHASE_RULES: Mapping[str, str] = {
    "draft": N_("the draft isn’t over: keep two of your four cards each time."),
    "advance": N_("the Advance comes first: discard one of your two unopposed units."),
    "flank": N_("this is the flank attack phase: make a flank attack or move on."),
    "act": N_("this is the action phase: place units, attack, play Reserves, or end the turn by drawing."),
    "place": N_("finish placing first: place your units, pay for them, then finish."),
    "bonus": N_("you’ve declared the attack: choose its bonus card. You can play Overlap before that."),
    "answer": N_("answer the attack first: withdraw or stand, then choose a bonus card."),
    "leave": N_("all defenders have withdrawn: discard one of your two attackers first."),
    "trim": N_("first discard down to nine cards."),
}
COMPLETE = N_("this move is complete; anything more is a new move.")


def explain(view: FieldOfGloryView, seat: Seat, step: AnyStep) -> Sentence | None:
    """Return why the seat that is asked may not take a step, from what it sees; None where it may."""
    return why_not(rebuilt(view, seat), seat, step)


def why_not(state: State, seat: Seat, step: AnyStep) -> Sentence | None:
    """Return why the seat that is asked may not take a step, from any state in which it sees the same.

    None where it may.
    """
    if state.phase not in PHASES[type(step)]:
        return sentence(PHASE_RULES.get(state.phase, COMPLETE))
    return REASONS[type(step)](state, seat, step)


def _not_in_hand(state: State, seat: Seat, card: str) -> Sentence | None:
    if card in state.hands[seat]:
        return None
    return sentence(N_("you don’t have {card} in your hand."), card=card_name(card))


def _keep(state: State, seat: Seat, step: st.Keep) -> Sentence | None:
    offer = state.draft.offers[seat] if state.draft else []
    for card in (step.first, step.second):
        if card not in offer:
            return sentence(N_("{card} isn’t one of your four cards."), card=card_name(card))
    return None


def _drop(state: State, seat: Seat, step: st.Drop) -> Sentence | None:
    column = place_of(state, seat, step.card)
    if state.phase == "leave":
        if column == fighting(state).column:
            return None
        return sentence(N_("now you can only discard one of your two attackers."))
    if column in tuple(crowded(state, seat)):
        return None
    return sentence(N_("you can only discard a unit where you have two and the enemy has none."))


def _flank(state: State, seat: Seat, step: st.Flank) -> Sentence | None:
    if step in tuple(attacks.legal_leads(state)):
        return None
    if all(target != step.column for target, _ in state.flanks):
        return why_no_flank(state, seat, step.column)
    template = N_("{unit} can’t lead here: the lead must be in the attacked column or in a flanking one.")
    return sentence(template, unit=card_name(step.card))


def why_no_flank(state: State, seat: Seat, column: int) -> Sentence:
    """Return why a column cannot be attacked in the flank (FG-13, FG-14)."""
    if column in [target for target, _ in attacks.flank_pairs(state)]:
        return sentence(N_("flank attacks come before all other actions, and each column can be attacked once."))
    if not (state.units(seat, column) and state.units(1 - seat, column)):
        return sentence(N_("a flank attack needs units of both sides in column {column}."), column=column)
    beside = next((each for each in (column - 1, column + 1) if each in COLUMNS and unopposed(state, seat, each)), None)
    if beside is None:
        return sentence(N_("you have no unopposed unit beside column {column}."), column=column)
    template = N_("there’s an enemy in column {beyond}, on the far side of your unit in column {beside}.")
    return sentence(template, beside=beside, beyond=2 * beside - column)


def _place(state: State, seat: Seat, step: st.Place) -> Sentence | None:
    bill = state.placing
    if bill and bill.paying:
        return sentence(N_("you’ve started paying, so you can’t place anything else in this move."))
    if bill and bill.clearing not in (None, step.column):
        template = N_("you’ve removed a unit from column {column}; the next one must go there.")
        return sentence(template, column=bill.clearing or 0)
    return _not_in_hand(state, seat, step.card) or _no_room(state, seat, step) or _too_dear(state, seat, step)


def _no_room(state: State, seat: Seat, step: st.Place) -> Sentence | None:
    units = state.units(seat, step.column)
    if fits(units, step.card):
        return None
    if len(units) > 1:
        return sentence(N_("column {column} already has two of your units, the most allowed."), column=step.column)
    template = N_("{unit} can’t share a column with {other}.")
    return sentence(template, unit=unit(step.card), other=unit(units[0]))


def _too_dear(state: State, seat: Seat, step: st.Place) -> Sentence | None:
    if placing.affordable(state, step.card, step.column, placing.spare(state, seat)):
        return None
    cost = placing.cost(state, step.card, step.column) + (state.placing.cost if state.placing else 0)
    held = points(state.hands[seat]) - POINTS[step.card]
    template = N_("this would cost {cost}, but the rest of your hand is worth only {held}.")
    return sentence(template, cost=cost, held=held)


def _remove(state: State, seat: Seat, step: st.Remove) -> Sentence | None:
    bill, column = state.placing, place_of(state, seat, step.card)
    if column is None:
        return _not_yours(step.card)
    if bill and bill.paying:
        return sentence(N_("you’ve started paying, so you can’t remove anything else in this move."))
    if bill and step.card in bill.placed:
        return sentence(N_("you placed {unit} in this move, so you can’t remove it."), unit=unit(step.card))
    if bill and bill.clearing not in (None, column):
        return sentence(N_("place a unit in column {column} first."), column=bill.clearing or 0)
    if placing.makes_room(state, seat, step.card, column):
        return None
    return sentence(N_("no unit you can pay for would fit in its place."))


def _not_yours(card: str) -> Sentence:
    return sentence(N_("you don’t have {card} on the battlefield."), card=card_name(card))


def _pay(state: State, seat: Seat, step: st.Pay) -> Sentence | None:
    bill = state.placing
    if bill and bill.clearing is not None:
        return _waits(bill.clearing)
    if bill and not bill.cost:
        return sentence(N_("this placement costs nothing, so you don’t pay for it."))
    return _not_in_hand(state, seat, step.card)


def _waits(column: int) -> Sentence:
    return sentence(N_("you’ve removed a unit from column {column}; place one there first."), column=column)


def _settle(state: State, seat: Seat, step: st.Settle) -> Sentence | None:
    bill = state.placing
    if bill and bill.clearing is not None:
        return _waits(bill.clearing)
    if bill is None or bill.paid >= bill.cost:
        return None
    template = N_("the placement costs {cost}, but you’ve paid only {paid}.")
    return sentence(template, cost=bill.cost, paid=bill.paid)


def _attack(state: State, seat: Seat, step: st.Attack) -> Sentence | None:
    column = place_of(state, seat, step.card)
    if column is None:
        return _not_yours(step.card)
    if state.units(1 - seat, column):
        return None
    return sentence(N_("there’s nobody to attack in column {column}."), column=column)


def _overlap(state: State, seat: Seat, step: st.Overlap) -> Sentence | None:
    return _not_in_hand(state, seat, step.card)


def _bonus(state: State, seat: Seat, step: st.Bonus) -> Sentence | None:
    fight = fighting(state)
    if state.phase == "answer" and not fight.defence:
        return sentence(N_("first choose which units withdraw and which one leads the defence."))
    if step.source == st.NONE:
        return None if state.phase == "answer" else sentence(N_("when you attack, you must take a bonus card."))
    if step.source == st.DECK:
        empty = not has_source(state, seat)
        return sentence(N_("your deck and your discard pile are empty.")) if empty else None
    return _not_in_hand(state, seat, step.source)


def _withdraw(state: State, seat: Seat, step: st.Withdraw) -> Sentence | None:
    fight = fighting(state)
    if fight.defence:
        return sentence(N_("you’ve already chosen to stand; now choose a bonus card."))
    if place_of(state, defender(state), step.card) != fight.column:
        return _not_there(step.card, fight)
    if COST[step.card] < COST[fight.lead]:
        return None
    template = N_("only units that cost less than the lead ({limit}) can withdraw; {unit} cost {cost}.")
    return sentence(template, unit=unit(step.card), cost=COST[step.card], limit=COST[fight.lead])


def _stand(state: State, seat: Seat, step: st.Stand) -> Sentence | None:
    fight = fighting(state)
    if fight.defence:
        return sentence(N_("your defence already has its lead; now choose a bonus card."))
    return None if step.card in state.units(seat, fight.column) else _not_there(step.card, fight)


def _not_there(card: str, fight: Fight) -> Sentence:
    template = N_("column {column} is under attack, and you don’t have {card} there.")
    return sentence(template, card=card_name(card), column=fight.column)


def _reserves(state: State, seat: Seat, step: st.Reserves) -> Sentence | None:
    return _not_in_hand(state, seat, RESERVES)


def _draw(state: State, seat: Seat, step: st.Draw) -> Sentence | None:
    return _not_in_hand(state, seat, step.card) if step.card else None


def _trim(state: State, seat: Seat, step: st.Trim) -> Sentence | None:
    return _not_in_hand(state, seat, step.card)


REASONS: Mapping[type[AnyStep], Callable[[State, Seat, Any], Sentence | None]] = {
    st.Keep: _keep,
    st.Drop: _drop,
    st.Flank: _flank,
    st.GoOn: lambda _state, _seat, _step: None,
    st.Place: _place,
    st.Remove: _remove,
    st.Pay: _pay,
    st.Settle: _settle,
    st.Attack: _attack,
    st.Overlap: _overlap,
    st.Bonus: _bonus,
    st.Withdraw: _withdraw,
    st.Stand: _stand,
    st.Reserves: _reserves,
    st.Draw: _draw,
    st.Trim: _trim,
}
