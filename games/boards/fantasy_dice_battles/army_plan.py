"""Whole armies into a player's plan: one given as text, or the one begun, arranged and filled."""

from games.boards.fantasy_dice_battles.saved_armies import illegal, parse_army
from games.core.reading import access
from games.core.reading.access import Access
from games.core.reading.seen import Seen
from games.core.services import looks, play
from games.rules import engine
from games.rules.errors import IllegalStep, RulesError
from games.rules.fantasy_dice_battles import army_phase
from games.rules.fantasy_dice_battles.army import armies, finishing
from games.rules.fantasy_dice_battles.data import Army, DataSet
from games.rules.fantasy_dice_battles.game import FantasyDiceBattles
from games.rules.fantasy_dice_battles.sets.offered import of_digest
from games.rules.fantasy_dice_battles.view import DiceBattlesView
from games.rules.sentence import N_, sentence


def save(public_id: str, user_id: int, text: str, expected: int) -> None:
    """Make an army the player's plan: the one of the text, or, without any, the one begun, arranged and filled.

    Raises like `play.save_plan`, BadNotation for a text that is no army, and IllegalStep for one that is not legal,
    with every reason; then the plan stays as it was. A match of another game is not found.
    """
    found = access.match_for(user_id, public_id)
    looks.mark_looked(found.seat)
    if not isinstance(found.match.rules, FantasyDiceBattles):
        raise access.NotYours
    play.require_asked(found.match, found.seat, expected)  # what follows would complain of an army nobody asks for
    view = _view(found)
    if view.phase != "army":
        raise play.Stale(sentence(N_("The armies have already been chosen.")))
    data = of_digest(view.set_digest)
    army = _written(text, data) if text.strip() else _filled(view, data)
    plan = engine.move_text(found.match.rules, army_phase.steps_of(army))
    play.save_plan(public_id, user_id, plan, expected)


def _view(found: Access) -> DiceBattlesView:
    """Return what the seat sees with its plan played; without it where it no longer fits."""
    seen = Seen.now(found.match, found.seats, found.seat.index)
    try:
        view = seen.preview(engine.parse_move(found.match.rules, found.seat.plan)).view
    except RulesError:
        view = seen.view
    assert isinstance(view, DiceBattlesView)
    return view


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
