"""`manage.py statistics`: replay the logs of matches that are over, and note again what statistics count of them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import ngettext

from games.management.chosen import require_known
from games.management.ends import require_all_read, stoppable
from games.management.progress import Progress
from games.rules import registry
from games.statistics import recount


class Command(BaseCommand):
    help = "Replay the matches that are over, and note anew how they ended and which armies were in them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", metavar="GAME", help="slugs of games; without any: all")

    def handle(self, *args: Any, games: list[str], **options: Any) -> None:
        require_known(games, registry.slugs())
        with stoppable(self.stderr):
            failed = self.recount(games)
        require_all_read(failed)

    def recount(self, games: list[str]) -> dict[str, str]:
        """Recount the matches of these games; which of them do not replay, and why."""
        progress = Progress(self.stderr)
        count = recount.finished_matches(games)
        done = 0
        changed = 0
        failed = dict[str, str]()
        for portion in recount.portions(games):
            done = done + portion.matches
            changed = changed + portion.changed
            failed |= portion.failed
            progress(done, max(done, count))
        matches = ngettext("{count} match replayed", "{count} matches replayed", done).format(count=done)
        rows = ngettext("{count} row changed", "{count} rows changed", changed).format(count=changed)
        self.stdout.write(f"{matches}, {rows}")
        return failed
