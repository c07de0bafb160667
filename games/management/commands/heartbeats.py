"""`manage.py heartbeats`: when every part of the service was last heard of, and what became of sweeps."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from games.core.models import Heartbeat
from games.core.services import heartbeats


class Command(BaseCommand):
    help = "Say when every part was last heard of, machine by machine, and when each sweep last came through or failed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--forget", metavar="NAME", help="forget a part that was taken away, by the name printed here"
        )

    def handle(self, *args: Any, forget: str | None = None, **options: Any) -> None:
        if forget is not None and not heartbeats.forget_part(forget):
            raise CommandError(_("No part is called “{name}”.").format(name=forget))
        now = timezone.now()
        for row in Heartbeat.objects.exclude(name=heartbeats.CERTIFICATE).order_by("name"):
            ago = round((now - row.at).total_seconds())
            self.stdout.write(_("{name}: {seconds} s ago").format(name=row.name, seconds=ago))
