"""`manage.py levels`: measure how strong the levels of a game's computer opponents are, and say it."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.core.reading import level_words
from games.management import calibration
from games.management.calibration import Calibration
from games.management.ends import stoppable
from games.management.progress import Progress
from games.rules import levels, registry
from games.rules.errors import RulesError

MATCHES = 400


class Command(BaseCommand):
    help = "Let each level of a game play the next lower one, or show what was measured of them."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        deeds = parser.add_subparsers(dest="deed", required=True)
        show = deeds.add_parser("show", help="say what was measured")
        play = deeds.add_parser("calibrate", help="play the matches that are missing; the results are kept in the game")
        for deed in (show, play):
            deed.add_argument("slug", metavar="GAME")
        play.add_argument("--matches", type=int, default=MATCHES, metavar="N", help=f"of each pairing ({MATCHES})")
        play.add_argument("--level", default="", metavar="NAME", help="only this one against the next lower one")
        play.add_argument("--seed", default="0", metavar="S", help="any text (0); another one begins afresh")
        play.add_argument("--afresh", action="store_true", help="forget what was measured of them: they have changed")
        play.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="processes (one a processor)")

    def handle(self, *args: Any, deed: str, slug: str, **options: Any) -> None:
        try:
            registry.current(slug)
        except RulesError as error:
            raise CommandError(str(error)) from error
        if not levels.levels(slug):
            raise CommandError(_("{game} has no levels.").format(game=slug))
        if deed == "calibrate":
            self.calibrate(slug, **options)
        for line in level_words.measured(slug):
            self.stdout.write(line)

    def calibrate(self, slug: str, *, afresh: bool, **options: Any) -> None:
        """Play what is missing."""
        plan = Calibration(slug, *(options[name] for name in ("matches", "seed", "jobs", "level")))
        known = [level.name for level in levels.levels(slug)[1:]]
        if min(plan.matches, plan.jobs) < 1:
            raise CommandError(_("The number of matches and of processes must be 1 or more."))
        if plan.level and plan.level not in known:
            template = _("No level “{name}” stands above another one. Available: {known}.")
            raise CommandError(template.format(name=plan.level, known=", ".join(known)))
        measured = calibration.resumed(plan, afresh=afresh)
        with stoppable(self.stderr):
            calibration.calibrate(plan, measured, calibration.file_of(slug), Progress(self.stderr))
