"""The options of `make drill`, and what it prints."""

from __future__ import annotations

import argparse
import itertools
import shutil
import signal
import sys
import time
from pathlib import Path

from tests.drill.drill import Drill
from tests.drill.fault import Fault
from tests.drill.faults import FAULTS
from tests.drill.site import DATABASE_OPTIONS, Site
from tests.drill.table import cells, heading, line, table
from tests.parts import database, postgres
from tests.parts.production import PATH

BRIEF = 0.25
"""How long faults last in a brief drill, of what they last otherwise."""


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.drill", description=__doc__)
    parser.add_argument(
        "--only", action="append", default=[], metavar="WORDS", help="faults whose name holds these words"
    )
    parser.add_argument("--brief", action="store_true", help=f"faults last {BRIEF} of their time; for trying")
    parser.add_argument("--list", action="store_true", help="name the faults and do nothing")
    parser.add_argument("--minutes", type=float, default=600, help="no other fault is begun after so many")
    parser.add_argument("--logs", type=Path, metavar="FOLDER", help="where to write what every program has said")
    parser.add_argument("--seed", type=int, default=1, help="of the players' moves")
    parser.add_argument("--threads", type=int, default=8, help="players who think at the same time")
    parser.add_argument("--rate", type=float, default=3.0, help="moves a second wished for")
    return parser.parse_args()


def chosen(given: argparse.Namespace) -> list[Fault]:
    """Return the faults that the options name."""
    found = [fault for fault in FAULTS if not given.only or any(words in fault.name for words in given.only)]
    if not found:
        sys.exit(f"No fault is called that. There are:\n{names(FAULTS)}")
    return found


def require_programs() -> None:
    """End with a sentence if a program is missing that no Python package brings along."""
    for program in ("nginx", "openssl"):
        if shutil.which(program, path=PATH) is None:
            sys.exit(f"There is no {program}: install the package {program}.")


def names(faults: list[Fault]) -> str:
    return "\n".join(fault.name for fault in faults)


def say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)


def run(drill: Drill, faults: list[Fault], minutes: float) -> None:
    """Bring these faults about, as many as there is time for, and print a line on each."""
    say(*heading())
    last = time.monotonic() + 60 * minutes
    for fault in itertools.takewhile(lambda _: time.monotonic() < last, faults):
        row = drill.try_out(fault)
        say(line(cells(row)), *(f"- {sentence}" for sentence in row.broken))
    drill.rows[-1].broken += drill.drain()  # nobody plays any more: each move would make another letter


def main() -> int:
    given = options()
    faults = chosen(given)
    if given.list:
        say(names(faults))
        return 0
    require_programs()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("The drill was ended."))  # what it started ends with it
    database.prepare()
    postgres.OPTIONS = DATABASE_OPTIONS
    site = Site(database.directory() / "drill", BRIEF if given.brief else 1.0)
    try:
        site.start()
        drill = Drill(site, given.seed, given.threads, given.rate)
        run(drill, faults, given.minutes)
        drill.end()
    finally:
        if given.logs:
            site.write_logs(given.logs)
        site.stop()
    say("", table(drill.rows), "", summary(drill))
    return int(any(row.broken for row in drill.rows))


def summary(drill: Drill) -> str:
    """Return what was done in all."""
    moves = [move for move in drill.load.book.moves if move.answered]
    again = sum(move.tries > 1 for move in moves)
    return (
        f"{len(moves)} moves acknowledged, {again} of them sent again, {sum(move.repeated for move in moves)} of those"
        f" played already; {len(drill.load.book.requests)} requests, {len(drill.site.mail.arrivals)} letters."
    )
