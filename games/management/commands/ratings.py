"""`manage.py ratings`: compute all ratings again from the matches, and say how long that took."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _, ngettext

from games.management.chosen import require_known
from games.management.ends import stoppable
from games.ratings import dumped_facts as documents, rated, services as ratings
from games.rules import registry


def in_part() -> str:
    return _("Stopped. Only part of the lines was written.")


class Command(BaseCommand):
    help = (
        "Compute all ratings anew from the matches that are over. What is noted as each match ends comes to the same."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", metavar="GAME", help="slugs of games; without any: all")
        parser.add_argument("--facts", action="store_true", help="only write what they come from, as JSON lines")

    def handle(self, *args: Any, games: list[str], facts: bool, **options: Any) -> None:
        if facts:
            self.write_facts()
            return
        with stoppable(self.stderr):
            self.rebuild(games)

    def write_facts(self) -> None:
        """Write what ratings come from, a line for each match."""
        with stoppable(self.stderr, in_part):
            for each in documents.fact_lines():
                self.stdout.write(each)

    def rebuild(self, games: list[str]) -> None:
        """Compute the ratings of these games again, or of all if none is named.

        Raises: `CommandError`.
        """
        known = rated.rated_games()
        require_known(games, sorted({*registry.slugs(), *known}))
        for game in games or known:
            begun = time.perf_counter()
            try:
                count = ratings.rebuild(game)
            except ratings.RatingsBusy as error:
                raise CommandError(str(error)) from error
            line = ngettext("{game}: {count} match, {seconds:.1f} s", "{game}: {count} matches, {seconds:.1f} s", count)
            self.stdout.write(line.format(game=game, count=count, seconds=time.perf_counter() - begun))
