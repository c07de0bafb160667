"""The outbox sweep, by hand."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounts import outbox
from accounts.models import Halt


class Command(BaseCommand):
    help = "Deliver the notices that are due. The worker does so every ten seconds by itself."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only say what is due")
        parser.add_argument("--limit", type=int, default=200, help="at most so many rows (default 200)")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["limit"] < 1:
            raise CommandError("The number of rows must be 1 or more.")
        if options["dry_run"]:
            self.show(options["limit"])
        else:
            self.stdout.write(f"{outbox.deliver_due(limit=options['limit'])} notices taken up.")

    def show(self, limit: int) -> None:
        rows = outbox.due_rows(timezone.now()).select_related("recipient").order_by("next_try")[:limit]
        for row in rows:
            who = row.recipient or row.address
            self.stdout.write(f"{row.next_try:%Y-%m-%d %H:%M} {who} {row.kind} {row.key} ({row.attempts} tries)")
        self.stdout.write(f"{len(rows)} notices are due; nothing was sent.")
        for halt in Halt.objects.all():
            self.stdout.write(f"Nothing is sent by {halt.channel} since {halt.since:%Y-%m-%d %H:%M}: {halt.error}")
