"""The worked examples that the pages of rules draw.

Each is a position laid by hand and played on by the referee, so that no picture can say anything else than the rules.
Ann and Ben fence; on the battlefield Red and Blue go by their colours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.rules import engine
from games.rules.chance import Chance, NoChance, ScriptedChance
from games.rules.en_garde.game import EnGarde
from games.rules.en_garde.rounds import DECK
from games.rules.en_garde.state import State as Round
from games.rules.engine import AnyGame, AnyPosition
from games.rules.fantasy_dice_battles import armies
from games.rules.fantasy_dice_battles.data import PLACE
from games.rules.fantasy_dice_battles.game import FantasyDiceBattles
from games.rules.fantasy_dice_battles.sets import HOUSE_SET, SETS
from games.rules.fantasy_dice_battles.state import HAND, SEATS, Side, bare_side
from games.rules.fantasy_dice_battles.state import State as Dice
from games.rules.field_of_glory.attacks import flank_pairs
from games.rules.field_of_glory.cards import RESERVES, Terrain
from games.rules.field_of_glory.game import FieldOfGlory
from games.rules.field_of_glory.state import COLUMNS, Column, State
from games.rules.game import SPECTATOR, Event, Position, View, visible
from games.rules.sentence import N_

FENCING, BATTLE, DICE = EnGarde(), FieldOfGlory(), FantasyDiceBattles()
Move = tuple[int, str]
"""A seat and what it plays."""


class Example(NamedTuple):
    """A position as it is drawn, what anybody sees happen in it, and the cards that are laid down, by seat."""

    view: View
    events: list[Event]
    cards: tuple[Sequence[Any], Sequence[Any]] = ((), ())


def _played(
    game: AnyGame, position: AnyPosition, moves: Sequence[Move], chance: Chance | None = None
) -> tuple[AnyPosition, list[Event]]:
    events: list[Event] = []
    for seat, text in moves:
        position, more = engine.apply(game, position, seat, engine.parse_move(game, text), chance or NoChance())
        events += more
    return position, visible(events, SPECTATOR)


# --- En Garde -------------------------------------------------------------------------------------------------------

HANDS = ((3, 4, 4, 5, 5), (1, 2, 4, 4, 5))
LAST = ((1, 3, 4, 4, 5), (2, 2, 3, 4, 5))


@cache
def fencing() -> dict[str, Example]:
    """The examples of En Garde, by name."""
    return {
        "measure": _bout((6, 14)),
        "parry": _bout((9, 13), (0, "A4x2"), (1, "P"), cards=((4, 4), (4, 4))),
        "advance": _bout((6, 14), (0, "X3,5x2"), cards=((3, 5, 5), ())),
        "retreat": _bout((6, 14), (0, "X3,5x2"), (1, "R4"), cards=((3, 5, 5), (4,))),
        "end": _bout((8, 13), (0, "F1"), hands=LAST, pile=1, rounds=1, cards=((1, 3, 4, 4, 5), (2, 2, 3, 4, 5))),
    }


def _bout(
    fencers: tuple[int, int],
    *moves: Move,
    cards: tuple[Sequence[int], Sequence[int]] = ((), ()),
    hands: tuple[Sequence[int], Sequence[int]] = HANDS,
    pile: int = 15,
    rounds: int = 5,
) -> Example:
    """Moves in a round that Ann is to go on with, `pile` cards of which are still to be drawn."""
    rest = list(DECK)
    for value in (*hands[0], *hands[1]):
        rest.remove(value)
    laid = Round(list(map(list, hands)), rest[:pile], list(fencers), [0, 0], rest[pile:], 0, round=1, rounds=rounds)
    position, events = _played(FENCING, Position(laid), moves)
    return Example(FENCING.view(position.state, SPECTATOR), events, cards)


# --- Field of Glory -------------------------------------------------------------------------------------------------

OPEN = {2: "MI2a / PK2a", 3: "HI2a /", 5: "/ LI2a"}
SHUT = {2: "MI2a / PK2a", 3: "HI2a /", 4: "/ LI2a"}
EDGE = {1: "CV2a /", 2: "HI2a / PK2a"}
STANDING = {1: "CV2a /", 2: "MI2a MI3a / SP2a", 3: "PK2a / HI2a AR2a", 4: "/ EL2a LI2a"}
TERRAIN: Mapping[int, Terrain] = {1: "woods", 5: "hill"}
PLACING = "place MI2a@1; place HI2a@3; place LI2a@2; place LC2a@4; pay CO5a; pay CV4a; settle"


@cache
def battles() -> dict[str, Example]:
    """The examples of Field of Glory, by name."""
    return {
        "field": _battle(STANDING, terrain=TERRAIN, control={1: 0, 4: 1}),
        "placing": _battle({}, (0, PLACING), red="MI2a HI2a LI2a LC2a CO5a CV4a", cards=(("CO5a", "CV4a"), ())),
        "open": _battle(OPEN, drawn="flank HI2a@2"),
        "shut": _battle(SHUT),
        "edge": _battle(EDGE, drawn="flank CV2a@2"),
        "fight": _battle(
            {3: "HI2a HI2b / PK2a"},
            (0, "attack HI2a; bonus CO5a"),
            (1, "bonus CO5b"),
            drawn="attack HI2a",
            red="CO5a",
            blue="CO5b",
        ),
        "overlap": _battle(
            {2: "MI2a /", 3: "CV2a / HI2a", 4: "AR2a /"}, drawn="attack CV2a; overlap OV2a", red="OV2a CO5a"
        ),
    }


def _battle(
    field: Mapping[int, str],
    *moves: Move,
    drawn: str = "",
    cards: tuple[Sequence[str], Sequence[str]] = ((), ()),
    red: str = "CO5a",
    blue: str = "",
    terrain: Mapping[int, Terrain] | None = None,
    control: Mapping[int, int] | None = None,
) -> Example:
    """Moves from a position of Red's turn; `field` gives units as “red's / blue's”, by column.

    What is drawn is the position after the moves, or, where `drawn` gives steps of Red's, after these alone. Both
    hold a card more than `red` and `blue` say, so that the turn goes on.
    """
    columns = [_column(field.get(each, "/"), (terrain or {}).get(each), (control or {}).get(each)) for each in COLUMNS]
    hands = [[*red.split(), RESERVES], [*blue.split(), RESERVES]]
    laid = State(columns, [[], []], hands, [[], []], [[], []], [[], []], [0, 0], "act", turn=1)
    if drawn.startswith("flank"):
        laid.phase, laid.flanks = "flank", list(flank_pairs(laid))
    after, events = _played(BATTLE, Position(laid), moves)
    if drawn:
        after = engine.preview(BATTLE, Position(laid), 0, engine.parse_move(BATTLE, drawn)).position
    return Example(BATTLE.view(after.state, 0), events, cards)


def _column(units: str, terrain: Terrain | None, control: int | None) -> Column:
    red, _slash, blue = units.partition("/")
    return Column([red.split(), blue.split()], terrain or "plain", control)


# --- Fantasy Dice Battles ---------------------------------------------------------------------------------------------

REALM = (
    "realm: halberdiers menatarms menatarms chaplains chaplains marshal / outriders knights outriders bowmen chaplains "
    "castellan / footmen menatarms footmen bombards bowmen wizard + bowmen"
)
HORDE = (
    "horde: pikes goblins ogres gobarch gobarch gobking / goblins goblins orcs wolves wolves warlord / "
    "goblins pikes ogres troll shamans witch + gobarch wolves"
)
FALLEN = {"1:F1": (0, 0), "1:F3": (2, 0), "1:S2": (0, 0), "1:H": (2, 1)}
"""Places of the horde after a fight: wounds, of which (0, 0) stands for nobody left, and poison."""
LAID = (("marshal", "outriders", "castellan"), ("pikes", "gobarch", "shamans"))
THROWN = (1, *(2, 3), *(1, 3, 3, 5, 6), *(3, 4, 4), *(3, 4))
"""The dice, battalion by battalion, in each the realm's before the horde's."""


@cache
def skirmishes() -> dict[str, Example]:
    """The examples of Fantasy Dice Battles, by name."""
    start = _skirmish()
    orders = [(seat, "; ".join(f"lay {card}@{post}" for post, card in enumerate(LAID[seat], 1))) for seat in SEATS]
    dice = ScriptedChance([face - 1 for face in THROWN])
    after, events = _played(DICE, Position(start), [(seat, f"{laid}; ready") for seat, laid in orders], dice)
    return {
        "field": Example(DICE.view(start, 0), []),
        "round": Example(DICE.view(after.state, 0), events),
        "gaps": Example(DICE.view(_skirmish(FALLEN), 0), []),
    }


def _skirmish(fallen: Mapping[str, tuple[int, int]] | None = None) -> Dice:
    """The realm against the horde in their first round, the horde as a fight has left it."""
    realm, horde = (_army(text, cards) for text, cards in zip((REALM, HORDE), LAID, strict=True))
    for place, (wounds, poison) in (fallen or {}).items():
        at = PLACE[place]
        horde.wounds[at], horde.poison[at] = wounds, poison
        if not wounds:
            horde.lost.append(horde.tokens[at])
            horde.tokens[at] = ""
    digest = SETS[HOUSE_SET].digest
    return Dice(sides=[realm, horde], set_digest=digest, phase="orders", round=1, asked=list(SEATS))


def _army(text: str, cards: Sequence[str]) -> Side:
    """An army before its first orders, with these cards in a whole hand; the rest is still to be drawn."""
    army = armies.parse(text, SETS[HOUSE_SET])
    side = bare_side()
    side.faction, side.tokens, side.reserve = army.faction, list(army.tokens), list(army.reserve)
    side.hand, side.deck = list(cards), armies.units(army)
    for card in cards:
        side.deck.remove(card)
    missing = HAND - len(cards)
    side.hand, side.deck = [*side.hand, *side.deck[:missing]], side.deck[missing:]
    return side


# --- What a page gets of them ---------------------------------------------------------------------------------------

EXAMPLES: Mapping[str, tuple[Callable[[], dict[str, Example]], tuple[str, str]]] = {
    "en-garde": (fencing, ("Ann", "Ben")),
    "field-of-glory": (battles, (N_("Red"), N_("Blue"))),
    "fantasy-dice-battles": (skirmishes, ("Ann", "Ben")),
}
"""By game: its examples, and who plays them, by seat."""


def context(slug: str) -> dict[str, Any]:
    """What a page of rules draws of a game: `examples` by name, and the `players` as boards know seats."""
    if slug not in EXAMPLES:
        return {}
    made, names = EXAMPLES[slug]
    return {
        "examples": made(),
        "players": [{"number": seat, "name": _(name)} for seat, name in enumerate(names)],
    }
