"""What is done from minute to minute: outage credit, reminders, expiry. The database is the truth."""

import logging
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.db import transaction
from django.utils import timezone

from accounts import outbox
from accounts.database import rows
from accounts.models import Outbox, Preferences
from games.core.clock import reminders
from games.core.clock.reminders import Reminder
from games.core.models import Match, Outage, TimeUp, Turn
from games.core.notices import turns
from games.core.services import expiry, outages

T = TypeVar("T")

logger = logging.getLogger(__name__)

ROWS_A_SWEEP = 500
"""Rows one sweep takes up; the next one follows within a minute."""
MAX_SECONDS = 45
"""Seconds after which a sweep over matches takes up no further one."""
MATCHES_TOGETHER = 10
"""Matches that are closed in one transaction; until it ends, moves in them wait."""
TURNS_TOGETHER = 50
"""Turns that are reminded of in one transaction; until it ends, the moves owed wait."""


def attempt(fault: str, do: Callable[..., T], key: object, *more: Any) -> T | None:
    """Do something about the row of this key. If that fails, log the `fault`: one broken row must not keep the others
    waiting."""
    try:
        return do(key, *more)
    except Exception:
        logger.exception(fault, key)
        return None


def heartbeat(now: datetime | None = None) -> timedelta:
    """Note that the service is alive. After an outage move every running deadline by its length.

    Return the length of what was given back, even for an outage whose credit had stopped half way; 0 in ordinary times.
    """
    lost = outages.record_alive(now or timezone.now())
    return outages.credit() or lost


def due_reminders(now: datetime) -> list[int]:
    """Return turns to be reminded of now, most urgent first."""
    return list(Turn.objects.to_remind(now).order_by("next_reminder_at").values_list("pk", flat=True))


def remind(now: datetime | None = None) -> int:
    """Queue every reminder that is due, while there is time; how many there were. None is while an outage is being
    given back."""
    now = now or timezone.now()
    if Outage.objects.owed().exists():
        return 0
    due = due_reminders(now)
    done = 0
    end = time.monotonic() + MAX_SECONDS
    while due and time.monotonic() < end:
        done += _remind_together(due[:TURNS_TOGETHER], now)
        due = due[TURNS_TOGETHER:]
    return done


@transaction.atomic
def _remind_together(turn_ids: Sequence[int], now: datetime) -> int:
    """Queue the reminder due for each of these turns, if its player wants it; return the number queued.

    Left out are turns that were answered or reminded of by now, and those that somebody holds at this moment.
    """
    held = rows.select_among(Turn, "id", turn_ids, lock=True, wait=False)
    due = [turn for turn in held if turn.is_to_remind(now)]
    chosen = {row.user_id: row for row in rows.select_among(Preferences, "user_id", {turn.user_id for turn in due})}
    batch = rows.Batch()
    letters = list[Outbox]()
    for turn in due:
        reminder = reminders.last_due(turn.since, turn.deadline, now)
        if reminder is not None and _wants(chosen.get(turn.user_id), reminder):
            letters.append(turns.reminder_of(turn, reminder))
            turn.reminders_sent += 1
        turn.next_reminder_at = reminders.next_due(turn.since, turn.deadline, now)
        batch.update(turn)
    outbox.enqueue(batch, letters)
    batch.write()
    return len(letters)


def _wants(chosen: Preferences | None, reminder: Reminder) -> bool:
    """Say whether a player with these preferences, or with the usual ones, wants this reminder."""
    return bool(getattr(chosen or Preferences(), f"remind_{reminder}"))


def due_matches(now: datetime, among: Sequence[int] | None = None) -> list[int]:
    """Return matches in which time is up, longest overdue first.

    That is somebody's time to move, or the time to choose of the player who stayed. Matches that ought to be over
    follow. If `among` is given, return only these.
    """
    turns = Turn.objects.overdue(now).filter(seat__house=False, seat__time_up=None).order_by("deadline")
    chosen = TimeUp.objects.filter(until__lte=now).order_by("until")
    last = Match.objects.filter(status=Match.Status.PLAYING, last_moment__lte=now).order_by("last_moment")
    if among is not None:
        turns = turns.filter(match__in=among)
        chosen = chosen.filter(match__in=among)
        last = last.filter(pk__in=among)
    found = (turns.values_list("match_id"), chosen.values_list("match_id"), last.values_list("pk"))
    return list(dict.fromkeys(key for rows in found for (key,) in rows))


def expire(now: datetime | None = None, among: Sequence[int] | None = None) -> dict[int, str]:
    """Look at every match in which somebody's time is up, or only at those `among` these, while there is time; what was
    done, by match.

    After an outage nobody's time is up before the credit was given, and none runs out while nobody can reach the site.
    """
    now = now or timezone.now()
    if heartbeat(now):
        return {}
    until = outages.well_until(now)
    end = time.monotonic() + MAX_SECONDS
    due = due_matches(until, among)
    done = dict[int, str]()
    while due and time.monotonic() < end:
        done |= _expire(due[:MATCHES_TOGETHER], until)
        due = due[MATCHES_TOGETHER:]
    return done


def _expire(match_ids: list[int], now: datetime) -> dict[int, str]:
    try:
        return expiry.expire_together(match_ids, now)
    except Exception:  # one broken match must not keep the others from ending
        if len(match_ids) > 1:
            return {key: word for each in match_ids for key, word in _expire([each], now).items()}
        logger.exception("Match %s could not be looked at", match_ids[0])
        return {match_ids[0]: "failed"}
