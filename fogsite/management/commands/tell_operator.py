"""`manage.py tell_operator`: an email about a unit of systemd that has failed; `fogsite-failed@.service` runs it."""

import re
import smtplib
import sys
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.core.management.base import BaseCommand, CommandError, CommandParser

HOUR = 3600.0
"""Seconds for which no second email about a unit is sent."""
MOST_SIGNS = 50_000
"""Signs of the journal that an email holds."""
TOLD = """{unit} has failed at {site}. Until you have found out why, it may stay down.

The page docs/operations.md says what to do, under “When a part has stopped or emails are late”.

The end of its journal:

{lines}

For an hour, you get no further email about {unit}.
"""


class Command(BaseCommand):
    help = "Email OPERATOR_EMAIL that a unit has failed, with the lines on standard input. It needs no database."
    requires_system_checks: list[str] = []  # some ask the database

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("unit", help="the name of the unit")
        parser.add_argument(
            "--notes", metavar="FOLDER", help="note there when it was told, and tell of it once an hour"
        )

    def handle(self, *args: Any, unit: str, notes: str | None = None, **options: Any) -> None:
        lines = "" if sys.stdin.isatty() else sys.stdin.read()[-MOST_SIGNS:]
        note = Path(notes, re.sub(r"[^\w@.-]", "_", unit)) if notes else None
        if not settings.OPERATOR_EMAIL:
            self.stdout.write("OPERATOR_EMAIL is not set: nobody was told.")
        elif note and is_recent(note):
            self.stdout.write(f"Nothing was sent: you were told of {unit} within the last hour.")
        else:
            send(unit, lines)
            if note:
                note.touch()
            self.stdout.write("The operator was told.")


def is_recent(note: Path) -> bool:
    """Say whether a note was made within an hour."""
    try:
        return 0 <= time.time() - note.stat().st_mtime < HOUR
    except FileNotFoundError:
        return False


def send(unit: str, lines: str) -> None:
    """Send the email. Raises: CommandError if the mail server does not take it."""
    text = TOLD.format(unit=unit, site=settings.SITE_URL, lines=lines.strip() or "(It is empty.)")
    try:
        send_mail(f"{settings.SITE_NAME}: {unit} has failed", text, None, [settings.OPERATOR_EMAIL])
    except (OSError, smtplib.SMTPException) as error:
        raise CommandError(f"The email was not sent: {type(error).__name__}.") from None
