"""Celery workers, killed while a letter has arrived and its sender does not know yet."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.drill.fault import fault
from tests.drill.site import Site, children


@contextmanager
def mid_send(site: Site) -> Iterator[None]:
    """Hold while a worker waits for the mail server's yes to a letter.

    Afterwards end the leases of the letters in flight. They are then taken up immediately, and not only when a dead
    worker's lease lapses, after 300 s.
    """
    site.mail.silence("data")
    assert site.mail.silent.wait(120), "no letter was sent for two minutes"
    site.mail.silent_at = None
    rows = site.query("SELECT id, lease FROM accounts_outbox WHERE status = 'sending'")
    yield
    for key, lease in rows:
        site.query("UPDATE accounts_outbox SET lease = now() WHERE id = %s AND lease = %s", key, lease)


@fault("kill -9 of the worker that sends, in mid-send", harmless=True)
def whole(site: Site) -> None:
    with mid_send(site):
        site.kill("letters")


@fault("kill -9 of its children, in mid-send", harmless=True)
def its_children(site: Site) -> None:
    with mid_send(site):
        for pid in children(site.program("letters").process.pid):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


@fault("kill -9 of the worker for all but letters", harmless=True)
def other(site: Site) -> None:
    site.kill("worker")
