"""`python -m tests.mutate --seed SEED --number N PART`: changes so many drawn places, and prints what survives."""

from __future__ import annotations

import argparse
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.mutate.changes import Change, changes, made

ROOT = Path(__file__).parents[2]
PARTS = {"rules": ["games/rules/**/*.py"], "services": ["games/*.py", "games/api/**/*.py", "accounts/**/*.py"]}
LEFT_OUT = re.compile(r"/(migrations|management)/|/(bot|weighing|reckoning|apps|admin)\.py$")
"""Heuristics of computer players, of which tests hold the results alone; and what no rule depends on."""
ALL = ["-n", "2", "--dist", "loadgroup", "tests"]
PATIENCE = 1800
"""Seconds until a change that lets the tests run for ever counts as noticed."""


def drawn(part: str, seed: str, number: int) -> list[tuple[Path, Change]]:
    """The same for the same seed and source."""
    paths = sorted({path for pattern in PARTS[part] for path in ROOT.glob(pattern)})
    paths = [path for path in paths if not LEFT_OUT.search(path.as_posix())]
    every = [(path.relative_to(ROOT), change) for path in paths for change in changes(path.read_text())]
    return random.Random(f"{part} {seed}").sample(every, min(number, len(every)))


def near(path: Path) -> list[str]:
    """The test files that mirror a file or name it, those called after it first."""
    folder = ROOT / "tests" / "rules" / path.parent.name
    if path.parts[1] == "rules" and folder.is_dir():
        return [str(folder.relative_to(ROOT))]
    files = [file.relative_to(ROOT) for file in sorted(ROOT.glob("tests/**/test_*.py")) if "e2e" not in file.parts]
    named = [file for file in files if re.search(rf"\b{path.stem}\b", (ROOT / file).read_text())]
    return [str(file) for file in sorted(named, key=lambda file: path.stem not in file.stem)]


def notice(tree: Path, tests: list[str]) -> bool:
    """Whether a test fails in the tree."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "not browser", *tests]
    try:
        done = subprocess.run(command, cwd=tree, capture_output=True, check=False, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode not in (0, 5)  # 5: there is no such test


def survives(tree: Path, path: Path, change: Change) -> bool:
    """Whether no test notices a change, neither those nearby nor all others."""
    source = (ROOT / path).read_text()
    (tree / path).write_text(made(source, change))
    try:
        nearby = near(path)
        return not (nearby and notice(tree, nearby)) and not notice(tree, ALL)
    finally:
        (tree / path).write_text(source)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--number", type=int, default=300)
    given = parser.parse_args()
    survived = 0
    chosen = drawn(given.part, given.seed, given.number)
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".git", ".venv", "__pycache__"))
        if notice(tree, ALL):
            sys.exit("The tests fail as the tree stands, so that they tell nothing of a change.")
        for number, (path, change) in enumerate(chosen, 1):
            if survives(tree, path, change):
                survived += 1
                print(f"{path}:{change.line}: {change.old} -> {change.new}", flush=True)
            print(f"{number} of {len(chosen)}, {survived} survived", end="\r", file=sys.stderr, flush=True)
    print(f"{given.part}, seed {given.seed}: {len(chosen) - survived} of {len(chosen)} were noticed.")


if __name__ == "__main__":
    main()
