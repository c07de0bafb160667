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
            N_(
                "You’re the fencer on the left of the piste, a strip of 23 spaces. You must play a card each turn: a 3 "
                "moves you three spaces."
            ),
            N_("Press a 3 in your hand, then “{press}”."),
            "F3",
            position=OPENING,
            then=[(1, "F2")],
            instead={
                "B": AWAY,
                "F": N_("You could do that, but it takes you another number of spaces. Try the 3 first."),
            },
        ),
        Scene(
            N_(
                "You moved three spaces and drew a new card, to hold five again. {other} came two closer: now you’re 7 "
                "apart. No card is higher than 5, so nobody can attack from further away than that."
            ),
            N_("Come closer: press the 3, then “{press}”."),
            "F3",
            then=[(1, "B1")],
            instead={
                "B": AWAY,
                "F": N_("That brings you within reach, too. But to see what the lesson shows, take the 3."),
            },
        ),
        Scene(
            N_(
                "{other} stepped back: you’re 5 apart. You can attack with a card that matches the distance, and you "
                "stay where you are. You have two 5s."
            ),
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
            N_(
                "You drew a card right away to replace your 5. {other} parried with a 5, and now attacks with another. "
                "You still have a 5, so you can parry, too."
            ),
            N_("Press your 5, then “{press}”."),
            "P",
        ),
        Scene(
            N_(
                "Parried! Now it’s your turn, with the cards that you have left: you draw at the end of it. You’re 5 "
                "apart, and you have no 5 left. At 6 apart no card reaches, so you’re safe there."
            ),
            N_("Get out of reach: press the 1, then “{press}”."),
            "B1",
            then=[(1, "F2")],
            instead={
                "B": N_("You’d be out of reach, too. But you needn’t give up that much ground: use the 1."),
                "F1": N_("Then your 4s would match the distance. But it would be {other}’s turn to attack first."),
                "F": N_("Then it would be {other}’s turn, with you within reach. First get out of reach: step back 1."),
            },
        ),
        Scene(
            N_(
                "{other} came to you, and it’s your turn: you’re 4 apart. Two 4s can only be parried with two 4s, so "
                "an attack with both is harder to answer."
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
                "A hit! {other} had only one 4 and couldn’t parry. A hit wins the round. You also win it if your "
                "opponent has no possible move on their turn, or at the end of the pile, as you’ll see next."
            ),
        ),
        Scene(
            N_(
                "Here, one card is left in the pile. Once it’s drawn, the round ends: only an attack is still "
                "answered. Then the player with more cards that match the distance wins. You have two 4s, and you’re 5 "
                "apart."
            ),
            N_("Make the distance 4: press the 1, then “{press}”."),
            "F1",
            position=_last_card(),
            instead={
                "A": N_(
                    "{other} may parry that. Then the round would end 5 apart, and you’d have no 5 left to compare."
                ),
                "B1": N_("Then you’d be 6 apart, and no card matches that. Go forward."),
                "": N_("Then your two 4s wouldn’t match the distance. Use the 1 to be 4 apart."),
            },
        ),
        Scene(
            N_(
                "You had two 4s, {other} only one: the round is yours. In a tie, the fencer further from their own end "
                "wins; if that’s tied too, nobody scores. A full match goes to 5 points, and you take turns starting. "
                "Now you know the standard game."
            ),
        ),
    ),
)
