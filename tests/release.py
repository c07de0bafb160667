"""`make release VERSION=0.2.0`: write the version, date the changelog, commit and tag. It prints what people do before
and after."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import UTC, date, datetime
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parents[1]
VERSION = re.compile(r"\d+\.\d+\.\d+")
WRITTEN = re.compile(r'^RELEASE = "(.+)"$', re.MULTILINE)
COMING = "## Unreleased\n"
BEFORE = """\
Before you release, see that these are green on this commit:
  make test ALL=1    every case
  make test-deploy   install, upgrade, restore on a booted Debian
  make bench         no line is slower than in the last release
  make pictures      look at them
"""
AFTER = """\
Released as {tag}, commit {commit}. Now:
  git push --follow-tags
  upgrade a site with it: docs/operations.md, Upgrade
  tell the players: the entries of CHANGELOG.md under {version}
"""


class NotReleased(Exception):
    """Why nothing was released, as a sentence."""


def main() -> None:
    """Release the version that the command line names."""
    try:
        told = release(BASE_DIR, sys.argv[1] if len(sys.argv) > 1 else "", datetime.now(UTC).date())
    except NotReleased as error:
        sys.exit(f"Not released: {error}\n\n{BEFORE}")
    sys.stdout.write(told)


def release(checkout: Path, version: str, day: date) -> str:
    """Write, commit and tag the version, and return what to do next. Raises: NotReleased, with nothing changed."""
    module, changelog = checkout / "fogsite" / "version.py", checkout / "CHANGELOG.md"
    code, changes = module.read_text(), changelog.read_text()
    if not VERSION.fullmatch(version):
        raise NotReleased("name a version, as in: make release VERSION=0.2.0")
    if numbers(version) <= numbers(written(code)):
        raise NotReleased(f"{version} has to be higher than {written(code)}.")
    if git(checkout, "status", "--porcelain"):
        raise NotReleased("commit your changes first.")
    if not entries(changes):
        raise NotReleased("CHANGELOG.md has no entry under “Unreleased”.")
    module.write_text(WRITTEN.sub(f'RELEASE = "{version}"', code))
    changelog.write_text(changes.replace(COMING, f"{COMING}\n## {version} – {day:%Y-%m-%d}\n", 1))
    git(checkout, "commit", "--quiet", "--all", "--message", f"release: Publish {version}.")
    git(checkout, "tag", "--annotate", "--message", f"Release {version}", f"v{version}")
    return AFTER.format(tag=f"v{version}", version=version, commit=git(checkout, "rev-parse", "HEAD"))


def numbers(version: str) -> list[int]:
    """Return the numbers of a version, which compare as versions do."""
    return [int(number) for number in version.split(".")]


def written(code: str) -> str:
    """Return the version that the code has now. Raises: NotReleased if it names none."""
    if match := WRITTEN.search(code):
        return match[1]
    raise NotReleased("fogsite/version.py names no RELEASE.")


def entries(changes: str) -> str:
    """Return what stands under “Unreleased”; "" if nothing does."""
    return changes.partition(COMING)[2].partition("\n## ")[0].strip()


def git(checkout: Path, *command: str) -> str:
    """Return what git says. Raises: NotReleased with what is wrong."""
    done = subprocess.run(["git", *command], cwd=checkout, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotReleased(done.stderr.strip())
    return done.stdout.strip()


if __name__ == "__main__":
    main()
