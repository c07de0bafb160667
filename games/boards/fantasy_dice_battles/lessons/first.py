"""The first lesson of Fantasy Dice Battles: orders, dice, and a hero who falls."""

from games.boards.fantasy_dice_battles.examples import LAID, THROWN, skirmish
from games.lessons.lesson import Lesson, Scene
from games.rules.sentence import N_

REST = {
    **dict.fromkeys(("1:F1", "1:F2", "1:F3", "1:S1", "1:S2"), (0, 0)),
    "1:H": (3, 0),
    **dict.fromkeys(("2:F1", "2:F2", "2:F3", "2:S1", "2:S2", "2:H"), (0, 0)),
}
"""What has become of the Horde later: in battalion 1 a wounded hero alone, in battalion 2 nobody."""
ORDERS = "; ".join(f"lay {card}@{post}" for post, card in enumerate(LAID[1], 1))

FIRST = Lesson(
    key="first",
    title=N_("Your first battle"),
    scenes=(
        Scene(
            N_("Each of your three battalions fights the one opposite. A card works where a unit of its kind stands."),
            N_("The Lord Marshal stands in battalion 1: press his card, then battalion 1."),
            "lay marshal@1",
            position=skirmish(),
            instead={"": N_("The rules allow that too. But play the Lord Marshal at battalion 1: he stands there.")},
        ),
        Scene(
            N_("Two Outriders stand in battalion 2. Two of a kind roll one more die."),
            N_("Press the Outriders, then battalion 2."),
            "lay outriders@2",
            instead={"": N_("The rules allow that too. But play the Outriders at battalion 2: you have two there.")},
        ),
        Scene(
            N_("The Castellan leads battalion 2. A hero’s card also works in the battalion beside his own."),
            N_("Press the Castellan, then battalion 3."),
            "lay castellan@3",
            instead={"": N_("The rules allow that too. But see what a hero does for his neighbours: the Castellan.")},
        ),
        Scene(
            N_("{other} gives orders too, and you don’t see each other’s cards."),
            N_("Press “Seal orders”. Then you see all cards, and the dice."),
            "ready",
            then=[(1, f"{ORDERS}; ready")],
            draws=[face - 1 for face in THROWN],
            instead={"": N_("You could add that. But your orders are complete: seal them.")},
        ),
        Scene(
            N_(
                "Your Outriders rolled five dice, and two Goblins fled. {other}’s archers did nothing: "
                "none stand in battalion 2."
            ),
        ),
        Scene(
            N_(
                "Later, {other} has lost one hero. Another stands alone: dice that find no unit hit him. "
                "Two lost heroes lose the match."
            ),
            N_("Press the Lord Marshal, then battalion 1."),
            "lay marshal@1",
            position=skirmish(REST),
            instead={"": N_("The rules allow that too. But the lonely hero stands in battalion 1. Attack him there.")},
        ),
        Scene(
            N_("In battalion 3 both heroes still stand, so it needs a card. Battalion 2 has no opponent."),
            N_("Press the Castellan, then battalion 3."),
            "lay castellan@3",
            instead={"": N_("The rules allow that too. But battalion 3 needs a card that works: the Castellan.")},
        ),
        Scene(
            N_("Both battalions that fight have a card now."),
            N_("Press “Seal orders”."),
            "ready",
            then=[(1, "lay pikes@1; lay shamans@3; ready")],
            draws=[0, 1, 1, 3, 3, 3, 0, 1],
            instead={"": N_("You could add that. But your orders are complete: seal them.")},
        ),
        Scene(
            N_(
                "The second hero has fallen: you’ve won. Now play a real match. You choose an army first: "
                "take any that you like."
            ),
        ),
    ),
)
