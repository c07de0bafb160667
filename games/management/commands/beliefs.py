"""`manage.py beliefs`: fit what players are believed to hold, and measure how well it predicts matches."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _, ngettext

from games.management import believing
from games.management.believing import Plan
from games.management.ends import stoppable
from games.management.progress import Progress
from games.rules import beliefs, registry
from games.rules.errors import RulesError

MATCHES = 500
WORLDS = 10


class Command(BaseCommand):
    help = "Fit what players are believed to hold to ended matches, or measure how well it predicts others."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        deeds = parser.add_subparsers(dest="deed", required=True)
        fit = deeds.add_parser("fit", help="fit the weights; they are kept in the game")
        measure = deeds.add_parser("measure", help="print both seats’ summed chances, and the Brier score")
        for deed in (fit, measure):
            deed.add_argument("slug", metavar="GAME")
            deed.add_argument("--matches", type=int, default=MATCHES, metavar="N", help=f"of its bots ({MATCHES})")
            deed.add_argument("--seed", default="0", metavar="S", help="any text (0)")
            deed.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="processes")
        fit.add_argument("--records", type=Path, nargs="+", default=[], metavar="FILE", help="ended matches, instead")
        measure.add_argument("--worlds", type=int, default=WORLDS, metavar="N", help=f"played on ({WORLDS})")

    def handle(self, *args: Any, deed: str, slug: str, **options: Any) -> None:
        plan = Plan(slug, *(options[name] for name in ("matches", "seed", "jobs")))
        if min(plan.matches, plan.jobs) < 1 or options.get("worlds", WORLDS) < 2:
            raise CommandError(_("Give 1 or more matches and processes, and 2 or more worlds."))
        try:
            registry.current(slug)
            with stoppable(self.stderr):
                self.fit(plan, options["records"]) if deed == "fit" else self.measure(plan, options["worlds"])
        except (RulesError, OSError) as error:
            raise CommandError(str(error)) from error

    def fit(self, plan: Plan, records: list[Path]) -> None:
        """Write the weights beside the rules."""
        if beliefs.module_of(plan.slug) is None:
            raise CommandError(_("{game} has no beliefs to fit: it imagines instead.").format(game=plan.slug))
        found = believing.fit(plan, records, Progress(self.stderr))
        believing.weights_file(plan.slug).write_bytes(beliefs.written(found))
        line = ngettext("Fitted to {count} match.", "Fitted to {count} matches.", found.matches)
        self.stdout.write(line.format(count=found.matches))

    def measure(self, plan: Plan, worlds: int) -> None:
        """Print the figures."""
        told = believing.measure(plan, worlds, Progress(self.stderr))
        line = _("{count} matches: both seats’ chances add up to {summed} (95%: ±{reach}). Brier score {brier}.")
        figures = {"summed": told.summed, "reach": told.reach, "brier": told.brier}
        self.stdout.write(line.format(count=told.matches, **{name: f"{figures[name]:.3f}" for name in figures}))
