"""Completing an army automatically: with units that the points still buy, or else by rearranging it (FD-10)."""

from __future__ import annotations

from games.rules.errors import IllegalStep
from games.rules.fantasy_dice_battles.army.armies import faults
from games.rules.fantasy_dice_battles.army.arrange import Unplaced, arrange
from games.rules.fantasy_dice_battles.army.unfinished import UnfinishedArmy
from games.rules.fantasy_dice_battles.data import HEROES, PLACE, RESERVE, Army, DataSet
from games.rules.sentence import N_, sentence


def finished(army: Army, data: DataSet) -> Army:
    """Return the army with every place filled: new units join its own, or its own change places if that makes it
    legal.

    The same army always gets the same units. Raises IllegalStep, with the reason, for an army that cannot be made
    legal.
    """
    filled = army
    while "" in filled.tokens and (more := _next(filled, data)) is not None:
        filled = more
    return filled if not faults(filled, data) else arranged(army, data)


def arranged(army: Army, data: DataSet) -> Army:
    """Return the same units, each where it may stand, every place filled. Raises IllegalStep, with the reason."""
    whole = arrange(army, data.kinds)
    if isinstance(whole, Unplaced):
        raise IllegalStep(sentence(UNFILLED, reason=whole.sentence(data.kinds)))
    found = faults(whole, data)
    if found:
        raise IllegalStep(sentence(UNFILLED, reason=found[0]))
    return whole


UNFILLED = N_("The army can’t be completed: {reason}")


def _next(army: Army, data: DataSet) -> Army | None:
    """Return the army with one more unit: a missing hero, then the dearest unit with which it can still be finished."""
    puts = [(unit, place) for unit, place in UnfinishedArmy(army, data).puts() if place != RESERVE]
    if not puts:
        return None
    unit, place = max(puts, key=lambda put: (PLACE[put[1]] in HEROES, data.kinds[put[0]].cost, *put))
    tokens = list(army.tokens)
    tokens[PLACE[place]] = unit
    return Army(army.faction, tuple(tokens), army.reserve)
