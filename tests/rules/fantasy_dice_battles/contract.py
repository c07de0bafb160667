"""Fantasy Dice Battles' part of the contract suite."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from games.rules.fantasy_dice_battles.events import (
    ArmyShown,
    BattleEnded,
    Defeated,
    DiceCounted,
    Dispelled,
    Drew,
    Fled,
    Healed,
    HeroFell,
    PoisonWorked,
    Rallied,
    Regrouped,
    Reinforced,
    Reshuffled,
    Revealed,
    Rolled,
    Struck,
)
from games.rules.fantasy_dice_battles.game import ARMY_NAMES, DRAWN, OWN
from games.rules.fantasy_dice_battles.laws import CHOOSING, FIGHTING
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS
from games.rules.fantasy_dice_battles.state import LAST_ROUND, REGROUP, State, standing
from games.rules.game import Event, Viewer
from tests.rules.contract.hooks import Deed, Fired, Hooks

E = TypeVar("E", bound=Event)
HOUSE = SETS[DEFAULT_SET]
FACES = {row.face: row for row in HOUSE.faces}


def _any(kind: type[E], holds: Callable[[E], bool]) -> Fired:
    """Say whether an event of a kind for which something holds is among those of an entry."""
    return lambda deed: any(isinstance(event, kind) and holds(event) for event in deed.events)


def _all(deed: Deed, kind: type[E]) -> list[E]:
    return [event for event in deed.events if isinstance(event, kind)]


def _hero_from_the_neighbour(deed: Deed) -> bool:
    heroes = [event for event in _all(deed, Revealed) if not event.why and HOUSE.kinds[event.card].hero]
    return any(
        event.post != REGROUP and deed.before.sides[event.seat].tokens[int(event.post) * 6 - 1] not in ("", event.card)
        for event in heroes
    )


def _aimed(holds: Callable[[str, int], bool]) -> Fired:
    """Say whether some die, rolled straight, hits a space for which, with the face, something holds."""
    return lambda deed: any(
        holds(space, face)
        for event in _all(deed, Rolled)
        if not _has(event.card, "LOB")
        for space, face in zip(event.spaces, event.faces, strict=True)
    )


def _has(card: str, power: str) -> bool:
    return any(power == other.code for other in HOUSE.kinds[card].powers)


def _counts(power: str) -> Fired:
    return _any(DiceCounted, lambda event: any(term.kind == power for term in event.terms))


def _works(power: str) -> Fired:
    """Say whether an active card has the power and is not dispelled."""
    return lambda deed: any(
        _has(event.card, power)
        and not any((by.seat, by.battalion) == (event.seat, event.battalion) for by in _all(deed, Dispelled))
        for event in _all(deed, DiceCounted)
    )


def _several_flee(deed: Deed) -> bool:
    return any([event.seat for event in _all(deed, Fled)].count(seat) > 1 for seat in (0, 1))


FIRED: dict[str, Fired] = {
    "FD1": lambda deed: deed.has(Rolled),
    "FD2": lambda deed: deed.has(ArmyShown),
    "FD3": lambda deed: deed.has(Drew),
    "FD4": lambda deed: "put " in deed.text,
    "FD5": _any(DiceCounted, lambda event: event.color in ("poison", "smash")),
    "FD10": lambda deed: "faction " in deed.text,
    "FD11": lambda deed: "army " in deed.text,
    "FD12": lambda deed: any(len(side.reserve) > 3 for side in deed.after.sides),
    "FD13": lambda deed: deed.has(ArmyShown),
    "FD20": lambda deed: f"@{REGROUP}" in deed.text,
    "FD21": lambda deed: deed.has(Reinforced),
    "FD22": lambda deed: "lay " in deed.text and not deed.has(Revealed),
    "FD30": _hero_from_the_neighbour,
    "FD31": _any(Regrouped, lambda event: event.post != REGROUP and bool(event.units)),
    "FD32": _any(Revealed, lambda event: event.why == "gone"),
    "FD33": _any(Regrouped, lambda event: event.post == REGROUP and bool(event.units)),
    "FD34": _any(Regrouped, lambda event: event.why == "extinct"),
    "FD35": _any(Revealed, lambda event: event.why == "absent"),
    "FD36": _any(DiceCounted, lambda event: any(term.kind == "pair" for term in event.terms)),
    "FD37": lambda deed: deed.has(Healed, Rallied),
    "FD40": _aimed(lambda space, face: space == FACES[face].front),
    "FD41": _aimed(lambda space, face: space == FACES[face].arrow),
    "FD42": _aimed(lambda space, face: space == FACES[face].behind),
    "FD43": _aimed(lambda space, _: space == "H"),
    "FD44": _any(Struck, lambda event: event.stopped > 0),
    "FD45": lambda deed: deed.has(PoisonWorked),
    "FD46": _any(Struck, lambda event: event.wounds > HOUSE.kinds[event.unit].morale),
    "FD50": lambda deed: deed.has(Defeated, HeroFell),
    "FD51": _any(HeroFell, lambda event: bool(event.routed)),
    "FD52": _several_flee,
    "FD53": lambda deed: deed.has(Reshuffled),
    "FD60": _any(BattleEnded, lambda event: not event.late),
    "FD61": lambda deed: deed.before.round == LAST_ROUND and deed.has(BattleEnded),
    **{power: _counts(power) for power in ("FRENZY", "HUNT", "BREACH", "VOLLEY", "RAGE", "STAND", "GUARD")},
    "HEAL": _any(Healed, lambda event: event.power == "HEAL" and bool(event.cures)),
    "GLOBAL_HEAL": _any(Healed, lambda event: event.power == "GLOBAL_HEAL" and bool(event.cures)),
    "DISPEL": lambda deed: deed.has(Dispelled),
    "RALLY": _any(Rallied, lambda event: bool(event.unit)),
    "STEADFAST": _any(Defeated, lambda event: event.why == "steadfast"),
    "NO_QUARTER": _any(Defeated, lambda event: event.why == "no-quarter"),
    "LOB": _works("LOB"),
}


def kept_from(state: State, viewer: Viewer) -> tuple[str, ...]:
    """Return all draw piles; of every other seat its hand and orders, and its army while armies are chosen."""
    hidden = ["sides.*.deck.*"]
    for seat in (0, 1):
        if seat != viewer:
            side = f"sides.{seat}"
            hidden += [f"{side}.hand.*", f"{side}.orders.cards.*", f"{side}.orders.sent.*.*"]
            hidden += [f"{side}.{part}" for part in ("faction", "tokens.*", "reserve.*") if state.phase == "army"]
    return tuple(hidden)


def _lasting(state: State) -> tuple[int, int]:
    """Return the number of heroes that stand, then how few the wounds are."""
    return sum(map(standing, state.sides)), -sum(sum(side.wounds) for side in state.sides)


VIEW_KEYS = """
    army army.faction army.points army.reserve army.tokens asked deck fighting hand orders orders.cards
    orders.sent phase reason round sealed sealed.army sealed.army.faction sealed.army.points sealed.army.reserve
    sealed.army.tokens sealed.deck sealed.hand sealed.orders sealed.orders.cards sealed.orders.sent set_digest
    set_name sides sides.deck_size sides.discards sides.faction sides.fleeing sides.hand_size sides.heroes
    sides.last sides.last.cards sides.last.sent sides.lost sides.reserve sides.tokens sides.tokens.morale
    sides.tokens.place sides.tokens.poison sides.tokens.unit sides.tokens.wounds sides.unseen viewer
"""

HOOKS = Hooks(
    fired=FIRED,
    tests="tests/rules/fantasy_dice_battles",
    kept_from=kept_from,
    laws=lambda _: [law for law, _ in (*CHOOSING, *FIGHTING)],
    view_keys=tuple(VIEW_KEYS.split()),
    short=dict.fromkeys(ARMY_NAMES, (OWN, DRAWN, OWN, "realm_a")),
    matches=2,
    stride=12,
    many=120,
    lasting=_lasting,
    longest=dict.fromkeys(ARMY_NAMES, DRAWN),
)
