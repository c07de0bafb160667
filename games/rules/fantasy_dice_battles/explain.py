"""Why a step is not possible."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.rules.fantasy_dice_battles import steps as st
from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.army.unfinished import UnfinishedArmy
from games.rules.fantasy_dice_battles.army_phase import army_of
from games.rules.fantasy_dice_battles.data import PLACE, RESERVE, SIZE, DataSet
from games.rules.fantasy_dice_battles.imagine import rebuilt
from games.rules.fantasy_dice_battles.orders_phase import lacking, left_in_hand, left_in_reserve, reinforced
from games.rules.fantasy_dice_battles.sets.names import of_faction, of_unit
from games.rules.fantasy_dice_battles.sets.offered import of_digest
from games.rules.fantasy_dice_battles.state import (
    POINTS,
    POSTS,
    REGROUP,
    RESERVE_AT_START,
    Side,
    State,
    fighting,
)
from games.rules.fantasy_dice_battles.view import DiceBattlesView
from games.rules.game import Seat
from games.rules.sentence import N_, Sentence, counted, listed, sentence

ORDERING = (st.Lay, st.Reinforce)


def explain(view: DiceBattlesView, seat: Seat, step: st.AnyStep) -> Sentence | None:
    """Return why the seat that is asked may not take a step, from what it sees; None where it may."""
    return why_not(rebuilt(view, seat), seat, step)


def why_not(state: State, seat: Seat, step: st.AnyStep) -> Sentence | None:
    """Return why the seat that is asked may not take a step, from any state in which it sees the same.

    None where it may.
    """
    if state.phase == "army":
        if isinstance(step, ORDERING):
            return sentence(N_("choose your army first; you give orders later."))
        return ARMY[type(step)](state, seat, step)
    if not isinstance(step, (*ORDERING, st.Ready)):
        return sentence(N_("the armies have already been chosen."))
    return ORDERS[type(step)](state, seat, step)


# --- armies ---


def _begin(state: State, seat: Seat, step: st.Take | st.Found) -> Sentence | None:
    data, side = of_digest(state.set_digest), state.sides[seat]
    if side.faction:
        template = N_("you’ve already started a {faction} army; undo your steps to choose another.")
        return sentence(template, faction=of_faction(side.faction))
    if step not in (*map(st.Take, data.presets), *map(st.Found, data.factions)):
        return sentence(N_("this match’s data set doesn’t have that."))
    return None


def _put(state: State, seat: Seat, step: st.Put) -> Sentence | None:
    data, side = of_digest(state.set_digest), state.sides[seat]
    unit = of_unit(step.unit)
    if not side.faction:
        return sentence(N_("choose a faction first; an army can have only one."))
    if step.unit not in data.kinds or data.kinds[step.unit].faction != side.faction:
        template = N_("wrong faction: {unit}. You’re building a {faction} army.")
        return sentence(template, unit=unit, faction=of_faction(side.faction))
    return _misplaced(side, data, step) or _not_affordable(side, data, step)


def _misplaced(side: Side, data: DataSet, step: st.Put) -> Sentence | None:
    kind, unit = data.kinds[step.unit], of_unit(step.unit)
    if step.place == RESERVE:
        if kind.hero:
            return sentence(N_("{unit} is a hero and can’t start in reinforcements."), unit=unit)
        if len(side.reserve) >= RESERVE_AT_START:
            return sentence(N_("at most {limit} units can start in reinforcements."), limit=RESERVE_AT_START)
        return None
    if PLACE[step.place] % SIZE not in kind.spaces:
        return armies.misplaced(kind, step.place)
    if side.tokens[PLACE[step.place]]:
        template = N_("{place} is already taken by {unit}.")
        return sentence(template, unit=of_unit(side.tokens[PLACE[step.place]]), place=step.place)
    return None


def _not_affordable(side: Side, data: DataSet, step: st.Put) -> Sentence | None:
    kind, unit, building = data.kinds[step.unit], of_unit(step.unit), UnfinishedArmy(army_of(side), data)
    if building.taken[kind.id] >= kind.copies:
        if kind.hero:
            return sentence(N_("the three heroes must be different, and you already have {unit}."), unit=unit)
        return counted("an army can have only one of a kind.", "an army can have only {count} of a kind.", kind.copies)
    space = None if step.place == RESERVE else PLACE[step.place] % SIZE
    if building.leaves_enough(kind, space):
        return None
    if building.points + kind.cost > POINTS:
        template = N_("that costs {cost}, but you have only {left} of {limit} points left.")
        return sentence(template, cost=kind.cost, left=POINTS - building.points, limit=POINTS)
    template = N_("with {unit} there, your remaining points ({left}) wouldn’t be enough to fill the other spaces.")
    return sentence(template, unit=unit, left=POINTS - building.points - kind.cost)


def _army_ready(state: State, seat: Seat, _step: st.Ready) -> Sentence | None:
    side, data = state.sides[seat], of_digest(state.set_digest)
    if not side.faction:
        return sentence(N_("choose an army first: a ready-made one or your own."))
    found = armies.faults(army_of(side), data)
    return found[0] if found else None


# --- orders ---


def _lay(state: State, seat: Seat, step: st.Lay) -> Sentence | None:
    side = state.sides[seat]
    if step.post in side.orders.cards:
        card = of_unit(side.orders.cards[step.post])
        if step.post == REGROUP:
            return sentence(N_("{card} is already your regrouping order; you can have only one."), card=card)
        template = N_("{card} is already at battalion {post}; each battalion can have only one order card.")
        return sentence(template, card=card, post=step.post)
    if step.card in left_in_hand(side):
        return None
    template = N_("you don’t have {card} in your hand.")
    if step.card in side.hand:
        template = N_("you’ve already played {card} elsewhere and don’t have another.")
    return sentence(template, card=of_unit(step.card))


def _reinforce(state: State, seat: Seat, step: st.Reinforce) -> Sentence | None:
    side, kinds = state.sides[seat], of_digest(state.set_digest).kinds
    unit, battalion = of_unit(step.unit), step.place[0]
    if step.unit not in left_in_reserve(side):
        template = N_("you don’t have {unit} in your reinforcements.")
        if step.unit in side.reserve:
            template = N_("you’re already sending {unit} elsewhere and don’t have another.")
        return sentence(template, unit=unit)
    if battalion in reinforced(side.orders):
        template = N_(
            "you’re already sending a unit to battalion {battalion}; each battalion can get only one per round."
        )
        return sentence(template, battalion=battalion)
    if int(battalion) - 1 not in fighting(state):
        template = N_(
            "reinforcements can only go to a battalion where both sides still have their hero, "
            "not to battalion {battalion}."
        )
        return sentence(template, battalion=battalion)
    if PLACE[step.place] % SIZE not in kinds[step.unit].spaces:
        return armies.misplaced(kinds[step.unit], step.place)
    if side.tokens[PLACE[step.place]]:
        template = N_("{place} is taken: {unit}. Reinforcements need an empty space.")
        return sentence(template, unit=of_unit(side.tokens[PLACE[step.place]]), place=step.place)
    return None


def _orders_ready(state: State, seat: Seat, _step: st.Ready) -> Sentence | None:
    missing = lacking(state.sides[seat].orders, fighting(state))
    if not missing:
        return None
    return counted(
        "battalion {battalions} still needs an order card, because both sides still have their hero there.",
        "battalions {battalions} still need order cards, because both sides still have their heroes there.",
        len(missing),
        battalions=listed(POSTS[battalion] for battalion in missing),
    )


Reason = Callable[[State, Seat, Any], Sentence | None]

ARMY: Mapping[type[st.AnyStep], Reason] = {
    st.Take: _begin,
    st.Found: _begin,
    st.Put: _put,
    st.Ready: _army_ready,
}
ORDERS: Mapping[type[st.AnyStep], Reason] = {
    st.Lay: _lay,
    st.Reinforce: _reinforce,
    st.Ready: _orders_ready,
}
