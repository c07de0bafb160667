"""The first lesson of Fantasy Dice Battles: orders, what dice hit, armour and flight, and a hero who falls."""

from games.boards.fantasy_dice_battles.examples import skirmish
from games.boards.fantasy_dice_battles.lessons.finish import FINISH, use_cards
from games.lessons.lesson import Lesson, Scene
from games.rules.fantasy_dice_battles.data import PLACE
from games.rules.fantasy_dice_battles.state import State
from games.rules.sentence import N_

FIRST_DICE = (*(1, 2, 2, 5), *(2, 3), *(1, 1, 2, 2, 5), *(3, 4, 6), *(3, 4))
"""What is thrown, battalion by battalion, in each the learner's dice before the opponent's."""
LAST_DICE = (*(1, 2, 2, 5), *(4, 4, 4), *(1, 2))
REST = {
    **dict.fromkeys(("1:F1", "1:F2", "1:F3", "1:S1", "1:S2"), (0, 0)),
    "1:H": (3, 0),
    **dict.fromkeys(("2:F1", "2:F2", "2:F3", "2:S1", "2:S2", "2:H"), (0, 0)),
    "3:F2": (1, 0),
}
"""What has become of the Horde later: in battalion 1 a wounded hero alone, in battalion 2 nobody; the Orc Pikes
in battalion 3 have kept the wound of the first round."""
USED = 3
"""Discards of each side, which has shuffled its first ones since to draw again what it played then."""
ROUTED = ("orcs", "wolves", "wolves")
"""Those of the Horde who have fled from battalion 2 with the fall of its hero, the last first."""


def _later() -> State:
    """Return the battle some rounds later: the learner's side has a gap, and units that wait and flee."""
    state = skirmish(REST)
    state.round = 6
    for side in state.sides:
        use_cards(side, USED)
    realm, horde = state.sides
    horde.fleeing = [horde.lost.pop(horde.lost.index(unit)) for unit in ROUTED]
    realm.reserve.append(_leave(state, "1:F1"))
    realm.fleeing[0] = _leave(state, "3:F2")
    return state


def _leave(state: State, place: str) -> str:
    """Empty a space of the learner's, and return who stood there."""
    tokens = state.sides[0].tokens
    unit = tokens[PLACE[place]]
    tokens[PLACE[place]] = ""
    return unit


FIRST = Lesson(
    key="first",
    title=N_("Your first battle"),
    finish=FINISH,
    scenes=(
        Scene(
            N_(
                "To win, defeat two heroes. Each battalion fights the one opposite. A card works where its unit "
                "stands: beside 1, 2 and 3 you see its dice."
            ),
            N_("Press a Men-at-Arms card, then battalion 1."),
            "lay menatarms@1",
            position=skirmish(),
            instead={
                "": N_("The rules allow that too. But play Men-at-Arms at battalion 1: they roll the most dice there.")
            },
        ),
        Scene(
            N_(
                "Two of a kind in a battalion roll one more die. “5+” means: five dice, and more against some cards. "
                "Others take dice away."
            ),
            N_("Press the Outriders, then battalion 2."),
            "lay outriders@2",
            instead={"": N_("The rules allow that too. But play the Outriders at battalion 2: you have two there.")},
        ),
        Scene(
            N_("A hero’s card also works in the battalions next to his own. The Castellan leads battalion 2."),
            N_("Press the Castellan, then battalion 3."),
            "lay castellan@3",
            instead={"": N_("The rules allow that too. But see what a hero does for his neighbours: the Castellan.")},
        ),
        Scene(
            N_(
                "{other} gives orders in secret, too. After the round you draw back to seven cards. When your draw "
                "pile is empty, your discards are shuffled into a new one."
            ),
            N_("Press “Seal orders”, and once more to confirm."),
            "ready",
            then=[(1, "lay pikes@1; lay gobarch@2; lay shamans@3; ready")],
            draws=[face - 1 for face in FIRST_DICE],
            instead={"": N_("You could add that. But your orders are complete: seal them.")},
        ),
        Scene(
            N_(
                "Between the rows you see what dice hit: 1 and 2 F1, 3 and 4 F2, 5 and 6 F3. If that space is empty, a "
                "1 or 6 follows its arrow to F2. If that’s empty, or there’s no arrow, the die goes to the second row: "
                "1 to 3 to S1, 4 to 6 to S2. If that one space is empty, it hits the hero."
            ),
        ),
        Scene(
            N_(
                "The boxes are morale: each wound fills one, and stays until it’s healed. When all are full, the unit "
                "flees. With four wounds or more it’s destroyed, like Goblins in battalion 2. Trolls have four boxes, "
                "so wounds always destroy them. A hero falls when all his four or five boxes are full."
            ),
        ),
        Scene(
            N_(
                "Armour, the shield, stops one yellow die per round, as it did for the Orc Pikes in battalion 1, and "
                "never a red smash die. Golden armour, like the Lord Marshal’s, stops one die per round, the first of "
                "any colour."
            ),
        ),
        Scene(
            N_(
                "Green dice are poison. The first on a unit becomes a wound only in the next round, unless it’s healed "
                "before, and each further one immediately. Plain armour stops only the second, golden armour the first."
            ),
        ),
        Scene(
            N_(
                "Some rounds later: {other}’s hero in battalion 2 has fallen. His units fled, but there are only three "
                "fleeing spaces: the others are lost. In battalion 1, every die hits the hero."
            ),
            N_("Play a Men-at-Arms card at battalion 1."),
            "lay menatarms@1",
            position=_later(),
            instead={
                "lay marshal@1": N_("He could attack there, too. But Men-at-Arms roll one more die in battalion 1."),
                "lay menatarms": N_("That’s possible. But the lonely hero stands in battalion 1: attack him there."),
                "": N_("The rules allow that too. But first attack the lonely hero in battalion 1 with Men-at-Arms."),
            },
        ),
        Scene(
            N_(
                "Gaps let dice through to your hero. Units in reinforcements fill them before the dice are rolled: one "
                "a round in each battalion where both heroes stand."
            ),
            N_("Press the Halberdiers in the bar “You”, then the empty F2 in battalion 3."),
            "reinforce halberdiers@3:F2",
            instead={"": N_("The rules allow that too. But first close the gap in battalion 3 with the Halberdiers.")},
        ),
        Scene(
            N_(
                "Your Men-at-Arms are fleeing: later ones push them left, in the end out. A card at ↩ rolls no dice, "
                "but brings back units it names, unhurt and in order (of equal ones, the left one first), until three "
                "are in reinforcements."
            ),
            N_("Play the other Men-at-Arms card at ↩."),
            "lay menatarms@regroup",
            instead={"": N_("The rules allow that too. But bring your Men-at-Arms back first: play their card at ↩.")},
            undone={
                "lay menatarms@1": N_(
                    "That card stays at battalion 1. You have another Men-at-Arms card: take that one."
                )
            },
        ),
        Scene(
            N_(
                "Battalion 2 has nobody opposite: only a hero’s card works there. Instead of rolling dice, it sends "
                "units from there to reinforcements, to fight elsewhere (↩ at 2 says how many)."
            ),
            N_("Play the Castellan at battalion 3."),
            "lay castellan@3",
            instead={"": N_("The rules allow that too. But battalion 3 needs a card that works: the Castellan.")},
        ),
        Scene(
            N_(
                "You must play one card at each battalion where both heroes stand. You may play one at each other "
                "battalion, and one at ↩. Where your own hero has fallen, no card works."
            ),
            N_("Press “Seal orders”."),
            "ready",
            then=[(1, "lay pikes@1; lay shamans@3; ready")],
            draws=[face - 1 for face in LAST_DICE],
            instead={"": N_("You could add that. But your orders are complete: seal them.")},
        ),
        Scene(
            N_(
                "The second hero has fallen: you’ve won. If both players’ second heroes fall in the same round, it’s a "
                "draw. Hold your finger on anything on the board, or point at it with the mouse: it explains itself."
            ),
        ),
    ),
)
