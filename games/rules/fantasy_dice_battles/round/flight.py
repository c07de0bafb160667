"""Steps 8 and 9 of a round: who is defeated, who flees, and who is out of the game (FD-50 to FD-52)."""

from __future__ import annotations

from games.rules.fantasy_dice_battles.data import BATTALIONS, HERO, HEROES, PLACES, SIZE, UNITS
from games.rules.fantasy_dice_battles.events import Defeated, Fled, HeroFell
from games.rules.fantasy_dice_battles.round.state import Round, leaving
from games.rules.fantasy_dice_battles.state import DESTROYED, SEATS, Side
from games.rules.game import Seat


def defeat_units(now: Round) -> None:
    """Make normal units whose morale boxes are full flee or leave the game (FD-50, FD-51)."""
    kinds = now.data.kinds
    for seat in SEATS:
        side = now.sides[seat]
        if any(side.wounds):
            for at in UNITS:
                if side.wounds[at] and side.wounds[at] >= kinds[side.tokens[at]].morale:
                    _defeat(now, seat, side, at)


def _defeat(now: Round, seat: Seat, side: Side, at: int) -> None:
    unit = side.tokens[at]
    flees, why = fate(now, seat, at // SIZE, side.wounds[at] + side.poison[at])
    now.events.append(Defeated(seat, unit, PLACES[at], flees, why, (leaving(side, at),)))
    if flees:
        now.beaten.append((seat, at))
    else:
        _remove(side, at)
        side.lost.append(unit)


def fate(now: Round, seat: Seat, battalion: int, wounds: int) -> tuple[bool, str]:
    """Say whether a normal unit defeated by wounds flees, and why, as in `Defeated`; `wounds` count poison too."""
    if len(now.fighting) == 1:
        return False, "last"
    if (seat, battalion) in now.no_quarter:
        return False, "no-quarter"
    if wounds >= DESTROYED:
        return (True, "steadfast") if (seat, battalion) in now.steadfast else (False, "")
    return True, ""


def defeat_heroes(now: Round) -> None:
    """Remove a hero whose morale boxes are full, and let the rest of his battalion flee (FD-51).

    The hero leaves the game.
    """
    for seat in SEATS:
        side = now.sides[seat]
        for battalion, at in zip(BATTALIONS, HEROES, strict=True):
            if side.tokens[at] and side.wounds[at] >= now.data.kinds[side.tokens[at]].morale:
                _fall(now, seat, side, battalion)


def _fall(now: Round, seat: Seat, side: Side, battalion: int) -> None:
    base = battalion * SIZE
    hero = base + HERO
    routed = [at for at in range(base, hero) if side.tokens[at] and (seat, at) not in now.beaten]
    units = tuple([side.tokens[at] for at in routed])
    gone = tuple([leaving(side, at) for at in (hero, *routed)])
    now.events.append(HeroFell(seat, side.tokens[hero], PLACES[hero], units, gone))
    now.routed += [(seat, at) for at in routed]
    side.lost.append(side.tokens[hero])
    _remove(side, hero)


def _remove(side: Side, at: int) -> None:
    """Take the token from its place; its dice are removed."""
    side.tokens[at], side.wounds[at], side.poison[at] = "", 0, 0


def flee(now: Round) -> None:
    """Move all fleeing units on, across gaps too, and let new ones enter at the first space (FD-52).

    Lower levels enter first; within a level those defeated by wounds, then by battalion and space.
    """
    kinds, sides = now.data.kinds, now.sides
    fleeing = [(kinds[sides[seat].tokens[at]].rank, 0, seat, at) for seat, at in now.beaten]
    fleeing += [(kinds[sides[seat].tokens[at]].rank, 1, seat, at) for seat, at in now.routed]
    for _, _, seat, at in sorted(fleeing):
        side, unit = sides[seat], sides[seat].tokens[at]
        _remove(side, at)
        now.events.append(Fled(seat, unit, enter(side, unit)))


def enter(side: Side, unit: str) -> str:
    """Move all fleeing units on and put this one first; the unit that was pushed out, or ""."""
    *moved, last = side.fleeing
    side.fleeing = [unit, *moved]
    if last:
        side.lost.append(last)
    return last
