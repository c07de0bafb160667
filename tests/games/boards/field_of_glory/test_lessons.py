"""What the lessons of Field of Glory say of their positions, and that the coach says what they ask for."""

import pytest

from games.boards.field_of_glory.lessons.battles import BEGUN
from games.boards.field_of_glory.lessons.first import FIRST
from games.boards.field_of_glory.lessons.flank import RESHUFFLED, SECOND
from games.lessons import course
from games.lessons.lesson import Lesson
from games.rules import engine, registry
from games.rules.field_of_glory.advised import advised
from games.rules.field_of_glory.cards import prizes
from games.rules.field_of_glory.state import ARMY, DRAW, SHUFFLES, State, controlled
from games.rules.field_of_glory.view import FieldOfGloryView
from tests.games.boards.field_of_glory.battles import FIELD_OF_GLORY

RULES = registry.current(FIELD_OF_GLORY)


def coached(lesson: Lesson, number: int) -> str:
    """Return the step that the coach advises in a scene, counted from 1."""
    at = course.standings(FIELD_OF_GLORY, lesson)[number - 1]
    view = engine.preview(RULES, at.position, lesson.me, at.plan).view
    assert isinstance(view, FieldOfGloryView)
    return RULES.text(advised(view, lesson.me))


def state_of(lesson: Lesson, said: str) -> State:
    """Return the state at the scene whose text begins so."""
    (number,) = [number for number, scene in enumerate(lesson.scenes) if scene.said.startswith(said)]
    found = course.standings(FIELD_OF_GLORY, lesson)[number].position.state
    assert isinstance(found, State)
    return found


def points(state: State) -> list[int]:
    return [prizes(pile) for pile in state.prizes]


def test_the_coach_advises_what_the_first_lesson_asks_for() -> None:
    asked = {number: scene.press for number, scene in enumerate(FIRST.scenes, 1) if scene.press}
    assert {number: coached(FIRST, number) for number in asked} == asked


@pytest.mark.parametrize("lesson", [FIRST, SECOND], ids=["first", "flank"])
def test_a_deck_that_was_not_shuffled_lacks_what_was_drawn_in_all_turns_before(lesson: Lesson) -> None:
    positions = [scene.position for scene in lesson.scenes if scene.position is not None]
    unshuffled = [state for state in positions if state.shuffles == [0, 0]]
    assert len(unshuffled) == 2
    for state in unshuffled:
        turns = (state.turn - 1) // 2
        assert [len(deck) for deck in state.decks] == [ARMY - BEGUN - DRAW * turns] * 2


def test_the_cards_are_near_their_end_where_the_second_lesson_says_so() -> None:
    near = state_of(SECOND, "A match also ends with the turn in which both decks have been shuffled twice.")
    assert (near.shuffles, len(near.decks[0])) == ([1, SHUFFLES], 2)
    assert len(near.discards[0]) == RESHUFFLED
    assert [controlled(near, seat) for seat in (0, 1)] == [2, 2]
    over = state_of(SECOND, "You’ve won. Columns count first: 2 to 2. Then victory points: 5 to 3.")
    assert (over.shuffles, over.reason) == ([SHUFFLES, SHUFFLES], "victory-points")
    assert [controlled(over, seat) for seat in (0, 1)] == [2, 2]
    assert points(near) == points(over) == [5, 3]


def test_fights_bring_the_victory_points_that_the_lessons_say() -> None:
    assert points(state_of(FIRST, "9 to 6: column 3 is yours.")) == [2, 0]
    assert points(state_of(SECOND, "9 to 5. Elephants lost in a fight run wild")) == [5, 0]
    assert points(state_of(SECOND, "9 to 9: a tie. Both sides discard")) == [
        5,
        3,
    ]
