"""The course of a lesson, played by the rules: where each scene stands, and what becomes of what is pressed there."""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from games.boards.registry import about
from games.lessons.lesson import Lesson, Scene
from games.rules import engine, registry
from games.rules.chance import ScriptedChance
from games.rules.engine import AnyGame, AnyPosition
from games.rules.errors import RulesError
from games.rules.game import Event, Position, Step


class BadLesson(ValueError):
    """A lesson that the rules refuse."""


class Standing(NamedTuple):
    """Where a scene stands: the position, the steps of the move that is being composed, and what led there."""

    position: AnyPosition
    plan: list[Step]
    events: list[Event]


@cache
def standings(slug: str, lesson: Lesson) -> list[Standing]:
    """Return where each scene of a lesson stands. Raises BadLesson, which names the scene."""
    return list(_standings(registry.current(slug), lesson))


def _standings(rules: AnyGame, lesson: Lesson) -> Iterator[Standing]:
    at: Standing | None = None
    for number, scene in enumerate(lesson.scenes, 1):
        try:
            at = _begun(rules, lesson, scene, at)
            yield at
            at = _after(rules, lesson, scene, at)
        except RulesError as error:
            raise BadLesson(f"Lesson “{lesson.key}”, scene {number}: {error}") from error


def _begun(rules: AnyGame, lesson: Lesson, scene: Scene, before: Standing | None) -> Standing:
    """Return where a scene begins. Raises RulesError, or BadLesson for a first scene without a position."""
    if scene.position is not None:
        rules.check(scene.position)
        plan = engine.parse_move(rules, scene.plan) if scene.plan else []
        engine.preview(rules, Position(scene.position), lesson.me, plan)
        return Standing(Position(scene.position), plan, [])
    if before is None:
        raise BadLesson("The first scene has no position.")
    return before


def _after(rules: AnyGame, lesson: Lesson, scene: Scene, at: Standing) -> Standing:
    """Return where a scene leads to. Raises RulesError."""
    if not scene.asks:
        return at  # what led there is still explained
    steps = _expected(rules, lesson, scene, at)
    preview = engine.preview(rules, at.position, lesson.me, steps)
    if preview.legal:
        return Standing(at.position, steps, [])
    chance = ScriptedChance(scene.draws)
    position, events = engine.apply(rules, at.position, lesson.me, steps, chance)
    for seat, text in scene.then:
        position, more = engine.apply(rules, position, seat, engine.parse_move(rules, text), chance)
        events += more
    return Standing(position, [], events)


def _expected(rules: AnyGame, lesson: Lesson, scene: Scene, at: Standing) -> list[Step]:
    """Return all steps of the plan once what a scene asks for is pressed. Raises RulesError."""
    if scene.whole:
        return engine.parse_move(rules, _composed(rules, lesson, at, scene.whole, ""))
    return [*at.plan, rules.parse_step(scene.press)]


def watched_since(lesson: Lesson, number: int) -> int:
    """Return the scene since which nothing has been pressed, and nothing else is seen."""
    while number > 1 and not lesson.scenes[number - 2].asks and lesson.scenes[number - 1].position is None:
        number -= 1
    return number


def expected_text(slug: str, lesson: Lesson, number: int) -> str:
    """Return the move that is sent once what a scene asks for is pressed; empty where there is nothing to press."""
    rules = registry.current(slug)
    scene = lesson.scenes[number - 1]
    at = standings(slug, lesson)[number - 1]
    return engine.move_text(rules, _expected(rules, lesson, scene, at)) if scene.asks else ""


def plan_composed(slug: str, lesson: Lesson, number: int, part: str, text: str) -> str:
    """Return the plan that a game makes as a whole of what is sent in a scene. Raises RulesError."""
    return _composed(registry.current(slug), lesson, standings(slug, lesson)[number - 1], part, text)


def _composed(rules: AnyGame, lesson: Lesson, at: Standing, part: str, text: str) -> str:
    view = engine.preview(rules, at.position, lesson.me, at.plan).view
    return about(rules.meta.slug).composes[part](view, text)


class Pressed(NamedTuple):
    """What became of a press: whether it is the one expected; otherwise a step in its place, and why the rules refuse
    it (None if they allow it). The step is None for what is no next step; `undone` is then the text of an earlier one
    that was taken back or changed, "" for none."""

    is_right: bool
    step: Step | None = None
    why: Any = None
    undone: str = ""


def answer_to_press(slug: str, lesson: Lesson, number: int, text: str) -> Pressed:
    """Return what becomes of a move that is sent in a scene. Raises BadNotation for a text that is no move."""
    rules = registry.current(slug)
    scene = lesson.scenes[number - 1]
    at = standings(slug, lesson)[number - 1]
    if not scene.asks:
        return Pressed(is_right=True)
    steps = engine.parse_move(rules, text)
    if steps == _expected(rules, lesson, scene, at):
        return Pressed(is_right=True)
    *before, step = steps
    if before != at.plan:
        return Pressed(is_right=False, undone=next((rules.text(each) for each in at.plan if each not in steps), ""))
    if rules.text(step) in scene.or_else:
        return Pressed(is_right=True)
    view = engine.preview(rules, at.position, lesson.me, at.plan).view
    return Pressed(is_right=False, step=step, why=rules.explain(view, lesson.me, step))


def takes_back(slug: str, lesson: Lesson, number: int, text: str) -> bool:
    """Say whether a plan that is sent is the one of this scene without its last step, pressed in the scene before."""
    if lesson.scenes[number - 1].position is not None:
        return False
    plan = standings(slug, lesson)[number - 1].plan
    return bool(plan) and text == engine.move_text(registry.current(slug), plan[:-1])
