"""What the bot does if the opponent would win at the next Victory check: it puts units where a fight can prevent it."""

from __future__ import annotations

from games.rules.field_of_glory.cards import CODE, COST, HILL, KIND, UNITS, Card
from games.rules.field_of_glory.player.reckoning import (
    FOE,
    ME,
    SECOND,
    Front,
    Situation,
    cheapest,
    cost,
    keeping,
    woods,
)
from games.rules.field_of_glory.state import WINNING

ELUSIVE = 8.0
"""What is taken off a lead's combat strength if all defenders may withdraw from it, as control then stays."""
EDGE = 4.0
"""The worth of a point of combat strength in a fight that decides the match."""


def lacking(now: Situation) -> int:
    """Return how many columns the opponent must lose before its next turn so as not to win (FG-10)."""
    return max(0, now.view.terrain[1 - now.seat] - WINNING + 1)


def is_target(front: Front) -> bool:
    """Say whether a fight in the column can take it from the opponent, who controls it."""
    return front.control == FOE and bool(front.units[FOE])


def possible(now: Situation) -> bool:
    """Say whether the opponent can be kept from winning by fights in enough columns, if necessary with new units."""
    targets = [front for front in now.fronts.values() if is_target(front) and not front.units[ME]]
    return fights(now) + sum(_within_reach(now, front) for front in targets) >= lacking(now)


def fights(now: Situation) -> int:
    """Count in how many of these columns there can be a fight at the same time."""
    return sum(is_target(front) and bool(front.units[ME]) for front in now.fronts.values())


def _within_reach(now: Situation, front: Front) -> bool:
    return any(price(now, card, front) < float("inf") for card in now.hand if card in UNITS)


def price(now: Situation, card: Card, front: Front) -> float:
    """Return what is given up for a unit of the hand in a column, the unit included; infinite if the rest cannot
    pay.
    """
    rest = [other for other in now.hand if other != card]
    return cheapest(now, rest, cost(card, front)) + keeping(now, card)


def placement(now: Situation, card: Card, front: Front) -> float:
    """Return what a unit promises in a column without own units, in which it is to attack at once."""
    return EDGE * _edge(card, front) - price(now, card, front)


def _edge(card: Card, front: Front) -> float:
    """Return by how much a lead is stronger than the best defence, without bonus cards."""
    foes = front.units[FOE]
    second = SECOND if len(foes) > 1 else 0
    edges = [KIND[card].against.get(CODE[foe], 0) - _defence(front, foe) for foe in foes]
    elusive = all(COST[foe] < COST[card] for foe in foes)
    return _strength(front, card) + min(edges) - second - (ELUSIVE if elusive else 0)


def _defence(front: Front, card: Card) -> float:
    """Return how strong a lead defends a column it controls; spears count more, as they win ties (FG-39)."""
    return _strength(front, card) + (HILL if front.terrain == "hill" else 0) + (CODE[card] == "SP")


def _strength(front: Front, card: Card) -> float:
    return KIND[card].value + woods(front, card)
