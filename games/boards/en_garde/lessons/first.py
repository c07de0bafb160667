"""The first lesson of En Garde: moving, attacking, parrying, a hit, and the last card."""

from games.lessons.lesson import Lesson, Scene
from games.rules.en_garde.rounds import DECK
from games.rules.en_garde.state import State
from games.rules.sentence import N_

OPENING = State(
    hands=[[2, 3, 3, 4, 5], [1, 2, 2, 5, 5]],
    pile=[1, 4, 2, 5, 3, 1, 4, 1, 2, 5, 1, 4],
    fencers=[5, 17],
    scores=[0, 0],
    discards=[3, 4, 3],
    to_move=0,
    starter=1,
    round=1,
    variant="standard",
    rounds=1,
)
"""The fencers are 12 apart. The last card of the pile is drawn next: the learner's and the opponent's in turn."""


def _last_card() -> State:
    """Return a round in which one card is left, and the learner has two 4s, the opponent one."""
    hands = [[1, 3, 4, 4, 5], [2, 2, 3, 4, 5]]
    rest = list(DECK)
    for value in (*hands[0], *hands[1]):
        rest.remove(value)
    return State(hands, rest[:1], [8, 13], [0, 0], rest[1:], 0, round=1, variant="standard", rounds=1)


AWAY = N_("You’d move away from {other}. That’s allowed, but now we want to get closer.")

FIRST = Lesson(
    key="first",
    title=N_("Your first fencing lesson"),
    scenes=(
        Scene(
            N_("You’re the fencer on the left. You move by playing a card: a 3 takes you three spaces."),
            N_("Press a 3 in your hand, then “{press}”."),
            "F3",
            position=OPENING,
            then=[(1, "F2")],
            instead={"B": AWAY, "F": N_("That works too, and takes you another number of spaces. Try the 3 first.")},
        ),
        Scene(
            N_("You moved three spaces and drew a new card. {other} came two closer: now you’re 7 apart."),
            N_("Go on: press a 3, then “{press}”."),
            "F3",
            then=[(1, "B1")],
            instead={"B": AWAY, "F": N_("Possible. But look what happens if you come within reach: take the 3.")},
        ),
        Scene(
            N_("{other} stepped back: you’re 5 apart. A card that equals the distance is an attack. You have two 5s."),
            N_("Press a 5, then “{press}”."),
            "A5x1",
            then=[(1, "P"), (1, "A5x1")],
            instead={
                "A5x2": N_("A strong attack! We’ll come to that. Try it with one 5, and see what {other} does."),
                "F": N_("You could move. But now you can attack, and that’s the better way to learn."),
                "B": N_("You could step back. But now you can attack, and that’s the better way to learn."),
            },
        ),
        Scene(
            N_("{other} parried with a 5, and now attacks with another 5. You still have a 5, so you can parry, too."),
            N_("Press your 5, then “{press}”."),
            "P",
        ),
        Scene(
            N_("Parried! After a parry it’s your turn, with the cards that you have left. You have two 4s."),
            N_("Come closer: press the 2, then “{press}”."),
            "F2",
            then=[(1, "B1")],
            instead={
                "B": N_("That would be safe. But then your two 4s reach nobody. Use the 2."),
                "F": N_("Not quite: {other} would be out of reach of your 4s. Use the 2."),
            },
        ),
        Scene(
            N_(
                "{other} gave way: you’re 4 apart. Two 4s can only be parried with two 4s, so an attack with both is "
                "harder to answer."
            ),
            N_("Press a 4, then “{press}”."),
            "A4x2",
            instead={
                "A4x1": N_("One 4 is an attack, but {other} may have a 4 too. Use both."),
                "F": N_("You could move. But you have two cards that match the distance: attack!"),
                "B": N_("You could step back. But you have two cards that match the distance: attack!"),
            },
        ),
        Scene(
            N_(
                "A hit! {other} had only one 4 and couldn’t parry. A hit wins the round. There’s one more way to win "
                "it, and that’s the last thing to learn."
            ),
        ),
        Scene(
            N_(
                "Here, one card is left in the pile. When it’s drawn, the round ends. Then you compare: how many "
                "cards have you got that match the distance? You have two 4s, and you’re 5 apart."
            ),
            N_("Make the distance 4: press the 1, then “{press}”."),
            "F1",
            position=_last_card(),
            instead={
                "B1": N_("Then you’d be 6 apart, and no card matches that. Go forward."),
                "": N_("Then your two 4s wouldn’t match the distance. Use the 1 to be 4 apart."),
            },
        ),
        Scene(
            N_(
                "You had two 4s, {other} only one: the round is yours. Now you know the game. Play a real match "
                "against the computer: the first hit wins."
            ),
        ),
    ),
)
