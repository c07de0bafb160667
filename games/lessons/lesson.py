"""Lessons as data: what the folder of a game gives to be learnt by doing, scene by scene.

`About.lessons` names them. All texts are marked with N_. They may name `{press}`, the button of the step that is
expected, and `{other}`, the opponent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

READ = 0.55
"""Seconds that a newcomer takes for a word and for finding on the board what it says: one who was watched took between
four minutes, without looking at anything else, and ten for a lesson for which this gives seven.
"""
PRESSED = 10
"""Seconds for each thing that is asked for."""
WATCHED = 15
"""Seconds for what is played afterwards."""
MOVED = 12
"""Seconds for a move of the match at the end, which nobody dictates."""
LESSONS: dict[str, "Sequence[Lesson]"] = {}
"""By game, as the games' folders tell: the one to begin with first."""


@dataclass(frozen=True, eq=False)
class Scene:
    """One thing to learn: what there is to see, and what to press.

    A scene goes on where the one before it led to, or begins with a position of its own.
    """

    said: str
    """What is seen, in two or three short sentences."""
    do: str = ""
    """What to press, in one sentence. Empty if there is nothing to press."""
    press: str = ""
    """The text of the step that is expected."""
    or_else: Sequence[str] = ()
    """The texts of others that are as good, before a scene with a position of its own."""
    whole: str = ""
    """In place of a step, what `About.composes` calls the plan that is expected to be made as a whole."""
    position: Any = None
    """The state that the scene begins with, as the rules know it. None goes on from the scene before."""
    plan: str = ""
    """The steps that have been composed in that state."""
    then: Sequence[tuple[int, str]] = ()
    """What is played after that step: the seat, and the text of its move."""
    draws: Sequence[int] = ()
    """What chance gives to the step and to what is played after it, in the order in which the rules ask."""
    instead: Mapping[str, str] = field(default_factory=dict)
    """What is said of other steps that the rules allow, by their texts or by how these begin."""
    undone: Mapping[str, str] = field(default_factory=dict)
    """What is said if a step that was pressed before is taken back or changed, by its text."""

    @property
    def asks(self) -> bool:
        """Whether there is something to press."""
        return bool(self.press or self.whole)


@dataclass(frozen=True, eq=False)
class Finish:
    """A short match from a prepared position, which ends a lesson: played freely against the lowest level of the game.

    `said` stands above the board until the learner has moved. `moves` is about how many moves the learner makes, and
    `watched` how often there is something to watch. `instead` is said of what is pressed on the board and does nothing.
    """

    said: str
    position: Any
    moves: int
    watched: int = 0
    instead: str = ""


class Onward(NamedTuple):
    """A page for those with an account that a lesson leads to: what its button says, and the name of its address."""

    label: str
    address: str


@dataclass(frozen=True, eq=False)
class Lesson:
    """Some minutes of a game. `key` stands in its addresses, `me` is the learner's seat.

    `finish` is the match that it ends in; without one, it leads to a whole match. `onward` is where the last lesson of
    a game leads besides a match.
    """

    key: str
    title: str
    scenes: Sequence[Scene]
    me: int = 0
    onward: Onward | None = None
    finish: Finish | None = None

    @property
    def count(self) -> int:
        """How many pages it has: its scenes, and the match that it ends in."""
        return len(self.scenes) + (self.finish is not None)

    @property
    def minutes(self) -> int:
        """About how many minutes a newcomer takes who reads all of it, finds it on the board, watches, and plays."""
        words = sum(len(f"{scene.said} {scene.do}".split()) for scene in self.scenes)
        presses = sum(scene.asks for scene in self.scenes)
        watched = sum(bool(scene.then) for scene in self.scenes)
        played = 0
        if self.finish:
            played = self.finish.moves * MOVED + self.finish.watched * WATCHED
        return round((words * READ + presses * PRESSED + watched * WATCHED + played) / 60)


def of_game(slug: str) -> Sequence[Lesson]:
    """Return the lessons of a game; none for a game without."""
    return LESSONS.get(slug, ())


def find(slug: str, key: str) -> Lesson | None:
    """Return a lesson of a game by its key; None if there is none."""
    return next((lesson for lesson in of_game(slug) if lesson.key == key), None)


def lesson_after(slug: str, lesson: Lesson) -> Lesson | None:
    """Return the lesson of a game that follows another; None after the last."""
    known = [*of_game(slug), None]
    return known[known.index(lesson) + 1]


def name_kept(slug: str, lesson: Lesson) -> str:
    """Return the name under which a reader's progress in a lesson, and the match at its end, are kept."""
    return f"{slug}/{lesson.key}"
