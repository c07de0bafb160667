"""Reminders of a turn: at which moments of its time, as pure functions. All times are aware."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models


class Rung(models.TextChoices):
    """What a reminder is of: half of the time is over, a day is left, or three hours are."""

    HALF = "half"
    DAY = "day"
    LATE = "late"


LEFT = {Rung.DAY: timedelta(days=1), Rung.LATE: timedelta(hours=3)}
"""How much of a turn's time is left at a rung of its reminders."""


def rungs(since: datetime, deadline: datetime) -> list[tuple[datetime, Rung]]:
    """When to remind of a turn, and which rung each moment is, in order; only what comes after its beginning."""
    half = since + (deadline - since) / 2
    found = [(half, Rung.HALF), *((deadline - left, rung) for rung, left in LEFT.items())]
    return sorted(each for each in found if each[0] > since)


def next_rung(since: datetime, deadline: datetime, now: datetime) -> datetime | None:
    """When the first rung after `now` is due; None where all are over."""
    return next((at for at, _ in rungs(since, deadline) if at > now), None)


def last_rung(since: datetime, deadline: datetime, now: datetime) -> str:
    """The rung that was due last; "" where none was."""
    return next((rung for at, rung in reversed(rungs(since, deadline)) if at <= now), "")
