"""`manage.py import FILE`: verify the record of a finished match and add it to the database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.core.documents import records
from games.rules.errors import ReplayMismatch, RulesError
from games.rules.record import loads


class Command(BaseCommand):
    help = "Verify the record of a finished match and add the match to the database: all of it, or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument(
            "--players", default="", metavar="A,B", help="who sits there, seat 0 first (those named in the record)"
        )

    def handle(self, *args: Any, file: Path, players: str, **options: Any) -> None:
        try:
            record = loads(file.read_bytes())
            match = records.import_record(record, [name.strip() for name in players.split(",") if name.strip()])
        except OSError as error:
            raise CommandError(_("{file} cannot be read: {why}.").format(file=file, why=error.strerror)) from error
        except ReplayMismatch as fault:
            words = _("{file}: ply {ply}, {kind}: {words} Nothing was imported.")
            raise CommandError(words.format(file=file, ply=fault.ply, kind=fault.kind, words=fault)) from fault
        except RulesError as error:
            raise CommandError(_("{why} Nothing was imported.").format(why=error)) from error
        template = _("Match {match} is imported: {entries} entries.")
        self.stdout.write(template.format(match=match.public_id, entries=match.ply + 1))
