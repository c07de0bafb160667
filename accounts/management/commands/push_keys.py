"""Keys for pushes to browsers."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from accounts.channels.push import keys


class Command(BaseCommand):
    help = "Print a new pair of keys for pushes to browsers, as variables of the environment; nothing is changed."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"VAPID_PRIVATE_KEY={keys.made()}")
        self.stdout.write(f"VAPID_SUBJECT={settings.VAPID_SUBJECT}")
