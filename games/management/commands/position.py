"""`manage.py position SLUG [FILE]`: look at a position, play moves from it."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.rules import position, registry
from games.rules.errors import RulesError


class Command(BaseCommand):
    help = (
        "Read a position, {state, moves?, draws?} as JSON, play its moves, and print as JSON who is to act, the legal "
        "steps, what happened, what each seat sees, and the outcome."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the game")
        parser.add_argument("file", nargs="?", type=Path, help="a file; without one, standard input is read")
        parser.add_argument("--rules", type=int, metavar="VERSION", help="a version of the game other than the newest")

    def handle(self, *args: Any, slug: str, file: Path | None, rules: int | None, **options: Any) -> None:
        try:
            game = registry.current(slug) if rules is None else registry.game(slug, rules)
            found = position.examine(game, file.read_bytes() if file else sys.stdin.buffer.read())
        except OSError as error:
            raise CommandError(_("{file} cannot be read: {why}.").format(file=file, why=error.strerror)) from error
        except RulesError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
