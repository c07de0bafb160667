"""Second factors that were lost."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import people, second_factor


class Command(BaseCommand):
    help = "Remove all second factors of somebody who has lost them, who is told by mail: second_factor reset NAME."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=["reset"])
        parser.add_argument("name", help="the person's name on the site")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["name"]
        user = people.by_name(name)
        if user is None:
            raise CommandError(f"Nobody here is called “{name}”.")
        removed = second_factor.remove_all(user)
        for factor in removed:
            self.stdout.write(f"removed: {factor}")
        if not removed:
            self.stdout.write(f"{user.username} has no second factor; nothing was changed.")
