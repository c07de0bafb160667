"""The board of Fantasy Dice Battles, and what stands beside it, composed for a page: armies first, then the battle."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, ngettext

from games.boards.about import Example, Interim, Shown
from games.boards.fantasy_dice_battles import army_board, battle_board, round_board
from games.boards.fantasy_dice_battles.army_board import ArmyBoard, ShownPreset
from games.boards.fantasy_dice_battles.battle_board import (
    Battalion,
    BoardChoices,
    CardChoices,
    Expected,
    HandCard,
    Post,
    WaitingUnit,
)
from games.boards.fantasy_dice_battles.round_board import Scene
from games.boards.fantasy_dice_battles.saved_armies import saved
from games.boards.fantasy_dice_battles.unit_cards import UnitCard, counted_units, spoken
from games.core.reading.voice import SiteVoice
from games.rules import house
from games.rules.fantasy_dice_battles import steps as st, told
from games.rules.fantasy_dice_battles.state import POINTS, REGROUP
from games.rules.fantasy_dice_battles.view import SideSeen

Seat = dict[str, Any]
"""A seat as the page knows it."""


@dataclass(frozen=True)
class ArmyOf:
    """What a seat has chosen of its army; None before it has begun one."""

    seat: int
    name: str
    army: ArmyBoard | None


@dataclass(frozen=True)
class Choosing:
    """The page while armies are chosen: those that the reader may see, and what the reader may begin with.

    `factions` are names with the plan that begins an army of each, `saved` names and texts of saved armies.
    """

    armies: list[ArmyOf]
    factions: list[tuple[str, str]]
    presets: list[ShownPreset]
    saved: list[tuple[str, str]]


@dataclass(frozen=True)
class Field:
    """The battalions face to face, seen from a seat, with the die diagram between them."""

    me: int
    battalions: list[Battalion]
    aims: SafeString


@dataclass(frozen=True)
class Side:
    """What stands beside the battalions of one player; `is_me` is the side that the board is seen from."""

    seat: int
    name: str
    is_me: bool
    is_mine: bool
    army: str
    seen: SideSeen
    reserve: list[WaitingUnit]
    fleeing: list[WaitingUnit]


@dataclass(frozen=True)
class Orders:
    """The orders of a seat as far as they are known; `of` is whose they are, for a watcher.

    `entering` are the reinforcements sent: unit, place, and the plan without them.
    """

    seat: int
    of: str
    posts: list[Post]
    entering: list[tuple[UnitCard, str, str]]


@dataclass(frozen=True)
class Hand:
    """The order cards of a seat; `of` is whose they are, for a watcher. `drawn` says which its player drew last."""

    seat: int
    of: str
    cards: list[HandCard]
    drawn: str


@dataclass(frozen=True)
class Known:
    """Where the cards of a player are, by name; `deck` is the reader's own draw pile."""

    name: str
    unseen: str
    deck: str
    discards: str
    lost: str


@dataclass(frozen=True)
class Kinds:
    """The kinds of units and cards of a player, or of all whose armies are of one faction."""

    name: str
    cards: list[UnitCard]


@dataclass(frozen=True)
class Battle:
    """The page once the armies stand; `others` are the sides opposite, `scenes` those of the round just played,
    which is number `fought`."""

    scenes: list[Scene]
    fought: int
    field: Field
    others: list[Side]
    own: list[Side]
    orders: list[Orders]
    hands: list[Hand]
    known: list[Known]
    kinds: list[Kinds]


@dataclass(frozen=True)
class Board:
    """All that the page shows: `choosing` while armies are chosen, afterwards `battle`.

    `sealing` is the whole move with which the reader is ready, `is_planned` whether there is a plan to take back.
    `still_open` says what the reader could add before that, empty for nothing. `interim` is told above the board of a
    round that has just been fought.
    """

    watching: bool
    is_asked: bool
    is_planned: bool
    choosing: Choosing | None
    battle: Battle | None
    groups: list[CardChoices]
    sealing: str
    still_open: str
    interim: Interim | None


def board(shown: Shown) -> Board:
    """Return the board as a page draws it."""
    view = shown.view
    choices = shown.choices
    expected = battle_board.expected(view)
    in_army = view.phase == "army"
    return Board(
        watching=shown.watching,
        is_asked=bool(choices),
        is_planned=bool(shown.plan),
        choosing=_choosing(shown) if in_army else None,
        battle=None if in_army else _battle(shown, battle_board.board_choices(choices), expected),
        groups=battle_board.choices_by_card(choices, view, expected) if choices else [],
        sealing=battle_board.sealing(choices),
        still_open=", ".join(_still_open(shown)),
        interim=_interim(shown),
    )


def _still_open(shown: Shown) -> list[str]:
    """Return what the reader could add to what may be sealed; an empty list while anything is lacking."""
    steps = [choice["step"] for choice in shown.choices]
    if st.READY not in steps:
        return []
    found = [_post_open(post) for post in sorted({step.post for step in steps if isinstance(step, st.Lay)})]
    if any(isinstance(step, st.Reinforce) for step in steps):
        found.append(_("reinforcements"))
    if any(isinstance(step, st.Put) for step in steps):
        found.append(_points_left(POINTS - shown.view.army.points))
    return found


def _post_open(post: str) -> str:
    return _("a regrouping order") if post == REGROUP else _("a card at battalion {number}").format(number=post)


def _points_left(count: int) -> str:
    return ngettext("{count} point not spent", "{count} points not spent", count).format(count=count)


def _interim(shown: Shown) -> Interim | None:
    """Return how the newest round ended; a round has no winner."""
    result = told.last_round(shown.recent, shown.me) if shown.is_played else None
    return None if result is None else Interim("drawn", spoken(result, shown.seats))


def _open(shown: Shown) -> list[Seat]:
    """Return the seats whose secrets the reader may see."""
    return [seat for seat in shown.seats if seat["number"] == shown.me or seat["is_open"]]


def _of(shown: Shown, seat: Seat) -> str:
    return str(seat["name"]) if shown.watching else ""


# --- Armies -----------------------------------------------------------------------------------------------------------


def _choosing(shown: Shown) -> Choosing:
    view = shown.view
    choices = shown.choices
    return Choosing(
        [_army(shown, seat) for seat in _open(shown)],
        army_board.factions(view, choices),
        army_board.presets(view, choices),
        _saved(shown) if choices else [],
    )


def _army(shown: Shown, seat: Seat) -> ArmyOf:
    number = seat["number"]
    army = army_board.army_board(shown.view, number, shown.choices, shown.plan, shown.seats)
    return ArmyOf(number, seat["name"], army)


def _saved(shown: Shown) -> list[tuple[str, str]]:
    """Return the armies that the reader keeps for this data set: name and text."""
    return saved(next(seat["user"] for seat in shown.seats if seat["number"] == shown.me), shown.view.set_name)


# --- The battle -------------------------------------------------------------------------------------------------------


def _battle(shown: Shown, offered: BoardChoices, expected: Expected) -> Battle:
    view = shown.view
    sides = [_side(shown, seat, offered) for seat in shown.seats]
    battalions = battle_board.battalions(view, shown.me, shown.seats, shown.recent, offered)
    shows_orders = [seat for seat in _open(shown) if shown.choices or battle_board.has_orders(view, seat["number"])]
    retold = _retold_to_reader(shown)
    return Battle(
        scenes=round_board.scenes(retold, view),
        fought=round_board.number_fought(retold, view),
        field=Field(shown.me, battalions, battle_board.aims(view.set_digest)),
        others=[side for side in sides if side.seat != shown.me],
        own=[side for side in sides if side.seat == shown.me],
        orders=[_orders(shown, seat, offered) for seat in shows_orders],
        hands=[_hand(shown, seat, offered, expected) for seat in _open(shown)],
        known=[_known(shown, seat) for seat in shown.seats],
        kinds=_kinds(shown),
    )


def _retold_to_reader(shown: Shown) -> round_board.Retold:
    """Return what has happened by the rules, to its player in the second person."""
    happened = [(event, said) for event, said in shown.retold if not house.is_event(event)]
    if shown.watching:
        return happened
    voice = SiteVoice.for_seats(shown.seats)
    return [(event, told.said_to(event, shown.me).said(voice)) for event, _said in happened]


def _side(shown: Shown, seat: Seat, offered: BoardChoices) -> Side:
    view = shown.view
    number = seat["number"]
    seen = view.sides[number]
    return Side(
        seat=number,
        name=seat["name"],
        is_me=seat["is_me"],
        is_mine=seat["is_me"] and not shown.watching,
        army=battle_board.army_name(seen),
        seen=seen,
        reserve=battle_board.reserve(view, number, offered),
        fleeing=battle_board.fleeing(view, seen),
    )


def _orders(shown: Shown, seat: Seat, offered: BoardChoices) -> Orders:
    view = shown.view
    number = seat["number"]
    posts = battle_board.posts(view, number, offered)
    return Orders(number, _of(shown, seat), posts, battle_board.sent(view, number, shown.plan))


def _hand(shown: Shown, seat: Seat, offered: BoardChoices, expected: Expected) -> Hand:
    number = seat["number"]
    drawn = told.drawn(shown.recent, number) if shown.is_played and number == shown.me else None
    cards = battle_board.hand(shown.view, number, offered, expected, shown.plan)
    return Hand(number, _of(shown, seat), cards, spoken(drawn) if drawn else "")


def _known(shown: Shown, seat: Seat) -> Known:
    view = shown.view
    side = view.sides[seat["number"]]
    unseen, deck, discards, lost = (
        counted_units(units or ())
        for units in (side.unseen, view.deck if seat["is_me"] else (), side.discards, side.lost)
    )
    return Known(seat["name"], unseen, deck, discards, lost)


def _kinds(shown: Shown) -> list[Kinds]:
    found: dict[str | None, Kinds] = {}
    for seat in shown.seats:
        side = shown.view.sides[seat["number"]]
        more = Kinds(seat["name"], battle_board.cards_of(shown.view, side))
        of = found.get(side.faction)
        both = Kinds(f"{of.name}, {more.name}", list(dict.fromkeys(of.cards + more.cards))) if of else more
        found[side.faction] = both
    return [*found.values()]


# --- The rules page ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Drawing:
    """A worked example: the whole field, its first battalion alone, and the round as it happened."""

    field: Field
    first: Field
    scenes: list[Scene]


def drawing(example: Example, players: Sequence[Seat]) -> Drawing:
    """Return a worked example as the rules page draws it, seen from Ann's side."""
    view: Any = example.view
    battalions = battle_board.battalions(view, 0, players)
    aims = battle_board.aims(view.set_digest)
    scenes = round_board.scenes(round_board.events_in_words(example.events, players), view)
    return Drawing(Field(0, battalions, aims), Field(0, battalions[:1], aims), scenes)
