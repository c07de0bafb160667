"""The worked examples of the rules page: Ann's realm against Ben's horde."""

from collections.abc import Mapping, Sequence
from functools import cache

from games.boards.about import Example, played
from games.rules.chance import ScriptedChance
from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.data import PLACE
from games.rules.fantasy_dice_battles.game import FantasyDiceBattles
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS
from games.rules.fantasy_dice_battles.state import HAND, SEATS, Side, State, bare_side
from games.rules.game import Position

GAME = FantasyDiceBattles()
REALM = (
    "realm: halberdiers menatarms menatarms chaplains chaplains marshal / outriders knights outriders bowmen chaplains "
    "castellan / footmen menatarms footmen bombards bowmen wizard + bowmen"
)
HORDE = (
    "horde: pikes goblins ogres gobarch gobarch gobking / goblins goblins orcs wolves wolves warlord / "
    "goblins pikes ogres troll shamans witch + gobarch wolves"
)
FALLEN = {"1:F1": (0, 0), "1:F3": (2, 0), "1:S2": (0, 0), "1:H": (2, 1)}
"""Places of the horde after a fight: wounds and poison; (0, 0) stands for nobody left."""
LAID = (("marshal", "outriders", "castellan"), ("pikes", "gobarch", "shamans"))
THROWN = (1, *(2, 3), *(1, 3, 3, 5, 6), *(3, 4, 4), *(3, 4))
"""The dice, battalion by battalion, in each the realm's before the horde's."""


@cache
def examples() -> dict[str, Example]:
    """Return the examples by name."""
    start = skirmish()
    orders = [(seat, "; ".join(f"lay {card}@{post}" for post, card in enumerate(LAID[seat], 1))) for seat in SEATS]
    dice = ScriptedChance([face - 1 for face in THROWN])
    after, events = played(GAME, Position(start), [(seat, f"{laid}; ready") for seat, laid in orders], dice)
    return {
        "field": Example(GAME.view(start, 0), []),
        "round": Example(GAME.view(after.state, 0), events),
        "gaps": Example(GAME.view(skirmish(FALLEN), 0), []),
    }


def skirmish(fallen: Mapping[str, tuple[int, int]] | None = None) -> State:
    """Return the realm against the horde in their first round, the horde as a fight has left it."""
    realm, horde = (army_side(text, cards) for text, cards in zip((REALM, HORDE), LAID, strict=True))
    for place, (wounds, poison) in (fallen or {}).items():
        at = PLACE[place]
        horde.wounds[at] = wounds
        horde.poison[at] = poison
        if not wounds:
            horde.lost.append(horde.tokens[at])
            horde.tokens[at] = ""
    digest = SETS[DEFAULT_SET].digest
    return State(sides=[realm, horde], set_digest=digest, phase="orders", round=1, asked=list(SEATS))


def army_side(text: str, cards: Sequence[str]) -> Side:
    """Return an army before its first orders, with these cards in a whole hand; the rest is still to be drawn."""
    army = armies.parse(text, SETS[DEFAULT_SET])
    side = bare_side()
    side.faction = army.faction
    side.tokens = list(army.tokens)
    side.reserve = list(army.reserve)
    side.hand = list(cards)
    side.deck = armies.units(army)
    for card in cards:
        side.deck.remove(card)
    missing = HAND - len(cards)
    side.hand = [*side.hand, *side.deck[:missing]]
    side.deck = side.deck[missing:]
    return side
