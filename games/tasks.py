"""What the worker does for matches. Every task is harmless when run twice; the sweeps are also commands."""

import time
from datetime import datetime
from typing import Any

from celery import shared_task
from celery.signals import beat_init, heartbeat_sent, task_failure, task_success
from django.utils import timezone

from accounts import broker
from games.bots import services as bots, sweeps as bot_sweeps
from games.core.seams import sweeps as features_sweeps
from games.core.services import (
    guest_stays as stays,
    heartbeats,
    public_check as site,
    rulings,
    schedule,
    sweeps,
    upkeep,
)
from games.deeds import services as awards, summarising as summaries
from games.guests import services as guests, unproved
from games.lobby import sweeps as lobby_sweeps
from games.ratings import dumps
from games.reports import upkeep as reports
from games.seeks import services as seeks
from games.substitutes import sweeps as seat_sweeps
from games.vacations import sweeps as vacation_sweeps

MINUTE = 60.0
MATCHES_A_TASK = 100
"""Overdue matches that one task looks at; moves of bots come in between."""
DUMP_LASTS = 3600
"""Seconds that a dump may take."""
_noted = 0.0


@heartbeat_sent.connect
def note_worker(sender: Any, **_: Any) -> None:
    """Note once a minute that this worker is alive; Celery signals it every few seconds."""
    global _noted
    if time.monotonic() - _noted >= MINUTE:
        _noted = time.monotonic()
        queues = sender.eventer.app.amqp.queues.consume_from
        heartbeats.record_heartbeat("worker", sender.eventer.hostname, ",".join(sorted(queues)))


@task_success.connect
def note_done(sender: Any, **_: Any) -> None:
    """Note that what beat had sent has come through."""
    schedule.record_run(heartbeats.SWEEP, sender.name, sender.request.args)


@task_failure.connect
def note_failed(sender: Any, **_: Any) -> None:
    """Note that what beat had sent has failed; the log says why."""
    schedule.record_run(heartbeats.FAILED, sender.name, sender.request.args)


@shared_task(bind=True)
def heartbeat(self: Any) -> None:
    """Note that the beat which sent this is alive, and whether the site answers; after a silence of either, give
    players the time that was lost."""
    _, _, machine = (self.request.origin or "").partition("@")
    if machine:
        heartbeats.record_heartbeat("beat", machine)
    schedule.expect()
    site.visit()
    sweeps.heartbeat()


@beat_init.connect
def note_beat(**_: Any) -> None:
    """Note at once that beat is there: after an outage the credit comes first, and health need not wait a minute."""
    heartbeat.delay()


@shared_task
def remind_due() -> None:
    """Queue the reminders that are due, and the warnings that invitations will expire."""
    sweeps.remind()
    lobby_sweeps.warn()


@shared_task
def expire_due() -> None:
    """Take the vacations of those whose time is nearly up, have rulings take effect that have waited, close the matches
    where time is up, take down the invitations that have expired, and close the seats that nobody has taken over.

    Where there are many, all who work get a part of them; what nobody does is found by the next sweep.
    """
    now = timezone.now()  # of all, so that nobody's time runs out before a vacation could be taken
    vacation_sweeps.take_vacations(now)
    rulings.rule_due(now)
    due = sweeps.due_matches(now)
    for first in range(MATCHES_A_TASK, len(due), MATCHES_A_TASK):
        part = due[first : first + MATCHES_A_TASK]
        broker.publish("games.tasks.expire_part", [part, now.isoformat()], expires=MINUTE)
    sweeps.expire(now, among=due[:MATCHES_A_TASK])
    lobby_sweeps.expire_invitations()
    seat_sweeps.close_seats()


@shared_task
def expire_part(match_ids: list[int], moment: str = "") -> None:
    """Close those of these matches whose time was up at a moment: when the sweep looked that found them."""
    sweeps.expire(datetime.fromisoformat(moment) if moment else None, among=match_ids)


@shared_task
def answer(match_id: int) -> None:
    """See to the bots of a match."""
    bots.move_for_bot(match_id, bots.MIN_SECONDS)


@shared_task
def answer_owed() -> None:
    """Sweep up the bots that no task was sent for."""
    bot_sweeps.move_bots()


@shared_task
def pair(seek_id: int) -> None:
    """Begin the match of a seek with one that fits."""
    seeks.find_opponent(seek_id)


@shared_task
def sweep(name: str) -> None:
    """Do what a feature does again and again."""
    features_sweeps.run_sweep(name)


@shared_task
def award_due() -> None:
    """Sweep the matches that have ended: look for deeds, and work out what their pages show of them."""
    awards.note_due()
    summaries.note_due()


@shared_task(time_limit=DUMP_LASTS)
def dump_due() -> None:
    """Write the public dump of this month, where there is none yet."""
    dumps.write_due()


@shared_task
def close_guests() -> None:
    """Close the guests who made no account in time, once they play nobody any more."""
    stays.shorten()
    guests.close_forgotten()


@shared_task
def close_unproved() -> None:
    """Close the accounts whose address was not confirmed in time."""
    unproved.close_unproved()


@shared_task
def remove_old() -> None:
    """Remove what only made old matches faster, vacations and reports of long ago, seeks of those who stay away, and
    parts that are gone; end what waits for nobody."""
    upkeep.thin()
    lobby_sweeps.void_unoffered()
    upkeep.remove_vacations()
    reports.remove_reports()
    seeks.remove_forgotten()
    heartbeats.remove_forgotten()
    schedule.remove_gone()
