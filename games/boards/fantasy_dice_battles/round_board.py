"""A round of Fantasy Dice Battles as it happened: scene by scene, in words, with its dice and its boards."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from games.boards.fantasy_dice_battles.battle_board import UnitToken, tokens_by_place
from games.boards.fantasy_dice_battles.unit_cards import Seats, UnitCard, spoken, unit_cards
from games.rules.fantasy_dice_battles import events as ev, words
from games.rules.fantasy_dice_battles.data import BATTALIONS
from games.rules.fantasy_dice_battles.sets.offered import of_digest
from games.rules.fantasy_dice_battles.view import DiceBattlesView
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
class Turned:
    """An order card that lies face up at its post; `works` where it does anything, `dice` once they are counted."""

    unit_card: UnitCard
    works: bool
    dice: int | None = None


@dataclass(frozen=True)
class Scene:
    """What happened in one part of a round; `battalion` where it is about one, else 0.

    `changes` are the spaces that look otherwise after it than after the scene before it, and the first scene's those
    that look otherwise than on the board: as on the board, seat and place, and who stands there. `cards` are those that
    it turns over or gives dice: seat and post, and the card. `settled` are the parts beside the battalions that nothing
    changes after it.
    """

    title: str
    battalion: int
    lines: list[SceneLine]
    changes: list[tuple[str, UnitToken | None]] = field(default_factory=list)
    cards: list[tuple[str, Turned]] = field(default_factory=list)
    settled: str = ""


Retold = Sequence[tuple[Event, str]]
"""What happened, each with its sentence."""


def events_in_words(events: Iterable[Event], seats: Seats) -> Retold:
    """Return events with their sentences, where no log has said them."""
    return [(event, spoken(words.describe(event), seats)) for event in events]


def scenes(retold: Retold, view: DiceBattlesView) -> list[Scene]:
    """Return the newest round that was resolved in these events, in the order of its steps; empty if there was
    none.

    `view` is what came of it: the board of each scene is found by undoing, from there, what happened after it.
    """
    newest = _newest([(event, said) for event, said in retold if not isinstance(event, ev.Private)])
    parts = [
        (title, battalion, settled, [each for each in newest if fits(each[0])])
        for (title, battalion, fits), settled in zip(_parts(), SETTLED, strict=True)
    ]
    told = [part for part in parts if part[3]]
    if not told:
        return []
    shown = unit_cards(of_digest(view.set_digest))
    boards = _boards([[event for event, _said in happened] for *_part, happened in told], view)
    return [
        Scene(
            title,
            battalion,
            lines=[_line(*each) for each in happened],
            changes=_changes(before, after),
            cards=_cards(happened, shown),
            settled=settled,
        )
        for (title, battalion, settled, happened), before, after in zip(
            told, [boards[-1], *boards], boards, strict=False
        )
    ]


def number_fought(retold: Retold, view: DiceBattlesView) -> int:
    """Return the number of the newest round that was resolved in these events; the one that goes on if there was none.

    The round of the view is the next one, unless the battle has ended: then it is this one.
    """
    ended = [event.round - 1 for event, _said in _newest(retold) if isinstance(event, ev.RoundStarted)]
    return ended[-1] if ended else view.round


def _newest(retold: Retold) -> Retold:
    """Return what happened in the newest round with cards turned over; `[]` if there is none.

    There may be two such rounds: the reader's own that was sealed last, and one that the clock has played for the
    reader since.
    """
    turned = [number for number, (event, _said) in enumerate(retold) if isinstance(event, ev.Revealed)]
    if not turned:
        return []
    began = [number for number in range(turned[-1]) if isinstance(retold[number][0], ev.RoundStarted)]
    return retold[began[-1] + 1 if began else 0 :]


Fits = Callable[[Any], bool]


def _parts() -> list[tuple[str, int, Fits]]:
    """Return the parts of a round: title, battalion, and which events belong there."""
    return [
        (_("Turning over the cards"), 0, _one_of(ev.Reinforced, ev.Revealed)),
        (_("Counting the dice"), 0, _one_of(ev.Dispelled, ev.DispelsCancelled, ev.DiceCounted)),
        (_("Support, regrouping and poison"), 0, _one_of(ev.Healed, ev.Rallied, ev.Regrouped, ev.PoisonWorked)),
        *(
            (_("Rolling at battalion {number}").format(number=number), number, _rolled_at(number))
            for number in (index + 1 for index in BATTALIONS)
        ),
        (_("Losses and flight"), 0, _one_of(ev.Defeated, ev.HeroFell, ev.Fled)),
        (_("End of the round"), 0, _one_of(ev.Reshuffled, ev.Drew, ev.BattleEnded, ev.RoundStarted)),
    ]


SETTLED = ("", "", *("units-back",) * 4, *("units-back units-fled",) * 2)
"""What the bars beside the battalions already show of the end of the round, by part: reinforcements, later also heroes
and fleeing units."""


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


def _line(event: Event, said: str) -> SceneLine:
    seat = getattr(event, "seat", None)
    if isinstance(event, ev.Rolled):
        return SceneLine(seat, said, event.color, list(_hits(event)))
    return SceneLine(seat, said)


def _hits(event: ev.Rolled) -> Iterator[tuple[int, str, str]]:
    for number, space in zip(event.faces, event.spaces, strict=True):
        yield number, space, f"{1 - event.seat}-{event.battalion}:{space}"


def _cards(happened: Retold, shown: Mapping[str, UnitCard]) -> list[tuple[str, Turned]]:
    found = []
    for event, _said in happened:
        if isinstance(event, ev.Revealed):
            found.append((f"{event.seat}-{event.post}", Turned(shown[event.card], not event.why)))
        elif isinstance(event, ev.DiceCounted) and event.terms:
            found.append((f"{event.seat}-{event.battalion}", Turned(shown[event.card], True, event.dice)))
    return found


# --- The board of a scene ---------------------------------------------------------------------------------------------

Standing = dict[str, UnitToken]
"""Who stands on the board: by seat and place, as the spaces of a page are called."""


def _boards(scenes: Sequence[Sequence[Event]], view: DiceBattlesView) -> list[Standing]:
    """Return who stands where after each of these scenes; after the last one as in the view."""
    shown = unit_cards(of_digest(view.set_digest))
    boards = [tokens_by_place(view)]
    for scene in reversed(scenes[1:]):
        board = dict(boards[-1])
        for event in reversed(scene):
            _undo(board, event, shown)
        boards.append(board)
    return boards[::-1]


def _undo(board: Standing, event: Event, shown: Mapping[str, UnitCard]) -> None:
    """Put back what an event changed."""
    match event:
        case ev.Reinforced(seat=seat, place=place):
            board.pop(f"{seat}-{place}", None)
        case ev.Healed(seat=seat, cures=cures):
            for cure in cures:
                _lay(board, f"{seat}-{cure.place}", cure.wounds, cure.poison)
        case ev.PoisonWorked(seat=seat, place=place):
            _lay(board, f"{seat}-{place}", -1, 1)
        case ev.Struck(seat=seat, place=place, wounds=wounds, poison=poison):
            _lay(board, f"{seat}-{place}", -wounds, -poison)
        case ev.Regrouped(seat=seat) | ev.Defeated(seat=seat) | ev.HeroFell(seat=seat):
            for each in event.leaving:
                board[f"{seat}-{each.place}"] = UnitToken(shown[each.unit], each.wounds, bool(each.poison))


def _lay(board: Standing, spot: str, wounds: int, poison: int) -> None:
    """Lay more wounds and poison on a unit, or less of them."""
    token = board[spot]
    board[spot] = replace(token, wounds=token.wounds + wounds, poison=bool(token.poison + poison))


def _changes(before: Standing, after: Standing) -> list[tuple[str, UnitToken | None]]:
    return [(spot, after.get(spot)) for spot in sorted(before | after) if before.get(spot) != after.get(spot)]
