"""A lesson as its page shows it: the board of a match that is in no row, and what to press."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.boards.about import Shown
from games.boards.registry import about
from games.core.models import Match, Seat
from games.core.pages import hints, match_parts as parts, rulebook
from games.core.pages.asked import Asked, asked_now
from games.core.pages.hints import Help
from games.core.pages.match_parts import News, Templates
from games.core.pages.matches import Ways
from games.core.pages.panels import NO_PANELS, MatchPanels
from games.core.reading import bot_profiles, log
from games.core.reading.access import Access
from games.core.reading.positions import Walk
from games.core.reading.seen import Seen
from games.lessons import course
from games.lessons.course import Pressed, Standing
from games.lessons.lesson import Lesson, Scene, lesson_after
from games.rules import engine, registry
from games.rules.sentence import sentence

Reader = User | AnonymousUser


class Instruction(NamedTuple):
    """What the page tells its reader: what is seen, what to press, and why a press was not the one.

    `is_refused` says that the rules refuse that press: others only lead away from the lesson.
    """

    said: str
    do: str
    wrong: str = ""
    is_refused: bool = False


@dataclass(frozen=True)
class LessonHead:
    """Which lesson it is, and where in it the reader is. `restart` is the address of its first scene."""

    slug: str
    key: str
    title: str
    lesson: str
    number: int
    count: int
    rules_url: str
    restart: str


class LessonSubject(NamedTuple):
    """What the shared templates of a match ask of it."""

    match: Match
    rules_url: str


class Plain(NamedTuple):
    """What they ask of a position that is neither an earlier one nor over."""

    is_past: bool = False
    result: str = ""


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
    """The page of a scene. Templates of a match find it as `page`, as they find that of a play link."""

    by_link: ClassVar[bool] = True
    watching: ClassVar[bool] = False
    at: ClassVar[Plain] = Plain()
    ending: ClassVar[Plain] = Plain()
    refusal: ClassVar[None] = None
    confirm: ClassVar[None] = None
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
    is_last: bool
    following: NextLesson | None
    onward: OnwardLink | None


def scene_url(slug: str, key: str, number: int) -> str:
    """Return the address of a scene of a lesson."""
    return reverse("lesson", args=[slug, key, number])


def scene(slug: str, lesson: Lesson, number: int, reader: Reader, wrong: Pressed | None = None) -> LessonPage:
    """Return a scene, counted from 1, as its reader sees it; `wrong` is what was pressed and was not asked for."""
    taught = _Taught.of(slug, lesson, number, reader)
    asked = taught.asked
    here = scene_url(slug, lesson.key, number)
    return LessonPage(
        lesson=_head(slug, lesson, number),
        told=taught.told(wrong),
        subject=LessonSubject(taught.found.match, rulebook.rules_url(slug)),
        me=lesson.me,
        seats=taught.seats,
        templates=replace(Templates.of(slug), turns=False),
        asked=asked,
        board=parts.board_of(taught.found.match, taught.shown),
        news=taught.news,
        ways=Ways(here, here, dict.fromkeys(about(slug).composes, here)),
        help=hints.help_of(taught.found, asked),
        is_last=number == len(lesson.scenes),
        following=_following(slug, lesson),
        onward=_onward(lesson, reader),
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
    return _Taught.of(slug, lesson, number, reader).shown


def _head(slug: str, lesson: Lesson, number: int) -> LessonHead:
    title = _(registry.current(slug).meta.title)
    return LessonHead(
        slug=slug,
        key=lesson.key,
        title=title,
        lesson=_(lesson.title),
        number=number,
        count=len(lesson.scenes),
        rules_url=rulebook.rules_url(slug),
        restart=scene_url(slug, lesson.key, 1),
    )


@dataclass(frozen=True)
class _Taught:
    """A scene at a table that is in no row."""

    scene: Scene
    at: Standing
    found: Access
    seen: Seen

    @classmethod
    def of(cls, slug: str, lesson: Lesson, number: int, reader: Reader) -> _Taught:
        at = course.standings(slug, lesson)[number - 1]
        rules = registry.current(slug)
        # What has been watched once is not played again while it is explained.
        since = course.watched_since(lesson, number)
        match = Match(game=slug, version=rules.meta.version, public_id=f"lesson-{lesson.key}-{since}")
        seats = _seats(match, lesson.me, reader, rules.meta.seats)
        seats[lesson.me].plan = engine.move_text(rules, at.plan)
        walk = Walk(at.position, number, "", [])
        seen = Seen(match, seats, lesson.me, walk)
        return cls(lesson.scenes[number - 1], at, Access(match, seats[lesson.me], seats), seen)

    @property
    def asked(self) -> Asked:
        """What the seat may choose; nothing in a scene that is only looked at."""
        if not self.scene.asks:
            return Asked(self.seen.view)
        return asked_now(self.seen, self.found.seat)

    @property
    def seats(self) -> list[dict[str, Any]]:
        """The seats as boards know them."""
        return [_seat(each, self.seen) for each in self.found.seats]

    @property
    def news(self) -> News:
        """What has happened since the scene before."""
        rules = self.found.match.rules
        me = self.seen.viewer
        happened = self.seen.known(self.at.events)
        retold = [(event, rules.describe(event).said(self.seen.voice)) for event in happened]
        told, headline = log.told_with_headline(rules, happened, me, self.seen.voice)
        return News(told, happened, happened, retold, happened, has_moved=True, headline=headline)

    @property
    def shown(self) -> Shown:
        """What the board shows."""
        asked = self.asked
        news = self.news
        return Shown(
            view=asked.view,
            me=self.seen.viewer,
            seats=self.seats,
            choices=asked.choices,
            plan=asked.plan,
            news=news.news,
            recent=news.recent,
            retold=news.retold,
            trail=news.trail,
            is_over=engine.outcome(self.found.match.rules, self.at.position) is not None,
            is_taught=True,
        )

    def told(self, wrong: Pressed | None) -> Instruction:
        """Return the texts of the scene."""
        why_not = self._why_not(wrong) if wrong else ""
        is_refused = wrong is not None and wrong.why is not None
        return Instruction(self._said(self.scene.said), self._said(self.scene.do), why_not, is_refused)

    def _why_not(self, wrong: Pressed) -> str:
        """Return why a press was not the one: by the rules if they refuse it, otherwise as the lesson says."""
        rules = self.found.match.rules
        if wrong.step is None:
            return _("Not now. First try what the lesson asks.")
        if wrong.why is not None:
            why = wrong.why.said(self.seen.voice)
            return _("That isn’t possible: {why}").format(why=why)
        text = rules.text(wrong.step)
        said = next((said for start, said in self.scene.instead.items() if text.startswith(start)), "")
        return self._said(said) if said else _("The rules allow that too. But first try what the lesson asks.")

    def _said(self, text: str) -> str:
        """Return a text of the lesson in the reader's language, with the names it leaves open."""
        rules = self.found.match.rules
        press = rules.label(rules.parse_step(self.scene.press)).said(self.seen.voice) if self.scene.press else ""
        others = [seat.user.username for seat in self.found.seats if seat != self.found.seat]
        return sentence(text, press=press, other=", ".join(others)).said(self.seen.voice) if text else ""


def _seats(match: Match, me: int, reader: Reader, count: int) -> list[Seat]:
    users = [_learner(reader) if number == me else _opponent(match.game) for number in range(count)]
    return [
        Seat(match=match, user=user, number=number, joined=number, hints=False) for number, user in enumerate(users)
    ]


def _learner(reader: Reader) -> User:
    return reader if isinstance(reader, User) else User(username=_("Guest"))


def _opponent(slug: str) -> User:
    """Return whom a lesson is played with: by name the bot of the game, if it has one."""
    name = bot_profiles.strength(slug)["opponent"] if bot_profiles.has(slug) else _("Opponent")
    return User(username=name, is_bot=True)


def _seat(each: Seat, seen: Seen) -> dict[str, Any]:
    return {
        "number": each.number,
        "name": each.user.username,
        "user": each.user,
        "is_me": each.number == seen.viewer,
        "is_open": False,
        "outcome": "",
        "owes": each.number in seen.owing,
        "deadline": None,
        "time": None,
    }
