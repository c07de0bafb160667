"""Hashing passwords, two at once on a machine: each takes 0.3 s of a processor and 100 MB.

Who hashes holds one of SLOTS files, which the system frees should the process be killed. All processes of a unit share
them, which have one folder for temporary files; so does each container.
"""

import fcntl
import logging
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.contrib.auth import hashers

logger = logging.getLogger(__name__)

SLOTS = 2
"""Passwords that are hashed at the same time."""
PATIENCE = 5.0
"""Seconds for which one waits for its turn."""
PAUSE = 0.02
RETRY_AFTER = 10
"""Seconds after which somebody who was sent away can try again."""


class HashingBusy(Exception):
    """So many passwords are being hashed that this one found no room in time. Nothing was done."""


@contextmanager
def slot() -> Iterator[None]:
    """Hash while the `with` lasts. Raises HashingBusy."""
    held = _wait()
    try:
        yield
    finally:
        if held is not None:
            os.close(held)


def _wait() -> int | None:
    """Return the descriptor of a file that is now held.

    None where this machine has no folder for one. Raises HashingBusy.
    """
    ends = time.monotonic() + PATIENCE
    while True:
        for number in range(SLOTS):
            try:
                return _held(number)
            except BlockingIOError:
                continue
            except OSError as error:
                logger.warning("Passwords are hashed without a limit: %s", error)
                return None
        if time.monotonic() >= ends:
            raise HashingBusy
        time.sleep(PAUSE)


def _held(number: int) -> int:
    """Return the descriptor of a file that is now held.

    Raises BlockingIOError where somebody else holds it, OSError.
    """
    path = Path(tempfile.gettempdir(), f"hashing-{os.getuid()}-{number}")
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BaseException:
        os.close(file)
        raise
    return file


class Argon2PasswordHasher(hashers.Argon2PasswordHasher):
    """Django's, in a slot."""

    def encode(self, password: str, salt: str) -> str:
        with slot():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with slot():
            return bool(super().verify(password, encoded))


class PBKDF2PasswordHasher(hashers.PBKDF2PasswordHasher):
    """Django's, in a slot; it verifies by encoding."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        with slot():
            return super().encode(password, salt, iterations)
