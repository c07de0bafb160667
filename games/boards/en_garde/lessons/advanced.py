"""The second lesson of En Garde: the advanced variant, and a last card that nobody can use."""

from games.lessons.lesson import Lesson, Scene
from games.rules.en_garde.rounds import DECK
from games.rules.en_garde.state import State
from games.rules.sentence import N_


def _state(hands: list[list[int]], fencers: list[int], drawn: list[int], *, is_last: bool = False) -> State:
    """Return a round of the advanced variant; `drawn` are the next cards, in the order in which they are drawn."""
    rest = list(DECK)
    for value in (*hands[0], *hands[1], *drawn):
        rest.remove(value)
    kept = 0 if is_last else len(rest) // 2
    pile = [*rest[:kept], *reversed(drawn)]
    return State(hands, pile, fencers, [0, 0], rest[kept:], 0, round=1, rounds=1)


LUNGE = _state([[1, 3, 4, 4, 5], [1, 2, 3, 4, 5]], [8, 15], [4, 2, 3, 4, 5])
"""The opponent has one 4 at first, and draws another; the learner ends up with one."""
DIRECT = _state([[1, 2, 3, 3, 5], [1, 2, 3, 4, 5]], [9, 12], [1, 4])
LAST = _state([[1, 1, 2, 2, 3], [3, 3, 4, 5, 5]], [10, 16], [1], is_last=True)

ADVANCED = Lesson(
    key="advanced",
    title=N_("Lunge and retreat"),
    scenes=(
        Scene(
            N_(
                "In the advanced game, you can lunge: advance and attack in one turn. You’re 7 apart. A 3 brings that "
                "down to 4, and you have two 4s."
            ),
            N_("Press the 3, then “{press}”."),
            "X3,4x2",
            position=LUNGE,
            then=[(1, "R2")],
            instead={
                "X": N_("That attack is possible, too. But use both 4s: two are harder to parry."),
                "": N_("That works as ever. But now try the new thing: advance and attack."),
            },
        ),
        Scene(
            N_(
                "{other} couldn’t parry two 4s, but retreated two spaces with a 2. You may do that, too: let {other} "
                "lunge at you."
            ),
            N_("Press the 1, then “{press}”."),
            "F1",
            then=[(1, "X1,4x2")],
            instead={"": N_("That’s possible. But first see how you retreat yourself: come closer by 1.")},
        ),
        Scene(
            N_(
                "{other} advanced 1 and attacks with two 4s. You have only one. But you can retreat: play any card, "
                "and move back that far, though not off the piste. That’s your whole turn."
            ),
            N_("Press a 5, then “{press}”."),
            "R5",
            instead={"R": N_("Any card will do. But a 5 takes you furthest away.")},
        ),
        Scene(
            N_(
                "You got away. Here is another position: you’re 3 apart, and you have two 3s. Nobody can retreat from "
                "an attack without an advance."
            ),
            N_("Press a 3, then “{press}”."),
            "A3x2",
            position=DIRECT,
            instead={
                "X": N_("{other} could retreat from that. Attack without an advance."),
                "A3x1": N_("{other} may have one 3. Use both."),
                "": N_("You could move. But you have two cards that match the distance: attack!"),
            },
        ),
        Scene(
            N_(
                "A hit: {other} had only one 3. An attack with three equal cards can’t be parried at all: there are "
                "only five of each. But you can retreat from a lunge with three."
            ),
        ),
        Scene(
            N_(
                "Now one card is left in the pile. If nobody has a card that matches the distance, the fencer further "
                "from their own end wins: you’ve come 9 spaces, {other} 7. {other} may have 5s, 4s or 3s, and you must "
                "move."
            ),
            N_("Stay out of reach: press a 1, then “{press}”."),
            "B1",
            position=LAST,
            instead={
                "F": N_("Then {other} may have cards that match the distance. Beyond 5, nobody has."),
                "B": N_("Then you’d no longer be ahead. Only step back 1."),
            },
        ),
        Scene(
            N_(
                "You’re 7 apart, so no card matches. You’ve come 8 spaces, {other} 7: the round is yours. Now you know "
                "all of the game."
            ),
        ),
    ),
)
