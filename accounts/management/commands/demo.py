"""Four people to try the site with."""

from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import Group
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from accounts.demo import MODERATOR, NAMES, PASSWORD
from accounts.models import User


class Command(BaseCommand):
    help = "Make the demo people Ann, Ben, Cat and the moderator Mo. In development only."

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEVELOPMENT:
            raise CommandError("Demo people have a known password; they are made in development only (DEVELOPMENT=1).")
        for name in NAMES:
            make_person(name)
            role = " (moderator, /admin/)" if name == MODERATOR else ""
            self.stdout.write(f"{name:<4} {PASSWORD}{role}")


def make_person(name: str) -> None:
    """Make a person with a verified email address; one who is there already stays unchanged."""
    address = f"{name.lower()}@example.org"
    user, is_new = User.objects.get_or_create(username=name, defaults={"email": address})
    if is_new:
        user.set_password(PASSWORD)
        user.is_staff = name == MODERATOR
        user.save()
        EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    if is_new and user.is_staff:
        user.groups.add(Group.objects.get(name="Moderators"))
