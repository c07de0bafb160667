"""A real Celery worker in a process of its own."""

import os
import sys

from tests.parts import database
from tests.parts.program import Program


class Worker(Program):
    """Works on this test's database, or one that is named, on Redis and mail server, for these queues, until it is
    killed."""

    def __init__(
        self,
        redis_url: str,
        email_url: str,
        *include: str,
        queues: str = "celery,letters",
        settings: str = "fogsite.settings",
        database_url: str = "",
        concurrency: int = 1,
    ) -> None:
        options = ["-Q", queues, "--loglevel", "INFO", "--without-mingle", "--without-gossip"]
        options += ["--concurrency", str(concurrency)]
        modules = [f"--include={module}" for module in include]
        super().__init__(
            [sys.executable, "-W", "ignore", "-m", "celery", "-A", "fogsite", "worker", *options, *modules],
            os.environ | environment(redis_url, email_url, database_url) | {"DJANGO_SETTINGS_MODULE": settings},
            " ready.",
        )


def environment(redis_url: str, email_url: str, database_url: str = "") -> dict[str, str]:
    """Return the variables under which a process of the service works on this test's database, or one that is named."""
    return {
        "DJANGO_SETTINGS_MODULE": "fogsite.settings",
        "DATABASE_URL": database_url or database.url_of_this_test(),
        "REDIS_URL": redis_url,
        "EMAIL_URL": email_url,
    }
