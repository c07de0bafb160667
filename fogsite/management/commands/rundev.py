"""What `make run` starts."""

import io
import os
import sys
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

WELCOME = """
  ────────────────────────────────────────────────────────────────
  {site} is running. Open  {url}

  People to try it with (name and password):
{people}
  {mail}
  Ctrl-C stops everything.
  ────────────────────────────────────────────────────────────────
"""


class Command(BaseCommand):
    help = "Prepare and run a development copy: database, translations, demo people, web, worker, beat and Redis."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEVELOPMENT:
            raise CommandError("This runs a development copy only (DEVELOPMENT=1); see docs/operations.md.")
        from fogsite.devserver import (
            CannotStart,
            ServedAt,
            redis,
            run_servers,
        )  # imported late: production has no supervisor to import

        place = ServedAt(os.environ.get("HOST", "127.0.0.1"), port(), "")
        try:
            place.check()
            self.stdout.write(f"Redis: {redis().origin}.")
            self.stdout.flush()
            sys.exit(run_servers(ServedAt(place.host, place.port, prepare(place.port))))
        except CannotStart as reason:
            raise CommandError(str(reason)) from None


def port() -> int:
    """Return the PORT variable. Raises CommandError where it is no port."""
    text = os.environ.get("PORT", "8000")
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise CommandError(f"PORT must be a number from 1 to 65535, not “{text}”.")
    return int(text)


def prepare(port: int) -> str:
    """Bring database, catalogues, demo people and their matches up to date; return the welcome to show."""
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    call_command("migrate", verbosity=0, interactive=False)
    call_command("compile_catalogues", verbosity=0)
    people = io.StringIO()
    call_command("demo", stdout=people)
    call_command("demo_matches")
    url = f"http://localhost:{port}/"
    inbox = f"Mails go to {url}inbox/" if not settings.EMAIL_URL else "Mails leave by EMAIL_URL."
    lines = "".join(f"    {line}\n" for line in people.getvalue().splitlines())
    return WELCOME.format(site=settings.SITE_NAME, url=url, people=lines, mail=inbox)
