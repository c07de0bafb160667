"""A lesson as its page shows it: the board of a match that is in no row, and what to press."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from games.boards.about import Shown
from games.boards.registry import about
from games.core.models import Match
from games.core.pages import hints, match_parts as parts, rulebook
from games.core.pages.asked import Asked, Unconfirmed
from games.core.pages.hints import Help
from games.core.pages.match_parts import News, Templates
from games.core.pages.matches import Ways
from games.core.pages.panels import NO_PANELS, MatchPanels
from games.lessons import course
from games.lessons.course import Pressed
from games.lessons.lesson import Lesson, Scene, lesson_after
from games.lessons.taught import Reader, Taught
from games.rules import registry
from games.rules.sentence import sentence


class Instruction(NamedTuple):
    """What the page tells its reader: what is seen, what to press, and why a press was not the one.

    `is_refused` says that the rules refuse that press: others only lead away from the lesson. `advice` is what the
    coach says of a match. `instead` is said of what is pressed on the board and does nothing.
    """

    said: str
    do: str
    wrong: str = ""
    is_refused: bool = False
    advice: str = ""
    instead: str = ""


@dataclass(frozen=True)
class LessonHead:
    """Which lesson it is, and where in it the reader is. `restart` is the address of its first scene, and `finish` that
    of the match that it ends in, empty for none."""

    slug: str
    key: str
    title: str
    lesson: str
    number: int
    count: int
    rules_url: str
    restart: str
    finish: str


class LessonSubject(NamedTuple):
    """What the shared templates of a match ask of it."""

    match: Match
    rules_url: str


class Plain(NamedTuple):
    """What they ask of a position that is no earlier one, and over only with a result."""

    is_past: bool = False
    result: str = ""


GOES_ON = Plain()


class NextLesson(NamedTuple):
    """The lesson that follows this one: its title, and the address of its first scene."""

    title: str
    url: str


class OnwardLink(NamedTuple):
    """Another page that the lesson leads to: what its button says, and its address."""

    label: str
    url: str


@dataclass(frozen=True, kw_only=True)
class LessonPage:
    """The page of a scene, or of the match at the end. Templates of a match find it as `page`, as they find that of a
    play link. `ply` is what has grown once something was played; `is_played` says that this is the match."""

    by_link: ClassVar[bool] = True
    watching: ClassVar[bool] = False
    at: ClassVar[Plain] = GOES_ON
    refusal: ClassVar[None] = None
    panels: ClassVar[MatchPanels] = NO_PANELS

    lesson: LessonHead
    told: Instruction
    subject: LessonSubject
    me: int
    seats: list[dict[str, Any]]
    templates: Templates
    asked: Asked
    board: object | None
    news: News
    ways: Ways
    help: Help
    ply: int
    is_last: bool
    following: NextLesson | None
    onward: OnwardLink | None
    is_played: bool = False
    ending: Plain = GOES_ON
    confirm: Unconfirmed | None = None


def scene_url(slug: str, key: str, number: int) -> str:
    """Return the address of a scene of a lesson."""
    return reverse("lesson", args=[slug, key, number])


def finish_url(slug: str, lesson: Lesson) -> str:
    """Return the address of the match that a lesson ends in; empty for none."""
    return reverse("finish", args=[slug, lesson.key]) if lesson.finish else ""


def scene(slug: str, lesson: Lesson, number: int, reader: Reader, wrong: Pressed | None = None) -> LessonPage:
    """Return a scene, counted from 1, as its reader sees it; `wrong` is what was pressed and was not asked for."""
    taught = _TaughtScene(lesson.scenes[number - 1], _taught(slug, lesson, number, reader))
    here = scene_url(slug, lesson.key, number)
    is_last = number == len(lesson.scenes)
    ways = Ways(here, here, dict.fromkeys(about(slug).composes, here))
    return page(slug, lesson, taught.table, number=number, told=taught.told(wrong), ways=ways, is_last=is_last)


def page(
    slug: str, lesson: Lesson, table: Taught, *, number: int, told: Instruction, ways: Ways, is_last: bool
) -> LessonPage:
    """Return a page of a lesson, counted from 1."""
    asked = table.asked
    return LessonPage(
        lesson=_head(slug, lesson, number),
        told=told,
        subject=LessonSubject(table.found.match, rulebook.rules_url(slug)),
        me=lesson.me,
        seats=table.seats,
        templates=replace(Templates.of(slug), turns=False),
        asked=asked,
        board=parts.board_of(table.found.match, table.shown),
        news=table.news,
        ways=ways,
        help=hints.help_of(table.found, asked),
        ply=number,
        is_last=is_last,
        following=_following(slug, lesson),
        onward=_onward(lesson, table.reader),
    )


def _following(slug: str, lesson: Lesson) -> NextLesson | None:
    found = lesson_after(slug, lesson)
    return NextLesson(_(found.title), scene_url(slug, found.key, 1)) if found else None


def _onward(lesson: Lesson, reader: Reader) -> OnwardLink | None:
    """Return where a reader with an account is led; None for a visitor, who would have to sign in."""
    if lesson.onward is None or not reader.is_authenticated:
        return None
    return OnwardLink(_(lesson.onward.label), reverse(lesson.onward.address))


def on_board(slug: str, lesson: Lesson, number: int, reader: Reader) -> Shown:
    """Return what the board of a scene shows."""
    return _taught(slug, lesson, number, reader).shown


def _head(slug: str, lesson: Lesson, number: int) -> LessonHead:
    title = _(registry.current(slug).meta.title)
    return LessonHead(
        slug=slug,
        key=lesson.key,
        title=title,
        lesson=_(lesson.title),
        number=number,
        count=lesson.count,
        rules_url=rulebook.rules_url(slug),
        restart=scene_url(slug, lesson.key, 1),
        finish=finish_url(slug, lesson),
    )


def _taught(slug: str, lesson: Lesson, number: int, reader: Reader) -> Taught:
    """Return where a scene stands; what has been watched once is not played again while it is explained."""
    at = course.standings(slug, lesson)[number - 1]
    since = course.watched_since(lesson, number)
    asks = lesson.scenes[number - 1].asks
    return Taught.of(slug, lesson, at, reader=reader, name=str(since), asks=asks)


@dataclass(frozen=True)
class _TaughtScene:
    """A scene, and the table at which it is shown."""

    scene: Scene
    table: Taught

    def told(self, wrong: Pressed | None) -> Instruction:
        """Return the texts of the scene."""
        why_not = self._why_not(wrong) if wrong else ""
        is_refused = wrong is not None and wrong.why is not None
        do = self._said(self.scene.do)
        return Instruction(self._said(self.scene.said), do, why_not, is_refused, instead=do)

    def _why_not(self, wrong: Pressed) -> str:
        """Return why a press was not the one: by the rules if they refuse it, otherwise as the lesson says."""
        rules = self.table.rules
        if wrong.step is None:
            undone = self.scene.undone.get(wrong.undone, "")
            return self._said(undone) or _("Not now. First try what the lesson asks.")
        if wrong.why is not None:
            why = wrong.why.said(self.table.seen.voice)
            return _("That isn’t possible: {why}").format(why=why)
        text = rules.text(wrong.step)
        said = next((said for start, said in self.scene.instead.items() if text.startswith(start)), "")
        return self._said(said) if said else _("The rules allow that too. But first try what the lesson asks.")

    def _said(self, text: str) -> str:
        """Return a text of the lesson in the reader's language, with the names it leaves open."""
        rules = self.table.rules
        press = rules.label(rules.parse_step(self.scene.press)).said(self.table.seen.voice) if self.scene.press else ""
        return sentence(text, press=press, other=self.table.other).said(self.table.seen.voice) if text else ""
