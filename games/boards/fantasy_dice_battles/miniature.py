"""Fantasy Dice Battles in a list of matches: the three battalions face to face, the reader's below."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.reading.seen import Seen
from games.rules.fantasy_dice_battles.data import BATTALIONS, SIZE
from games.rules.fantasy_dice_battles.view import DiceBattlesView, TokenSeen

Rank = tuple[str, ...]
"""Three spaces beside each other: "" for an empty one, else "whole" or "hurt"."""


@dataclass(frozen=True)
class Miniature:
    """Of each battalion its four ranks, from the opponent's rear to the reader's."""

    battalions: list[tuple[Rank, Rank, Rank, Rank]]


def miniature(seen: Seen) -> Miniature | None:
    """Return the position as a list draws it; nothing while armies are chosen, which is done in secret."""
    view: DiceBattlesView = seen.view
    below = max(view.viewer, 0)  # a spectator's first side
    enemy = view.sides[1 - below].tokens
    own = view.sides[below].tokens
    if not any(enemy) and not any(own):
        return None
    drawn = []
    for index in BATTALIONS:
        (front, rear), (own_front, own_rear) = (_ranks(tokens[index * SIZE :][:SIZE]) for tokens in (enemy, own))
        drawn.append((rear, front, own_front, own_rear))
    return Miniature(drawn)


def _ranks(tokens: Sequence[TokenSeen | None]) -> tuple[Rank, Rank]:
    """Return the three spaces in front; behind them the hero between the two of the second rank."""
    state = ["" if token is None else "hurt" if token.wounds else "whole" for token in tokens]
    first, left, right, hero = tuple(state[:3]), *state[3:]
    return first, (left, hero, right)
