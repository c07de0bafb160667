"""Step 7 of a round: dice are rolled, assigned, stopped by armour, and stay as wounds or poison (FD-44 to FD-46)."""

from __future__ import annotations

from games.rules.fantasy_dice_battles.data import PLACES, SIZE, SPACES, Kind
from games.rules.fantasy_dice_battles.events import Rolled, Struck
from games.rules.fantasy_dice_battles.round.diagram import filling
from games.rules.fantasy_dice_battles.round.state import Round
from games.rules.fantasy_dice_battles.state import SEATS, Side
from games.rules.game import Seat

FACES = 6


def roll(now: Round) -> None:
    """Roll and assign all dice: battalions 1, 2, 3, and in each those of seat 0, then of seat 1."""
    label = f"round {now.state.round} dice"
    for battalion in now.fighting:
        for seat in SEATS:
            card, dice = now.cards[seat][battalion], now.dice[seat][battalion]
            if card is not None and dice:
                faces = [now.chance.below(FACES, label) for _ in range(dice)]
                _assign(now, seat, battalion, card, faces)


def _assign(now: Round, seat: Seat, battalion: int, card: Kind, faces: list[int]) -> None:
    """Assign the dice, given as faces from 0, to the units of the opposing battalion."""
    target, base = now.sides[1 - seat], battalion * SIZE
    table = now.data.lobbed if (seat, battalion) in now.lobbing else now.data.targets
    aims = table[filling(target.tokens, base)]
    spaces = [aims[face] for face in faces]
    shown = tuple([face + 1 for face in faces])
    hit = tuple([SPACES[space] for space in spaces])
    now.events.append(Rolled(seat, battalion + 1, card.id, card.color, shown, hit))
    for space in sorted(set(spaces)):
        now.events.append(strike(now, 1 - seat, target, base + space, card.color, spaces.count(space)))


def strike(now: Round, seat: Seat, side: Side, at: int, color: str, dice: int) -> Struck:
    """Return all dice of a round on the unit at a place: armour, poison, wounds (FD-44 to FD-46)."""
    unit = now.data.kinds[side.tokens[at]]
    stopped, poisoned = spent(unit.armour, color, dice)
    wounds = dice - stopped - poisoned
    side.poison[at] += poisoned
    side.wounds[at] += wounds
    return Struck(seat, unit.id, PLACES[at], color, dice, stopped, poisoned, wounds)


def spent(armour: str, color: str, dice: int) -> tuple[int, int]:
    """Return how many of the dice, all of one color, the armour stops (FD-44), and how many lie as poison (FD-45).

    There is no earlier poison on the unit: step 6 has turned it into a wound.
    """
    poison = color == "poison"
    if armour == "golden" or (armour == "normal" and color == "normal"):
        stopped = 1
    else:
        stopped = int(armour == "normal" and poison and dice > 1)
    return stopped, int(poison and dice > stopped)
