"""Signs of life: of the service as a whole, of the site, of every worker, beat and streams by machine, and of sweeps.

A part's row is called by its kind, its node, and the queues that it reads: `worker celery@web1 celery`, `beat web1`,
`streams web1`.
"""

from datetime import datetime, timedelta

from django.utils import timezone

from games.core.models import Heartbeat

CLOCK = "beat"
"""Until when the service was alive: what outages are told by (`games/core/services/outages.py`)."""
SITE = "site"
"""When the site last answered at its public address (`games/core/services/public_check.py`)."""
CERTIFICATE = "certificate"
"""Until when the certificate is valid that the site last showed at its public address: mostly a time to come."""
STREAMS = "streams"
"""The kind of those that tell open pages of what is new (`fogsite/stream.py`)."""
SWEEP = "sweep"
FAILED = "failed"
"""The kinds of what beat's schedule has: when it last came through, and last failed
(`games/core/services/schedule.py`)."""
HOOK = "hook"
"""The kind of what features do after a commit: when it last failed (`games/core/seams/afterwards.py`)."""
PANEL = "panel"
"""The kind of what features show on pages: when it last failed (`games/core/seams/panels.py`)."""
FORGOTTEN = timedelta(days=1)
"""A part silent for longer is forgotten, where another one does its work."""


def record_heartbeat(*words: str) -> None:
    """Note that something is alive: CLOCK, SITE, a part by kind, node and queues, or a sweep by kind and name."""
    Heartbeat.objects.update_or_create(name=" ".join(words), defaults={"at": timezone.now()})


def record_end(name: str, at: datetime) -> None:
    """Note when something will end: CERTIFICATE."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": at})


def last(name: str) -> datetime | None:
    """Return when something was last alive, None if it never was."""
    return Heartbeat.objects.filter(name=name).values_list("at", flat=True).first()


def ages(kind: str) -> dict[str, int]:
    """Return how many seconds ago each part of a kind was last alive, by node and queues, without those forgotten.

    A part whose work nobody else does is never forgotten.
    """
    now = timezone.now()
    found = Heartbeat.objects.filter(name__startswith=f"{kind} ").order_by("name").values_list("name", "at")
    silences = {name.partition(" ")[2]: now - at for name, at in found}
    present = [name for name, silence in silences.items() if silence <= FORGOTTEN]
    done = {queue for name in present for queue in _queues(name)}
    return {
        name: round(silence.total_seconds())
        for name, silence in silences.items()
        if silence <= FORGOTTEN or not _queues(name) <= done
    }


def _queues(name: str) -> set[str]:
    """Return the queues in the name of a part; beat has none, which is its one work."""
    return set(name.partition(" ")[2].split(","))


def forget_part(name: str) -> bool:
    """Forget a part, by kind, node and queues, until it is heard again; whether there was one."""
    return " " in name and Heartbeat.objects.filter(name=name).delete()[0] > 0


def remove_forgotten() -> int:
    """Take away the rows of parts that `ages` names no more, and of hooks and panels that last failed as long ago; how
    many those were."""
    before = timezone.now() - FORGOTTEN
    parts = [name for name in Heartbeat.objects.values_list("name", flat=True) if " " in name]
    kinds = {name.partition(" ")[0] for name in parts} - {SWEEP, FAILED}
    parts = [name for name in parts if name.partition(" ")[0] in kinds]
    known = {f"{kind} {part}" for kind in kinds - {HOOK, PANEL} for part in ages(kind)}
    return Heartbeat.objects.filter(name__in=set(parts) - known, at__lt=before).delete()[0]
