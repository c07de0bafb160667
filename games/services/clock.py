"""Deadlines: pure functions of rows and "now". All times are aware datetimes."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import Turn

PACES = (1, 2, 3, 5, 7, 14)
"""Days a move that an inviter may choose from."""

LEFT = {Turn.Rung.DAY: timedelta(days=1), Turn.Rung.LATE: timedelta(hours=3)}
"""How much of a turn's time is left at a rung of its reminders."""
MIN_OUTAGE = timedelta(minutes=5)
"""A silence of the heartbeat longer than this is an outage."""
MAX_STANDSTILL = timedelta(days=7)
"""For how long the clocks stand at most because the site does not answer."""


def first_deadline(since: datetime, pace: timedelta) -> datetime:
    """When a turn that begins now must be answered."""
    return since + pace


def raised_deadline(deadline: datetime, since: datetime, now: datetime, pace: timedelta) -> datetime:
    """The deadline of a seat that still owes after its own entry.

    At least a quarter of the pace from now, never past twice the pace from the beginning of the turn, never earlier
    than it was.
    """
    return max(deadline, min(now + pace / 4, since + 2 * pace))


def rungs(since: datetime, deadline: datetime) -> list[tuple[datetime, Turn.Rung]]:
    """When to remind of a turn, and which rung each moment is, in order; only what comes after its beginning."""
    half = since + (deadline - since) / 2
    found = [(half, Turn.Rung.HALF), *((deadline - left, rung) for rung, left in LEFT.items())]
    return sorted(each for each in found if each[0] > since)


def next_rung(since: datetime, deadline: datetime, now: datetime) -> datetime | None:
    """When the first rung after `now` is due; None where all are over."""
    return next((at for at, _ in rungs(since, deadline) if at > now), None)


def last_rung(since: datetime, deadline: datetime, now: datetime) -> str:
    """The rung that was due last; "" where none was."""
    return next((rung for at, rung in reversed(rungs(since, deadline)) if at <= now), "")


def outage(last_beat: datetime, now: datetime) -> timedelta:
    """How long the service was silent; nothing for the usual gap between two beats."""
    silence = now - last_beat
    return silence if silence > MIN_OUTAGE else timedelta()


def well_until(answered: datetime | None, now: datetime) -> datetime:
    """Until when people could play, as far as it is known `now`, by when the site last `answered`.

    A site that never did, or has not for long, is not waited for: the fault may lie with whoever asks.
    """
    if answered is None or now - answered > MAX_STANDSTILL:
        return now
    return min(now, answered)


def abandoned(since: datetime, now: datetime, pace: timedelta) -> bool:
    """Whether a player who could never be told has been waited for long enough: four times the pace."""
    return now >= since + 4 * pace
