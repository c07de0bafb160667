"""Whole armies as a player's plan: one given as text, or the one begun, arranged and filled."""

from games.boards.fantasy_dice_battles.saved_armies import illegal, parse_army
from games.core.services.play import Stale
from games.rules import engine
from games.rules.errors import IllegalStep
from games.rules.fantasy_dice_battles import army_phase
from games.rules.fantasy_dice_battles.army import armies, finishing
from games.rules.fantasy_dice_battles.data import Army, DataSet
from games.rules.fantasy_dice_battles.sets.offered import of_digest
from games.rules.fantasy_dice_battles.steps import TEXTS
from games.rules.fantasy_dice_battles.view import DiceBattlesView
from games.rules.sentence import N_, sentence


def plan_of(view: DiceBattlesView, text: str) -> str:
    """Return the plan of the army of a text or, without any, of the one begun, arranged and filled.

    Raises Stale once armies have been chosen, BadNotation for a text that is no army, and IllegalStep for an army that
    is not legal, with every reason.
    """
    if view.phase != "army":
        raise Stale(sentence(N_("The armies have already been chosen.")))
    data = of_digest(view.set_digest)
    army = _written(text, data) if text.strip() else _filled(view, data)
    return engine.SEPARATOR.join(TEXTS[step] for step in army_phase.steps_of(army))


def _written(text: str, data: DataSet) -> Army:
    """Return the army of a text, its units moved to where they may stand if that makes it legal."""
    army = parse_army(text, data)
    found = armies.faults(army, data)
    if not found:
        return army
    try:
        return finishing.arranged(army, data)
    except IllegalStep as error:
        raise illegal(found) from error


def _filled(view: DiceBattlesView, data: DataSet) -> Army:
    if view.army is None or not view.army.faction:
        raise IllegalStep(sentence(N_("Choose a faction first. An army has only one.")))
    return finishing.finished(Army(view.army.faction, view.army.tokens, view.army.reserve), data)
