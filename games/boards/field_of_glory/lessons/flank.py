"""The second lesson of Field of Glory: who leads a flank attack, Overlap, woods, Elephants that run wild, Reserves, a
tie, and the end of the cards."""

from games.boards.field_of_glory.lessons.battles import battle
from games.lessons.lesson import Lesson, Scene
from games.rules.sentence import N_

FLANK = battle(
    {2: "MI2a /", 3: "HI2a AR2a / PK2a", 5: "/ CV2a"},
    hands=("MI3a CO5a OV2a LI2a", "SP2a MI2a LI2a HI2a"),
    tops=("CV3a LI3a HI3a", "CV3a LI3a HI3a"),
    control={2: 0, 5: 1},
    turn=5,
)
WILD = battle(
    {1: "LI2a / EL2a", 3: "HI2a /", 4: "/ SP2a"},
    hands=("MI3a CV4a RE2a", "LC2a MI2a LI2a HI2a"),
    tops=("CV3a LI3a CO5a", "HI4a LI3a HI3a"),
    control={3: 0, 4: 1},
    turn=5,
)
"""Blue's Elephants stand in the woods. Heavy Infantry lies on top of blue's deck."""
LAST = battle(
    {1: "LI2a /", 2: "/ SP2a", 3: "MI2a AR2a / HI2a", 4: "/ CV2a", 5: "LC3a /"},
    hands=("LI3a CV3a CO5a", "MI3a CV3a CO5a"),
    tops=("MI3a LI4a", "CV4a LI3a HI3a"),
    control={1: 0, 2: 1, 3: 1, 4: 1, 5: 0},
    turn=16,
    lost=("HI3a CV2a", "SP3a HI4a"),
    shuffles=(1, 2),
)
"""Blue is about to win, red's deck to be shuffled for the second time; red has 5 victory points to 3."""
RESHUFFLED = 16
"""Red's discards at the end of it."""

SECOND = Lesson(
    key="flank",
    title=N_("Flank and Elephants"),
    scenes=(
        Scene(
            N_(
                "No enemy faces your Medium Infantry in column 2, and none stands in column 1. So you can make a flank "
                "attack on column 3. From column 2, the Medium Infantry would fight alone. If a unit in column 3 leads "
                "the attack, the second unit there counts."
            ),
            N_("Press the Heavy Infantry in column 3: it leads the flank attack."),
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
            N_("Press the Light Infantry in your hand, then “{press}”."),
            "bonus LI2a",
            then=[(1, "bonus SP2a")],
            instead={
                "bonus CO5a": N_("More than you need. Save the Commander for a fight that is close."),
                "bonus deck": N_("Any card would do. But what if it’s a Commander? Take the 2 from your hand."),
                "bonus": N_("More than you need: the 2 is enough, and you keep the better card."),
            },
        ),
        Scene(
            N_(
                "10 to 6: you won. In another battle, Elephants stand in the woods: they have 5, but 2 less there. "
                "Your Light Infantry has 1, but 1 more in woods and 3 more when it attacks Elephants."
            ),
            N_("Press the Light Infantry in column 1, then “Attack”."),
            "attack LI2a",
            position=WILD,
            instead={"": N_("That’s possible. But look at those Elephants: attack them with the Light Infantry.")},
        ),
        Scene(
            N_("5 against 3: small units beat giants, at the right place."),
            N_("Press the Cavalry, then “{press}”."),
            "bonus CV4a",
            then=[(1, "bonus LC2a")],
            instead={"bonus": N_("{other}’s card may be a 5. Take the 4.")},
        ),
        Scene(
            N_(
                "9 to 5. Elephants lost in a fight run wild: {other} also loses the top card of their deck, Heavy "
                "Infantry. In all you gain 5 victory points. You also have Reserves."
            ),
            N_("Press Reserves, then “{press}”."),
            "reserves",
            instead={"": N_("That’s possible. But Reserves cost nothing: play them first.")},
        ),
        Scene(
            N_(
                "Three cards for one. At the end of a turn you discard down to nine. In a third battle, {other} "
                "controls columns 2, 3 and 4, and wins next turn. You needn’t win a fight to prevent that: a tie is "
                "enough."
            ),
            N_("Press the Medium Infantry in column 3, then “Attack”."),
            "attack MI2a",
            position=LAST,
            instead={
                "attack AR2a": N_("Archers have a combat value of 0. Let the Medium Infantry lead."),
                "": N_("That’s possible. But {other} would win next turn: attack in column 3."),
            },
        ),
        Scene(
            N_("4 against 4, and {other} may have a Commander, too."),
            N_("Press the Commander, then “{press}”."),
            "bonus CO5a",
            then=[(1, "bonus CO5a")],
            instead={"bonus": N_("If you lose, {other} wins the match. Take your best card, the Commander.")},
        ),
        Scene(
            N_(
                "9 to 9: a tie. Both sides discard all their units there, without victory points, and column 3 turns "
                "neutral. Now {other} controls only two columns."
            ),
        ),
        Scene(
            N_(
                "If you lose an attack, only you lose the units there, and {other} gains their victory points. If the "
                "column was yours, it turns neutral: {other} can only take it at the start of their next turn. A "
                "defender who wins keeps only the unit that led, too."
            ),
        ),
        Scene(
            N_(
                "A match also ends with the turn in which both decks have been shuffled twice. {other}’s has been "
                "(2/2), yours once (1/2), and only two cards are left in it. You control two columns, as {other} does, "
                "and you have more victory points."
            ),
            N_("End the match now: press “{press}”."),
            "draw",
            draws=[0] * (RESHUFFLED - 1),
            instead={
                "draw ": N_("For a card you’d draw as many as it’s worth. Keep your cards, and draw three."),
                "": N_("That’s possible. But you’re ahead: end the match now by drawing three cards."),
            },
        ),
        Scene(
            N_(
                "You’ve won. Columns count first: 2 to 2. Then victory points: 5 to 3. If they were equal, too, it "
                "would be a draw. Now you know enough to play: try a real match."
            ),
        ),
    ),
)
