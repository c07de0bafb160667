"""The second lesson of Field of Glory: who leads a flank attack, Overlap, woods, Elephants that run wild, Reserves."""

from games.boards.field_of_glory.lessons.battles import battle
from games.lessons.lesson import Lesson, Scene
from games.rules.sentence import N_

FLANK = battle(
    {2: "MI2a /", 3: "HI2a AR2a / PK2a", 5: "/ CV2a"},
    hands=("MI3a CO5a OV2a LI2a", "SP2a MI2a LI2a HI2a"),
    tops=("CV3a LI3a HI3a", "CV3a LI3a HI3a"),
    control={2: 0, 5: 1},
    turn=9,
)
WILD = battle(
    {1: "LI2a / EL2a", 3: "HI2a /", 4: "/ SP2a"},
    hands=("MI3a CV4a RE2a", "LC2a MI2a LI2a HI2a"),
    tops=("CV3a LI3a CO5a", "HI4a LI3a HI3a"),
    control={3: 0, 4: 1},
    turn=11,
)
"""Blue's Elephants stand in the woods. Heavy Infantry lies on top of blue's deck."""

SECOND = Lesson(
    key="flank",
    title=N_("Flank and Elephants"),
    scenes=(
        Scene(
            N_(
                "No enemy faces your Medium Infantry in column 2, and none stands in column 1. So you can make a flank "
                "attack on column 3. A unit in column 3 may lead it, too: then the second unit there counts."
            ),
            N_("Press the Heavy Infantry in column 3, then the flank attack."),
            "flank HI2a@3",
            position=FLANK,
            instead={
                "flank MI2a": N_("It has 3, and would fight alone. The Heavy Infantry has 4, plus 1 for the Archers."),
                "flank AR2a": N_("Archers have a combat value of 0. Let the Heavy Infantry lead."),
                "go on": N_("You’d give up the +2. Make the flank attack."),
            },
        ),
        Scene(
            N_(
                "4, 1 for the Archers, 2 for the flank: 7 against 4. Overlap adds 1 for each unit beside the attack "
                "that costs 3 or less and faces nobody: your Medium Infantry."
            ),
            N_("Press Overlap, then “Play Overlap”."),
            "overlap OV2a",
            instead={"bonus": N_("The bonus card comes next. Overlap goes first, and is an extra.")},
        ),
        Scene(
            N_("8 against 4. A bonus card adds at most 5: {other} can’t get past 9, so a 2 is enough for you."),
            N_("Save the Commander: press the Medium Infantry in your hand, then “Bonus +3”."),
            "bonus MI3a",
            then=[(1, "bonus SP2a")],
            instead={
                "bonus CO5a": N_("More than you need. Save the Commander for a fight that is close."),
                "bonus deck": N_("Any card would do. But see that you know what you play: take the 3."),
                "bonus": N_("That would be enough, too. But be generous: take the 3."),
            },
        ),
        Scene(
            N_(
                "11 to 6: you won. In another battle, Elephants stand in the woods: they have 5, but 2 less there. "
                "Your Light Infantry has 1, but 1 more in woods and 3 more when it attacks Elephants."
            ),
            N_("Press the Light Infantry in column 1, then “Attack”."),
            "attack LI2a",
            position=WILD,
            instead={"": N_("That’s possible. But look at those Elephants: attack them with the Light Infantry.")},
        ),
        Scene(
            N_("5 against 3: small units beat giants, at the right place."),
            N_("Press the Cavalry, then “Bonus +4”."),
            "bonus CV4a",
            then=[(1, "bonus LC2a")],
            instead={"bonus": N_("{other}’s card may be a 5. Take the 4.")},
        ),
        Scene(
            N_(
                "9 to 5. Elephants lost in a fight run wild: {other} also loses the top card of the deck. With that "
                "Heavy Infantry, you gain 5 victory points. They decide the match if both decks run out twice and "
                "columns are tied."
            ),
            N_("You also have Reserves. Press it, then “{press}”."),
            "reserves",
            instead={"": N_("That’s possible. But Reserves cost nothing: play them first.")},
        ),
        Scene(
            N_(
                "Three cards for one. During your turn you may hold more than nine; at its end you discard down to "
                "nine. Now you know all of the game: play a real match."
            ),
        ),
    ),
)
