"""Time that is moved on from one beat to the next, and what is to happen in it.

Everything is the service's own but for three things: the clock, the last step of each channel, and the broker, which
loses every task: what is due is found by the sweeps alone.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from heapq import heappop, heappush
from itertools import count
from typing import Any, TypeVar
from unittest import mock

import time_machine
from django.conf import settings
from django.db.models import Min

from accounts import broker, outbox
from accounts.models import Outbox
from games.core.models import Turn
from games.core.services import sweeps

SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)
HEARTBEAT = 4 * MINUTE
"""The longest time between two heartbeats that is no outage, so that the clocks of matches never stand still."""
T = TypeVar("T")
BEAT = SECOND * settings.OUTBOX_SWEEP


class Hours:
    """The time from a start to an end, in which beat strikes every ten seconds; `closed` is told of matches that the
    clock has ended or moved on."""

    def __init__(self, start: datetime, end: datetime, phase: timedelta) -> None:
        self.now, self.end, self.first = start, end, start + phase
        self.closed: Callable[[int], None] = lambda _match_id: None
        self.plans: list[tuple[datetime, int, Callable[[], None]]] = []
        self.numbers = count()
        self.soonest: dict[str, datetime | None] = {}

    def plan(self, at: datetime, act: Callable[[], None]) -> None:
        """Have something happen at a moment."""
        heappush(self.plans, (at, next(self.numbers), act))

    def pass_by(self, report: Callable[[datetime], None] = lambda _at: None) -> None:
        """Let it all happen; `report` is told every few hours what time it is."""
        with mock.patch.object(broker, "publish"), time_machine.travel(self.now, tick=False) as self.clock:
            for number in count():
                at = self.first + number * BEAT
                if at >= self.end:
                    return
                self._until(at)
                if number % (HEARTBEAT // BEAT) == 0:
                    sweeps.heartbeat()
                self._beat(is_full_minute=number % (MINUTE // BEAT) == 0)
                if number % (6 * HOUR // BEAT) == 0:
                    report(at)

    def _until(self, at: datetime) -> None:
        """Let happen what was planned before a moment, each at its own."""
        while self.plans and self.plans[0][0] < at:
            when, _, act = heappop(self.plans)
            self._move_to(max(when, self.now))
            act()
            self.soonest.clear()
        self._move_to(at)

    def _move_to(self, at: datetime) -> None:
        self.now = at
        self.clock.move_to(at, tick=False)

    def _beat(self, *, is_full_minute: bool) -> None:
        """Do what beat has done, and leave out a look that would find nothing."""
        if is_full_minute:
            if self._is_due(Turn.objects, "next_reminder_at"):
                self._did(sweeps.remind())
            for match_id in self._did(sweeps.expire()) if self._is_due(Turn.objects, "deadline") else ():
                self.closed(match_id)
        unsent = Outbox.objects.filter(status__in=Outbox.UNSENT)
        while self._is_due(unsent, "next_try") and self._did(outbox.deliver_due()):
            pass  # a sweep ends itself after a while, and has another go on

    def _did(self, what: T) -> T:
        self.soonest.clear()
        return what

    def _is_due(self, rows: Any, column: str) -> bool:
        """Say whether the soonest of these rows is due; that is remembered until something happens."""
        if column not in self.soonest:
            self.soonest[column] = rows.aggregate(at=Min(column))["at"]
        at = self.soonest[column]
        return at is not None and at <= self.now
