"""Whom a die hits: the die diagram, computed for every way in which a battalion can be filled (FD-40 to FD-43)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.rules.fantasy_dice_battles.data import HERO, SPACES, FaceRow


def filling(tokens: Sequence[str], base: int) -> int:
    """Return the occupied spaces below H of the battalion that begins at `base`, as a sum of powers of two."""
    mask = 0
    for space in range(HERO):
        if tokens[base + space]:
            mask |= 1 << space
    return mask


def aim(face: FaceRow, occupied: int) -> int:
    """Return the index of the space that a die hits: the front, else the arrow's target, else behind, else the
    hero's.
    """
    front = SPACES.index(face.front)
    if occupied >> front & 1:
        return front
    if face.arrow and occupied >> SPACES.index(face.arrow) & 1:
        return SPACES.index(face.arrow)
    return lob(face, occupied)


def lob(face: FaceRow, occupied: int) -> int:
    """Return the index of the space that a lobbed die hits: the one behind, else the hero's (LOB)."""
    behind = SPACES.index(face.behind)
    return behind if occupied >> behind & 1 else HERO


def tables(faces: Iterable[FaceRow]) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Return for every filling and face the index of the space hit: by plain dice, and by lobbed ones."""
    rows, fillings = list(faces), range(1 << HERO)
    targets = tuple(tuple(aim(face, occupied) for face in rows) for occupied in fillings)
    lobbed = tuple(tuple(lob(face, occupied) for face in rows) for occupied in fillings)
    return targets, lobbed
