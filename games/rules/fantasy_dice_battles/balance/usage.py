"""How the cards of armies are used in battle: how often each is active, and how often its powers work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial

import msgspec

from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.balance.battles import Battles, Pairing, Tally, tally
from games.rules.fantasy_dice_battles.data import Army, DataSet
from games.rules.fantasy_dice_battles.events import (
    Defeated,
    DiceCounted,
    Dispelled,
    Healed,
    Rallied,
    Regrouped,
    Revealed,
)
from games.rules.fantasy_dice_battles.round.powers import DISPEL, EFFECTS
from games.rules.fantasy_dice_battles.state import REGROUP
from games.rules.game import Event, Seat

RARE = 0.02
"""A power that works less often in a battle is idle."""

Card = tuple[Seat, str]
"""The seat and the card."""


class Usage(msgspec.Struct):
    """Counts over battles: `active` by seat and card, `worked` by seat, card and power (or "foot")."""

    active: Counter[Card] = msgspec.field(default_factory=Counter)
    worked: Counter[tuple[Seat, str, str]] = msgspec.field(default_factory=Counter)

    def watch(self, data: DataSet, events: list[Event]) -> None:
        """Count a round."""
        lying: dict[tuple[Seat, str], str] = {
            (each.seat, each.post): each.card for each in events if isinstance(each, Revealed) and not each.why
        }
        self.active.update((seat, card) for (seat, post), card in lying.items() if post != REGROUP)
        for event in events:
            self.worked.update(
                (seat, lying[seat, post], power) for seat, post, power in _working(data, event) if (seat, post) in lying
            )


def _working(data: DataSet, event: Event) -> Iterator[tuple[Seat, str, str]]:
    """Yield the seat and the post of a card whose power worked here, or that brought a unit back, and the power."""
    match event:
        case DiceCounted():
            yield from _counting(data, event)
        case Healed(seat, battalion, power, cures) if cures:
            yield seat, str(battalion), power
        case Rallied(seat, battalion, unit) if unit:
            yield seat, str(battalion), "RALLY"
        case Dispelled(seat, battalion):
            yield 1 - seat, str(battalion), DISPEL
        case Defeated(seat, _, place, _, "steadfast"):
            yield seat, place[0], "STEADFAST"
        case Defeated(seat, _, place, _, "no-quarter"):
            yield 1 - seat, place[0], "NO_QUARTER"
        case Regrouped(seat, post, _, units) if units:
            yield seat, post, "foot"


def _counting(data: DataSet, event: DiceCounted) -> Iterator[tuple[Seat, str, str]]:
    """Yield the powers that changed the number of dice: more come from the card itself, fewer from the opposing
    card.
    """
    post = str(event.battalion)
    for term in event.terms:
        if term.kind in EFFECTS:
            yield (event.seat if term.amount > 0 else 1 - event.seat), post, term.kind
    if event.dice and any(power.code == "LOB" for power in data.kinds[event.card].supports):
        yield event.seat, post, "LOB"


def watched(data: DataSet, pairing: Pairing, battles: Battles) -> tuple[Tally, Usage]:
    """Return the battles between two presets, and how the cards were used."""
    usage = Usage()
    return tally(data, pairing, battles, partial(usage.watch, data)), usage


class Idle(msgspec.Struct, frozen=True):
    """What is useless in a preset army: powers that hardly ever work, and units named by a foot but not in the army."""

    powers: tuple[tuple[str, str], ...]
    feet: Mapping[str, tuple[str, ...]]


def activity(data: DataSet, found: Mapping[Pairing, tuple[Tally, Usage]]) -> dict[str, float]:
    """Return, for each kind in a preset, how often its card is active in a battle, on average."""
    active: Counter[str] = Counter()
    carried: Counter[str] = Counter()
    for pairing, (result, usage) in found.items():
        active.update(_of_kinds(usage.active))
        for preset in pairing:
            units = Counter(armies.units(data.presets[preset].army))
            carried.update({unit: number * result.games for unit, number in units.items()})
    return {kind: active[kind] / carried[kind] for kind in data.kinds if carried[kind]}


def _of_kinds(active: Mapping[Card, int]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for (_seat, card), number in active.items():
        counts[card] += number
    return counts


def idle(data: DataSet, found: Mapping[Pairing, tuple[Tally, Usage]], preset: str) -> Idle:
    """Return what is useless in this preset."""
    army = data.presets[preset].army
    worked: Counter[tuple[str, str]] = Counter()
    games = 0
    for pairing, (result, usage) in found.items():
        if preset in pairing:
            games += result.games
            own = pairing.index(preset)
            worked.update({(card, power): n for (seat, card, power), n in usage.worked.items() if seat == own})
    carried = [(unit, power.code) for unit in sorted(set(armies.units(army))) for power in data.kinds[unit].powers]
    rare = tuple(each for each in carried if worked[each] < RARE * games)
    return Idle(rare, missing(army, data))


def missing(army: Army, data: DataSet) -> dict[str, tuple[str, ...]]:
    """Return, for each kind of an army, the units its foot names that the army lacks, or has too rarely."""
    held = Counter(armies.units(army))
    feet = {unit: Counter(data.kinds[unit].regroups) - held for unit in held}
    return {unit: tuple(foot.elements()) for unit, foot in feet.items() if foot}
