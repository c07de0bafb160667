"""`manage.py cases`: forty reports to practise on, in a copy of the site with about 25 people and as many matches."""

import textwrap
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from accounts.demo import COLLEAGUES, MODERATOR, PASSWORD
from accounts.models import User
from games.management.afternoon import plots, town as stage

WIDTH = 100
"""Characters of a line of a solution."""


class Command(BaseCommand):
    help = "Make forty reports for moderators to practise on, with traps. In development only."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seed", default="0", metavar="S", help="any text; the same one makes the same cases (0)")
        parser.add_argument("--solutions", action="store_true", help="add what a good moderator does")

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEVELOPMENT:
            raise CommandError("Practice cases are full of insults; they are made in development only (DEVELOPMENT=1).")
        if found := User.objects.filter(username__in=[*stage.POOL, *COLLEAGUES]).first():
            raise CommandError(f"There are practice cases already: {found.username} is there. Make them in a new copy.")
        town = played_out(options["seed"])
        for number, filed in enumerate(town.by_time(), 1):
            self.stdout.write(f"{number:>2}  {stage.case_in_words(filed)}  [{filed.trap}]")
            if options["solutions"]:
                self.stdout.write(textwrap.indent(textwrap.fill(filed.solution, WIDTH), "      "))
        names = ", ".join([MODERATOR, *COLLEAGUES])
        self.stdout.write(f"Moderators: {names}. Their password: {PASSWORD}")


def played_out(seed: str) -> stage.Town:
    """Return a town in which every plot has happened."""
    town = stage.Town(seed)
    for name in (MODERATOR, *COLLEAGUES):
        town.moderator(name)
    for plot in town.shuffled(plots.PLOTS):
        plot(town)
    return town
