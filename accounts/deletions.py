"""The list of closed accounts, by which a restore closes them again: `manage.py reapply_deletions`.

It lies beside the database, and holds the key and the moment of each and nothing else, encrypted by the site's key. The
database is the truth. The list is written after an account was closed and never before, so that it names none that is
open. A sweep adds what it lacks: if it cannot be written now, the next sweep does it, and nothing is lost.
"""

import logging
import os
import tempfile
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts import site_keys
from accounts.models import User

logger = logging.getLogger(__name__)

KEPT = timedelta(days=370)
"""How long an account stays in it: twelve months and some days, until no backup is left in which it is open."""
SALT = "accounts.deletions"
NO_TIME = 0
"""Stands where a token says in plain text when it was made."""
ASIDE = ".unreadable"
"""Stands behind the name of a list that nobody can read any more."""

Closed = dict[int, datetime]
"""When each account was closed, by its key."""


class UnreadableList(Exception):
    """A list that no key of the site opens, or that is damaged."""


def read_list(path: Path) -> Closed:
    """Return what a list holds. Raises: `UnreadableList`, or OSError if there is none or it may not be read."""
    return _opened(path.read_bytes(), _boxes())


def write_missing(now: datetime | None = None) -> int:
    """Add to the list the accounts that were closed, and take out those that no backup has; how many it then holds.

    It is also written again if only a former key opens it, which may soon be taken away. One that cannot be read is set
    aside. Guests are left out: their time ends by itself, after a restore too.
    """
    if not settings.DELETIONS_FILE:
        return 0
    path = Path(settings.DELETIONS_FILE)
    before = (now or timezone.now()) - KEPT
    listed = _listed(path)
    gone = User.objects.filter(left__gte=before, guest_until=None).values_list("pk", "left")
    wanted = {key: at for key, at in ((listed or {}) | dict(gone)).items() if at is not None and at >= before}
    if wanted != listed or not _is_closed_by_newest_key(path):
        _write(path, wanted)
    return len(wanted)


def _listed(path: Path) -> Closed | None:
    """Return what the list holds, None if there is none."""
    try:
        return read_list(path)
    except FileNotFoundError:
        return None
    except UnreadableList:
        aside = path.with_name(path.name + ASIDE)
        logger.error(
            "The list in DELETIONS_FILE cannot be read. It is now called %s, and a new one is written.", aside.name
        )
        path.replace(aside)
        return None


def _is_closed_by_newest_key(path: Path) -> bool:
    try:
        _opened(path.read_bytes(), _boxes()[:1])
    except UnreadableList:
        return False
    return True


def _boxes() -> list[Fernet]:
    """Return what encrypts by each of the site's keys, the newest first."""
    keys = [salted_hmac(SALT, "", secret=key, algorithm="sha256").digest() for key in site_keys.all_keys()]
    return [Fernet(urlsafe_b64encode(key)) for key in keys]


def _opened(content: bytes, boxes: list[Fernet]) -> Closed:
    for box in boxes:
        try:
            text = box.decrypt(content).decode()
            return {int(key): datetime.fromisoformat(at) for key, at in (line.split() for line in text.splitlines())}
        except (InvalidToken, ValueError):
            continue
    raise UnreadableList


def _write(path: Path, closed: Mapping[int, datetime]) -> None:
    """Write the list, whole or not at all, and have it on the disk. Everybody may copy it: nobody can read it."""
    text = "\n".join(f"{key} {at.isoformat()}" for key, at in sorted(closed.items()))
    if not path.parent.is_dir():
        path.parent.mkdir(parents=True)
        path.parent.chmod(0o755)  # for the backup, which has another user
    number, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(_boxes()[0].encrypt_at_time(text.encode(), NO_TIME))
            os.fchmod(file.fileno(), 0o644)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
    _have_on_disk(path.parent)


def _have_on_disk(folder: Path) -> None:
    """Have the names in a folder on the disk."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
