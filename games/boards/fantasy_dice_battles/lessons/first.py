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
                "Two of a kind in a battalion roll one more die, like the Outriders in battalion 2. “5+” means that "
                "there may be more, depending on the card opposite."
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
                "{other} gives orders too. All cards stay face down until you’ve both sealed your orders. After the "
                "round you draw back to seven."
            ),
            N_("Press “Seal orders”, and once more to confirm."),
            "ready",
            then=[(1, "lay pikes@1; lay gobarch@2; lay shamans@3; ready")],
            draws=[face - 1 for face in FIRST_DICE],
            instead={"": N_("You could add that. But your orders are complete: seal them.")},
        ),
        Scene(
            N_(
                "Between the rows you see what dice hit: 1 and 2 the space F1, 3 and 4 F2, 5 and 6 F3. If that space "
                "is empty, a die follows its arrow, if it has one. If nobody’s there either, it hits the second row: "
                "1 to 3 S1, 4 to 6 S2. If that’s empty, too, it hits the hero."
            ),
        ),
        Scene(
            N_(
                "The boxes on a unit are its morale. Each wound fills one, and when all are full, the unit flees. "
                "Armour, the shield, stops one die per round: three dice hit the Orc Pikes in battalion 1, two wounded "
                "them, and they fled."
            ),
        ),
        Scene(
            N_(
                "Red dice are smash dice: plain armour doesn’t stop them (golden armour stops the first die of any "
                "kind). Two made your own Men-at-Arms in battalion 3 flee. Green dice are poison dice: the first on a "
                "unit wounds only in the next round, a second immediately, unless plain armour stops it."
            ),
        ),
        Scene(
            N_(
                "A unit whose wounds come to four is destroyed and doesn’t flee: one of the Goblins in battalion 2 "
                "won’t come back. {other}’s Goblin Archers card did nothing, because none stand there."
            ),
        ),
        Scene(
            N_(
                "Later, {other} lost the hero of battalion 2. His units fled, but there are only three fleeing spaces: "
                "the others are lost. In battalion 1, every die hits the hero."
            ),
            N_("Press a Men-at-Arms card, then battalion 1."),
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
                "Gaps let dice through to your hero. Units in reinforcements fill them before the dice are rolled: in "
                "each battalion one a round."
            ),
            N_("Press the Halberdiers in the bar “You”, then the empty F2 in battalion 3."),
            "reinforce halberdiers@3:F2",
            instead={"": N_("The rules allow that too. But first close the gap in battalion 3 with the Halberdiers.")},
        ),
        Scene(
            N_(
                "Your Men-at-Arms are fleeing: units that flee later push them to the left, and in the end out. A card "
                "at ↩ rolls no dice, but brings as many units back to reinforcements as it says, until three are there."
            ),
            N_("Press the Men-at-Arms, then ↩."),
            "lay menatarms@regroup",
            instead={"": N_("The rules allow that too. But bring your Men-at-Arms back first: play their card at ↩.")},
        ),
        Scene(
            N_(
                "Battalion 3 needs a card, battalion 2 doesn’t: nobody’s opposite. There, ↩2 on a hero’s card means: "
                "it rolls no dice, but takes two units from battalion 2 to your reinforcements."
            ),
            N_("Press the Castellan, then battalion 3."),
            "lay castellan@3",
            instead={"": N_("The rules allow that too. But battalion 3 needs a card that works: the Castellan.")},
        ),
        Scene(
            N_("Both battalions that fight have a card now."),
            N_("Press “Seal orders”, and once more to confirm."),
            "ready",
            then=[(1, "lay pikes@1; lay shamans@3; ready")],
            draws=[face - 1 for face in LAST_DICE],
            instead={"": N_("You could add that. But your orders are complete: seal them.")},
        ),
        Scene(
            N_(
                "The second hero has fallen: you’ve won. If both players’ second heroes fall in the same round, it’s a "
                "draw. Everything on the board explains itself: point at it, or hold your finger on it. Now finish a "
                "match yourself."
            ),
        ),
    ),
)
