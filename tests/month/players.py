"""What people do with their matches until these are over: move late or soon, forget, give up, vanish."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from random import Random

from accounts.models import User
from games.core.clock.terms import Chosen
from games.core.models import Match, TimeUp, Turn
from games.core.reading import positions
from games.core.services import play
from games.rules import engine, playout
from games.rules.chance import SECRET_BYTES, KeyedChance
from games.rules.errors import RulesError
from games.vacations import services as vacations
from tests.games import tables
from tests.month.book import Book, Letter, Owed
from tests.month.days import Days
from tests.month.deals import Deals
from tests.month.ledger import Ledger
from tests.month.playing import Playing
from tests.week.hours import HOUR, MINUTE

GAMES = {"en-garde": {"rounds": 2}, "fantasy-dice-battles": {}, "field-of-glory": {}}
CLOCKS = (
    *(Chosen(pace_days=1), Chosen(pace_days=3), Chosen(pace_days=2, weekends=True), Chosen(pace_days=2, nights=True)),
    *(Chosen(pace_days=5, vacations=False), Chosen(0, 72, 12, 120), Chosen(0, 120, 24, 168, weekends=True)),
    *(Chosen(0, 72, 24, 120, nights=True, weekends=True), Chosen(pace_days=1, nights=True, weekends=True)),
)
LONG = 90
"""Entries after which people begin to give up."""
GIVES_UP, TIRED, GLANCES, FORGETS = 0.003, 0.1, 0.1, 0.02
FORGETS_OFTEN = 2
"""So often somebody trusts that the site takes a vacation for him."""


@dataclass
class Players:
    """Everybody, by number; who waits for a letter, and the vacations that somebody has planned."""

    book: Book
    ledger: Ledger
    days: Days
    chance: Random
    deals: Deals
    users: dict[int, User] = field(default_factory=dict)
    waiting: dict[tuple[str, str], tuple[Playing, Owed]] = field(default_factory=dict)
    planned: dict[int, tuple[datetime, datetime]] = field(default_factory=dict)
    forgot: dict[int, int] = field(default_factory=dict)
    forgotten: dict[int, tuple[Playing, Owed, datetime]] = field(default_factory=dict)
    heard: int = 0
    to_begin: int = 0

    def begin(self) -> None:
        """Begin a match of two who are there."""
        self.to_begin -= 1
        there = [who for who in self.users if not self.book.people[who].is_gone(self.days.now)]
        one, other = self.chance.sample(there, 2)
        game = self.chance.choice(list(GAMES))
        public_id, secret = f"m{len(self.book.endings):09}", self.chance.randbytes(SECRET_BYTES)
        given = {"game": game, "public_id": public_id, "secret": secret, "clock": self.chance.choice(CLOCKS)}
        self.ledger.open(tables.begin(self.users[one], self.users[other], **given, **GAMES[game]))

    def plan_vacation(self, who: int) -> None:
        """Plan the vacation that somebody means to take."""
        span = self.book.people[who].vacation
        assert span is not None
        try:
            vacations.plan_vacation(self.users[who], *span)
        except RulesError:
            return
        self.planned[who] = span
        self.book.counts["vacations planned"] += 1
        self.ledger.note_away(who)

    # --- When somebody moves ------------------------------------------------------------------------------------------

    def intend(self, playing: Playing, owed: Owed, deadline: datetime) -> None:
        """Decide what becomes of a turn that has begun."""
        habit, now = self.book.people[owed.who], self.days.now
        if habit.is_gone(now):
            return
        if owed.seen is None and habit.is_deaf(now + HOUR):
            self.waiting[self.book.address(owed.who), owed.match] = playing, owed
            return
        at = now + self._patience(deadline - now)
        if self._may_forget(playing, owed.who):
            at = deadline + HOUR * self.chance.uniform(1, 48)
            self.forgotten[owed.who] = playing, owed, deadline - vacations.SOON
        elif self.chance.random() < GLANCES:
            self.days.plan(now + (at - now) * self.chance.random(), partial(self._open, playing, owed))
        self.days.plan(at, partial(self._act, playing, owed))

    def _patience(self, left: timedelta) -> timedelta:
        """Return after how long somebody moves who has so much time."""
        soon, later = MINUTE * self.chance.uniform(0.3, 40), HOUR * self.chance.uniform(1, 12)
        much_later, last = HOUR * self.chance.uniform(8, 30), left - HOUR * self.chance.uniform(0.1, 2.9)
        chosen = self.chance.choices([soon, later, much_later, last], [30, 40, 20, 10])[0]
        return chosen if timedelta() < chosen < left - MINUTE else left * self.chance.uniform(0.1, 0.9)

    def _may_forget(self, playing: Playing, who: int) -> bool:
        is_safe = playing.counts_vacations and who not in self.planned
        if not is_safe or self.forgot.get(who, 0) >= FORGETS_OFTEN or self.chance.random() > FORGETS:
            return False
        self.forgot[who] = self.forgot.get(who, 0) + 1
        return True

    def hear(self) -> None:
        """Let people read the letters that have come. Some have waited for nothing else."""
        for letter in self.book.letters[self.heard :]:
            self._read(letter)
        self.heard = len(self.book.letters)

    def _read(self, letter: Letter) -> None:
        waiting = self.waiting.pop((letter.address, letter.match), None) if letter.kind else None
        if waiting is not None and waiting[1].ended is None:
            self.days.plan(self.days.now + MINUTE * self.chance.uniform(1, 100), partial(self._act, *waiting))

    # --- What somebody does -------------------------------------------------------------------------------------------

    def _open(self, playing: Playing, owed: Owed) -> None:
        if owed.ended is None and not self.book.people[owed.who].is_gone(self.days.now):
            owed.seen = owed.seen or self.days.now
            tables.opened(Match(public_id=playing.public_id), self.users[owed.who])

    def _act(self, playing: Playing, owed: Owed) -> None:
        """Look, answer what is offered, and move; before that in the match for which the site has taken a vacation."""
        forgotten = self.forgotten.get(owed.who)
        if forgotten is not None and forgotten[2] <= self.days.now:
            del self.forgotten[owed.who]
            self._act(*forgotten[:2])
        if owed.ended is not None or self.book.people[owed.who].is_gone(self.days.now):
            return None
        away = self.planned.get(owed.who)
        if away is not None and away[0] <= self.days.now < away[1] and playing.counts_vacations:
            return self._come_later(playing, owed, away[1])
        self._open(playing, owed)
        self.deals.consider(playing, owed.who)
        if owed.ended is None:
            self._move(playing, owed)
        if owed.ended is None:
            self.days.plan(self.days.now + MINUTE * self.chance.uniform(1, 30), partial(self._act, playing, owed))
        elif playing.ending.at is None:
            self.deals.offer(playing, owed.who)
        return None

    def _come_later(self, playing: Playing, owed: Owed, back: datetime) -> None:
        """Let somebody on vacation play once they are back."""
        left = Turn.objects.get(match=playing.pk, user=owed.who).deadline - back
        self.days.plan(back + left * self.chance.uniform(0.05, 0.8), partial(self._act, playing, owed))

    def _move(self, playing: Playing, owed: Owed) -> None:
        odds = TIRED if playing.ply > LONG else GIVES_UP
        match, user = Match.objects.get(pk=playing.pk), self.users[owed.who]
        if self.chance.random() < odds and not TimeUp.objects.filter(match=match, user=user).exists():
            play.resign(match.public_id, user.pk)
        else:
            number = tables.seat(match, user).index
            random = KeyedChance(self.chance.randbytes(SECRET_BYTES))
            position = positions.newest_position(match).position
            steps = playout.compose(match.rules, position, number, playout.choose_at_random, random)
            tables.answer(match, user, engine.move_text(match.rules, steps))
        self.ledger.observe(playing.pk)

    def there(self, but: Iterable[int]) -> list[User]:
        """Return who is there now, except for some."""
        gone = set(but)
        return [user for who, user in self.users.items() if who not in gone and not self._is_gone(who)]

    def _is_gone(self, who: int) -> bool:
        return self.book.people[who].is_gone(self.days.now)
