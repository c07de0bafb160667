"""Field of Glory's part of the contract suite."""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.field_of_glory import events as ev
from games.rules.field_of_glory.cards import CODE, COST
from games.rules.field_of_glory.events import Term
from games.rules.field_of_glory.state import HAND, SHUFFLES, State, contested, unopposed
from games.rules.game import Viewer
from tests.rules.contract.games import Deed, E, Fired, Hooks

SEATS = (0, 1)


def _all(deed: Deed, kind: type[E]) -> list[E]:
    return [event for event in deed.events if isinstance(event, kind)]


def _fought(deed: Deed) -> ev.Fought:
    """The fight of an entry, or one that nobody won with nothing."""
    return deed.get(ev.Fought) or ev.Fought(0, 0, (), ())


def _lines(deed: Deed, *kinds: str) -> list[Term]:
    """The lines of these kinds in both sums of a fight."""
    fought = _fought(deed)
    return [term for term in (*fought.attack, *fought.defence) if term.kind in kinds]


def _sum(terms: Iterable[Term]) -> int:
    return sum(term.amount for term in terms)


def _won_by_attacker(deed: Deed) -> bool:
    return deed.has(ev.Fought) and _fought(deed).winner == _fought(deed).seat


def _won_by_defender(deed: Deed) -> bool:
    return deed.has(ev.Fought) and _fought(deed).winner == 1 - _fought(deed).seat


def _level(deed: Deed) -> bool:
    return deed.has(ev.Fought) and _sum(_fought(deed).attack) == _sum(_fought(deed).defence)


def _attack(deed: Deed) -> ev.Attacked:
    return deed.get(ev.Attacked) or ev.Attacked(0, 0, "")


def _beside(deed: Deed) -> bool:
    """The end of a flank attack whose lead stood in the flanking column."""
    fight = deed.before.fight
    return fight is not None and fight.beside is not None and deed.has(ev.Fought, ev.AttackVoid)


def _mixed(state: State) -> bool:
    """Whether two units of different types share a column."""
    sides = [column.units[seat] for column in state.columns for seat in SEATS]
    return any(len(side) == 2 and CODE[side[0]] != CODE[side[1]] for side in sides)


def _dear(deed: Deed) -> bool:
    """Whether a unit cost more than is printed on it."""
    return any(event.cost > COST[event.card] for event in _all(deed, ev.Placed))


def _control_without_units(state: State) -> bool:
    return any(column.control is not None and not column.units[column.control] for column in state.columns)


def _drawn(deed: Deed, *, blind: bool) -> bool:
    return any(event.blind is blind for event in _all(deed, ev.BonusTaken))


def _ended(deed: Deed, *reasons: str) -> bool:
    return deed.after.reason in reasons


FIRED: dict[str, Fired] = {
    "FG1": lambda _: False,  # set-up, before the first move
    "FG2": lambda deed: "@1" in deed.text or "@5" in deed.text,
    "FG3": lambda deed: deed.has(ev.Kept),
    "FG4": lambda deed: deed.has(ev.Mustered),
    "FG5": lambda deed: deed.has(ev.Reshuffled),
    "FG6": lambda deed: any(len(deed.after.discards[seat]) > len(deed.before.discards[seat]) for seat in SEATS),
    "FG10": lambda deed: deed.has(ev.TurnStarted),
    "FG11": lambda deed: deed.text.startswith("drop") and deed.before.phase == "advance",
    "FG12": lambda deed: _control_without_units(deed.after),
    "FG13": lambda deed: deed.after.phase == "flank",
    "FG14": lambda deed: len({target for target, _ in deed.after.flanks}) > 1,
    "FG15": lambda deed: _attack(deed).flank,
    "FG16": _beside,
    "FG20": lambda deed: deed.has(ev.Paid),
    "FG21": _dear,
    "FG22": lambda deed: deed.has(ev.Placed) and _mixed(deed.after),
    "FG23": lambda deed: deed.has(ev.Removed),
    "FG24": lambda deed: any(event.cost == 0 for event in _all(deed, ev.Settled)),
    "FG25": lambda deed: deed.has(ev.ReservesPlayed),
    "FG30": lambda deed: deed.has(ev.Attacked) and not _attack(deed).flank,
    "FG31": lambda deed: deed.has(ev.Overlapped),
    "FG32": lambda deed: deed.has(ev.Attacked) and _drawn(deed, blind=True),
    "FG33": lambda deed: deed.has(ev.Withdrew),
    "FG34": lambda deed: deed.has(ev.AttackVoid),
    "FG35": lambda deed: deed.has(ev.Stood),
    "FG36": lambda deed: deed.has(ev.Fought),
    "FG37": lambda deed: bool(_lines(deed, "against", "pike")),
    "FG38": lambda deed: bool(_lines(deed, "hill", "woods")),
    "FG39": lambda deed: _level(deed) and _won_by_defender(deed),
    "FG40": lambda deed: deed.has(ev.Eliminated),
    "FG41": _won_by_attacker,
    "FG42": _won_by_defender,
    "FG43": lambda deed: deed.has(ev.Fought) and _fought(deed).winner is None,
    "FG44": lambda deed: deed.has(ev.Rampaged),
    "FG45": lambda deed: deed.has(ev.Attacked) and deed.before.last_fight is not None,
    "FG50": lambda deed: deed.has(ev.Trimmed),
    "FG60": lambda deed: _ended(deed, "control"),
    "FG61": lambda deed: _ended(deed, "terrain", "victory-points", "level"),
    "FG62": lambda deed: len(_all(deed, ev.TurnStarted)) > 1,
    "FG70": lambda deed: "; " in deed.text,
    "FG71": lambda deed: deed.has(ev.Attacked) and deed.has(ev.Stood),
    "FG72": lambda deed: deed.has(ev.Settled),
}


def kept_from(state: State, viewer: Viewer) -> tuple[str, ...]:
    """Of every other seat: hand, deck, draft, the discards below the top, and the bonus card of an attack."""
    kept: list[str] = []
    for seat in set(SEATS) - {viewer}:
        kept += [f"{pile}.{seat}.*" for pile in ("hands", "decks", "draft.offers", "draft.kept")]
        kept += [f"discards.{seat}.{index}" for index in range(len(state.discards[seat]) - 1)]
    return (*kept, *(("fight.bonus",) if viewer != state.active else ()))


VIEW_KEYS = """
"""

HOOKS = Hooks(
    fired=FIRED,
    tests="tests/rules/field_of_glory",
    kept_from=kept_from,
    view_keys=tuple(VIEW_KEYS.split()),
)
