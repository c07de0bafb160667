"""What the lessons of Field of Glory say of their positions, and that the coach says what they ask for."""

from games.boards.field_of_glory.lessons.first import FIRST
from games.lessons import course
from games.lessons.lesson import Lesson
from games.rules import engine, registry
from games.rules.field_of_glory.advised import advised
from games.rules.field_of_glory.view import FieldOfGloryView
from tests.games.boards.field_of_glory.battles import FIELD_OF_GLORY

RULES = registry.current(FIELD_OF_GLORY)


def coached(lesson: Lesson, number: int) -> str:
    """Return the step that the coach advises in a scene, counted from 1."""
    at = course.standings(FIELD_OF_GLORY, lesson)[number - 1]
    view = engine.preview(RULES, at.position, lesson.me, at.plan).view
    assert isinstance(view, FieldOfGloryView)
    return RULES.text(advised(view, lesson.me))


def test_the_coach_advises_what_the_first_lesson_asks_for() -> None:
    asked = {number: scene.press for number, scene in enumerate(FIRST.scenes, 1) if scene.press}
    assert {number: coached(FIRST, number) for number in asked} == asked
