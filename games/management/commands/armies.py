"""`manage.py armies`: check a data set of Fantasy Dice Battles, and see how even its preset armies are."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games import heatmap
from games.rules.fantasy_dice_battles import armies, balance, sets
from games.rules.fantasy_dice_battles.balance import Pairing, Tally
from games.rules.fantasy_dice_battles.data import DataSet

BEYOND = 0.65
"""A pairing in which one army wins more than this is lopsided."""


class Command(BaseCommand):
    help = "Check a data set of Fantasy Dice Battles, or report how even its preset armies are."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        deeds = parser.add_subparsers(dest="deed", required=True)
        check = deeds.add_parser("check", help="check a data file, and print what passes")
        check.add_argument("file", type=Path, metavar="FILE")
        report = deeds.add_parser("report", help="let every preset fight every other, on both seats")
        report.add_argument("--file", type=Path, metavar="FILE", help="a data file (the set that is offered)")
        report.add_argument("--games", type=int, default=400, metavar="N", help="battles of each pairing (400)")
        report.add_argument("--seed", default="0", metavar="S", help="any text (0)")
        report.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="processes (one a processor)")
        report.add_argument("--out", type=Path, metavar="SVG", help="write the table as a picture there")

    def handle(self, *args: Any, deed: str, **options: Any) -> None:
        try:
            if deed == "check":
                self.check_file(options["file"])
            else:
                self.report(**options)
            self.stdout.flush()
        except BrokenPipeError:
            # Whoever read this has stopped, as `head` does. Python would complain once more when it flushes at its end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except sets.BadSet as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            template = _("{file} cannot be read or written: {why}.")
            raise CommandError(template.format(file=error.filename, why=error.strerror)) from error
        except UnicodeDecodeError as error:
            raise CommandError(_("The file is not UTF-8.")) from error

    def check_file(self, file: Path) -> None:
        """Print what a file offers. Raises BadSet."""
        data = loaded(file)
        others = [other for other in sets.SETS.values() if other.id != data.id]
        sets.require_own_ids(data, file.name, others)
        for line in described(data):
            self.stdout.write(line)

    def report(self, *, file: Path | None, games: int, seed: str, jobs: int, out: Path | None, **_options: Any) -> None:
        """Fight, print the table, draw the picture."""
        if games < 1 or jobs < 1:
            raise CommandError(_("The number of battles and of processes must be 1 or more."))
        data = loaded(file) if file else sets.SETS[sets.HOUSE_SET]
        found = fought(data, games, seed, jobs)
        for line in table(list(data.presets), found):
            self.stdout.write(line)
        if out is not None:
            out.write_text(picture(data, found), encoding="utf-8")


def loaded(file: Path) -> DataSet:
    """The data set of a file. Raises BadSet, OSError, UnicodeDecodeError."""
    return sets.read(file.read_text(encoding="utf-8"), file.name)


def described(data: DataSet) -> list[str]:
    """What a data set offers, line by line."""
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


def fought(data: DataSet, games: int, seed: str, jobs: int) -> dict[Pairing, Tally]:
    """All pairings, in so many processes; what comes of them does not depend on their number."""
    pairings = balance.pairings(list(data.presets))
    fight = partial(balance.tally, data, games=games, seed=seed)
    if jobs == 1:
        return {pairing: fight(pairing) for pairing in pairings}
    with ProcessPoolExecutor(jobs) as workers:
        return dict(zip(pairings, workers.map(fight, pairings), strict=True))


def table(presets: list[str], found: Mapping[Pairing, Tally]) -> list[str]:
    """How many of a hundred the army of a row wins on seat 0 against that of a column, a level battle as half."""
    width = max(map(len, presets))
    lines = [" " * width + "".join(f"{preset:>{width + 2}}" for preset in presets)]
    for row in presets:
        cells = (f"{100 * found[row, column].share:.1f}" if row != column else "–" for column in presets)
        lines.append(f"{row:{width}}" + "".join(f"{cell:>{width + 2}}" for cell in cells))
    return [*lines, "", *remarks(found)]


def remarks(found: Mapping[Pairing, Tally]) -> list[str]:
    """Numbers, rounds, level battles, and every pairing that is lopsided."""
    games = sum(tally.games for tally in found.values())
    rounds, level = (sum(getattr(tally, name) for tally in found.values()) for name in ("rounds", "level"))
    counts = _("battles: {games}, rounds on average {rounds:.1f}, level {level}")
    far = [
        f"{one} – {other} {100 * tally.share:.1f}"
        for (one, other), tally in found.items()
        if not 1 - BEYOND <= tally.share <= BEYOND
    ]
    beyond = _("beyond 35 to 65: {pairings}").format(pairings=", ".join(far) or _("none"))
    return [counts.format(games=games, rounds=rounds / games, level=level), beyond]


def picture(data: DataSet, found: Mapping[Pairing, Tally]) -> str:
    """The same table as a heat map."""
    title = _("{name}: battles won of 100, row on seat 0 against column").format(name=data.name)
    return heatmap.svg(title, list(data.presets), {pairing: tally.share for pairing, tally in found.items()})
