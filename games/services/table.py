"""A locked match: the one place where an entry is written, with everything that follows from it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

import msgspec
from django.db import transaction
from django.utils import timezone

from accounts import broker
from accounts.database import rows
from games.models import Entry, Match, Seat, Snapshot, Turn
from games.notices import turns as notices
from games.reading import positions
from games.reading.access import NotYours
from games.rules import engine
from games.rules.chance import Draw
from games.rules.engine import AnyPosition
from games.rules.errors import GameOver
from games.rules.game import Event, Outcome, View, visible
from games.rules.sentence import N_, sentence
from games.services import clock, secret


class Look(NamedTuple):
    """A position as one seat knows it: its view, that view and whom the match waits for encoded, and its legal steps.

    `steps` are texts, None where the seat owes nothing.
    """

    view: View
    seen: bytes
    steps: list[str] | None


def require_playing(match: Match) -> None:
    """Raise GameOver unless a match is being played."""
    if match.status == Match.Status.OPEN:
        raise GameOver(sentence(N_("The match has not begun; it waits for players.")))
    if match.status != Match.Status.PLAYING:
        raise GameOver(sentence(N_("The match is over; no more moves can be made.")))


def _wanted(match: Match) -> list[rows.Wanted]:
    """What is read with a match: seats, turns, the newest snapshot and the secret."""
    return [
        rows.Wanted(Seat, {"match_id": match.pk}),
        rows.Wanted(Turn, {"match_id": match.pk}),
        rows.Wanted(Snapshot, {"match_id": match.pk, "ply": match.ply}),
        secret.wanted(match),
    ]


class Table:
    """A locked match with its seats, its turns by seat, and where it stands: ready for one entry."""

    def __init__(self, match: Match, found: Sequence[list[Any]] = ()) -> None:
        """`found` is what `_wanted` asks for, where it was read before."""
        now = timezone.now()
        self.match = match
        self.now = max(now, match.moved or now)  # times in a log never decrease, whatever the clock does
        seats, turns, snapshots, (self._sealed,) = found or rows.select_each(*_wanted(match))
        self.seats: list[Seat] = sorted(seats, key=lambda seat: (seat.number or 0, seat.joined))
        self.turns: dict[int, Turn] = {turn.seat_id: turn for turn in turns}
        self.batch = rows.Batch()
        self._snapshots: list[Snapshot] = snapshots
        self._before: positions.Walk | None = None

    @classmethod
    def locked(cls, **which: Any) -> Table:
        """Lock a match and look at it, inside a transaction. Raises NotYours."""
        for match in rows.select(Match, lock=True, **which):
            return cls(match)
        raise NotYours

    @classmethod
    def locked_each(cls, match_ids: Iterable[int]) -> list[Table]:
        """Lock several matches and look at them, inside a transaction; those that somebody else holds are left out."""
        wanted = [rows.Wanted(Match, {"id": match_id}, lock=True, wait=False) for match_id in sorted(match_ids)]
        matches = [match for found in rows.select_each(*wanted) for match in found]
        parts = iter(rows.select_each(*(each for match in matches for each in _wanted(match))))
        return [cls(match, [next(parts) for _ in _wanted(match)]) for match in matches]

    @property
    def before(self) -> positions.Walk:
        """Where the match stands, before the entry to be made."""
        if self._before is None:
            self._before = positions.newest(self.match, self._snapshots)
        return self._before

    def seat_of(self, user_id: int) -> Seat:
        """The seat of a user. Raises NotYours."""
        for seat in self.seats:
            if seat.user_id == user_id:
                return seat
        raise NotYours

    def require_playing(self) -> None:
        """Raise GameOver unless the match is being played."""
        require_playing(self.match)

    def repetition(self, seat: Seat, text: str, expected: int) -> int | None:
        """The ply of the entry in which the seat gave this very answer to this very question."""
        if seat.answered != expected:
            return None
        made = self.match.entries.filter(ply=seat.answered_ply or 0, text=text)
        return made.values_list("ply", flat=True).first()

    def move(self, seat: Seat, steps: Sequence[Any], *, by_program: bool = False) -> Entry:
        """Check and append a move of a seat's player. Raises what `engine.apply` raises."""
        seat.answered, seat.answered_ply = seat.serial, self.match.ply + 1
        return self._play(seat, steps, by_program)

    def _play(self, seat: Seat, steps: Sequence[Any], by_program: bool = False) -> Entry:
        """Check and append a move of a seat, its player's own or the clock's."""
        rules, position = self.match.rules, self.before.position
        chance, key = secret.keyed(self.match, self._sealed, self.seats, position.epoch)
        after, events = engine.apply(rules, position, seat.place, steps, chance)
        return self.append(
            seat.number, engine.move_text(rules, steps), after, events, chance.draws, key, by_program=by_program
        )

    def rule(self, text: str, absent: Iterable[Seat] = ()) -> Entry:
        """Append a house entry that ends the match."""
        after, events = engine.rule(self.match.rules, self.before.position, text)
        _, key = secret.keyed(self.match, self._sealed, self.seats)
        return self.append(None, text, after, events, [], key, absent=absent)

    def start(self, order: Sequence[int] | None) -> Entry:
        """Append entry 0 and give the seats their numbers; `order` None draws who sits where."""
        chance, key = secret.keyed(self.match, self._sealed, self.seats)
        position, events, text = engine.start(self.match.rules, self.match.options, order, chance)
        self._seat(events)
        self.match.status, self.match.started = Match.Status.PLAYING, self.now
        self._before = positions.Walk(position, -1, "", [])
        return self.append(None, text, position, events, chance.draws, key)

    def _seat(self, events: list[Event]) -> None:
        by_joining = {seat.joined: seat for seat in self.seats}
        for number, joined in enumerate(events[0].order):  # type: ignore[attr-defined]  # Started is always first
            by_joining[joined].number = number
        self.seats.sort(key=lambda seat: seat.place)

    def append(
        self,
        number: int | None,
        text: str,
        after: AnyPosition,
        events: list[Event],
        draws: list[Draw],
        key: bytes,
        absent: Iterable[Seat] = (),
        by_program: bool = False,
    ) -> Entry:
        """Write one entry and everything that follows from it: snapshot, seats, turns, result, notices."""
        match = self.match
        match.ply, match.moved = match.ply + 1, self.now
        entry = Entry(match_id=match.pk, ply=match.ply, seat=number, text=text, draws=draws, created=self.now)
        entry.by_program = by_program
        entry.digest = engine.digest(key, self.before.digest, positions.as_rules(entry), after)
        match.digest = entry.digest
        self.batch.insert(entry)
        positions.keep(self.batch, match, after, self.before)
        self._finish(engine.outcome(match.rules, after), text, absent)
        self.batch.update(match)
        fresh = self._diff_turns(number, after)
        self.wake_house()
        self._renew_seats(number, after, events)
        notices.queue(self.batch, match, self.seats, fresh)
        self.batch.write()
        return entry

    def _diff_turns(self, actor: int | None, after: AnyPosition) -> list[Turn]:
        """Make turns for seats that newly owe a move, end those of seats that no longer do; the new ones."""
        owing = engine.to_act(self.match.rules, after)
        held = set(self.turns)
        fresh = [self._new_turn(seat) for seat in self.seats if seat.number in owing and seat.pk not in held]
        for seat in self.seats:
            if seat.pk in held and seat.number not in owing:
                self._end_turn(seat)
            elif seat.pk in held and seat.number == actor:
                self._keep_turn(seat, anew=bool(fresh))
        return fresh

    def _new_turn(self, seat: Seat) -> Turn:
        turn = Turn(match_id=self.match.pk, seat_id=seat.pk, user_id=seat.user_id)
        self._begin_turn(turn, seat)
        self.batch.insert(turn)
        self.turns[seat.pk] = turn
        return turn

    def _begin_turn(self, turn: Turn, seat: Seat) -> None:
        turn.ply, turn.since, turn.reminders_sent = self.match.ply, self.now, 0
        turn.deadline = clock.first_deadline(self.now, self.match.pace)
        turn.next_reminder_at = None if seat.house else clock.reminder_at(turn.deadline, self.match.pace)

    def _keep_turn(self, seat: Seat, anew: bool) -> None:
        """What becomes of the turn of a seat that still owes after its own entry.

        Where others are asked anew, so is this seat: who seals last would otherwise have one turn for a whole match.
        """
        turn = self.turns[seat.pk]
        if anew:
            self._begin_turn(turn, seat)
        else:
            turn.deadline = clock.raised_deadline(turn.deadline, turn.since, self.now, self.match.pace)
        self.batch.update(turn)

    def look(self, seat: Seat) -> None:
        """Note that the player of a seat, who acts, has looked at what it is asked."""
        turn = self.turns.get(seat.pk)
        if turn is not None:
            turn.looked_ply = turn.ply
            self.batch.update(turn)

    def wake_house(self) -> None:
        """Once this is committed, have a worker answer for the house opponents that owe a move."""
        if any(seat.house and seat.pk in self.turns for seat in self.seats):
            ask_house(self.match.pk)

    def _end_turn(self, seat: Seat) -> None:
        self.batch.delete(self.turns.pop(seat.pk))

    def _renew_seats(self, actor: int | None, after: AnyPosition, events: list[Event]) -> None:
        """Give every seat the serial of what it is now asked and the stamp of what it now sees."""
        for seat in self.seats:
            before, now = self._look(self.before.position, seat), self._look(after, seat)
            if seat.number == actor or self._asks_anew(before, now, seat.place):
                seat.serial += 1
                self._drop_plan(seat, played=seat.number == actor)
            self._note_change(seat, before, now, visible(events, seat.place))
            self.batch.update(seat)

    def _look(self, position: AnyPosition, seat: Seat) -> Look:
        rules, number = self.match.rules, seat.place
        view = rules.view(position.state, number)
        seen = _encode([sorted(engine.seen_to_act(rules, position, number)), view])
        if number not in engine.to_act(rules, position):
            return Look(view, seen, None)
        return Look(view, seen, [rules.text(step) for step in rules.legal_steps(position.state, number)])

    def _asks_anew(self, before: Look, now: Look, number: int) -> bool:
        """Whether a seat is asked something else than before; the words may change where the answers do not."""
        if now.steps is None or now.steps != before.steps:
            return now.steps != before.steps
        return self.match.rules.prompt(now.view, number) != self.match.rules.prompt(before.view, number)

    def _drop_plan(self, seat: Seat, played: bool) -> None:
        seat.plan_dropped = bool(seat.plan) and not played
        seat.plan = ""

    def _note_change(self, seat: Seat, before: Look, now: Look, events: list[Event]) -> None:
        """Give the seat a new stamp where something it sees has changed; else it may not even know of the entry."""
        if events or now.seen != before.seen:
            seat.stamp = hashlib.blake2b(_encode([seat.stamp, events]) + now.seen, digest_size=16).hexdigest()
            seat.changed = self.now
        else:
            seat.blind = [*seat.blind, self.match.ply]

    def _finish(self, ended: Outcome | None, text: str, absent: Iterable[Seat]) -> None:
        if ended is None:
            return
        void = ended.reason == "void"
        self.match.status = Match.Status.VOID if void else Match.Status.OVER
        self.match.result = None if void else msgspec.to_builtins(ended)
        self.match.ended = self.now
        missing = {seat.pk for seat in absent}
        for seat in self.seats:
            seat.outcome = seat_outcome(ended, seat.place, seat.pk in missing, text)
            seat.score = ended.scores[seat.place] if ended.scores else None
            seat.blind = []  # nothing is hidden any more
            seat.offer = ""

    def offer(self, seat: Seat, kind: str) -> None:
        """Note what a seat offers the others, "" for nothing any more; all pages of the match show it."""
        seat.offer = kind
        for each in self.seats:
            each.stamp = hashlib.blake2b(_encode([each.stamp, seat.number, kind]), digest_size=16).hexdigest()

    def write_seats(self) -> None:
        """Write what has changed in the seats, where no entry does it."""
        for seat in self.seats:
            self.batch.update(seat)
        self.batch.write()

    def overdue(self, now: datetime) -> list[Seat]:
        """The seats whose time is up, none in a match that is not being played; the house is always waited for."""
        if self.match.status != Match.Status.PLAYING:
            return []
        owing = [seat for seat in self.seats if seat.pk in self.turns and not seat.house]
        return [seat for seat in owing if self.turns[seat.pk].deadline <= now]

    def wait_for_unheard(self, unheard: list[Seat], now: datetime) -> str:
        """Give seats that were never told their time again; strike the match out where that has lasted too long."""
        if all(clock.abandoned(self.turns[seat.pk].since, now, self.match.pace) for seat in unheard):
            self.rule("!void", absent=unheard)
            return "void"
        for seat in unheard:
            turn = self.turns[seat.pk]
            turn.deadline = clock.first_deadline(now, self.match.pace)
            turn.next_reminder_at = clock.reminder_at(turn.deadline, self.match.pace)
            turn.save(update_fields=["deadline", "next_reminder_at"])
        return "given time"

    def time_out(self, overdue: list[Seat]) -> str:
        """End the match for seats that were told and did not move, or make the moves their games provide for."""
        provided = [(seat, steps) for seat in overdue if (steps := self._provided(seat)) is not None]
        if provided:
            seat, steps = provided[0]  # one entry a call: the next sweep looks at the match afresh
            self._end_turn(seat)  # what the seat owes after a move it did not make itself is news to its player
            self._play(seat, steps)
            return "moved"
        if len(overdue) > 1:
            self.rule("!void", absent=overdue)
            return "void"
        self.rule(f"!timeout {overdue[0].number}")
        return "timeout"

    def _provided(self, seat: Seat) -> list[Any] | None:
        """The move the game makes for a seat whose time is up, if any."""
        rules = self.match.rules
        plan = engine.parse_move(rules, seat.plan) if seat.plan and seat.plan_serial == seat.serial else []
        return rules.on_timeout(self.before.position.state, seat.place, plan)


def ask_house(match_id: int) -> None:
    """Have a worker see to the house opponents of a match, once the transaction is committed."""
    transaction.on_commit(partial(broker.publish, "games.tasks.answer", [match_id]), robust=True)


_encode: Callable[[object], bytes] = msgspec.json.Encoder(order="sorted").encode


def seat_outcome(ended: Outcome, number: int, absent: bool, text: str) -> str:
    """What the end is for one seat; `absent` where it never came, `text` is that of the last entry."""
    if ended.reason == "void":
        return Seat.Outcome.ABSENT if absent else Seat.Outcome.VOID
    if not ended.winners:
        return Seat.Outcome.LEVEL
    if number in ended.winners:
        return Seat.Outcome.WON
    return Seat.Outcome.TIMEOUT if text == f"!timeout {number}" else Seat.Outcome.LOST
