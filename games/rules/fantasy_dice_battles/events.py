"""What happens in a match of Fantasy Dice Battles, as data.

`battalion` goes from 1 to 3; `place` is such as "2:S1"; units and cards are named by the ids of their kinds. `seat` is
whose unit or card it is.
"""

from __future__ import annotations

import msgspec

from games.rules.fantasy_dice_battles.state import Post, Reason
from games.rules.game import Event, Seat, Viewer


class Private(Event, frozen=True):
    """What only the seat itself may know."""

    seat: Seat

    def seen_by(self, viewer: Viewer) -> Event | None:
        return self if viewer == self.seat else None


class PresetTaken(Private, frozen=True):
    """The seat takes a preset army."""

    preset: str


class FactionChosen(Private, frozen=True):
    """The seat begins an army of its own."""

    faction: str


class UnitPut(Private, frozen=True):
    """The seat puts a unit on a place, or into reinforcements (`place` "reserve")."""

    unit: str
    place: str


class CardLaid(Private, frozen=True):
    """The seat lays an order card face down."""

    card: str
    post: Post


class UnitSent(Private, frozen=True):
    """The seat sends a unit from reinforcements; it enters when the round is resolved."""

    unit: str
    place: str


class Sealed(Private, frozen=True):
    """The seat is ready: its army or its orders are sealed."""


class ArmyShown(Event, frozen=True):
    """Both armies are chosen, and this is one of them: 18 places, and reinforcements (FD-11)."""

    seat: Seat
    faction: str
    tokens: tuple[str, ...]
    reserve: tuple[str, ...]


class RoundStarted(Event, frozen=True):
    """A round begins."""

    round: int


class Reinforced(Event, frozen=True):
    """A unit came from reinforcements (FD-21)."""

    seat: Seat
    unit: str
    place: str


class Revealed(Event, frozen=True):
    """A card was turned over. `why` says why it does nothing, "" where it is active or can regroup.

    "absent": no unit of its kind is there (FD-30). "idle": no hero card at an idle battalion, "fallen": a hero card
    there whose hero does not stand any more (FD-31). "gone": the own hero of the battalion is gone (FD-32).
    """

    seat: Seat
    post: Post
    card: str
    why: str = ""


class Dispelled(Event, frozen=True):
    """The card of the seat has no powers this round."""

    seat: Seat
    battalion: int
    card: str


class DispelsCancelled(Event, frozen=True):
    """Both cards at a battalion are Dispel cards."""

    battalion: int


class Term(msgspec.Struct, frozen=True, omit_defaults=True):
    """One reason for dice: "attack", "pair" (two matching units), or the code of a power; less than 0 for guards."""

    kind: str
    amount: int


class DiceCounted(Event, frozen=True):
    """The dice on an active card, never below 0, even if the terms add up to less (FD-36)."""

    seat: Seat
    battalion: int
    card: str
    color: str
    dice: int
    terms: tuple[Term, ...]


class Cure(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a unit lost by healing."""

    unit: str
    place: str
    wounds: int = 0
    poison: int = 0


class Healed(Event, frozen=True):
    """HEAL or GLOBAL_HEAL worked at a battalion; without cures nobody was hurt."""

    seat: Seat
    battalion: int
    power: str
    cures: tuple[Cure, ...]


class Rallied(Event, frozen=True):
    """RALLY worked: `unit` went to reinforcements, "" where nobody could."""

    seat: Seat
    battalion: int
    unit: str = ""


class Leaving(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit that leaves its place, and the wounds and poison that lay on it."""

    unit: str
    place: str
    wounds: int = 0
    poison: int = 0


class Regrouped(Event, frozen=True):
    """A card at an idle battalion or the regrouping order worked: these units went to reinforcements (FD-31, FD-33).

    `why` is "extinct" where no unit of the card's kind stands in a battalion or in reinforcements (FD-34). `leaving`
    are those of a battalion.
    """

    seat: Seat
    post: Post
    card: str
    units: tuple[str, ...] = ()
    why: str = ""
    leaving: tuple[Leaving, ...] = ()


class PoisonWorked(Event, frozen=True):
    """The poison die on a unit became a wound (FD-45)."""

    seat: Seat
    unit: str
    place: str


class Rolled(Event, frozen=True):
    """The dice of a card: the faces, and for each the space of the opposing battalion that it hits (FD-40 to FD-43)."""

    seat: Seat
    battalion: int
    card: str
    color: str
    faces: tuple[int, ...]
    spaces: tuple[str, ...]


class Struck(Event, frozen=True):
    """All dice on one unit: how many its armour stopped, whether one lies as poison, how many are wounds."""

    seat: Seat
    unit: str
    place: str
    color: str
    dice: int
    stopped: int
    poison: int
    wounds: int


class Defeated(Event, frozen=True):
    """A normal unit was defeated by wounds. It is to flee, or out of the game, and `why`.

    "" three or fewer wounds, or four and more; "steadfast", "no-quarter"; "last": one battalion is left (FD-51).
    """

    seat: Seat
    unit: str
    place: str
    flees: bool
    why: str = ""
    leaving: tuple[Leaving, ...] = ()


class HeroFell(Event, frozen=True):
    """A hero is out of the game; `routed` units of the battalion are to flee (FD-51). `leaving` are all of them."""

    seat: Seat
    unit: str
    place: str
    routed: tuple[str, ...]
    leaving: tuple[Leaving, ...] = ()


class Fled(Event, frozen=True):
    """A unit entered the fleeing spaces, and all there moved on; `lost` is the one that was pushed out (FD-52)."""

    seat: Seat
    unit: str
    lost: str = ""


class Reshuffled(Event, frozen=True):
    """The `count` discards of a seat were shuffled into its draw pile (FD-53)."""

    seat: Seat
    count: int


class Drew(Event, frozen=True):
    """A seat drew `count` cards, which it alone sees; they are named in alphabetical order."""

    seat: Seat
    count: int
    cards: tuple[str, ...] = ()

    def seen_by(self, viewer: Viewer) -> Drew:
        return self if viewer == self.seat else Drew(self.seat, self.count)


class BattleEnded(Event, frozen=True):
    """The match is over; `heroes` of each seat stand (FD-60), `late` after the last round (FD-61)."""

    reason: Reason
    heroes: tuple[int, int]
    late: bool = False
