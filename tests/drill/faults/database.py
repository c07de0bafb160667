"""PostgreSQL: restarted, crashed, and silent."""

import os
import signal
from contextlib import suppress

from tests.drill.fault import fault
from tests.drill.site import Site


@fault("PostgreSQL restarted (fast)")
def restarted(site: Site) -> None:
    site.control_database("-m", "fast", "restart")


@fault("PostgreSQL crashed (immediate)")
def crashed(site: Site) -> None:
    site.control_database("-m", "immediate", "stop")
    site.control_database("start")


@fault("PostgreSQL hanging for 10 s")
def hanging(site: Site) -> None:
    hang(site, 10)


@fault("PostgreSQL hanging for 45 s")
def hanging_long(site: Site) -> None:
    hang(site, 45)


def hang(site: Site, seconds: float) -> None:
    stopped = site.database_processes()
    tell(stopped, signal.SIGSTOP)
    site.last(seconds)
    tell(stopped, signal.SIGCONT)


def tell(processes: list[int], what: signal.Signals) -> None:
    for pid in processes:
        with suppress(ProcessLookupError):
            os.kill(pid, what)
