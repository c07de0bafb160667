"""Whether what beat sends again and again comes through: when each entry of its schedule last did, and last failed.

One that fails every time, is killed, or reaches no worker is told by the log alone otherwise; people notice it late.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.core.models import Heartbeat
from games.core.seams import sweeps
from games.core.services import heartbeats
from games.core.services.heartbeats import FAILED, SWEEP

INTERVALS = 3
"""Intervals after which an entry that has not come through is late."""
PATIENCE = timedelta(minutes=15)
"""The shortest time after which one is."""


class Late(NamedTuple):
    """An entry that has not come through since then, and when it last failed, None if it never did."""

    name: str
    since: datetime
    failed: datetime | None


def record_run(kind: str, task: str, args: Sequence[Any] | None = None) -> None:
    """Note that a task with these arguments has come through (SWEEP) or FAILED, where beat's schedule has it."""
    for name, entry in sweeps.entries().items():
        if (entry["task"], entry.get("args", ())) == (task, tuple(args or ())):
            heartbeats.record_heartbeat(kind, name)


def expect() -> None:
    """Begin to wait for entries that were never heard of, as if they had come through just now."""
    noted = _noted()
    now = timezone.now()
    new = [each for each in _names(SWEEP) if each not in noted]
    Heartbeat.objects.bulk_create([Heartbeat(name=each, at=now) for each in new], ignore_conflicts=True)


def late() -> list[Late]:
    """Return the entries that have not come through for too long, by name."""
    noted = _noted()
    now = timezone.now()
    found = [Late(name, since, noted.get(f"{FAILED} {name}")) for name, since in _done(noted).items()]
    return sorted(each for each in found if now - each.since > _patience(each.name))


def last_done() -> dict[str, datetime]:
    """Return when each entry last came through, by its name; an entry that was never heard of is not there."""
    return _done(_noted())


def _done(noted: dict[str, datetime]) -> dict[str, datetime]:
    return {name: noted[f"{SWEEP} {name}"] for name in sweeps.entries() if f"{SWEEP} {name}" in noted}


def _patience(name: str) -> timedelta:
    return max(INTERVALS * timedelta(seconds=sweeps.entries()[name]["schedule"]), PATIENCE)


def _names(*kinds: str) -> list[str]:
    """Return what the rows of all entries are called."""
    return [f"{kind} {name}" for kind in kinds for name in sweeps.entries()]


def _noted() -> dict[str, datetime]:
    return dict(Heartbeat.objects.filter(name__in=_names(SWEEP, FAILED)).values_list("name", "at"))


def alarms() -> list[str]:
    """Return what the people who look after the site must know now.

    That is which entries are late, since when, and whether they fail.
    """
    return [_alarm(each) for each in late()]


def _alarm(each: Late) -> str:
    said = _("The sweep “%(name)s” has not succeeded since %(since)s.")
    if each.failed is not None:
        said += " " + _("It last failed on %(failed)s; the worker’s log says why.")
    return said % {"name": each.name, "since": _told(each.since), "failed": each.failed and _told(each.failed)}


def _told(when: datetime) -> str:
    return date_format(localtime(when), "DATETIME_FORMAT")


def remove_gone() -> int:
    """Take away the rows of entries that are no more; how many those were."""
    rows = Heartbeat.objects.filter(Q(name__startswith=f"{SWEEP} ") | Q(name__startswith=f"{FAILED} "))
    return rows.exclude(name__in=_names(SWEEP, FAILED)).delete()[0]
