"""What people do with their matches: answer soon, late or never, look without answering, sit at it together."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from random import Random

from django.conf import settings
from django.test import Client

from accounts.models import User
from games.core.models import Match, Turn
from games.core.services import looks
from tests.games import tables
from tests.week.book import Book, Owed
from tests.week.hours import HOUR, MINUTE, SECOND, Hours

LIVE = timedelta(minutes=20)
"""How long two people sit at their match together."""
PACES = (1, 1, 1, 2, 3)
MUTED, SITTING, GLANCING = 0.06, 0.15, 0.1
"""How many mute a match, how many matches have a sitting, and how many turns are looked at some time before."""


@dataclass
class Playing:
    """A match and its players by number; `live` is when they sit at it together, `used` whether somebody then touches
    the page that stands open."""

    match: Match
    users: dict[int, User]
    live: datetime
    used: bool

    def is_live(self, at: datetime) -> bool:
        return self.live <= at < self.live + LIVE


class Players:
    """People who play, each at chance; what they owe and do is noted in the book."""

    def __init__(self, book: Book, hours: Hours, chance: Random) -> None:
        self.book, self.hours, self.chance = book, hours, chance
        self.numbers = count()
        self.clients: dict[int, Client] = {}
        self.matches: dict[int, Playing] = {}
        self.owed: dict[tuple[int, int], Owed] = {}
        self.muted: set[tuple[int, int]] = set()
        hours.closed = self.observe

    def begin(self, one: User, other: User) -> None:
        """Begin a match of two."""
        number, pace = next(self.numbers), self.chance.choice(PACES)
        match = tables.begin(one, other, public_id=f"m{number:09}", pace_days=pace, rounds=9)
        is_live = self.chance.random() < SITTING
        live = self._some_time() if is_live else self.book.end
        self.matches[match.pk] = Playing(match, {one.pk: one, other.pk: other}, live, self.chance.random() < 0.6)
        for seat in match.seats.all():
            if self.chance.random() < MUTED:
                looks.mute_match(seat, True)
                self.muted.add((match.pk, seat.user_id))
        self.observe(match.pk)
        if is_live:
            self.hours.plan(live, partial(self._sit_down, match.pk))

    def _some_time(self) -> datetime:
        return self.hours.now + (self.book.end - self.hours.now) * self.chance.random()

    # --- What is owed -----------------------------------------------------------------------------------------------

    def observe(self, match_id: int) -> None:
        """Note who owes a move now, and who does no more."""
        turns = {(match_id, turn.user_id, turn.ply): turn for turn in Turn.objects.filter(match=match_id)}
        playing = self.matches[match_id]
        for who in playing.users:
            self._compare(playing, who, [turn for (_, user, _), turn in turns.items() if user == who])

    def _compare(self, playing: Playing, who: int, turns: list[Turn]) -> None:
        key, now = (playing.match.pk, who), self.hours.now
        before = self.owed.get(key)
        if before is not None and (not turns or turns[0].since != before.began):
            before.ended = now
            del self.owed[key]
        if turns and key not in self.owed:
            url = settings.SITE_URL + playing.match.get_absolute_url()
            owed = Owed(who, url, turns[0].since, turns[0].deadline, key in self.muted)
            self.owed[key] = owed
            self.book.owed.append(owed)
            self._intend(playing, owed)

    # --- What is done -----------------------------------------------------------------------------------------------

    def _intend(self, playing: Playing, owed: Owed) -> None:
        """Decide what becomes of a turn that has just begun."""
        if playing.is_live(self.hours.now):
            return self._play_live(playing, owed)
        delay = self._patience(owed)
        if delay is not None:
            self.hours.plan(owed.began + delay, partial(self._answer, playing, owed))
            if self.chance.random() < GLANCING:
                self.hours.plan(owed.began + delay * self.chance.random(), partial(self._open, playing, owed))
        return None

    def _patience(self, owed: Owed) -> timedelta | None:
        """Return after how long somebody answers; None for never."""
        left = owed.deadline - owed.began
        soon, later = MINUTE * self.chance.uniform(0.3, 40), HOUR * self.chance.uniform(1, 12)
        much_later, last = HOUR * self.chance.uniform(8, 30), left - HOUR * self.chance.uniform(0.1, 2.9)
        chosen = self.chance.choices([soon, later, much_later, last, None], [20, 30, 25, 22, 3])[0]
        return chosen if chosen is None or chosen < left else last

    def _play_live(self, playing: Playing, owed: Owed) -> None:
        """Open a page that asks by itself. A player who sits at it answers immediately."""
        asks = SECOND * self.chance.uniform(1, 20)
        self.hours.plan(owed.began + asks, partial(self._ask, playing, owed))
        answers = asks + SECOND * self.chance.uniform(10, 90) if playing.used else HOUR * self.chance.uniform(1, 12)
        self.hours.plan(owed.began + answers, partial(self._answer, playing, owed))

    def _sit_down(self, match_id: int) -> None:
        playing = self.matches[match_id]
        for who in playing.users:
            owed = self.owed.get((match_id, who))
            if owed is not None and playing.used:
                self._play_live(playing, owed)

    def _ask(self, playing: Playing, owed: Owed) -> None:
        """Let the page ask whether anything is new, and say whether somebody uses it."""
        refresh = "used" if playing.used else "untouched"
        headers = {"HX-Request": "true", "X-Refresh": refresh}
        response = self._client(playing.users[owed.who]).get(
            f"{playing.match.get_absolute_url()}stamp", headers=headers
        )
        assert response.status_code == 200, response.status_code
        if playing.used and owed.ended is None:
            owed.seen = owed.seen or self.hours.now

    def _client(self, user: User) -> Client:
        if user.pk not in self.clients:
            self.clients[user.pk] = Client(SERVER_NAME="localhost")
            self.clients[user.pk].force_login(user, "accounts.backends.Backend")
        return self.clients[user.pk]

    def _open(self, playing: Playing, owed: Owed) -> None:
        if owed.ended is None:
            owed.seen = owed.seen or self.hours.now
            tables.opened(playing.match, playing.users[owed.who])

    def _answer(self, playing: Playing, owed: Owed) -> None:
        if owed.ended is not None:
            return
        self._open(playing, owed)
        user = playing.users[owed.who]
        tables.answer(playing.match, user, tables.first_move(playing.match, user))
        self.observe(playing.match.pk)
        if tables.now(playing.match).status != Match.Status.PLAYING:
            self.begin(*playing.users.values())
