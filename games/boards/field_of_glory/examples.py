"""The worked examples of the rules page. On the battlefield Red and Blue go by their colours."""

from collections.abc import Mapping, Sequence
from functools import cache

from games.boards.about import Example, Move, played
from games.rules import engine
from games.rules.field_of_glory.attacks import flank_pairs
from games.rules.field_of_glory.cards import RESERVES, Terrain
from games.rules.field_of_glory.game import FieldOfGlory
from games.rules.field_of_glory.state import COLUMNS, Column, State
from games.rules.game import Position

GAME = FieldOfGlory()
OPEN = {2: "MI2a / PK2a", 3: "HI2a /", 5: "/ LI2a"}
SHUT = {2: "MI2a / PK2a", 3: "HI2a /", 4: "/ LI2a"}
EDGE = {1: "CV2a /", 2: "HI2a / PK2a"}
STANDING = {1: "CV2a /", 2: "MI2a MI3a / SP2a", 3: "PK2a / HI2a AR2a", 4: "/ EL2a LI2a"}
WINNING = {1: "CV2a /", 2: "MI2a MI3a / SP2a", 3: "HI2a /", 4: "LI2a / EL2a", 5: "/ LC2a"}
TERRAIN: Mapping[int, Terrain] = {1: "woods", 5: "hill"}
PLACING = "place MI2a@1; place HI2a@3; place LI2a@2; place LC2a@4; pay CO5a; pay CV4a; settle"


@cache
def examples() -> dict[str, Example]:
    """Return the examples by name."""
    return {
        "glance": _battle(WINNING, terrain=TERRAIN, control={1: 0, 3: 0, 4: 0, 5: 1}),
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
    """Return moves from a position of Red's turn; `field` gives units as “red's / blue's”, by column.

    What is drawn is the position after the moves, or, where `drawn` gives steps of Red's, after these alone. Both
    hold a card more than `red` and `blue` say, so that the turn goes on.
    """
    columns = [_column(field.get(each, "/"), (terrain or {}).get(each), (control or {}).get(each)) for each in COLUMNS]
    hands = [[*red.split(), RESERVES], [*blue.split(), RESERVES]]
    laid = State(
        columns=columns,
        decks=[[], []],
        hands=hands,
        discards=[[], []],
        prizes=[[], []],
        out=[[], []],
        shuffles=[0, 0],
        phase="act",
        turn=1,
    )
    if drawn.startswith("flank"):
        laid.phase = "flank"
        laid.flanks = list(flank_pairs(laid))
    after, events = played(GAME, Position(laid), moves)
    if drawn:
        after = engine.preview(GAME, Position(laid), 0, engine.parse_move(GAME, drawn)).position
    return Example(GAME.view(after.state, 0), events, cards)


def _column(units: str, terrain: Terrain | None, control: int | None) -> Column:
    red, _slash, blue = units.partition("/")
    return Column([red.split(), blue.split()], terrain or "plain", control)
