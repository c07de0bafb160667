"""Time that is moved on until the last match is over; tasks that beat starts are done by what `run` is given."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from unittest import mock

import time_machine
from django.db.models import Min

from accounts import broker
from accounts.models import Outbox
from games.core.models import Heartbeat, Seat, TimeUp, Turn
from games.core.models.seat import CLOSED
from games.core.seams import sweeps as core_sweeps
from games.core.services import heartbeats, sweeps
from games.vacations import services as vacations
from tests.week.hours import BEAT, HOUR, MINUTE, Hours

HOURLY = sorted(
    {each["task"] for each in core_sweeps.entries().values() if each["schedule"] == HOUR.seconds and "args" not in each}
)
"""Tasks that beat sends every hour, those of features left out."""
RARELY = 24 * HOUR
"""How often they are run here."""
REMIND, EXPIRE, ANSWER, DELIVER = (
    *("games.tasks.remind_due", "games.tasks.expire_due"),
    *("games.tasks.answer_owed", "accounts.tasks.deliver_due"),
)


def _first(rows: Any, column: str) -> datetime | None:
    found: datetime | None = rows.aggregate(at=Min(column))["at"]
    return found


def _reminder() -> datetime | None:
    return _first(Turn.objects, "next_reminder_at")


def _time_up() -> datetime | None:
    """Return when there is time to be looked at: it is nearly up, there was long enough to choose, or a seat lapses."""
    deadline = _first(Turn.objects.filter(seat__house=False, seat__time_up=None), "deadline")
    until, opened = _first(TimeUp.objects, "until"), _first(Seat.objects.filter(open_until__gt=CLOSED), "open_until")
    return min((at for at in (deadline and deadline - vacations.SOON, until, opened) if at), default=None)


def _bot() -> datetime | None:
    return _first(Turn.objects.filter(seat__house=True), "since")


def _letter() -> datetime | None:
    return _first(Outbox.objects.filter(status__in=Outbox.UNSENT), "next_try")


SOONEST = {REMIND: _reminder, EXPIRE: _time_up, ANSWER: _bot, DELIVER: _letter}
"""When each task has something to do next."""


class Days(Hours):
    """Beats in which nothing is due are left out. `closed` is told of the matches that a task may have changed,
    `delivered` that letters were sent; it is over once it `has_ended`."""

    def __init__(self, start: datetime, phase: timedelta, run: Callable[[str], None]) -> None:
        super().__init__(start, start + timedelta(days=400), phase)
        self.run = run
        self.delivered: Callable[[], None] = lambda: None
        self.has_ended: Callable[[], bool] = lambda: False

    def pass_by(self, report: Callable[[datetime], None] = lambda _at: None) -> None:
        """Let it all happen; `report` is told every day what time it is."""
        number, hourly = 0, self.first
        with mock.patch.object(broker, "publish"), time_machine.travel(self.now, tick=False) as self.clock:
            while self.now < self.end and not self.has_ended():
                number = max(number + 1, -((self.first - self._soonest(hourly)) // BEAT))
                self._until(self.first + number * BEAT)
                self._beat(is_full_minute=number % (MINUTE // BEAT) == 0)
                if self.now >= hourly:
                    hourly += RARELY
                    report(self.now)
                    for task in HOURLY:
                        self._run(task)

    def _move_to(self, at: datetime) -> None:
        """Move the time on, as if the beats that are left out had been heard all the same.

        So players who move get no time back for a silence.
        """
        super()._move_to(at)
        Heartbeat.objects.update_or_create(name=heartbeats.CLOCK, defaults={"at": at})

    def _soonest(self, hourly: datetime) -> datetime:
        """Return when anything happens next."""
        planned = [self.plans[0][0]] if self.plans else []
        return min([hourly, *planned, *(at for task in SOONEST if (at := self._at(task)))])

    def _at(self, task: str) -> datetime | None:
        if task not in self.soonest:
            self.soonest[task] = SOONEST[task]()
        return self.soonest[task]

    def _is_time(self, task: str) -> bool:
        at = self._at(task)
        return at is not None and at <= self.now

    def _beat(self, *, is_full_minute: bool) -> None:
        if is_full_minute and self._is_time(REMIND):
            self._run(REMIND)
        if is_full_minute and self._is_time(EXPIRE):
            near = [match_id for _, match_id in vacations.players_in_need(self.now)]
            self._run(EXPIRE, *dict.fromkeys([*sweeps.due_matches(self.now), *near]))
        if self._is_time(ANSWER):
            self._run(ANSWER, *Turn.objects.filter(seat__house=True).values_list("match", flat=True))
        if self._is_time(DELIVER):
            self._run(DELIVER)
            self.delivered()

    def _run(self, task: str, *match_ids: int) -> None:
        """Have a task done, and say which matches it may have changed."""
        self._did(self.run(task))
        for match_id in match_ids:
            self.closed(match_id)
