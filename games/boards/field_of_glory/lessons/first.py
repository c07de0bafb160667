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
    {2: "LC2a / SP2a", 3: "MI2a AR2a / HI2a", 4: "HI2a / MI4a", 5: "LI3a / CV3a"},
    hands=("MI4a LI2a CO5a", "HI3a MI2a CV2a LI2a LI3a LC3a"),
    tops=("CV3a LI3b CO5b LI4a CV2a MI3a", "MI3a CV4a LC2a HI4a MI2b MI3b"),
    control={2: 1, 4: 0},
    turn=9,
)
"""Red wins column 3, gives up column 5, holds the hill, and wins column 2 from the side."""

DRAW = N_("Ending the turn comes soon. But first attack: you can do both in one turn.")

FIRST = Lesson(
    key="first",
    title=N_("Your first campaign"),
    finish=FINISH,
    scenes=(
        Scene(
            N_("Five columns lie between you and {other}. If you control three when your turn begins, you win."),
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
                "Heavy Infantry costs 4; on a flank, in columns 1 and 5, it would cost 6. Cavalry and light units cost "
                "nothing more there. You pay with cards: the large number is what each is worth. You get no change."
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
            N_("Paid, and nothing wasted. The Cavalry is on your discard pile now: a card is either a unit or money."),
            N_("Press “{press}”."),
            "settle",
            instead={"pay": N_("You’ve paid enough. What you pay on top is lost.")},
        ),
        Scene(
            N_("You could place more units. But save your cards: you also need them to fight."),
            N_("Press “{press}”."),
            "draw",
            then=[(1, "place CV3a@2; pay LI2a; settle"), (1, "draw")],
            instead={
                "draw ": N_("For a card you’d draw as many as it’s worth. Three are enough for now."),
                "place": N_("You could, but keep your cards to fight with. End the turn."),
            },
        ),
        Scene(
            N_(
                "Your turn again. First comes the Victory check. Then you take every column where only you have units: "
                "column 4 is yours, and stays so even without units. If you have two units there, you discard one. "
                "{other} placed Cavalry in column 2."
            ),
        ),
        Scene(
            N_(
                "Some turns later, units face each other. Two of one type may share a column, and Archers go with any. "
                "In column 3 it’s 3 for your Medium Infantry, which leads, and 1 for a second unit, against 4."
            ),
            N_("Press the Medium Infantry in column 3, then “Attack”."),
            "attack MI2a",
            position=MELEE,
            instead={
                "attack AR2a": N_("Archers have a combat value of 0. Let the Medium Infantry lead."),
                "attack": N_("You may attack there, but that’s risky. In column 3 you have two units against one."),
                "place": N_("You could place that. But now let’s attack."),
                "draw": DRAW,
            },
        ),
        Scene(
            N_(
                "4 against 4. An attacker must add a bonus card, face down: from the hand, or unseen from the deck, "
                "which spares the hand. Its large number counts, and it’s spent."
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
                "9 to 6: you won. {other} loses all units there: the Heavy Infantry gives you 2 victory points. Column "
                "3 is yours. Of your two units, only the Medium Infantry stays, because it led."
            ),
            N_("Press “{press}”."),
            "draw",
            then=[(1, "attack CV3a; bonus LI2a")],
            instead={
                "draw ": N_("For a card you’d draw as many as it’s worth. Three are enough for now."),
                "attack": N_("You may attack again in one turn. But keep your cards now, and see what {other} does."),
                "place": N_("You could place that. But keep your cards now, and see what {other} does."),
            },
        ),
        Scene(
            N_(
                "{other} attacks column 5: Cavalry with 3 and a hidden card against your Light Infantry with 1. It "
                "costs less than the attacker, so it may withdraw: to your discard pile, without victory points."
            ),
            N_("Press the Light Infantry in column 5, then “Withdraw”."),
            "withdraw LI3a",
            then=[(1, "attack MI4a; bonus CV2a")],
            instead={"stand": N_("You’d have 1 against 3: you’d probably lose it. Withdraw.")},
        ),
        Scene(
            N_(
                "The attack hit nobody. Now Medium Infantry (3) attacks your Heavy Infantry (4). You control the hill: "
                "1 more in defence. You may add a bonus card, too."
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
                "9 to 5: you held the hill. Before your other actions, you may make flank attacks, with +2. A unit "
                "that faces no enemy attacks a column beside it where both of you have units: here column 2. No enemy "
                "may stand on its other side, in column 4, either."
            ),
            N_("Press the Medium Infantry in column 3: it attacks column 2 at once."),
            "flank MI2a@2",
            instead={
                "flank LC2a": N_("The Light Cavalry may lead, too, but has only 1. Let the Medium Infantry lead."),
                "go on": N_("You’d give up the +2. Make the flank attack."),
            },
        ),
        Scene(
            N_("3, and 2 for the flank, against 4 for the Spears. A tie isn’t enough: in defence, Spears win it."),
            N_("Press the Commander, then “{press}”."),
            "bonus CO5b",
            then=[(1, "bonus LI3a")],
            instead={"bonus": N_("This is the fight that decides: take your best card, the Commander.")},
        ),
        Scene(
            N_("10 to 7: you control columns 2, 3 and 4. If it’s still three when your next turn begins, you win."),
            N_("Press “{press}”."),
            "draw",
            then=[(1, "draw")],
            instead={
                "draw ": N_("For a card you’d draw as many as it’s worth. Three are enough."),
                "place": N_("More units would make it safer. But {other} has had enough: end the turn."),
            },
        ),
        Scene(
            N_(
                "You’ve won: you still had three columns. Now finish a match yourself. A whole match begins with a "
                "draft: of every four cards you keep two, until your army has 24."
            ),
        ),
    ),
)
