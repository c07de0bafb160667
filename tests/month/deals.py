"""What people agree upon: pauses, more time, undos, draws, substitutes; and what those choose who have stayed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from random import Random

from accounts.models import User
from games.core.models import Seat, TimeUp
from games.core.services import remedies
from games.offers import services as offers
from games.rules.errors import RulesError
from games.substitutes import services as substitutes
from tests.games import tables
from tests.month.book import Book
from tests.month.days import Days
from tests.month.ledger import Ledger
from tests.month.playing import Playing
from tests.week.hours import HOUR

Kind, Remedy = Seat.Offer, TimeUp.Remedy
DAYS = {Kind.PAUSE: (1, 2, 3, 5), Kind.TIME: (1, 2, 3)}
OFFERS = {Kind.PAUSE: 6, Kind.TIME: 6, Kind.UNDO: 8, Kind.SEAT: 2, Kind.DRAW: 1, Kind.CANCEL: 1}
OFFERED = 0.05
"""After how many moves something is offered."""
LEAVES_IT = 0.2
"""How many leave it to what happens where nobody chooses."""


@dataclass
class Deals:
    """All that is offered and chosen; every `accept`-th time others accept."""

    book: Book
    ledger: Ledger
    days: Days
    chance: Random
    accept: float
    users: dict[int, User]

    def _accepts(self, what: str) -> bool:
        """Say whether somebody accepts something, which is counted."""
        is_yes = self.chance.random() < self.accept
        self.book.counts[f"{what}: {'yes' if is_yes else 'no'}"] += 1
        return is_yes

    # --- Offers -------------------------------------------------------------------------------------------------------

    def offer(self, playing: Playing, who: int) -> None:
        """Let somebody who has moved offer something, maybe. The other one thinks about it for a while."""
        if self.chance.random() > OFFERED:
            return
        kind = self.chance.choices(list(OFFERS), list(OFFERS.values()))[0]
        try:
            offers.make(playing.public_id, who, kind, self.chance.choice(DAYS.get(kind, (0,))))
        except RulesError:  # nothing to take back, no time left for it
            return
        for other in set(playing.users.values()) - {who}:
            self.days.plan(self.days.now + HOUR * self.chance.uniform(0.1, 15), partial(self.consider, playing, other))

    def consider(self, playing: Playing, who: int) -> None:
        """Let somebody answer what the other one offers, if anything."""
        number = playing.number(who)
        if playing.ending.at is not None or number is None or who not in self.users or self._is_away(who):
            return
        other = Seat.objects.filter(match=playing.pk).exclude(number=number).exclude(offer="").first()
        if other is None:
            return
        kind, days, asking = other.offered
        self._open(playing, who)
        if not self._accepts(str(Kind(kind).label)):
            offers.decline(playing.public_id, who)
            return
        playing.act = "agreed"
        try:
            offers.make(playing.public_id, who, kind, days, agreeing=True)
        except RulesError:  # no longer possible
            playing.act = ""
            return
        self._agreed(playing, kind, timedelta(days=days), asking)
        self.ledger.observe(playing.pk)

    def _agreed(self, playing: Playing, kind: str, time: timedelta, asking: int | None) -> None:
        if kind == Kind.PAUSE:
            playing.pause(self.days.now, self.days.now + time)
        elif kind == Kind.TIME and asking is not None:
            playing.more(asking, self.days.now, time)
        elif kind == Kind.SEAT:
            self._seek(playing)

    def _is_away(self, who: int) -> bool:
        habit, now = self.book.people[who], self.days.now
        return habit.is_gone(now) or any(begin <= now < end for begin, end in self.book.away[who])

    def _open(self, playing: Playing, who: int) -> None:
        for owed in playing.owed.values():
            if owed.who == who:
                owed.seen = owed.seen or self.days.now
        tables.opened(tables.Match(public_id=playing.public_id), self.users[who])

    # --- What those choose who have stayed ----------------------------------------------------------------------------

    def ask(self, playing: Playing, row: TimeUp) -> None:
        """Let somebody who may choose do so soon, late or never."""
        who = row.user_id
        if not self.book.people[who].is_gone(self.days.now) and self.chance.random() > LEAVES_IT:
            self.days.plan(self.days.now + HOUR * self.chance.uniform(0.5, 70), partial(self._choose, playing, who))

    def _choose(self, playing: Playing, who: int) -> None:
        row = TimeUp.objects.select_related("seat").filter(match=playing.pk, user=who).first()
        if row is None or self.book.people[who].is_gone(self.days.now):
            return
        self._open(playing, who)
        remedy = next(
            each for each in self.chance.sample(list(Remedy), len(Remedy)) if self._chosen(playing, who, each)
        )
        self.book.counts[f"chosen: {remedy.label}"] += 1
        if remedy == Remedy.MORE:
            playing.more(row.seat.index, self.days.now, remedies.MORE)
        elif remedy == Remedy.SUBSTITUTE:
            self._seek(playing)
        self.ledger.observe(playing.pk)

    def _chosen(self, playing: Playing, who: int, remedy: TimeUp.Remedy) -> bool:
        """Say whether somebody has chosen something; not where it is not to be had."""
        playing.act = remedy
        try:
            remedies.choose(playing.public_id, who, remedy)
        except RulesError:
            return False
        return True

    def _seek(self, playing: Playing) -> None:
        """Look for somebody for a seat. They come some time, or nobody does."""
        if self._accepts("a substitute"):
            self.days.plan(self.days.now + HOUR * self.chance.uniform(0.5, 70), partial(self._take, playing))

    def _take(self, playing: Playing) -> None:
        now = self.days.now
        there = [who for who in self.users if who not in playing.ending.sat and not self.book.people[who].is_gone(now)]
        if playing.ending.at is not None or not there:
            return
        try:
            substitutes.take_seat(playing.public_id, self.users[self.chance.choice(there)])
        except RulesError:  # the former player is back, or it is over
            return
        self.book.counts["seats taken over"] += 1
        self.ledger.observe(playing.pk)
