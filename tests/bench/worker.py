"""A worker as its unit runs it, with Redis and a mail server of its own, for what is measured of its work."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any


class Working:
    """A worker that waits for tasks, which this process may send; `letters` are those that it has mailed."""

    def __init__(self, program: Any, server: Any) -> None:
        self.program, self.server = program, server
        self.idle = self._worked()

    @property
    def letters(self) -> list[Any]:
        """What the mail server has taken."""
        return list(self.server.letters)

    def busy(self) -> float:
        """Return the processor time, in seconds, that its processes have worked since it was ready; on Linux."""
        return self._worked() - self.idle

    def memory(self) -> dict[int, float]:
        """Return what each of its processes holds, in MB by number; on Linux."""
        page = os.sysconf("SC_PAGE_SIZE") / 1e6
        return {pid: int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * page for pid in self._processes()}

    def _worked(self) -> float:
        ticks = sum(int(stat[11]) + int(stat[12]) for stat in self._processes().values())
        return ticks / os.sysconf("SC_CLK_TCK")

    def _processes(self) -> dict[int, list[str]]:
        """Return what the system says of each, by number."""
        found = dict[int, list[str]]()
        for path in Path("/proc").glob("[0-9]*/stat"):
            with suppress(FileNotFoundError, ProcessLookupError):  # other processes end while this one looks
                found[int(path.parent.name)] = path.read_text().rpartition(")")[2].split()
        return {pid: stat for pid, stat in found.items() if int(stat[2]) == self.program.process.pid}


@contextmanager
def working(unit: str) -> Iterator[Working]:
    """Run a worker of `deploy/` (`worker`, `letters`) on this process's database, as long as the `with` lasts."""
    from tests.parts.mail import MailServer
    from tests.parts.production import program
    from tests.parts.program import Program
    from tests.parts.redis import Redis, used

    with tempfile.TemporaryDirectory(prefix="fog") as home:
        server, broker = MailServer(), Redis(Path(home))
        server.start()
        broker.start()
        env = os.environ | {"REDIS_URL": broker.url, "EMAIL_URL": server.url, "LOG_LEVEL": "WARNING"}
        worker = Program([sys.executable, "-m", *program(unit), "--loglevel", "INFO"], env, " ready.")
        try:
            with used(broker.url):
                yield Working(worker, server)
        finally:
            worker.kill()
            broker.stop()
            server.stop()
