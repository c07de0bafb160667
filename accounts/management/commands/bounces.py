"""Reports of letters that came back, from a mail server."""

import imaplib
import sys
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.channels.email import folder
from accounts.channels.email.reports import LONGEST_REPORT
from accounts.outbox import bounces


class Command(BaseCommand):
    help = (
        "Take what mail servers report of letters that came back: one from standard input, as a mail server pipes it, "
        "or all unread ones of the folder BOUNCE_IMAP_URL. What is no report of ours changes nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--recipient", default="", help="the address that the one from standard input came to")
        parser.add_argument("--imap", action="store_true", help="read the folder instead")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["imap"]:
            self.read_folder()
        else:
            bounces.record_report(sys.stdin.buffer.read(LONGEST_REPORT), options["recipient"])

    def read_folder(self) -> None:
        if not settings.BOUNCE_IMAP_URL:
            raise CommandError("BOUNCE_IMAP_URL is not set. See docs/operations.md.")
        taken: list[bool] = []
        try:
            where = folder.parse_folder(settings.BOUNCE_IMAP_URL)
            read = folder.read_each(where, lambda text: taken.append(bounces.record_report(text)))
        except ImproperlyConfigured as fault:
            raise CommandError(str(fault)) from None
        except (OSError, imaplib.IMAP4.error) as error:
            raise CommandError(f"The folder could not be read: {type(error).__name__}.") from None
        self.stdout.write(f"{read} letters read, {sum(taken)} of them reports of ours.")
