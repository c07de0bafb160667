"""Units come back to reinforcements: by the regrouping order, or by a hero card (FD-12, FD-31, FD-33, FD-34)."""

from __future__ import annotations

from games.rules.fantasy_dice_battles.data import HERO, SIZE, Kind
from games.rules.fantasy_dice_battles.events import Leaving
from games.rules.fantasy_dice_battles.round.state import leaving
from games.rules.fantasy_dice_battles.state import FLEEING, FULL_RESERVE, POSTS, REGROUP, Post, Side


def works_there(own: Side, card: str) -> bool:
    """Say whether a unit of the card's kind stands in a battalion or in reinforcements, so that it can regroup
    (FD-34).
    """
    return card in own.tokens or card in own.reserve


def regroupable(side: Side, post: Post, card: Kind) -> list[int]:
    """Return where the units stand that a card would regroup now: indexes of fleeing spaces, or of places (FD-31,
    FD-33).

    They are in the order of the foot of the card. Of equal fleeing units the one nearest to being lost comes first,
    of equal ones in a battalion the one that stands first. No more are regrouped once reinforcements are full.
    """
    tokens = side.fleeing if post == REGROUP else side.tokens
    base = POSTS.index(post) * SIZE
    search = range(FLEEING - 1, -1, -1) if post == REGROUP else range(base, base + HERO)
    taken: list[int] = []
    for unit in card.regroups:
        if len(side.reserve) + len(taken) < FULL_RESERVE:
            taken += [at for at in search if tokens[at] == unit and at not in taken][:1]
    return taken


def lacks_room(side: Side, post: Post, card: Kind) -> bool:
    """Say whether a card regroups nobody now only because reinforcements are full (FD-12)."""
    tokens = side.fleeing if post == REGROUP else side.tokens[POSTS.index(post) * SIZE :][:HERO]
    return len(side.reserve) >= FULL_RESERVE and not set(tokens).isdisjoint(card.regroups)


def regroup(side: Side, post: Post, card: Kind) -> tuple[tuple[str, ...], tuple[Leaving, ...]]:
    """Move those units to reinforcements, and tell of those of a battalion what lay on them; it is removed."""
    moved, left = [], []
    for at in regroupable(side, post, card):
        if post == REGROUP:
            unit, side.fleeing[at] = side.fleeing[at], ""
        else:
            unit = side.tokens[at]
            left.append(leaving(side, at))
            side.tokens[at], side.wounds[at], side.poison[at] = "", 0, 0
        moved.append(unit)
    side.reserve += moved
    return tuple(moved), tuple(left)
