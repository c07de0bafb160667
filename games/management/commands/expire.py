"""`manage.py expire`: the sweep that closes matches and takes down invitations whose time is up, by hand."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.core.models import Match
from games.core.services import sweeps
from games.lobby import sweeps as lobby_sweeps
from games.substitutes import sweeps as seat_sweeps
from games.vacations import sweeps as vacation_sweeps


class Command(BaseCommand):
    help = (
        "Close the matches and take down the invitations whose time is up. The worker does so every minute by itself."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only say what would be done")

    def handle(self, *args: Any, dry_run: bool, **options: Any) -> None:
        if not dry_run:
            self.sweep()
            return
        with transaction.atomic():
            self.sweep()
            transaction.set_rollback(True)
        self.stdout.write(_("This was a dry run. Nothing was changed."))

    def sweep(self) -> None:
        """Do what is due and say it, match by match and invitation by invitation."""
        now = timezone.now()
        lost = sweeps.heartbeat(now)
        if lost:
            self.stdout.write(_("The service was down for {lost}. All deadlines move by as much.").format(lost=lost))
        vacation_sweeps.take_vacations(now)
        done = sweeps.expire(now)
        taken_down = lobby_sweeps.expire_invitations(now)
        seat_sweeps.close_seats(now)
        names = dict(Match.objects.filter(pk__in=[*done, *taken_down]).values_list("pk", "public_id"))
        for match_id, word in done.items():
            self.stdout.write(f"{names[match_id]}: {word}")
        self.stdout.write(_("Matches checked: {count}.").format(count=len(done)))
        for match_id in taken_down:
            self.stdout.write(_("{match}: the invitation has expired").format(match=names[match_id]))
