"""`python -m tests.mutate PART --seed SEED --number N`: changes so many drawn places, and prints what survives."""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.mutate import equivalent
from tests.mutate.changes import Change, changes, drops_condition
from tests.mutate.reach import Reach
from tests.mutate.trials import Trials

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / ".mutate"
PARTS = {
    "rules": ["games/rules/**/*.py"],
    "services": ["games/*.py", "games/[!r]*/**/*.py", "games/r[!u]*/**/*.py", "accounts/**/*.py"],
}
LEFT_OUT = re.compile(r"/(migrations|management)/|/(bot|weighing|reckoning|rescue|apps|admin)\.py$")
"""Heuristics of computer players, whose results alone are tested; and what no rule depends on."""
TESTS = {"rules": ["tests/rules"], "services": ["tests/accounts", "tests/games", "tests/sealed"]}
"""Where the tests are that may notice a change; those of real parts and browsers look on from too far away."""
SLOW = ("bot", "claims", "contract*", "fairness", "golden", "playout", "properties")
"""Tests of so many matches that they reach everything: they are not recorded, and look last."""
TESTING = ["-q", "-p", "no:cacheprovider", "-m", "not browser"]


def drawn(part: str, seed: str, number: int, only: str) -> list[tuple[Path, Change]]:
    """Return the same for the same seed and source."""
    paths = sorted({path for pattern in PARTS[part] for path in ROOT.glob(pattern)})
    paths = [path for path in paths if only or not LEFT_OUT.search(path.as_posix())]
    every = [(path, change) for path in paths for change in changes(path.read_text())]
    every = [(path, change) for path, change in every if not only or fits(path, change, only)]
    return random.Random(f"{part} {seed}").sample(every, min(number, len(every)))


def fits(path: Path, change: Change, only: str) -> bool:
    """Say whether a change is one of those asked for: dropped conditions of queries, or those of a file or line."""
    if only == "queries":
        return drops_condition(change) and not LEFT_OUT.search(path.as_posix().replace("admin.py", ""))
    return f"{path.relative_to(ROOT)}:{change.line}:".startswith(only)


def recorded(part: str) -> Path:
    """Return the folder that records which tests reach what, rebuilt after any change of the source."""
    folder, digest = RECORDS / part, hashlib.sha256()
    packages = ("accounts", "fogsite", "games", "tests")
    for path in sorted(path for package in packages for path in ROOT.glob(f"{package}/**/*.py")):
        digest.update(path.read_bytes())
    stamp = folder / digest.hexdigest()
    if not stamp.exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        slow = [f"--ignore-glob=*/test_{name}.py" for name in SLOW]
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-n",
            "2",
            "-p",
            "tests.mutate.record",
            *TESTING,
            *slow,
            *TESTS[part],
        ]
        if subprocess.run(command, cwd=ROOT, env=os.environ | {"MUTATE_RECORD": str(folder)}, check=False).returncode:
            sys.exit("The tests fail as the tree stands, so that they tell nothing of a change.")
        stamp.touch()
    return folder


class Printed(Trials):
    """Trials that print what survives."""

    tried = 0

    def tell(self, path: Path, change: Change, noticed: bool) -> None:
        self.tried += 1
        known = "" if noticed else equivalent.listed().get(equivalent.key(path, change), "unknown")
        if known == "unknown":
            print(f"\n{path.relative_to(ROOT)}:{change.line}: {change.old} -> {change.new}", flush=True)
        print(
            f"\r{self.tried} of {len(self.chosen)}, {len(self.survived)} survived", end="", file=sys.stderr, flush=True
        )


def told(chosen: Iterable[tuple[Path, Change]], survived: list[tuple[Path, Change]]) -> tuple[str, bool]:
    """Return how many were noticed, as a sentence, and whether few enough are set apart as equivalent."""
    chosen, known = list(chosen), equivalent.listed()
    same = [each for each in chosen if equivalent.key(*each) in known]
    missed = [each for each in survived if each not in same]
    tried = len(chosen) - len(same)
    rate = 100 * (tried - len(missed)) / tried if tried else 100
    sentence = f"{tried - len(missed)} of {tried} were noticed, {rate:.1f} %; {len(same)} are listed as equivalent"
    if len(same) > equivalent.MOST * len(chosen):
        return f"{sentence}, more than {equivalent.MOST:.0%} of all.", False
    return f"{sentence}.", True


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--number", type=int, default=300)
    parser.add_argument("--only", default="", help="`queries` for their conditions alone, or a FILE or FILE:LINE")
    parser.add_argument(
        "--most", type=float, default=60, help="seconds of tests that one change may cost; nearest first"
    )
    parser.add_argument("--record", type=Path, help="a folder with a record, taken as it is")
    given = parser.parse_args()
    chosen = drawn(given.part, given.seed, given.number, given.only)
    trials = Printed(chosen, Reach(given.record or recorded(given.part)), given.most)
    if pytest.main([*TESTING, "-s", "--no-header", *TESTS[given.part]], [trials]) != pytest.ExitCode.OK:
        sys.exit("The trials came to no end.")
    sentence, is_good = told(chosen, trials.survived)
    print(f"\n{given.part}, seed {given.seed}: {sentence}")
    sys.exit(not is_good)


if __name__ == "__main__":
    main()
