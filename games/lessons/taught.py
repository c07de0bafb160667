"""A table that is in no row: a position of a lesson as its reader sees it there, with a computer opposite."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from accounts.models import User
from games.boards.about import Shown
from games.core.models import Match, Seat
from games.core.pages.asked import Asked, asked_now
from games.core.pages.match_parts import News
from games.core.reading import bot_profiles, log
from games.core.reading.access import Access
from games.core.reading.positions import Walk
from games.core.reading.seen import Seen
from games.lessons.course import Standing
from games.lessons.lesson import Lesson
from games.rules import engine, registry
from games.rules.engine import AnyGame

Reader = User | AnonymousUser


@dataclass(frozen=True)
class Taught:
    """Where a lesson stands, as a match would through the eyes of its reader, who is asked something if `asks`."""

    at: Standing
    reader: Reader
    found: Access
    seen: Seen
    asks: bool

    @classmethod
    def of(
        cls, slug: str, lesson: Lesson, at: Standing, *, reader: Reader, name: str, serial: int = 0, asks: bool = True
    ) -> Taught:
        """Return the table; what is watched once is not played again at another one of the same name. `serial` is what
        changes when something else is asked."""
        rules = registry.current(slug)
        match = Match(game=slug, version=rules.meta.version, public_id=f"lesson-{lesson.key}-{name}")
        seats = _seats(match, lesson.me, reader, rules.meta.seats)
        mine = seats[lesson.me]
        mine.plan = engine.move_text(rules, at.plan)
        mine.serial = serial
        mine.plan_serial = serial
        seen = Seen(match, seats, lesson.me, Walk(at.position, serial, "", []))
        return cls(at, reader, Access(match, mine, seats), seen, asks)

    @property
    def rules(self) -> AnyGame:
        """The rules by which it is played."""
        return self.found.match.rules

    @property
    def other(self) -> str:
        """Whom the reader plays with."""
        return ", ".join(seat.user.username for seat in self.found.seats if seat != self.found.seat)

    @property
    def asked(self) -> Asked:
        """What the seat may choose; nothing where there is only something to look at."""
        return asked_now(self.seen, self.found.seat) if self.asks else Asked(self.seen.view)

    @property
    def seats(self) -> list[dict[str, Any]]:
        """The seats as boards know them."""
        return [_seat(each, self.seen) for each in self.found.seats]

    @property
    def news(self) -> News:
        """What has just happened."""
        rules = self.rules
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
            is_over=engine.outcome(self.rules, self.at.position) is not None,
            is_taught=True,
        )


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
