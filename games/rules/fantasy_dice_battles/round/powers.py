"""Every power: one small function each, in one table (FD-36, FD-37).

Attack and defence powers return how many dice they add or take off; support powers change the round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from games.rules.fantasy_dice_battles.data import FRONT, HERO, PLACES, SIZE, DataSet, Kind, Power
from games.rules.fantasy_dice_battles.events import Cure, Dispelled, Healed, Rallied
from games.rules.fantasy_dice_battles.round.state import Round
from games.rules.fantasy_dice_battles.state import FULL_RESERVE, Side
from games.rules.game import Seat

WHELPS = "whelp"
"""The family that FRENZY counts."""
FEW = 2
"""The most normal units with which STAND works."""


class Scene(NamedTuple):
    """Where a card counts its dice: both sides, the battalion's first place, the card, the active card opposite."""

    data: DataSet
    own: Side
    foe: Side
    base: int
    card: Kind
    opposing: Kind | None


# --- attack ---


def frenzy(scene: Scene, power: Power) -> int:
    """Return one for each own whelp here, in reinforcements or fleeing."""
    kinds, own = scene.data.kinds, scene.own
    places = (own.tokens[scene.base : scene.base + HERO], own.reserve, own.fleeing)
    return sum(1 for tokens in places for token in tokens if token and kinds[token].family == WHELPS)


def hunt(scene: Scene, power: Power) -> int:
    """Return the amount on the card, if the opposing card is active and of one of its classes."""
    return _amount(power, scene.opposing is not None and scene.opposing.kind in power.classes)


def breach(scene: Scene, power: Power) -> int:
    """Return the amount on the card, if a front space opposite is empty."""
    return _amount(power, "" in scene.foe.tokens[scene.base : scene.base + FRONT])


def volley(scene: Scene, power: Power) -> int:
    """Return the amount on the card, if no front space of its own battalion is empty."""
    return _amount(power, "" not in scene.own.tokens[scene.base : scene.base + FRONT])


def rage(scene: Scene, power: Power) -> int:
    """Return the amount on the card, if a unit of its kind in the battalion has a wound or poison."""
    own, kind = scene.own, scene.card.id
    here = range(scene.base, scene.base + SIZE)
    return _amount(power, any(own.tokens[at] == kind and (own.wounds[at] or own.poison[at]) for at in here))


def stand(scene: Scene, power: Power) -> int:
    """Return the amount on the card, if its battalion has two normal units or fewer."""
    empty = scene.own.tokens[scene.base : scene.base + HERO].count("")
    return _amount(power, HERO - empty <= FEW)


# --- defence ---


def guard(scene: Scene, power: Power) -> int:
    """Take the amount off this card if it is of one of the classes; the power is the opposing card's."""
    return -_amount(power, scene.card.kind in power.classes)


def _amount(power: Power, works: bool) -> int:
    return (power.amount or 0) if works else 0


# --- support ---


def heal(now: Round, seat: Seat, battalion: int) -> None:
    """Take the poison die, or otherwise a wound, off each own unit here, the hero included."""
    side = now.sides[seat]

    def cure(at: int) -> Cure:
        return Cure(side.tokens[at], PLACES[at], 0 if side.poison[at] else 1, side.poison[at])

    _cure(now, seat, battalion, "HEAL", cure)


def global_heal(now: Round, seat: Seat, battalion: int) -> None:
    """Take all wounds and poison off each own unit here, the hero included."""
    side = now.sides[seat]

    def cure(at: int) -> Cure:
        return Cure(side.tokens[at], PLACES[at], side.wounds[at], side.poison[at])

    _cure(now, seat, battalion, "GLOBAL_HEAL", cure)


def _cure(now: Round, seat: Seat, battalion: int, power: str, cure: Callable[[int], Cure]) -> None:
    side, cures = now.sides[seat], []
    for at in range(battalion * SIZE, battalion * SIZE + SIZE):
        if side.wounds[at] or side.poison[at]:
            cured = cure(at)
            side.wounds[at] -= cured.wounds
            side.poison[at] -= cured.poison
            cures.append(cured)
    now.events.append(Healed(seat, battalion + 1, power, tuple(cures)))


def rally(now: Round, seat: Seat, battalion: int) -> None:
    """Move the fleeing unit of the highest level to reinforcements if there is room.

    Of equals it is the last to flee.
    """
    side, kinds = now.sides[seat], now.data.kinds
    rallied = max((unit for unit in side.fleeing if unit), key=lambda unit: kinds[unit].rank, default="")
    if len(side.reserve) >= FULL_RESERVE or not rallied:
        now.events.append(Rallied(seat, battalion + 1))
        return
    side.fleeing[side.fleeing.index(rallied)] = ""
    side.reserve.append(rallied)
    now.events.append(Rallied(seat, battalion + 1, rallied))


def dispel(now: Round, seat: Seat, battalion: int) -> None:
    """Take all powers from the opposing card here for this round."""
    opposing = now.cards[1 - seat][battalion]
    if opposing is not None and opposing.powers:
        now.powerless.add((1 - seat, battalion))
        now.events.append(Dispelled(1 - seat, battalion + 1, opposing.id))


def steadfast(now: Round, seat: Seat, battalion: int) -> None:
    """Own normal units defeated here flee even with four or more wounds."""
    now.steadfast.add((seat, battalion))


def no_quarter(now: Round, seat: Seat, battalion: int) -> None:
    """Put enemy normal units that are defeated opposite out of the game."""
    now.no_quarter.add((1 - seat, battalion))


def lob(now: Round, seat: Seat, battalion: int) -> None:
    """Let the dice of this card pass over the front row."""
    now.lobbing.add((seat, battalion))


# --- the table ---


class Effect(NamedTuple):
    """What a power is: whether it takes classes and an amount, and its function."""

    kind: Literal["attack", "defence", "support"]
    work: Callable[..., Any]
    classes: bool = False
    amount: bool = False


DISPEL = "DISPEL"
EFFECTS: Mapping[str, Effect] = {
    "FRENZY": Effect("attack", frenzy),
    "HUNT": Effect("attack", hunt, classes=True, amount=True),
    "BREACH": Effect("attack", breach, amount=True),
    "VOLLEY": Effect("attack", volley, amount=True),
    "RAGE": Effect("attack", rage, amount=True),
    "STAND": Effect("attack", stand, amount=True),
    "GUARD": Effect("defence", guard, classes=True, amount=True),
    "HEAL": Effect("support", heal),
    "GLOBAL_HEAL": Effect("support", global_heal),
    DISPEL: Effect("support", dispel),
    "RALLY": Effect("support", rally),
    "STEADFAST": Effect("support", steadfast),
    "NO_QUARTER": Effect("support", no_quarter),
    "LOB": Effect("support", lob),
}
