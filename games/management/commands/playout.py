"""`manage.py playout SLUG`: let computer players play matches out, count how they end, keep the records."""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from statistics import median
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.management.ends import stoppable
from games.rules import playout, registry
from games.rules.engine import AnyGame
from games.rules.errors import RulesError
from games.rules.game import OptionValue
from games.rules.levels import Bot
from games.rules.record import Record, dumps


class Command(BaseCommand):
    count = 0
    done = 0
    """Matches that are to be played, and that were."""
    help = "Play matches among computer players and print how they end. Equal arguments give equal records."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the game")
        parser.add_argument("--games", type=int, default=1, metavar="N", help="how many matches (1)")
        parser.add_argument("--seed", default="0", metavar="S", help="any text (0)")
        parser.add_argument("--out", type=Path, metavar="DIR", help="write the record of each match there")
        parser.add_argument("--referee", action="store_true", help="add the referee's view after every entry")
        parser.add_argument("--bots", metavar="A,B", help="the players in joining order, or one for all (random)")
        parser.add_argument("--player", type=Path, metavar="FILE.py", help="one more player, named after its file")
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with stoppable(self.stderr, self.so_far):
                records = self.play(**options)
        except RulesError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            template = _("Can’t read or write {file}: {why}.")
            raise CommandError(template.format(file=error.filename, why=error.strerror)) from error
        for line in summary(records):
            self.stdout.write(line)

    def play(
        self,
        *,
        slug: str,
        games: int,
        seed: str,
        out: Path | None,
        referee: bool,
        bots: str | None,
        player: Path | None,
        option: list[str],
        **_options: Any,
    ) -> list[Record]:
        """Play the matches and write their records."""
        game = registry.current(slug)
        if games < 1:
            raise CommandError(_("The number of games must be 1 or more, not {games}.").format(games=games))
        self.count = games
        if player is not None:
            playout.BOTS[player.stem] = choose_of(player)
        players = seated(game, bots or "random")
        settled = chosen(game, option)
        records = []
        for number in range(1, games + 1):
            record = playout.playout(game, settled, f"{seed}-{number}", players, referee=referee)
            if out is not None:
                out.mkdir(parents=True, exist_ok=True)
                (out / f"{slug}-{seed}-{number}.json").write_bytes(dumps(record))
            records.append(record)
            self.done = number
        return records

    def so_far(self) -> str:
        template = _("Stopped: {done} of {count} matches played.")
        return template.format(done=self.done, count=self.count)


def choose_of(file: Path) -> Bot:
    """Return the `choose` of a Python file, such as an earlier version of a bot. Raises OSError, CommandError."""
    found = spec_from_file_location(file.stem, file)
    if found is None or found.loader is None:
        raise CommandError(_("{file} is not a Python file.").format(file=file))
    module = module_from_spec(found)
    found.loader.exec_module(module)
    if not callable(getattr(module, "choose", None)):
        raise CommandError(_("{file} has no function “choose”.").format(file=file))
    choose: Bot = module.choose
    return choose


def seated(game: AnyGame, bots: str) -> Sequence[str]:
    """Return the players named on the command line; a single one takes every seat."""
    names = bots.split(",")
    return names * game.meta.seats if len(names) == 1 else names


def chosen(game: AnyGame, given: Iterable[str]) -> dict[str, OptionValue]:
    """Return the options given as NAME=VALUE, values as their choices are written (true, 5, advanced)."""
    known = {
        (option.name, str(choice.value).lower()): choice.value
        for option in game.meta.options
        for choice in option.choices
    }
    pairs = [text.partition("=")[::2] for text in given]
    return {name: known.get((name, value.lower()), value) for name, value in pairs}


def summary(records: Sequence[Record]) -> list[str]:
    """Return what came of the matches, line by line."""
    plies = [len(record.entries) for record in records]
    results = Counter(record.result.reason for record in records if record.result)
    wins = Counter(record.seats[seat].name for record in records if record.result for seat in record.result.winners)
    return [
        _("matches: {count}").format(count=len(records)),
        _("plies: median {median:g}, maximum {most}").format(median=median(plies), most=max(plies)),
        _("results: {results}").format(results=counts_in_a_line(results)),
        _("wins: {wins}").format(wins=counts_in_a_line(wins)),
    ]


def counts_in_a_line(counts: Counter[str]) -> str:
    """Return the counts in a line, the highest first: `points 9, agreed 1`."""
    return ", ".join(f"{name} {count}" for name, count in counts.most_common()) or "–"
