"""The second lesson of Fantasy Dice Battles: an army of one's own, and what its heroes and reinforcements do."""

from games.boards.fantasy_dice_battles.examples import HORDE, army_side
from games.boards.fantasy_dice_battles.lessons.finish import USED
from games.lessons.lesson import Lesson, Onward, Scene
from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.data import PLACE, PLACES
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS
from games.rules.fantasy_dice_battles.state import SEATS, Orders, Side, State, bare_side
from games.rules.sentence import N_

SET = SETS[DEFAULT_SET]
LED = "realm: menatarms - - - - marshal / - - - - - highpriest / - - - - - castellan"
"""An army with its heroes and one unit."""
NEARLY = (
    "realm: menatarms knights menatarms bowmen bowmen marshal / halberdiers menatarms halberdiers chaplains bowmen "
    "highpriest / footmen - - bowmen - castellan"
)
"""The same army without reinforcements, and with three empty spaces."""
WHOLE = (
    "realm: menatarms knights menatarms bowmen bowmen marshal / halberdiers menatarms halberdiers chaplains bowmen "
    "highpriest / footmen menatarms knights bowmen bombards castellan + footmen"
)
"""The same army, as the lesson completes it."""
SHUFFLED = [number * 5 % (number + 1) for number in (*range(18, 0, -1), *range(19, 0, -1))]
"""What chance gives when both decks are shuffled: the learner's has 19 cards, the opponent's 20."""
THROWN = (*(5, 6), *(1, 3, 5, 3), *(1, 3, 5), *(1, 5), *(3, 4, 5), *(3, 5))
"""The dice of the last round, battalion by battalion, in each the learner's first."""
RESHUFFLED = [0] * 12
"""What chance gives when the learner's cards are then shuffled, four played in this round among them."""


def _choosing() -> State:
    """Return a match in which the opponent's army is sealed, and the learner's not begun."""
    army = armies.parse(HORDE, SET)
    other = bare_side()
    other.faction = army.faction
    other.tokens = list(army.tokens)
    other.reserve = list(army.reserve)
    return State(sides=[bare_side(), other], set_digest=SET.digest, asked=[0])


def _begun(text: str) -> str:
    """Return the plan of an unfinished army without reinforcements."""
    army = armies.parse(text, SET)
    return "; ".join(
        [
            f"faction {army.faction}",
            *(f"put {unit}@{place}" for place, unit in zip(PLACES, army.tokens, strict=True) if unit),
        ]
    )


def _later() -> State:
    """Return a round in which battalion 1 is wounded, battalion 2 has a gap, and two units flee."""
    own = army_side(WHOLE, ("highpriest", "halberdiers", "castellan", "menatarms", "knights", "bowmen", "footmen"))
    own.fleeing = ["", _gone(own, "3:F1"), _gone(own, "2:F2")]
    for place, wounds in {"1:F1": 1, "1:F2": 2, "1:S2": 1, "1:H": 2}.items():
        own.wounds[PLACE[place]] = wounds
    own.last = Orders({"1": "marshal", "2": "bowmen", "3": "bombards"})
    other = army_side(HORDE, ("ogres", "wolves", "troll"))
    other.lost = [_gone(other, place) for place in ("1:F1", "1:F2", "3:F1")]
    other.last = Orders({"1": "gobking", "2": "orcs", "3": "shamans"})
    for side in (own, other):
        for card in side.last.cards.values():
            side.deck.remove(card)
        before = USED - len(side.last.cards)
        side.discards = [*side.deck[:before], *side.last.cards.values()]
        side.deck = side.deck[before:]
    return State(sides=[own, other], set_digest=SET.digest, phase="orders", round=4, asked=list(SEATS))


def _gone(side: Side, place: str) -> str:
    """Take a unit from its space, and return it."""
    unit = side.tokens[PLACE[place]]
    side.tokens[PLACE[place]] = ""
    return unit


OTHER_UNIT = N_("You could take that, too. But follow the lesson for now: later, you build as you like.")
OWN = Lesson(
    key="own",
    title=N_("An army of your own"),
    scenes=(
        Scene(
            N_(
                "Instead of a ready-made army, you can build your own from the units of one faction. {other} won’t see "
                "it until you’re both ready."
            ),
            N_("Press “Build your own army”, then “Realm”."),
            "faction realm",
            position=_choosing(),
            instead={
                "army": N_("That’s a ready-made army. But now build your own."),
                "faction": N_("A good choice for later. But now take the Realm: you know it from your first battle."),
            },
        ),
        Scene(
            N_(
                "Begin with the heroes. The one in battalion 2 has a neighbour on each side, so his card works in all "
                "three battalions. The High Priest heals: put him there."
            ),
            N_("Find the High Priest among the units below. Press him, then space H of battalion 2."),
            "put highpriest@2:H",
            instead={
                "put highpriest": N_("He can lead there. But only from battalion 2 does his card reach all three."),
                "put": N_("You could begin with that, too. But let’s first put the High Priest in battalion 2."),
            },
        ),
        Scene(
            N_(
                "We’ve placed the other two heroes, and the first units. Units cost points, 30 in all: bronze "
                "ones 1, silver ones 2, gold ones 4. Knights are gold, with armour and high morale. They belong in "
                "front, where dice hit first."
            ),
            N_("Press the Knights, then space F2 of battalion 1."),
            "put knights@1:F2",
            position=_choosing(),
            plan=_begun(LED),
            instead={
                "put knights": N_("They can stand there, too. But put them in the middle of battalion 1’s front: F2."),
                "put": OTHER_UNIT,
            },
        ),
        Scene(
            N_(
                "On their left stand Men-at-Arms. Two units of a kind in one battalion roll one more die, and if one "
                "falls, their card still works."
            ),
            N_("Press the Men-at-Arms, then space F3 of battalion 1."),
            "put menatarms@1:F3",
            instead={
                "put menatarms": N_("There, they’d fight alone. Put them in battalion 1, with others of their kind."),
                "put": OTHER_UNIT,
            },
        ),
        Scene(
            N_(
                "Powers depend on where a unit stands, too. Bowmen have Volley: they roll one more die while the front "
                "row of their battalion is complete. In battalion 1, it is."
            ),
            N_("Press the Bowmen, then space S1 or S2 of battalion 1."),
            "put bowmen@1:S1",
            or_else=("put bowmen@1:S2",),
            instead={
                "put bowmen": N_("There, the front row isn’t complete. Put them in battalion 1."),
                "put": OTHER_UNIT,
            },
        ),
        Scene(
            N_(
                "A few presses later, only three spaces are empty: your army must fill all 18. Up to four more units "
                "can start in reinforcements, one more than you can bring back there: they fill gaps during the "
                "battle. Footmen cost only 1 and can stand in either row."
            ),
            N_("Press the Footmen, then “Reinforcements”."),
            "put footmen@reserve",
            position=_choosing(),
            plan=_begun(NEARLY),
            instead={
                "put footmen": N_("They can stand there, too. But keep these in reinforcements."),
                "put": OTHER_UNIT,
            },
        ),
        Scene(
            N_(
                "You have 10 points left for the last three spaces. You can fill them yourself, or let the page do it: "
                "it keeps what you’ve chosen, and takes the most expensive units that your points buy."
            ),
            N_("Press “Arrange and complete my army”."),
            whole="army",
            instead={"put": N_("You can fill each space yourself. But now let the page do it.")},
        ),
        Scene(
            N_("All 30 points are spent, and every space is filled. Until you seal your army, you can change it."),
            N_("Press “Seal army”."),
            "ready",
            draws=SHUFFLED,
        ),
        Scene(
            N_(
                "Now you both see both armies. Each unit and each hero has brought you one card: your army is your "
                "deck. You’ve drawn seven of its 19 cards."
            ),
        ),
        Scene(
            N_(
                "A few rounds later, battalions 2 and 3 have their cards, but battalion 1 is wounded. The High "
                "Priest’s Global Heal works where his card lies. From battalion 2, he reaches battalion 1, too."
            ),
            N_("Press the High Priest, then battalion 1."),
            "lay highpriest@1",
            position=_later(),
            plan="lay halberdiers@2; lay castellan@3",
            instead={
                "lay highpriest": N_("There, he wouldn’t heal anybody. Play him at battalion 1."),
                "lay": N_("That’s possible. But battalion 1 needs healing: play the High Priest there."),
                "reinforce": N_("Reinforcements come next. First heal battalion 1."),
            },
        ),
        Scene(
            N_(
                "Battalion 2 has a gap in front: dice go through it to the second row, and in the end to the hero. "
                "Reinforcements arrive before the dice are rolled."
            ),
            N_("Press the Footmen in reinforcements, then the gap: space F2 of battalion 2."),
            "reinforce footmen@2:F2",
            instead={
                "reinforce": N_("There’s a gap, too. But first fill the one in battalion 2, in front of your healer."),
                "lay": N_("The regrouping order comes next. First fill the gap."),
                "ready": N_("You could. But first fill the gap."),
            },
        ),
        Scene(
            N_(
                "Two of your units are fleeing. A card at ↩, as a regrouping order, brings units back to "
                "reinforcements. The number beside ↩ on each card says how many."
            ),
            N_("Press the Men-at-Arms, then the space ↩."),
            "lay menatarms@regroup",
            instead={
                "lay": N_("That card brings back fewer units. The Men-at-Arms’ card brings back both."),
                "ready": N_("You could. But first bring your units back."),
            },
        ),
        Scene(
            N_("Three orders, reinforcements and a regrouping order: you’ve done all that you can."),
            N_("Press “Seal orders”."),
            "ready",
            then=[(1, "lay ogres@1; lay wolves@2; lay troll@3; ready")],
            draws=[*(face - 1 for face in THROWN), *RESHUFFLED],
        ),
        Scene(
            N_(
                "Healed in time, battalion 1 held out against the Ogres, and two units are back. Now play a real "
                "match: build your own army there, or take a ready-made one."
            ),
        ),
    ),
    onward=Onward(N_("Build an army"), "armies"),
)
