"""The end of the first lesson of Field of Glory: a battle that the learner, who is red, finishes."""

from games.boards.field_of_glory.lessons.battles import battle
from games.lessons.lesson import Finish
from games.rules.sentence import N_

FINISH = Finish(
    N_("Now it’s your battle. Hold your columns 4 and 5, take a third, and keep all three until your next turn."),
    battle(
        {2: "/ SP2a", 3: "HI2a HI3a / HI2a", 4: "MI4a / CV3a", 5: "CV3a /"},
        hands=("CO5a MI3a CV4a LI3a HI2b", "MI2a CV2a LI3a LI2b"),
        tops=(
            "CO5b CV2a LI4a PK2a MI2b LI2a HI4a CV4b LC3a MI3b CO5c SP2a",
            "MI3a CV2b LI4a HI3a CV4a LI3b MI2b SP3a LI4b",
        ),
        control={2: 1, 4: 0, 5: 0},
        turn=11,
        shuffles=(1, 1),
    ),
    moves=5,
)
