"""A real Celery worker in a process of its own."""

import os
import signal
import subprocess
import sys
import threading

from fogsite.settings import BASE_DIR
from tests.parts import database


class Worker:
    """Works on this test's database, Redis and mail server until it is killed."""

    def __init__(self, redis_url: str, email_url: str, *include: str) -> None:
        options = ["--loglevel", "INFO", "--concurrency", "1", "--without-mingle", "--without-gossip"]
        modules = [f"--include={module}" for module in include]
        self.log: list[str] = []
        self.ready = threading.Event()
        self.process = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "celery", "-A", "fogsite", "worker", *options, *modules],
            env=os.environ | environment(redis_url, email_url),
            cwd=BASE_DIR,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.reader = threading.Thread(target=self._read)
        self.reader.start()
        assert self.ready.wait(30), "the worker does not start:\n" + "".join(self.log)

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.log.append(line)
            if " ready." in line:
                self.ready.set()

    def kill(self) -> None:
        """Ends the worker and its children at once, wherever they are."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.reader.join()
        if self.process.stdout:
            self.process.stdout.close()


def environment(redis_url: str, email_url: str) -> dict[str, str]:
    """The variables under which a process of the service works on this test's database."""
    return {
        "DJANGO_SETTINGS_MODULE": "fogsite.settings",
        "DATABASE_URL": database.url_of_this_test(),
        "REDIS_URL": redis_url,
        "EMAIL_URL": email_url,
    }
