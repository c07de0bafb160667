"""Boots a Debian, installs the service as `docs/operations.md` says, brings faults about, and prints what came of each.

`python -m tests.deploy.booted`. It ends with 1 where something did not do as the manual says.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.deploy.booted.machine import Machine, NotHere, base, require
from tests.deploy.booted.scenes import SCENES
from tests.deploy.booted.site import BASE_DIR, Repository, Site

MADE = BASE_DIR / "var" / "deploy"
"""What is made once and used again: the Debian, and the packages."""
PLATFORMS = ("manylinux_2_28_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64")
MARKER = re.compile(r" ; [^\\\n]*")
PYTHON = "3.11"
"""Debian bookworm's."""


def wheels(folder: Path) -> Path:
    """Return the packages that production installs; there is none that is no wheel."""
    text = (BASE_DIR / "requirements.txt").read_text()
    wanted = folder / "requirements.txt"
    wanted.write_text(MARKER.sub("", text))  # pip asks its own Python which are needed, and not the other one
    made = folder / f"wheels-{hashlib.sha256(wanted.read_bytes()).hexdigest()[:12]}"
    if made.exists():
        return made
    part = folder / ".wheels"
    named = [word for each in PLATFORMS for word in ("--platform", each)]
    kind = ["--only-binary", ":all:", "--python-version", PYTHON, *named]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--require-hashes", *kind]
    subprocess.run([*command, "-r", wanted, "-d", part], check=True)
    part.rename(made)
    return made


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def tried(site: Site) -> list[tuple[str, float, str]]:
    """Return the scenes with their seconds and what came of them, until one fails."""
    rows = []
    for scene in SCENES:
        begun, name = time.monotonic(), (scene.__doc__ or "").partition(".")[0]
        try:
            found = scene(site)
        except Exception as error:
            found = f"FAILED: {error}"
        rows.append((name, time.monotonic() - begun, found))
        say(f"{name}: {found}")
        if found.startswith("FAILED"):
            break
    return rows


def main() -> int:
    try:
        require()
    except NotHere as reason:
        say(f"Not tried: what only a booted systemd does. {reason}")
        return 0
    MADE.mkdir(parents=True, exist_ok=True)
    home = Path(tempfile.mkdtemp(prefix="booted-", dir=MADE))
    try:
        repository = Repository(home)
        with Machine(home / "machine", base(MADE), repository.bare, wheels(MADE)) as machine:
            rows = tried(Site(machine, repository))
    finally:
        shutil.rmtree(home, ignore_errors=True)
    say("\n| what was done | seconds | what came of it |\n| --- | --- | --- |")
    for name, seconds, found in rows:
        say(f"| {name} | {seconds:.0f} | {found.splitlines()[0]} |")
    return int(any(found.startswith("FAILED") for _, _, found in rows))


if __name__ == "__main__":
    sys.exit(main())
