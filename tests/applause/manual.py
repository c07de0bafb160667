"""The files of this feature in docs/adding-a-feature.md. `python -m tests.applause.manual` writes them there again."""

import re
from pathlib import Path

FOLDER = Path(__file__).parent
MANUAL = FOLDER.parents[1] / "docs" / "adding-a-feature.md"
UNDER_ITS_NAME = r"`(?P<name>[^`]+)`\n(?P<before>(?:(?!```|#)[^\n]*\n)*```\w+\n)(?P<text>.*?)^```$"
WHOLE = re.compile(f"^#### {UNDER_ITS_NAME}", re.MULTILINE | re.DOTALL)
EXCERPT = re.compile(f"^#### From {UNDER_ITS_NAME}", re.MULTILINE | re.DOTALL)
NOT_SHOWN = {"__init__.py", "manual.py"}


def files() -> set[str]:
    """Return the names of the files that the manual shows whole: all but tests, migrations and catalogues."""
    paths = [path for kind in ("py", "md", "jinja", "html", "txt") for path in FOLDER.rglob(f"*.{kind}")]
    shown = [path for path in paths if path.parent.name != "migrations" and not path.name.startswith("test_")]
    return {path.relative_to(FOLDER).as_posix() for path in shown} - NOT_SHOWN


def renewed(manual: str) -> str:
    """Return the manual with the files as they are."""
    return WHOLE.sub(_shown, manual)


def _shown(found: re.Match[str]) -> str:
    name, before = found["name"], found["before"]
    return f"#### `{name}`\n{before}{(FOLDER / name).read_text().strip()}\n```"


if __name__ == "__main__":
    MANUAL.write_text(renewed(MANUAL.read_text()))
