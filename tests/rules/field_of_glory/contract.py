"""Field of Glory's part of the contract suite."""

from __future__ import annotations

from games.rules.field_of_glory.attacks import flank_pairs
from games.rules.field_of_glory.cards import CODE, COST
from games.rules.field_of_glory.combat import strength
from games.rules.field_of_glory.events import (
    Attacked,
    AttackVoid,
    BattleDrawn,
    BattleWon,
    BonusTaken,
    ControlLost,
    ControlTaken,
    DiscardedToDraw,
    Drew,
    Eliminated,
    Fought,
    Kept,
    Mustered,
    Overlapped,
    Paid,
    Placed,
    Rampaged,
    Removed,
    ReservesPlayed,
    Reshuffled,
    Settled,
    Stood,
    Term,
    Trimmed,
    TurnStarted,
    UnitDiscarded,
    Withdrew,
)
from games.rules.field_of_glory.laws import LAWS
from games.rules.field_of_glory.state import ARMY, FLANKS, WINNING, State, controlled
from games.rules.game import Viewer
from tests.rules.contract.hooks import Deed, Fired, Hooks


def _placed(deed: Deed) -> list[Placed]:
    return [event for event in deed.events if isinstance(event, Placed)]


def _lines(deed: Deed) -> list[Term]:
    fought = deed.get(Fought)
    return [*fought.attack, *fought.defence] if fought else []


def _line(deed: Deed, *kinds: str) -> bool:
    return any(term.kind in kinds for term in _lines(deed))


def _winner(deed: Deed) -> str:
    """Return who won the fight of this entry: attacker, defender, nobody, or an empty text where none was."""
    fought = deed.get(Fought)
    if fought is None:
        return ""
    return "nobody" if fought.winner is None else "attacker" if fought.winner == fought.seat else "defender"


def _spear_wins_a_tie(deed: Deed) -> bool:
    fought = deed.get(Fought)
    return fought is not None and fought.winner is not None and strength(fought.attack) == strength(fought.defence)


def _fought_beside(deed: Deed) -> bool:
    fight = deed.before.fight
    declared = deed.get(Attacked)
    beside = (fight.beside if fight else None) or (declared.beside if declared else None)
    return beside is not None and deed.has(Fought, AttackVoid)


def _pays_surcharge(deed: Deed) -> bool:
    return any(event.cost > COST[event.card] for event in _placed(deed))


def _shares(deed: Deed) -> bool:
    units = [deed.after.units(event.seat, event.column) for event in _placed(deed)]
    return any(len({CODE[card] for card in stack}) == 2 for stack in units)


def _nothing_paid(deed: Deed) -> bool:
    settled = deed.get(Settled)
    return settled is not None and settled.cost == 0


def _again(deed: Deed) -> bool:
    """Return a second attack on the column of the last one, by the same seat."""
    attacked, last = deed.get(Attacked), deed.before.last_fight
    return bool(
        attacked and last and last.by == attacked.seat and last.column == attacked.column and not attacked.flank
    )


def _control_without_units(deed: Deed) -> bool:
    return any(column.control is not None and not any(column.units) for column in deed.after.columns)


def _acts_by_itself(deed: Deed) -> bool:
    stood = deed.get(Stood)
    drew = deed.text.startswith(("attack", "flank")) and "bonus" not in deed.text
    return drew or (stood is not None and "stand" not in deed.text)


def _only_draws(deed: Deed) -> bool:
    """Return a turn in which its seat is asked nothing but to draw."""
    return deed.text == "draw" and not any(column.units[deed.before.active] for column in deed.before.columns)


def _beyond_the_first(deed: Deed) -> bool:
    """Return a flank attack while another one is listed, or after one of the same phase."""
    return deed.text.startswith("flank") and len({target for target, _ in deed.before.flanks}) > 1


def _over_nine(deed: Deed) -> bool:
    return deed.has(ReservesPlayed) and deed.has(Drew)


FIRED: dict[str, Fired] = {
    "FG1": lambda _: False,  # the set-up comes before the first move
    "FG2": lambda deed: any(event.column in FLANKS for event in _placed(deed)),
    "FG3": lambda deed: deed.has(Kept),
    "FG4": lambda deed: deed.has(Mustered),
    "FG5": lambda deed: deed.has(Reshuffled),
    "FG6": lambda deed: deed.before.discards != deed.after.discards,
    "FG10": lambda deed: deed.has(TurnStarted) and not deed.has(BattleWon),
    "FG11": lambda deed: deed.has(TurnStarted) and deed.has(ControlTaken),
    "FG12": _control_without_units,
    "FG13": lambda deed: deed.before.draft is None and any(flank_pairs(deed.before)),
    "FG14": _beyond_the_first,
    "FG15": lambda deed: deed.text.startswith("flank"),
    "FG16": _fought_beside,
    "FG20": lambda deed: deed.has(Paid),
    "FG21": _pays_surcharge,
    "FG22": _shares,
    "FG23": lambda deed: deed.has(Removed),
    "FG24": _nothing_paid,
    "FG25": _over_nine,
    "FG30": lambda deed: deed.text.startswith("attack"),
    "FG31": lambda deed: deed.has(Overlapped),
    "FG32": lambda deed: deed.has(BonusTaken) and deed.has(Attacked),
    "FG33": lambda deed: deed.has(Withdrew),
    "FG34": lambda deed: deed.has(AttackVoid),
    "FG35": lambda deed: deed.has(BonusTaken) and not deed.has(Attacked),
    "FG36": lambda deed: deed.has(Fought),
    "FG37": lambda deed: _line(deed, "pike"),
    "FG38": lambda deed: _line(deed, "hill", "woods"),
    "FG39": _spear_wins_a_tie,
    "FG40": lambda deed: deed.has(Eliminated),
    "FG41": lambda deed: _winner(deed) == "attacker",
    "FG42": lambda deed: _winner(deed) == "defender" and deed.has(ControlLost, UnitDiscarded),
    "FG43": lambda deed: _winner(deed) == "nobody",
    "FG44": lambda deed: deed.has(Rampaged),
    "FG45": _again,
    "FG50": lambda deed: deed.has(DiscardedToDraw, Trimmed),
    "FG60": lambda deed: _won_by(deed, "control"),
    "FG61": lambda deed: deed.has(BattleDrawn) or _won_by(deed, "terrain", "victory-points"),
    "FG62": _only_draws,
    "FG70": lambda deed: deed.text.count(";") > 1,
    "FG71": _acts_by_itself,
    "FG72": lambda deed: deed.has(Settled),
}


def _won_by(deed: Deed, *reasons: str) -> bool:
    won = deed.get(BattleWon)
    return won is not None and won.reason in reasons


def kept_from(state: State, viewer: Viewer) -> tuple[str, ...]:
    """Return all decks, and of every other seat its hand, draft and rejects, hidden bonus card, discards below the
    top.
    """
    hidden = ["decks.*.*"]
    for seat in (0, 1):
        if seat != viewer:
            hidden += [f"hands.{seat}.*", f"out.{seat}.*", f"draft.offers.{seat}.*", f"draft.kept.{seat}.*"]
            hidden += [f"discards.{seat}.{below}" for below in range(len(state.discards[seat]) - 1)]
            hidden += ["fight.bonus"] if state.active == seat and state.fight and state.fight.bonus else []
    return tuple(hidden)


def _lasting(state: State) -> tuple[int, float]:
    """Return few who control the field, then many cards to draw before the last reshuffle, few turns and full hands."""
    in_control = sum(controlled(state, seat) >= WINNING for seat in (0, 1))
    to_draw = sum(map(len, state.decks)) - ARMY * sum(state.shuffles)
    return -in_control, to_draw - 3 * state.turn + sum(map(len, state.hands)) / 2


VIEW_KEYS = """
    active army army.deck army.discards army.field army.hand army.lost army.out army.type asked columns
    columns.control columns.flank columns.number columns.terrain columns.units columns.units.card
    columns.units.cost columns.units.lead columns.units.prize columns.units.type columns.units.value deck_orders
    deck_sizes decks discard_sizes discard_tops discards draft draft.kept draft.offers draft.picks fight
    fight.beside fight.blind fight.bonus fight.by fight.column fight.defence fight.flank fight.lead
    fight.overlap fight.sums fight.sums.against fight.sums.attack fight.sums.attack.amount
    fight.sums.attack.card fight.sums.attack.kind fight.sums.column fight.sums.defence fight.sums.defence.amount
    fight.sums.defence.card fight.sums.defence.kind fight.sums.flank fight.sums.lead fight.sums.totals
    fight.withdrawable first flanks hand_sizes hands last_fight last_fight.answer last_fight.bonus last_fight.by
    last_fight.column last_fight.defence last_fight.lead odds odds.against odds.attack odds.attack.amount
    odds.attack.card odds.attack.kind odds.column odds.defence odds.defence.amount odds.defence.card
    odds.defence.kind odds.flank odds.lead odds.totals out phase placing placing.clearing placing.cost
    placing.paid placing.paying placing.placed points prizes reason shuffles terrain turn viewer
"""

HOOKS = Hooks(
    fired=FIRED,
    tests="tests/rules/field_of_glory",
    kept_from=kept_from,
    laws=lambda _: [law for law, _ in LAWS],
    view_keys=tuple(VIEW_KEYS.split()),
    matches=6,
    stride=8,
    many=120,
    corners=("reserves-loop.json",),
    lasting=_lasting,
    beam=4,
)
