"""gunicorn: its workers, its master, and all of it for a while."""

import os
import random
import signal

from tests.drill.fault import fault
from tests.drill.site import Site, children


@fault("kill -9 of a gunicorn worker, three times")
def worker(site: Site) -> None:
    for _ in range(3):
        os.kill(random.choice(children(site.program("web").process.pid)), signal.SIGKILL)
        site.last(5)


@fault("kill -9 of the gunicorn master")
def master(site: Site) -> None:
    os.kill(site.program("web").process.pid, signal.SIGKILL)


@fault("kill -9 of gunicorn with all its workers")
def everything(site: Site) -> None:
    site.kill("web")


@fault("web stopped for 30 s")
def stopped(site: Site) -> None:
    with site.without("web"):
        site.last(30)
