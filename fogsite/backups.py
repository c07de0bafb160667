"""What backups and restore drills note in the folder BACKUP_STATUS, for `/healthz`: when, and what came of it.

Each writes a file of its own, such as `backup.json`: `{"time": "2026-12-01T03:30:00Z", "result": "ok"}`. The time is
that of the newest one that came through, null if there is none; the result is "ok", or another word if the last failed.
"""

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.utils import timezone

OK = "ok"


class KindOfNote(NamedTuple):
    """A kind of note: its file, the age up to which all is well, and what is said otherwise."""

    file: str
    longest: timedelta
    old: str
    failed: str
    missing: str
    """Empty if it need not be there."""


BACKUP = KindOfNote(
    "backup.json",
    timedelta(hours=26),
    old="The newest backup is over 26 hours old: look whether its timer runs.",
    failed="The last backup failed: its log says why.",
    missing="No backup has been made yet: make one now.",
)
DRILL = KindOfNote(
    "drill.json",
    timedelta(days=35),
    old="The newest restore drill is over 35 days old: look whether its timer runs.",
    failed="The last restore drill failed: the newest backup may be of no use. Its log says why.",
    missing="",
)
UNREADABLE = "The note in BACKUP_STATUS cannot be read here."


class StatusNote(NamedTuple):
    """When the newest one came through, None if none ever did, and whether the last one did."""

    at: datetime | None
    came_through: bool


def finding(kind: KindOfNote) -> dict[str, Any]:
    """Return what `/healthz` says of a kind: the age of the newest one in seconds, and what is wrong."""
    try:
        note = _read(kind) if settings.BACKUP_STATUS else None
    except (OSError, ValueError, LookupError, TypeError):
        return {"ok": False, "age": None, "error": UNREADABLE}
    age = None if note is None or note.at is None else timezone.now() - note.at
    fault = _fault(kind, note, age) if settings.BACKUP_STATUS else ""
    found = {"ok": not fault, "age": None if age is None else round(age.total_seconds())}
    return found | {"error": fault} if fault else found


def _fault(kind: KindOfNote, note: StatusNote | None, age: timedelta | None) -> str:
    if note is None:
        return kind.missing
    if not note.came_through:
        return kind.failed
    return kind.old if age is None or age > kind.longest else ""


def _read(kind: KindOfNote) -> StatusNote | None:
    """Return a note, None if there is none.

    Raises: OSError, ValueError, LookupError or TypeError if it makes no sense.
    """
    path = Path(settings.BACKUP_STATUS, kind.file)
    try:
        found = json.loads(path.read_text())
    except FileNotFoundError:
        return None
    at = found["time"]
    return StatusNote(None if at is None else _moment(at), found["result"] == OK)


def _moment(text: str) -> datetime:
    """Return a moment as `2026-12-01T03:30:00Z`, of UTC if it says no zone. Raises: ValueError or TypeError."""
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else timezone.make_aware(found)
