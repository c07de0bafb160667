"""`manage.py verify`: play every match of the database again from its secret, and name what does not fit."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import records
from games.models import Match
from games.rules import registry
from games.rules.errors import ReplayMismatch

WIDTH = 40


class Command(BaseCommand):
    help = "Play every match of the database again: draws, moves, digests, result, snapshots. Name the faults."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", metavar="SLUG", help="the matches of this game alone")

    def handle(self, *args: Any, game: str | None, **options: Any) -> None:
        if game is not None and game not in registry.slugs():
            known = ", ".join(registry.slugs())
            raise CommandError(_("There is no game “{game}”. There are: {known}.").format(game=game, known=known))
        rows = Match.objects.filter(game=game) if game else Match.objects.all()
        count, faults = rows.count(), 0
        for done, match in enumerate(rows.order_by("pk").iterator(chunk_size=200), 1):
            faults += not self.fits(match)
            self.progress(done, max(count, done))
        self.stdout.write(ngettext("{count} match verified.", "{count} matches verified.", count).format(count=count))
        if faults:
            raise CommandError(
                ngettext("{count} match is at fault.", "{count} matches are at fault.", faults).format(count=faults)
            )

    def fits(self, match: Match) -> bool:
        """Whether a match verifies; its fault is printed."""
        try:
            records.check(match)
        except ReplayMismatch as fault:
            line = _("{match}: ply {ply}, {kind}: {words}")
            self.stdout.write(line.format(match=match.public_id, ply=fault.ply, kind=fault.kind, words=fault))
            return False
        return True

    def progress(self, done: int, count: int) -> None:
        """A bar on a terminal; nothing in a file or a pipe."""
        if self.stderr.isatty():
            bar = "#" * (WIDTH * done // count)
            self.stderr.write(f"\r[{bar:<{WIDTH}}] {done}/{count}", ending="\n" if done == count else "")
            self.stderr.flush()
