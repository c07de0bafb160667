"""The first lesson of Field of Glory: placing and paying, columns, attack, defence and flank, and how to win."""

from games.boards.field_of_glory.lessons.battles import battle
from games.boards.field_of_glory.lessons.finish import FINISH
from games.lessons.lesson import Lesson, Scene
from games.rules.sentence import N_

OPENING = battle(
    {},
    hands=("SP3a HI2a MI3a CV4a LI2a CO5a", "HI3a MI2a CV3a LI2a LC3a CO5a"),
    tops=("PK3a AR3a LI3a", "MI3a MI4a CV2a"),
)
MELEE = battle(
    {2: "LC2a / SP2a", 3: "MI2a AR2a / HI2a", 4: "HI2a / CV4a", 5: "LI3a / CV3b"},
    hands=("MI4a LI2a CO5a", "HI3a MI2a CV2a LI2b LI3a"),
    tops=("CV3a LI3b CO5b LI4a CV2a MI3b", "MI3c CV4b LC2a HI4a MI2b MI3b"),
    control={2: 1, 4: 0},
    turn=7,
    spent=("CV4a SP3a MI3a PK3a AR3a", "CV3a LI2a CO5a MI4a MI3a LC3a"),
)
"""Red wins column 3, gives up column 5, holds the hill, and wins column 2 from the side."""

DRAW = N_("Ending the turn comes soon. But first attack: you can do both in one turn.")

FIRST = Lesson(
    key="first",
    title=N_("Your first campaign"),
    finish=FINISH,
    scenes=(
        Scene(
            N_("You and {other} fight for five columns. If you control three when your turn begins, you win."),
            N_("Place a unit: press the Heavy Infantry in your hand, then column 4."),
            "place HI2a@4",
            position=OPENING,
            instead={
                "place HI2a@1": N_("On a flank, in columns 1 and 5, it would cost 2 more. Take column 4."),
                "place HI2a@5": N_("Column 5 is a flank and rough ground: it would cost 3 more. Take column 4."),
                "place HI2a": N_("It could stand there. But column 4 is a hill, and hills are good to defend."),
                "place": N_("You could place that, too. But let’s begin with the Heavy Infantry."),
                "draw": N_("That would end your turn. First place a unit."),
            },
        ),
        Scene(
            N_(
                "Heavy Infantry costs 4, but 6 on a flank: in columns 1 and 5. Cavalry and light units cost no more "
                "there. On rough ground, in column 5, all cost 1 more. You pay with cards, by their large numbers, and "
                "get no change."
            ),
            N_("Press the Cavalry, then “Pay 4”."),
            "pay CV4a",
            instead={
                "pay CO5a": N_("A Commander is worth 5, and you’d get no change. The Cavalry’s 4 is just enough."),
                "pay": N_("That isn’t enough alone. You could add a card, but the Cavalry’s 4 is just enough."),
                "place": N_("You can place several units together. But let’s first pay for this one."),
            },
        ),
        Scene(
            N_("Paid exactly: the Cavalry is discarded. Save the other cards, since you also need them to fight."),
            N_("Press “{press}”."),
            "settle",
            then=[(0, "draw"), (1, "place CV3a@2; pay LI2a; settle"), (1, "draw")],
            instead={"pay": N_("You’ve paid enough. What you pay on top is lost.")},
        ),
        Scene(
            N_(
                "Your turn again (◆ marks what is new). First comes the Victory check. Then you take each column where "
                "only you have units, here column 4, and keep it even without them. Of two units there you’d discard "
                "one."
            ),
        ),
        Scene(
            N_(
                "Some turns later. At most two units share a column, of one type; Archers go with any. In column 3 you "
                "have 3 for the lead, your Medium Infantry, and 1 for a second unit (in defence, too), against 4."
            ),
            N_("Press the Medium Infantry in column 3, then “Attack”."),
            "attack MI2a",
            position=MELEE,
            instead={
                "attack AR2a": N_("Archers have a combat value of 0. Let the Medium Infantry lead."),
                "attack": N_("You may attack there, but that’s risky. In column 3 you have two units against one."),
                "remove": N_("That would discard it, so that you can place another unit there. But now let’s attack."),
                "place": N_("You could place that. But now let’s attack."),
                "draw": DRAW,
            },
        ),
        Scene(
            N_(
                "4 against 4. An attacker must add a bonus card, face down: from the hand, or the unseen top card of "
                "the deck. Its large number counts; then it’s spent."
            ),
            N_("Press the Commander, then “{press}”."),
            "bonus CO5a",
            then=[(1, "bonus MI2a")],
            instead={
                "bonus deck": N_("The top card of your deck may be worth 2 or 5. Commanders are made for this."),
                "bonus": N_("That would be less. Don’t save: the Commander is worth 5."),
            },
        ),
        Scene(
            N_(
                "9 to 6: column 3 is yours. Of your units there only the lead stays. {other} loses all: 2 victory "
                "points for you. They count if columns are equal when a match ends by the second shuffle of both decks "
                "(2/2)."
            ),
            N_("Press “{press}”."),
            "draw",
            then=[(1, "attack CV3b; bonus LI2b")],
            instead={
                "draw ": N_("For a card you’d draw as many as it’s worth. Keep your cards, and draw three."),
                "attack": N_("You may attack again in one turn. But keep your cards now, and see what {other} does."),
                "place": N_("You could place that. But keep your cards now, and see what {other} does."),
            },
        ),
        Scene(
            N_(
                "{other} attacks column 5 with 3 and a hidden card. Your Light Infantry costs less than the attacker: "
                "it may withdraw, to your discards. Then {other} has wasted the card, and doesn’t yet take the column."
            ),
            N_("Press the Light Infantry in column 5, then “Withdraw”."),
            "withdraw LI3a",
            then=[(1, "attack CV4a; bonus CV2a")],
            instead={"stand": N_("You’d have 1 against 3: you’d probably lose it. Withdraw.")},
        ),
        Scene(
            N_(
                "The attack hit nobody. Now Cavalry (3) attacks your Heavy Infantry: 4, and 1 because you control the "
                "hill. A defender may add a bonus card."
            ),
            N_("Press the Medium Infantry in your hand, then “{press}”."),
            "bonus MI4a",
            then=[(1, "draw")],
            instead={
                "bonus none": N_("5 against 3. But what if {other}’s card is a 4? Add the 4 from your hand."),
                "bonus deck": N_("The top card of your deck may be worth only 2. You have a 4 in your hand."),
                "bonus CO5b": N_("That’s a safe win, but you’ll need the Commander soon. The 4 will do."),
                "bonus": N_("Perhaps that’s enough. The 4 makes it sure."),
            },
        ),
        Scene(
            N_(
                "9 to 5: you held. Before other actions you may make flank attacks, with +2: on a column where you "
                "both stand, here 2, if a unit beside it faces no enemy. It or one in column 2 leads. No enemy may "
                "stand beyond, in column 4."
            ),
            N_("Press the Medium Infantry in column 3: it attacks column 2 at once."),
            "flank MI2a@2",
            instead={
                "flank LC2a": N_("The Light Cavalry may lead, too, but has only 1. Let the Medium Infantry lead."),
                "go on": N_("You’d give up the +2. Make the flank attack."),
            },
        ),
        Scene(
            N_("5 to 4, but {other} may add a card, too. A tie wouldn’t do: Spears in defence win it."),
            N_("Press the Commander, then “{press}”."),
            "bonus CO5b",
            then=[(1, "bonus LI3a")],
            instead={"bonus": N_("This is the fight that decides: take your best card, the Commander.")},
        ),
        Scene(
            N_(
                "10 to 7: three columns are yours. A lead from beside fights alone and stays there; had you lost, only "
                "it would be lost, not the unit in column 2. {other} has one turn left, or you win when yours begins."
            ),
            N_("Press “{press}”."),
            "draw",
            then=[(1, "draw")],
            instead={
                "draw ": N_("For a card you’d draw as many as it’s worth. Keep your cards, and draw three."),
                "place": N_("More units would make it safer. But {other} has had enough: end the turn."),
            },
        ),
        Scene(
            N_("You’ve won: at the Victory check you still had three columns. Now finish a match yourself."),
        ),
    ),
)
