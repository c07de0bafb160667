"""What each phase offers, what each step does, and what follows by itself (FG-70, FG-71)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.rules.chance import Chance
from games.rules.field_of_glory import attacks, draft, placing, steps as st, turns
from games.rules.field_of_glory.state import BLUE, RED, Draft, Fight, State, defender, has_source
from games.rules.field_of_glory.steps import AnyStep
from games.rules.game import Event, Seat

Offer = Callable[[State, Seat], list[AnyStep]]
Play = Callable[[State, Seat, Any, Chance], list[Event]]
Passage = Callable[[State, Chance], list[Event]]

NOBODY: frozenset[Seat] = frozenset()
ALONE = (frozenset({RED}), frozenset({BLUE}))
ACTIVE_PHASES = frozenset({"advance", "flank", "act", "place", "bonus", "leave", "trim"})


def drafting(state: State) -> Draft:
    """Return the draft, which must be under way."""
    assert state.draft is not None
    return state.draft


def fighting(state: State) -> Fight:
    """Return the attack, which must be under way."""
    assert state.fight is not None
    return state.fight


def to_act(state: State) -> frozenset[Seat]:
    """Return who is asked: the active seat, the defender of an attack, or in the draft every seat that has not
    finished.
    """
    if state.phase in ACTIVE_PHASES:
        return ALONE[state.active]
    if state.phase == "answer":
        return ALONE[defender(state)]
    if state.phase == "draft" and state.draft:
        return frozenset(seat for seat in (RED, BLUE) if state.draft.offers[seat])
    return NOBODY


OFFERS: Mapping[str, Offer] = {
    "draft": draft.legal,
    "advance": turns.legal_on_advance,
    "flank": attacks.legal_flanks,
    "act": turns.legal_actions,
    "place": placing.legal,
    "bonus": attacks.legal_bonuses,
    "answer": attacks.legal_answers,
    "leave": attacks.legal_on_leaving,
    "trim": turns.legal_trims,
}


def legal(state: State, seat: Seat) -> list[AnyStep]:
    """Return every step of a seat; none for a seat that is not asked."""
    return OFFERS[state.phase](state, seat) if seat in to_act(state) else []


def _drop(state: State, seat: Seat, step: st.Drop, chance: Chance) -> list[Event]:
    if state.phase == "advance":
        return turns.drop_on_advance(state, seat, step.card)
    return attacks.drop_on_leaving(state, fighting(state), seat, step.card)


PLAYS: Mapping[type, Play] = {
    st.Keep: lambda state, seat, step, _: draft.keep(state, drafting(state), seat, step),
    st.Drop: _drop,
    st.Flank: lambda state, seat, step, _: attacks.flank(state, seat, step.card, step.column),
    st.GoOn: lambda state, seat, _step, _: attacks.go_on(state, seat),
    st.Place: lambda state, seat, step, _: placing.place(state, seat, step.card, step.column),
    st.Remove: lambda state, seat, step, _: placing.remove(state, seat, step.card),
    st.Pay: lambda state, seat, step, _: placing.pay(state, seat, step.card),
    st.Settle: lambda state, seat, _step, _: placing.settle(state, seat),
    st.Attack: lambda state, seat, step, _: attacks.attack(state, seat, step.card),
    st.Overlap: lambda state, seat, step, _: attacks.overlap(state, fighting(state), seat, step.card),
    st.Bonus: lambda state, seat, step, chance: attacks.bonus(state, fighting(state), seat, step.source, chance),
    st.Withdraw: lambda state, seat, step, _: attacks.withdraw(state, fighting(state), seat, step.card),
    st.Stand: lambda state, _seat, step, _: attacks.stand(state, fighting(state), step.card),
    st.Reserves: lambda state, seat, _step, chance: turns.play_reserves(state, seat, chance),
    st.Draw: lambda state, seat, step, chance: turns.draw(state, seat, step.card, chance),
    st.Trim: lambda state, seat, step, _: turns.trim(state, seat, step.card),
}

PASSAGES: Mapping[str, Passage] = {
    "muster": lambda state, chance: draft.open_battle(state, drafting(state), chance),
    "check": lambda state, _: turns.check_victory(state),
    "march": lambda state, _: turns.march(state),
    "encircle": lambda state, _: attacks.encircle(state),
    "flanks": lambda state, _: attacks.open_flanks(state),
    "acts": turns.open_actions,
    "strike": lambda state, chance: attacks.strike(state, fighting(state), chance),
    "resolve": lambda state, chance: attacks.resolve(state, fighting(state), None, chance),
    "parted": lambda state, _: attacks.part(state, fighting(state)),
    "drawn": lambda state, _: turns.count_hand(state),
    "end": lambda state, _: turns.end_turn(state),
}


def settle(state: State, chance: Chance) -> list[Event]:
    """Open the draft, and pass through phases until a seat is asked or the match is over."""
    if state.phase == "draft":
        fresh = not any(drafting(state).offers) and not any(drafting(state).kept)
        return draft.open_draft(state, drafting(state)) if fresh else []
    events: list[Event] = []
    while passage := PASSAGES.get(state.phase):
        events += passage(state, chance)
    return events


def at_rest(state: State) -> bool:
    """Say whether a move may end: always in the draft, otherwise once nothing is left to decide."""
    return state.phase == "draft" or state.phase in PASSAGES


def closes(state: State, step: AnyStep) -> bool:
    """Say whether a step draws cards, shows the next four of the draft, or reveals the bonus cards."""
    match step:
        case st.Keep() | st.Reserves() | st.Draw() | st.Bonus(st.DECK):
            return True
        case st.Bonus():
            return state.phase == "answer"
        case st.Withdraw():
            return len(state.units(defender(state), fighting(state).column)) == 1
        case st.Stand():
            seat = defender(state)
            return not state.hands[seat] and not has_source(state, seat)
    return False
