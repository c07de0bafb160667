"""A round of Fantasy Dice Battles as it happened: scene by scene, in words and with the dice drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games.boards.fantasy_dice_battles.unit_cards import Seats, spoken
from games.rules.fantasy_dice_battles import events as ev
from games.rules.fantasy_dice_battles import words
from games.rules.fantasy_dice_battles.data import BATTALIONS
from games.rules.game import Event


@dataclass(frozen=True)
class SceneLine:
    """One thing that happened: whose (None: nobody's), and in words.

    `dice` are those that were rolled: the face, the space hit, and that space on the board, as seat and place.
    """

    seat: int | None
    said: str
    color: str = ""
    dice: list[tuple[int, str, str]] = field(default_factory=list)


@dataclass(frozen=True)
class Scene:
    """What happened in one part of a round; `battalion` where it is about one, else 0."""

    title: str
    battalion: int
    lines: list[SceneLine]


Retold = Sequence[tuple[Event, str]]
"""What happened, each with its sentence."""


def in_words(events: Iterable[Event], seats: Seats) -> Retold:
    """Events with their sentences, where no log has said them."""
    return [(event, spoken(words.describe(event), seats)) for event in events]


def scenes(retold: Retold) -> list[Scene]:
    """The round that was resolved in these events, in the order of its steps; empty if there was none."""
    public = [(event, said) for event, said in retold if not isinstance(event, ev.Private)]
    if not any(isinstance(event, ev.Revealed) for event, _said in public):
        return []
    found = [_scene(title, battalion, fits, public) for title, battalion, fits in _parts()]
    return [scene for scene in found if scene.lines]


Fits = Callable[[Any], bool]


def _parts() -> list[tuple[str, int, Fits]]:
    """The parts of a round: title, battalion, and which events belong there."""
    return [
        (_("Cards are turned over"), 0, _one_of(ev.Reinforced, ev.Revealed)),
        (_("Dice are counted"), 0, _one_of(ev.Dispelled, ev.DispelsCancelled, ev.DiceCounted)),
        (_("Support and regrouping"), 0, _one_of(ev.Healed, ev.Rallied, ev.Regrouped)),
        (_("Poison works"), 0, _one_of(ev.PoisonWorked)),
        *(
            (_("Dice fall at battalion {number}").format(number=number), number, _rolled_at(number))
            for number in (index + 1 for index in BATTALIONS)
        ),
        (_("Units fall and flee"), 0, _one_of(ev.Defeated, ev.HeroFell, ev.Fled)),
        (_("The round ends"), 0, _one_of(ev.Reshuffled, ev.Drew, ev.BattleEnded, ev.RoundStarted)),
    ]


def _one_of(*kinds: type[Event]) -> Fits:
    return lambda event: isinstance(event, kinds)


def _rolled_at(battalion: int) -> Fits:
    def fits(event: Any) -> bool:
        match event:
            case ev.Rolled():
                return bool(event.battalion == battalion)
            case ev.Struck():
                return bool(event.place.startswith(f"{battalion}:"))
        return False

    return fits


def _scene(title: str, battalion: int, fits: Fits, retold: Retold) -> Scene:
    return Scene(title, battalion, [_line(event, said) for event, said in retold if fits(event)])


def _line(event: Event, said: str) -> SceneLine:
    seat = getattr(event, "seat", None)
    if isinstance(event, ev.Rolled):
        return SceneLine(seat, said, event.color, list(_hits(event)))
    return SceneLine(seat, said)


def _hits(event: ev.Rolled) -> Iterator[tuple[int, str, str]]:
    for number, space in zip(event.faces, event.spaces, strict=True):
        yield number, space, f"{1 - event.seat}-{event.battalion}:{space}"
