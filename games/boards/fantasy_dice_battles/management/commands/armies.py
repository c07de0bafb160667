"""`manage.py armies`: check a data set of Fantasy Dice Battles, and see how even its preset armies are."""

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.boards.fantasy_dice_battles import army_report, heatmap
from games.boards.fantasy_dice_battles.army_report import ArmyReport, ReportPlan
from games.management.ends import stoppable
from games.management.progress import Progress
from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.balance.battles import PLAYER
from games.rules.fantasy_dice_battles.balance.figures import written
from games.rules.fantasy_dice_battles.data import DataSet
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS, require_own_ids
from games.rules.fantasy_dice_battles.sets.reading import BadSet, read


class Command(BaseCommand):
    help = "Check a data set of Fantasy Dice Battles, or report how even its armies are and what its units are worth."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        deeds = parser.add_subparsers(dest="deed", required=True)
        check = deeds.add_parser("check", help="check a data file, and print what passes")
        check.add_argument("file", type=Path, metavar="FILE")
        report = deeds.add_parser(
            "report", help="let armies fight, to see how even the presets are and what units are worth"
        )
        report.add_argument("--file", type=Path, metavar="FILE", help="a data file (the set that is offered)")
        report.add_argument("--games", type=int, default=400, metavar="N", help="battles of each pairing (400)")
        report.add_argument("--matches", type=int, default=4000, metavar="N", help="battles of random armies (4000)")
        report.add_argument("--seed", default="0", metavar="S", help="any text (0)")
        report.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="processes (one a processor)")
        report.add_argument("--out", type=Path, metavar="SVG", help="write the table as a picture there")
        report.add_argument("--figures", type=Path, metavar="JSON", help="write how units fare as data there")

    def handle(self, *args: Any, deed: str, **options: Any) -> None:
        try:
            if deed == "check":
                self.check_file(options["file"])
            else:
                self.report(**options)
            self.stdout.flush()
        except BrokenPipeError:
            # The reader has stopped, as `head` does. Python would complain once more when it flushes at its end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except BadSet as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            template = _("Can’t read or write {file}: {why}.")
            raise CommandError(template.format(file=error.filename, why=error.strerror)) from error
        except UnicodeDecodeError as error:
            raise CommandError(_("The file isn’t in UTF-8.")) from error

    def check_file(self, file: Path) -> None:
        """Print what a file offers. Raises BadSet."""
        data = loaded(file)
        others = [other for other in SETS.values() if other.id != data.id]
        require_own_ids(data, file.name, others)
        for line in data_set_lines(data):
            self.stdout.write(line)

    def report(self, *, file: Path | None, out: Path | None, figures: Path | None, **options: Any) -> None:
        """Fight, print the tables, draw the picture, keep the figures."""
        plan = ReportPlan(options["games"], options["matches"], options["seed"], options["jobs"])
        if min(plan.games, plan.random, plan.jobs) < 1:
            raise CommandError(_("The number of battles and of processes must be 1 or more."))
        data = loaded(file) if file else SETS[DEFAULT_SET]
        with stoppable(self.stderr, unfinished):
            found = army_report.report(data, plan, Progress(self.stderr))
        for line in army_report.report_lines(found):
            self.stdout.write(line)
        if out is not None:
            out.write_text(heat_map(found), encoding="utf-8")
        if figures is not None:
            figures.write_bytes(written(army_report.as_data(found, plan)))


def unfinished() -> str:
    return _("Stopped: there’s no report until all battles have been fought.")


def loaded(file: Path) -> DataSet:
    """Return the data set of a file. Raises BadSet, OSError, UnicodeDecodeError."""
    return read(file.read_text(encoding="utf-8-sig"), file.name)


def data_set_lines(data: DataSet) -> list[str]:
    """Return what a data set offers, line by line."""
    lines = [_("{name} ({id}) passes; digest {digest}.").format(name=data.name, id=data.id, digest=data.digest)]
    for faction, row in data.factions.items():
        units = ", ".join(kind.id for kind in data.of(faction))
        lines.append(_("faction {id} ({name}): {units}").format(id=faction, name=row.name, units=units))
    lines.append(_("powers: {powers}").format(powers=", ".join(data.powers)))
    for preset in data.presets.values():
        cost = armies.points(preset.army, data.kinds)
        line = _("army {id} ({name}), {points} points: {text}")
        lines.append(line.format(id=preset.id, name=preset.name, points=cost, text=armies.text(preset.army)))
    return lines


def heat_map(found: ArmyReport) -> str:
    """Return the table of the house's battles as a heat map."""
    data = found.data
    pairings = found.pairings[PLAYER]
    title = _("{name}: battles won out of 100, row on seat 0 against column").format(name=data.name)
    return heatmap.svg(
        title, list(data.presets), {pairing: tally.share for pairing, (tally, _usage) in pairings.items()}
    )
