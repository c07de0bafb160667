"""`manage.py remind`: the sweep that queues due reminders, by hand."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import gettext as _

from games import sweeps
from games.models import Turn


class Command(BaseCommand):
    help = "Queue the reminders that are due. The worker does so every minute by itself."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only say what is due")

    def handle(self, *args: Any, dry_run: bool, **options: Any) -> None:
        now = timezone.now()
        if not dry_run:
            self.stdout.write(_("Reminders queued: {count}.").format(count=sweeps.remind(now)))
            return
        due = sweeps.due_reminders(now)
        line = _("{match}: {user} has until {deadline:%Y-%m-%d %H:%M} UTC.")
        for turn in Turn.objects.filter(pk__in=due).select_related("match", "user").order_by("next_reminder_at"):
            self.stdout.write(line.format(match=turn.match.public_id, user=turn.user.username, deadline=turn.deadline))
        self.stdout.write(_("Reminders due: {count}; nothing was queued.").format(count=len(due)))
