"""What becomes of matches, as their logs and rows say it, held against what the oracle says of their clocks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import Vacation
from games.core.models import Entry, Match, Seat, TimeUp, Turn
from tests.month import endings
from tests.month.book import Book, Clock, Ending, Expired, Owed
from tests.month.oracle import SeatClock, Span, Terms
from tests.month.playing import Playing

Seats = dict[int, Seat]
Turns = dict[int, Turn]


class Ledger:
    """All matches, by key; `begun` is told of every turn that begins, `up` of every time that is up."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.matches: dict[int, Playing] = {}
        self.of: dict[int, list[Playing]] = defaultdict(list)
        self.running = 0
        self.begun: Callable[[Playing, Owed, datetime], None] = lambda *_: None
        self.up: Callable[[Playing, TimeUp], None] = lambda *_: None

    def open(self, match: Match) -> None:
        """Note that a match has begun."""
        assert match.started is not None
        assert match.last_moment is not None
        seats = {seat.index: seat for seat in match.seats.all()}
        ending, terms = Ending(match.public_id, match.game, match.last_moment, set()), _terms(match)
        clocks = {number: SeatClock(terms, seat.zone, terms.total) for number, seat in seats.items()}
        playing = Playing(match.pk, ending, match.vacations, match.started, clocks, {})
        self.matches[match.pk] = playing
        self.book.endings.append(ending)
        self.running += 1
        for number, seat in seats.items():
            self._seat(playing, number, seat.user_id)
        self.observe(match.pk)

    def _seat(self, playing: Playing, number: int, who: int) -> None:
        playing.users[number] = who
        playing.ending.sat.add(who)
        self.of[who].append(playing)
        playing.clocks[number].away = _counting(playing, who)

    # --- What is seen of a match --------------------------------------------------------------------------------------

    def observe(self, match_id: int) -> None:
        """Note what has happened in a match."""
        playing, match = self.matches[match_id], Match.objects.get(pk=match_id)
        seats = {seat.index: seat for seat in match.seats.select_related("turn")}
        turns = {number: seat.turn for number, seat in seats.items() if hasattr(seat, "turn")}
        entries = list(match.entries.filter(ply__gt=playing.ply).order_by("ply"))
        for entry in entries:
            self._enter(playing, entry, seats, turns if entry is entries[-1] else None)
        for who in playing.users.values():
            self.note_away(who)
        if match.ended is None:
            self._note_up(playing, turns)
            self._hold_against(playing, turns)
        elif playing.ending.at is None:
            self._close(playing, match.ended, entries[-1].text, seats)
        playing.act = ""

    def note_away(self, who: int) -> None:
        """Note the vacations of somebody in all matches."""
        spans, now = Vacation.objects.filter(user=who).spans(), timezone.now()
        if spans == self.book.away[who]:
            return
        self.book.away[who] = spans
        for playing in self.of[who]:
            number = playing.number(who)
            if number is None or playing.ending.at is not None:
                continue
            clock = playing.clocks[number]
            if clock.turn is not None and clock.ends() > now:
                clock.count(now)
            clock.away = _counting(playing, who)
            playing.note_ends(number, now)

    def _note_up(self, playing: Playing, turns: Turns) -> None:
        row = TimeUp.objects.filter(match=playing.pk).first()
        if row is not None and playing.up is None:
            number = next(number for number, turn in turns.items() if turn.seat_id == row.seat_id)
            playing.up = number, row.began
            self._expire(playing, number)
            self.up(playing, row)

    def _expire(self, playing: Playing, number: int, *, is_spared: bool = False) -> None:
        is_out = not playing.has_house and playing.clocks[number].is_out()
        expired = Expired(playing.owed[number], timezone.now(), is_out, is_spared, playing.counts_vacations)
        self.book.expired.append(expired)

    def _hold_against(self, playing: Playing, turns: Turns) -> None:
        now = timezone.now()
        for number, owed in playing.owed.items():
            clock, turn = playing.clocks[number], turns[number]
            if playing.has_house:
                continue
            if clock.ends() <= now < turn.deadline:  # it says itself that nobody knew
                self._expire(playing, number, is_spared=True)
                clock.count(now).left = clock.running.given
            playing.note_ends(number, now)
            self.book.clocks.append(Clock(owed, now, turn.deadline, clock.ends()))

    def _enter(self, playing: Playing, entry: Entry, seats: Seats, turns: Turns | None) -> None:
        """Note an entry; `turns` are those after it.

        `turns` is None if more entries have followed already: of bots.
        """
        now, number, playing.ply = entry.created, entry.seat, entry.ply
        if turns is None:
            return
        if entry.text.startswith("!rollback"):
            playing.take_back(now, turns)
        elif entry.text.startswith("!substitute"):
            self._substitute(playing, int(entry.text.split()[1]), seats, now)
        elif number is not None:
            playing.move(number, now, turns, anew=number in turns and turns[number].since == now)
        playing.mover = number
        for each, turn in turns.items():
            if each not in playing.owed or playing.owed[each].began != turn.since:
                self._begin(playing, each, turn, is_own=each == number)

    def _substitute(self, playing: Playing, number: int, seats: Seats, now: datetime) -> None:
        playing.hand_over(number, now)
        playing.has_house = playing.has_house or seats[number].house
        playing.clocks[number].zone = seats[number].zone
        self._seat(playing, number, seats[number].user_id)

    def _begin(self, playing: Playing, number: int, turn: Turn, *, is_own: bool) -> None:
        clock = playing.clocks[number]
        if clock.turn is None or clock.turn.at != turn.since:  # not where a move was taken back
            clock.begin(turn.since)
        if turn.user_id not in self.book.people:
            return
        owed = Owed(turn.user_id, playing.public_id, turn.since, seen=turn.since if is_own else None)
        playing.owed[number] = owed
        self.book.owed.append(owed)
        playing.note_ends(number, timezone.now())
        self.begun(playing, owed, turn.deadline)

    def _close(self, playing: Playing, ended: datetime, text: str, seats: Seats) -> None:
        by_time = text.startswith(("!timeout", "!void")) and not playing.act and playing.up is None
        for number in list(playing.owed):
            if by_time and (playing.has_house or playing.clocks[number].ends() <= ended):
                self._expire(playing, number)
            playing.leave(number, ended)
        playing.ending.at, playing.ending.how = ended, endings.how(playing.act, text, seats.values())
        self.running -= 1


def _counting(playing: Playing, who: int) -> list[Span]:
    """Return the vacations of somebody that stop a clock of a match."""
    spans = Vacation.objects.filter(user=who).spans()
    return [span for span in spans if playing.counts_vacations and span[1] > playing.began]


def _terms(match: Match) -> Terms:
    days, hours = timedelta(days=1), timedelta(hours=1)
    assert match.total_days is not None
    return Terms(
        pace=days * match.pace_days,
        bank=hours * match.bank_hours,
        increment=hours * match.increment_hours,
        cap=hours * match.cap_hours,
        nights=match.nights,
        weekends=match.weekends,
        total=days * match.total_days,
    )
