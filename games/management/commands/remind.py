"""`manage.py remind`: the sweep that queues due reminders and warnings of invitations that will expire, by hand."""

from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import gettext as _

from games.core.models import Turn
from games.core.services import sweeps
from games.lobby import sweeps as lobby_sweeps
from games.lobby.models import Invitation


class Command(BaseCommand):
    help = "Queue the reminders and warnings that are due. The worker does so every minute by itself."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only say what is due")

    def handle(self, *args: Any, dry_run: bool, **options: Any) -> None:
        now = timezone.now()
        if not dry_run:
            self.stdout.write(_("Reminders queued: {count}.").format(count=sweeps.remind(now)))
            warned = lobby_sweeps.warn(now)
            if warned:
                self.stdout.write(_("Warnings about invitations that expire soon: {count}.").format(count=warned))
            return
        due = sweeps.due_reminders(now)
        line = _("{match}: {user} has until {deadline:%Y-%m-%d %H:%M} UTC.")
        for turn in Turn.objects.filter(pk__in=due).select_related("match", "user").order_by("next_reminder_at"):
            self.stdout.write(line.format(match=turn.match.public_id, user=turn.user.username, deadline=turn.deadline))
        self._name_warnings(now)
        self.stdout.write(_("Reminders due: {count}. Nothing was queued.").format(count=len(due)))

    def _name_warnings(self, now: datetime) -> None:
        line = _("{match}: the invitation of {user} expires {expires:%Y-%m-%d %H:%M} UTC.")
        soon = Invitation.objects.filter(pk__in=lobby_sweeps.due_warnings(now)).select_related("match", "inviter")
        for row in soon.order_by("expires"):
            said = line.format(match=row.match.public_id, user=row.inviter.username, expires=row.expires)
            self.stdout.write(said)
