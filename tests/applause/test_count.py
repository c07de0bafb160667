"""A feature is a folder: nothing but one line outside of it names it."""

import subprocess
from pathlib import Path

from fogsite.settings import BASE_DIR

FOLDER = "tests/applause"
COUNTED = Path("tests/prose/left.txt")
"""A count by folder, which a command writes."""
NAMES = ("tests.applause", "tests/applause", "applause_thanks")


def files() -> list[Path]:
    """Return all files of the project outside the feature's folder; what people read is no part of it."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    found = [Path(line) for line in listed.stdout.splitlines()]
    return [path for path in found if not path.is_relative_to(FOLDER) and path.suffix != ".md" and path != COUNTED]


def lines(path: Path) -> list[str]:
    """Return the lines of a file that name the feature."""
    text = (BASE_DIR / path).read_bytes().decode(errors="ignore")
    return [line for line in text.splitlines() if any(name in line for name in NAMES)]


def test_one_line_names_it() -> None:
    found = {path.as_posix(): named for path in files() if (BASE_DIR / path).is_file() and (named := lines(path))}
    assert found == {"tests/settings.py": ['FEATURES.append("tests.applause")']}
