"""An army made whole by itself: rearranged where that is enough, otherwise filled with what the points still buy."""

from __future__ import annotations

from games.rules.errors import IllegalStep
from games.rules.fantasy_dice_battles.armies import faults
from games.rules.fantasy_dice_battles.arrange import Unplaced, arrange
from games.rules.fantasy_dice_battles.data import HEROES, PLACE, Army, DataSet
from games.rules.fantasy_dice_battles.mustering import Muster
from games.rules.fantasy_dice_battles.steps import RESERVE, Put
from games.rules.sentence import N_, sentence


def finished(army: Army, data: DataSet) -> Army:
    """The army with every place filled by a unit that may stand there: its own, moved if need be, or else new ones.

    What units are added is the same for the same army. Raises IllegalStep, with the reason, for an army that nothing
    can make legal.
    """
    while isinstance(whole := arrange(army, data.kinds), Unplaced):
        more = _next(army, data)
        if more is None:
            reason = sentence(N_("The army cannot be filled: {reason}"), reason=whole.sentence(data.kinds))
            raise IllegalStep(reason)
        army = more
    found = faults(whole, data)
    if found:
        raise IllegalStep(sentence(N_("The army cannot be filled: {reason}"), reason=found[0]))
    return whole


def _next(army: Army, data: DataSet) -> Army | None:
    """The army with one unit more: a hero for a post without one, then the dearest unit that leaves it possible."""
    puts = [step for step in Muster(army, data).steps() if isinstance(step, Put) and step.place != RESERVE]
    if not puts:
        return None
    best = max(puts, key=lambda put: (PLACE[put.place] in HEROES, data.kinds[put.unit].cost, put.unit, put.place))
    tokens = list(army.tokens)
    tokens[PLACE[best.place]] = best.unit
    return Army(army.faction, tuple(tokens), army.reserve)
