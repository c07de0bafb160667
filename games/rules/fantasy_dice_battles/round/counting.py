"""Whether a card is active and how many dice it gets (FD-30 to FD-32, FD-36)."""

from __future__ import annotations

from games.rules.fantasy_dice_battles.data import HERO, HEROES, SIZE, Kind
from games.rules.fantasy_dice_battles.events import Term
from games.rules.fantasy_dice_battles.round.powers import EFFECTS, Scene
from games.rules.fantasy_dice_battles.state import Side

NEIGHBOURS = ((1,), (0, 2), (1,))


def why_not(own: Side, foe: Side, battalion: int, card: Kind) -> str:
    """Return why a card does nothing at a battalion, from 0 (FD-30 to FD-32).

    The reasons are those of the event `Revealed`; "" where the card is active, or can regroup at an idle battalion.
    """
    tokens, base = own.tokens, battalion * SIZE
    if not tokens[base + HERO]:
        return "gone"
    if not foe.tokens[base + HERO]:
        return _why_not_idle(tokens, card)
    if card.id in tokens[base : base + SIZE]:
        return ""
    near = card.hero and any(tokens[other * SIZE + HERO] == card.id for other in NEIGHBOURS[battalion])
    return "" if near else "absent"


def _why_not_idle(tokens: list[str], card: Kind) -> str:
    if not card.hero:
        return "idle"
    return "" if any(tokens[place] == card.id for place in HEROES) else "fallen"


def terms(scene: Scene, powers: bool = True, guards: bool = True) -> list[Term]:
    """Return every reason for the dice of an active card (FD-36). Without `powers` its own powers do not work, without
    `guards` those of the opposing card do not.
    """
    card = scene.card
    if not card.attack:
        return []
    found = [Term("attack", card.attack)]
    if scene.own.tokens[scene.base : scene.base + SIZE].count(card.id) > 1:
        found.append(Term("pair", 1))
    if powers and card.attacks:
        found += [Term(power.code, n) for power in card.attacks if (n := EFFECTS[power.code].work(scene, power))]
    if guards and scene.opposing is not None and scene.opposing.guards:
        against = scene.opposing.guards
        found += [Term(power.code, n) for power in against if (n := EFFECTS[power.code].work(scene, power))]
    return found


def dice(found: list[Term]) -> int:
    """Return the dice that the terms add up to; never below 0."""
    return max(0, sum([term.amount for term in found]))
