"""The people of an afternoon of moderators, their matches and chats, and the reports that they file.

All of it is done by the services that pages call, one thing after the other. Matches, chats and reports are then dated
back by some days; the log is not, for nothing ever changes it. The same seed gives the same people, sentences and
reports. Cards and dice differ, for each match has its own secret.
"""

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import cycle
from typing import Any, NamedTuple, TypeVar

from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group
from django.db.models import F
from django.utils import timezone

from accounts.demo import MODERATOR, PASSWORD
from accounts.models import User
from games.boards.registry import about
from games.bots import services as bots
from games.chat import services as chat
from games.core.models import ChatLine, Match
from games.core.reading import positions
from games.lobby import services as lobby
from games.lobby.services import Terms
from games.management.afternoon.chatter import LINES
from games.reports import filing, queries
from games.reports.models import Report
from games.rules import playout, registry
from games.rules.chance import KeyedChance

T = TypeVar("T")

PLAYER = "random"
"""Who plays for the people: any move will do."""
MINUTES = 7
"""How many minutes pass between two lines of a chat."""
HOURS = (6, 60)
"""How many hours ago a match may have begun."""
POOL = ("Alma", "Bruno", "Celia", "Dario", "Edda", "Felix", "Greta", "Hugo")
"""People who have nothing to hide, for all parts that anybody can play."""


class Filed(NamedTuple):
    """A report, what makes it hard, and what a good moderator does about it."""

    report: Report
    trap: str
    solution: str


class Town:
    """What an afternoon is made of; `filed` are its reports."""

    def __init__(self, seed: str) -> None:
        self.chance = KeyedChance(hashlib.sha256(seed.encode()).digest())
        self.now = timezone.now()
        self.people: dict[str, User] = {}
        self.filed: list[Filed] = []
        self.games = cycle(self.shuffled([slug for slug in registry.slugs() if about(slug).demo is not None]))
        self.anybodies = cycle(self.shuffled(POOL))

    # --- chance ---

    def below(self, number: int) -> int:
        """Return a number below another one, as the seed has it."""
        return self.chance.value(number, "afternoon")

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in an order that the seed has drawn."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in items]

    # --- people ---

    def person(self, name: str, language: str = "") -> User:
        """Return the person of this name, who comes when first named; nobody can sign in to the account."""
        if name not in self.people:
            self.people[name] = _made(name, language)
        return self.people[name]

    def moderator(self, name: str) -> User:
        """Return a moderator, who comes when first named and signs in with the password of the demo people."""
        if name not in self.people:
            found = User.objects.filter(username=name).first() or _made(name, "", PASSWORD)
            found.is_staff = True
            found.save(update_fields=["is_staff"])
            found.groups.add(Group.objects.get(name="Moderators"))
            self.people[name] = found
        return self.people[name]

    @property
    def mo(self) -> User:
        """The moderator whose afternoon it is."""
        return self.moderator(MODERATOR)

    def anybody(self) -> User:
        """Return the next of those who have nothing to hide."""
        return self.person(next(self.anybodies))

    # --- matches and chats ---

    def match(self, one: User, other: User, moves: int = 3, **terms: Any) -> Match:
        """Return a match of two people in the next of the three games, with so many moves."""
        offered = lobby.invite(one, Terms(next(self.games), {}, **terms)).match
        match = lobby.join(offered.public_id, other)
        for _ in range(moves):
            self._move(match)
        return match

    def _move(self, match: Match) -> None:
        turn = bots.lowest(match.turns.all())
        if turn is not None:
            position = positions.newest_position(turn.match).position
            player = playout.players(match.game)[PLAYER]
            steps = playout.compose(match.rules, position, turn.seat.index, player, self.chance)
            bots.submit_move(turn, steps)

    def chat(self, match: Match, *said: tuple[User, str], language: str = "en", after: int = 3) -> list[ChatLine]:
        """Have players say something amid small talk, and date the match and all of it back; return these lines."""
        players = cycle([seat.user for seat in match.seats.order_by("joined").select_related("user")])
        small = iter(self.shuffled(LINES[language]))
        before = [(next(players), next(small)) for _ in range(3 + self.below(3))]
        spoken = [*before, *said, *((next(players), next(small)) for _ in range(after))]
        lines = [chat.say(match.public_id, user, text) for user, text in spoken]
        self._date_back(match, lines)
        return lines[len(before) : len(before) + len(said)]

    def _date_back(self, match: Match, lines: Sequence[ChatLine]) -> None:
        ago = timedelta(hours=HOURS[0] + self.below(HOURS[1] - HOURS[0]))
        Match.objects.filter(pk=match.pk).update(created=F("created") - ago, started=F("started") - ago)
        for number, line in enumerate(lines, 1):
            line.created = self.now - ago + timedelta(minutes=MINUTES * number)
            line.save(update_fields=["created"])

    # --- reports ---

    def file(self, reporter: User, what: Match | ChatLine | User, reason: str, text: str, *hard: str) -> Report:
        """Have somebody report a match, a line or a person; `hard` are the trap and what a good moderator does."""
        kind, key, since = _key(what, self.now)
        report = filing.file(reporter, kind, key, reason, text)
        report.created = since + timedelta(minutes=MINUTES + self.below(120))
        report.save(update_fields=["created"])
        self.filed.append(Filed(report, *hard))
        return report

    def by_time(self) -> list[Filed]:
        """Return the reports, the oldest first, as the queue has them."""
        return sorted(self.filed, key=lambda each: (each.report.created, each.report.pk))


def case_in_words(filed: Filed) -> str:
    """Return who has reported what, and why, as the queue and the case say it."""
    report = filed.report
    what = queries.about_in_words(report)
    if report.reported and report.reported.is_guest:  # whose name no seed draws
        what = what.replace(report.reported.username, "a guest")
    return f"{report.reporter.username} reports {what}: {report.get_reason_display().lower()}"


def _key(what: Match | ChatLine | User, now: datetime) -> tuple[str, str, datetime]:
    """Return the kind and the key of what is reported, and since when it was there to be reported."""
    if isinstance(what, ChatLine):
        return "line", str(what.pk), what.created
    if isinstance(what, Match):
        return "match", what.public_id, now - timedelta(hours=4)
    return "player", what.username, now - timedelta(hours=5)


def _made(name: str, language: str, password: str = "") -> User:
    """Return a new person with a confirmed address."""
    user = User(username=name, email=f"{name.lower()}@example.org", language=language)
    user.set_password(password or None)
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user
