"""Is everything that runs the site alive? A monitor asks `/healthz` once a minute."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from accounts import outbox
from fogsite import backups, collected, disks, env, outside, version
from games.core.seams import afterwards, panels
from games.core.services import heartbeats, schedule
from games.rules import registry

SILENCE = 180  # seconds; all are noted once a minute, two may be missed
UNCOLLECTED = "Static files are missing: run collectstatic on this machine, then restart the web."
LATE = "Letters have been due for over ten minutes: look whether their worker runs."
CERTIFICATE_DAYS = 7
EXPIRES = f"The site's certificate is valid for fewer than {CERTIFICATE_DAYS} days: look whether it is renewed."
FULL = "The disk of the {} is nearly full: make room."
REFUSED = "No letter is taken: a mail server refuses them or cannot be reached. /admin/ says why, under outbox."

Finding = dict[str, Any]


def database() -> Finding:
    outside.try_database()
    return {"ok": True}


def broker() -> Finding:
    outside.try_redis()
    return {"ok": True}


def variables() -> Finding:
    """Say which variables name what is not there, or are misspelt; the settings refuse all others."""
    told = [*filter(None, [outside.dumps_fault()]), *env.misspelt()]
    return {"ok": False, "error": " ".join(told)} if told else {"ok": True}


def static() -> Finding:
    return {"ok": False, "error": UNCOLLECTED} if collected.missing() else {"ok": True}


def worker() -> Finding:
    return last_heard("worker")


def beat() -> Finding:
    return last_heard("beat")


def streams() -> Finding:
    """Report the streams as a worker is reported, but accept a site that has none.

    Pages then ask by themselves, and nothing was ever heard.
    """
    heard = last_heard(heartbeats.STREAMS)
    return heard if heard["nodes"] else heard | {"ok": True}


def last_heard(kind: str) -> Finding:
    """Return when each part of a kind last gave a sign of life, in seconds, and the one farthest from now.

    None if none ever did.
    """
    ages = heartbeats.ages(kind)
    return heard_of(max(ages.values(), key=abs, default=None)) | {"nodes": ages}


def sweeps() -> Finding:
    """Return which sweeps have not come through for too long: since how many seconds, and how many ago they last
    failed; None if they never did. Why stands in the log alone.
    """
    now = timezone.now()
    late = {
        name: {"age": ago(now, since), "failed": failed and ago(now, failed)} for name, since, failed in schedule.late()
    }
    return {"ok": not late, "late": late}


def ago(now: datetime, when: datetime) -> int:
    return round((now - when).total_seconds())


def site_health() -> Finding:
    """Return when the site last answered at its public address, where that is looked at."""
    if not settings.SITE_CHECK:
        return {"ok": True}
    at = heartbeats.last(heartbeats.SITE)
    return heard_of(None if at is None else ago(timezone.now(), at))


def certificate() -> Finding:
    """Return for how many whole days the certificate of the site is valid; None if nobody looks at it by HTTPS."""
    looked_at = settings.SITE_CHECK and settings.HTTPS
    until = heartbeats.last(heartbeats.CERTIFICATE) if looked_at else None
    if until is None:
        return {"ok": True, "days": None}
    days = (until - timezone.now()).days
    return {"ok": True, "days": days} if days >= CERTIFICATE_DAYS else {"ok": False, "days": days, "error": EXPIRES}


def disk() -> Finding:
    """Return how many percent of each disk are free, None of one that is not known here."""
    rooms = disks.rooms()
    told = [FULL.format(whose) for whose, room in rooms.items() if room and not room.is_enough]
    found: Finding = {"ok": not told, "free": {whose: room and room.percent for whose, room in rooms.items()}}
    return found | {"error": " ".join(told)} if told else found


def backup() -> Finding:
    return backups.finding(backups.BACKUP)


def drill() -> Finding:
    return backups.finding(backups.DRILL)


def heard_of(age: int | None) -> Finding:
    """Return what was heard in a time to come was so before the clock of the machine was set back, and not since."""
    return {"ok": age is not None and abs(age) <= SILENCE, "age": age}


def letters() -> Finding:
    found = outbox.health()
    return found if found["ok"] else found | {"error": LATE if found["late"] else REFUSED}


def games_health() -> Finding:
    """Say whether the games of all installed packages can be played; the log says what is wrong with those that
    cannot.
    """
    broken = [f"{name}: {type(error).__name__}" for name, error in registry.BROKEN.items()]
    return {"ok": False, "error": ", ".join(broken)} if broken else {"ok": True}


def features() -> Finding:
    """Return which features failed after a commit, how many seconds ago they last did, and the sweep that does it
    again: once it has come through, they are well. Likewise which panels failed of late. Why stands in the log alone.
    """
    now = timezone.now()
    failed: Finding = {each.name: {"age": ago(now, each.at), "sweep": each.sweep} for each in afterwards.failures()}
    for panel in panels.failed_panels():
        failed[f"{panel.name} {panel.place}"] = {"age": ago(now, panel.at)}
    return {"ok": not failed, "failed": failed}


PARTS: dict[str, Callable[[], Finding]] = {
    "database": database,
    "redis": broker,
    "static": static,
    "variables": variables,
    "worker": worker,
    "beat": beat,
    "streams": streams,
    "sweeps": sweeps,
    "site": site_health,
    "letters": letters,
    "games": games_health,
    "features": features,
    "disk": disk,
    "certificate": certificate,
    "backup": backup,
    "drill": drill,
}


def whole_report() -> Finding:
    """Return `{"ok", "release", "version", "parts"}`. Each part is `{"ok", "age" in seconds, "error", "nodes"}`, by its
    name.
    """
    parts = {name: examined(part) for name, part in PARTS.items()}
    ok = all(part["ok"] for part in parts.values())
    return {"ok": ok, "release": version.RELEASE, "version": version.running_version(), "parts": parts}


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer with the report: 200 when every part is well, 503 otherwise."""
    found = whole_report()
    return JsonResponse(found, status=200 if found["ok"] else 503)


def examined(part: Callable[[], Finding]) -> Finding:
    try:
        return part()
    except outside.FAULTS as error:
        return {"ok": False, "error": outside.fault(error)}  # its text may name hosts and users
