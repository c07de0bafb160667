"""Positions laid by hand, and short ways to play on from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import pytest

from games.rules import engine
from games.rules.chance import Chance, KeyedChance, ScriptedChance
from games.rules.errors import RulesError
from games.rules.fantasy_dice_battles.data import PLACE
from games.rules.fantasy_dice_battles.events import DiceCounted, Revealed
from games.rules.fantasy_dice_battles.game import FantasyDiceBattles
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS
from games.rules.fantasy_dice_battles.state import HAND, Side, State, all_tokens, bare_side
from games.rules.game import Event, Position

GAME = FantasyDiceBattles()
HOUSE = SETS[DEFAULT_SET]
ANN, BEN = 0, 1
NOBODY = "-"

E = TypeVar("E", bound=Event)


def side(
    rows: str,
    *,
    hand: str = "",
    reserve: str = "",
    fleeing: str = "- - -",
    lost: str = "",
    wounds: Mapping[str, int] | None = None,
    poison: Sequence[str] = (),
    discards: str = "",
) -> Side:
    """Return a side: battalions as “F1 F2 F3 S1 S2 H / … / …” with - for an empty space; dice by place.

    The hand is filled up, and the draw pile made, from the cards of all tokens. Tokens that a whole army lacks are
    added to those lost.
    """
    made = bare_side()
    made.tokens = _units(rows.replace("/", " "))
    made.reserve, made.fleeing, made.lost = _units(reserve), _units(fleeing), _units(lost)
    made.faction = next(HOUSE.kinds[unit].faction for unit in made.tokens if unit)
    for place, number in (wounds or {}).items():
        made.wounds[PLACE[place]] = number
    for place in poison:
        made.poison[PLACE[place]] = 1
    _complete(made)
    _share_out(made, _units(hand), _units(discards))
    return made


def _units(text: str) -> list[str]:
    return ["" if unit == NOBODY else unit for unit in text.split()]


def _complete(made: Side) -> None:
    """Note that units are out of the game if they are missing.

    There must have been three heroes and 15 normal units.
    """
    kinds = HOUSE.of(made.faction)
    for hero, number in ((True, 3), (False, 15)):
        for kind in sorted((kind for kind in kinds if kind.hero == hero), key=lambda kind: kind.cost):
            tokens = list(all_tokens(made))
            lacking = number - sum(HOUSE.kinds[unit].hero == hero for unit in tokens)
            made.lost += [kind.id] * max(0, min(lacking, kind.copies - tokens.count(kind.id)))


def _share_out(made: Side, hand: list[str], discards: list[str]) -> None:
    cards = sorted(all_tokens(made))
    for card in (*hand, *discards):
        cards.remove(card)
    while len(hand) < HAND:
        hand.append(cards.pop(0))
    made.hand, made.discards, made.deck = hand, discards, cards


def laid(one: Side, other: Side, **more: Any) -> Position[State]:
    """Return a position in which both seats are to give orders; it obeys every law of the game."""
    given: dict[str, Any] = {"phase": "orders", "round": 1, "asked": [ANN, BEN], **more}
    state = State(sides=[one, other], set_digest=HOUSE.digest, **given)
    GAME.check(state)
    return Position(state)


FULL_REALM = "footmen footmen footmen bowmen bowmen marshal"
FULL_HORDE = "goblins goblins goblins gobarch gobarch warlord"


ORCS = "orcs - - - - warlord / - - - - - witch / - - - - - gobking"
LONE_HEROES = "- - - - - marshal / - - - - - castellan / - - - - - wizard"
BENS = "footmen@1 bowmen@2 footmen@3"
"""Orders of Ben's where `ordering` asks for them."""


def ordering(ann: str = ORCS, ben: str = LONE_HEROES, **of_ann: str) -> Position[State]:
    """Return both sides are asked for orders; the horde is Ann's."""
    given = {"hand": "orcs wolves goblins goblins gobarch warlord witch", **of_ann}
    return laid(side(ann, **given), side(ben, hand="footmen footmen bowmen bowmen"))  # type: ignore[arg-type]


def fresh() -> Position[State]:
    """Return both armies are still to be chosen."""
    return engine.start(GAME, {}, [ANN, BEN], KeyedChance(bytes(32)))[0]


def give(position: Position[State], seat: int, move: str, chance: Chance | None = None) -> Position[State]:
    """Return the position after a seat's move."""
    return engine.apply(GAME, position, seat, engine.parse_move(GAME, move), chance or KeyedChance(bytes(32)))[0]


def fought(
    position: Position[State], ann: str, ben: str, dice: Sequence[int] | None = None
) -> tuple[State, list[Event]]:
    """Resolve a round by orders of both seats, `ready` understood; `dice` are all faces, in the order of 5.7.

    After the dice the script draws 0 for everything that is reshuffled.
    """
    sealed = give(position, ANN, _order(ann))
    chance = ScriptedChance([*(face - 1 for face in dice), *[0] * 60]) if dice is not None else KeyedChance(bytes(32))
    after, events = engine.apply(GAME, sealed, BEN, engine.parse_move(GAME, _order(ben)), chance)
    GAME.check(after.state)
    return after.state, events


def _order(text: str) -> str:
    """Return “knights@1 goblins@regroup bowmen>2:S1” as a whole move."""
    steps = [f"reinforce {word.replace('>', '@')}" if ">" in word else f"lay {word}" for word in text.split()]
    return "; ".join([*steps, "ready"])


def told(events: Sequence[Event]) -> list[str]:
    """Return what happened, in words."""
    return [str(GAME.describe(event)) for event in events]


def all_of(events: Sequence[Event], kind: type[E]) -> list[E]:
    """Return the events of a kind."""
    return [event for event in events if isinstance(event, kind)]


def only(events: Sequence[Event], kind: type[E]) -> E:
    """Return the one event of a kind."""
    (event,) = all_of(events, kind)
    return event


def why(events: Sequence[Event], seat: int, post: str) -> str:
    """Return why the card of a seat at a post does nothing; "" where it is active."""
    (found,) = (event.why for event in all_of(events, Revealed) if (event.seat, event.post) == (seat, post))
    return found


def counted(events: Sequence[Event], seat: int, battalion: int = 1) -> str:
    """Return the dice of a seat's card with their reasons: “5 normal: attack 3, pair 1, RAGE 1”."""
    (found,) = (event for event in all_of(events, DiceCounted) if (event.seat, event.battalion) == (seat, battalion))
    return f"{found.dice} {found.color}: " + ", ".join(f"{term.kind} {term.amount}" for term in found.terms)


def row(made: Side, battalion: int) -> str:
    """Return a battalion as `side` takes it."""
    return " ".join(unit or NOBODY for unit in made.tokens[battalion * 6 - 6 : battalion * 6])


def offered(position: Position[State], seat: int) -> list[str]:
    """Return the texts of all steps offered to a seat."""
    return [GAME.text(step) for step in engine.legal_steps(GAME, position, seat)]


def planned(position: Position[State], seat: int, *steps: str) -> list[str]:
    """Return the steps that may follow a plan."""
    plan = engine.preview(GAME, position, seat, [GAME.parse_step(step) for step in steps])
    return [GAME.text(step) for step in plan.legal]


def refused(position: Position[State], seat: int, move: str) -> str:
    """Return why a move is refused: the sentence without the list of what is possible."""
    with pytest.raises(RulesError) as caught:
        give(position, seat, move)
    return str(caught.value).split(" Possible")[0]


def duel(
    ann: str,
    ben: str,
    cards: tuple[str, str],
    dice: Sequence[int] | None = None,
    *,
    ann_more: Mapping[str, Any] | None = None,
    ben_more: Mapping[str, Any] | None = None,
) -> tuple[State, list[Event]]:
    """Return a round in which only battalion 1 matters: in the others heroes stand alone, with cards that do
    nothing.

    `ann` and `ben` are the two battalions, `cards` the card of each there, `dice` all faces.
    """
    one, two = (_alone(*of) for of in ((ann, cards[0], ann_more), (ben, cards[1], ben_more)))
    orders = [" ".join(f"{card}@{post}" for card, post in zip(made.hand, "123", strict=False)) for made in (one, two)]
    return fought(laid(one, two), orders[0], orders[1], dice)


def _alone(battalion: str, card: str, more: Mapping[str, Any] | None) -> Side:
    units = [unit for unit in battalion.split() if unit != NOBODY]
    kinds = HOUSE.of(HOUSE.kinds[units[0]].faction)
    others = [kind.id for kind in kinds if kind.hero and kind.id not in units][:2]
    if HOUSE.kinds[card].hero and card in others:
        others = [kind.id for kind in kinds if kind.hero and kind.id not in (*units, card)][:2]
    rows = " / ".join([battalion, *(f"- - - - - {hero}" for hero in others)])
    given = {"lost": "" if card in units or HOUSE.kinds[card].hero else card, **(more or {})}
    first = side(rows, **given)
    idle = next(unit for unit in first.lost if unit not in (*units, card) and first.lost.count(unit) > 1)
    return side(rows, **{**given, "hand": f"{card} {idle} {idle}"})
