"""Every lesson of every game is one that the rules allow: its positions, its steps, and what is said of others."""

import pytest
from msgspec.structs import replace

from games.lessons import course, lesson as lessons
from games.lessons.course import BadLesson
from games.lessons.lesson import Lesson, Scene
from games.rules import engine, registry
from games.rules.game import dump

TAUGHT = [(slug, lesson) for slug, found in lessons.LESSONS.items() for lesson in found]
EACH = pytest.mark.parametrize(("slug", "lesson"), TAUGHT, ids=[f"{slug} {lesson.key}" for slug, lesson in TAUGHT])
EN_GARDE = lessons.LESSONS["en-garde"][0]
ENOUGH = 14
"""Scenes that a newcomer has the patience for."""


@EACH
def test_the_rules_play_each_lesson_to_its_end(slug: str, lesson: Lesson) -> None:
    assert len(course.standings(slug, lesson)) == len(lesson.scenes) <= ENOUGH
    assert not lesson.scenes[-1].asks


@EACH
def test_each_scene_asks_for_one_thing_and_takes_it(slug: str, lesson: Lesson) -> None:
    for number, scene in enumerate(lesson.scenes, 1):
        assert bool(scene.do) == scene.asks, number
        assert not (scene.press and scene.whole), number
        if scene.asks:
            text = course.expected_text(slug, lesson, number)
            assert course.answer_to_press(slug, lesson, number, text).is_right, number


@EACH
def test_what_is_as_good_is_taken_too_and_makes_no_difference_later(slug: str, lesson: Lesson) -> None:
    rules = registry.current(slug)
    for number, (scene, at) in enumerate(zip(lesson.scenes, course.standings(slug, lesson), strict=True), 1):
        for text in scene.or_else:
            assert lesson.scenes[number].position is not None, number
            steps = [*at.plan, rules.parse_step(text)]
            assert course.answer_to_press(slug, lesson, number, engine.move_text(rules, steps)).is_right, number
            assert steps[-1] in engine.preview(rules, at.position, lesson.me, at.plan).legal, number


@EACH
def test_a_newcomer_is_told_how_long_it_takes(slug: str, lesson: Lesson) -> None:
    words = sum(len(f"{scene.said} {scene.do}".split()) for scene in lesson.scenes)
    assert words / 200 < lesson.minutes <= 10


@EACH
def test_what_happened_is_told_until_something_is_pressed(slug: str, lesson: Lesson) -> None:
    told = course.standings(slug, lesson)
    for number, scene in enumerate(lesson.scenes[:-1], 1):
        if not scene.asks and lesson.scenes[number].position is None:
            assert told[number].events == told[number - 1].events, number
            assert course.watched_since(lesson, number) == course.watched_since(lesson, number + 1), number


@EACH
def test_what_is_said_of_other_steps_is_said_of_some_that_the_rules_allow(slug: str, lesson: Lesson) -> None:
    rules = registry.current(slug)
    for number, (scene, at) in enumerate(zip(lesson.scenes, course.standings(slug, lesson), strict=True), 1):
        if scene.asks:
            offered = engine.preview(rules, at.position, lesson.me, at.plan).legal
            texts = {rules.text(step) for step in offered} - {scene.press}
            said = {next((start for start in scene.instead if text.startswith(start)), None) for text in texts}
            assert set(scene.instead) <= said, number
            assert set(scene.undone) <= {rules.text(step) for step in at.plan}, number


@EACH
def test_a_lesson_leaves_its_positions_as_they_are(slug: str, lesson: Lesson) -> None:
    before = [dump(at.position) for at in course.standings(slug, lesson)]
    course.standings.cache_clear()
    assert [dump(at.position) for at in course.standings(slug, lesson)] == before


@pytest.mark.parametrize("press", ["A1x1", "nonsense"])
def test_a_step_that_the_rules_refuse_is_named(press: str) -> None:
    scenes = (EN_GARDE.scenes[0], Scene("Now …", "Press it.", press), Scene("The end."))
    with pytest.raises(BadLesson, match="Lesson “broken”, scene 2: "):
        course.standings("en-garde", Lesson("broken", "Broken", scenes))


def test_a_position_that_the_rules_refuse_is_named() -> None:
    state = replace(EN_GARDE.scenes[0].position, fencers=[17, 5])
    with pytest.raises(BadLesson, match="scene 1: The left fencer must stand to the left of the right one"):
        course.standings("en-garde", Lesson("broken", "Broken", (Scene("Now …", position=state),)))


def test_a_lesson_without_a_position_is_named() -> None:
    with pytest.raises(BadLesson, match="no position"):
        course.standings("en-garde", Lesson("broken", "Broken", (Scene("Now …"),)))
