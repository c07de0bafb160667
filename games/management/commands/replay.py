"""`manage.py replay FILE…`: play records again as the site does, and name the first fault of each."""

import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _, ngettext

from games.management.ends import stoppable
from games.rules import registry, verify
from games.rules.errors import ReplayMismatch
from games.rules.record import Record, loads


class Command(BaseCommand):
    count = 0
    done = 0
    faulty = 0
    """Records that there are, that were replayed, and that are at fault."""
    help = "Replay records with their draws and digests, print the speed, and name the first fault of each."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")

    def handle(self, *args: Any, files: list[Path], **options: Any) -> None:
        with stoppable(self.stderr, self.so_far):
            self.replay_all(files)
        if self.faulty:
            template = ngettext("{count} record is faulty.", "{count} records are faulty.", self.faulty)
            raise CommandError(template.format(count=self.faulty))

    def replay_all(self, files: list[Path]) -> None:
        """Print a line on each file, and count them."""
        self.count = len(files)
        for slug, version in registry.GAMES:
            registry.game(slug, version)  # so that loading the rules is not measured
        for file in files:
            self.faulty += not self.replays(file)
            self.done += 1

    def replays(self, file: Path) -> bool:
        """Print a line on a file; whether it replays."""
        try:
            record = loads(file.read_bytes())
            line = speed(record)
        except OSError as error:
            self.stdout.write(_("{file}: cannot be read: {why}").format(file=file, why=error.strerror))
            return False
        except ReplayMismatch as fault:
            line = _("{file}: ply {ply}, {kind}: {words}")
            self.stdout.write(line.format(file=file, ply=fault.ply, kind=fault.kind, words=fault))
            return False
        self.stdout.write(f"{file}: {line}")
        return True

    def so_far(self) -> str:
        template = _("Stopped: {done} of {count} records replayed, {faulty} of them faulty.")
        return template.format(done=self.done, count=self.count, faulty=self.faulty)


def speed(record: Record) -> str:
    """Replay a record; how fast that was, in words. Raises ReplayMismatch."""
    begun = time.perf_counter()
    verify.replay(record)
    plies = len(record.entries)
    return _("{plies} plies, {speed:,.0f} plies/s").format(plies=plies, speed=plies / (time.perf_counter() - begun))
