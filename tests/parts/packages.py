"""The test-only game, installed as a stranger's package is, for the suite alone."""

from __future__ import annotations

import subprocess
import sys
from fcntl import LOCK_EX, flock
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROJECT = ROOT / "tests" / "sealed_auction"
INSTALLED = ROOT / "var" / "test-games"
PIP = ("pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation")


def installed() -> str:
    """Return where the package lies, which only the suite looks into.

    Put it there again if its files have changed since.
    """
    INSTALLED.mkdir(parents=True, exist_ok=True)
    stamp = INSTALLED / ".installed"
    with (INSTALLED / ".lock").open("w") as lock:  # several processes begin at once
        flock(lock, LOCK_EX)
        if not stamp.exists() or stamp.read_text() != _state():
            command = [sys.executable, "-m", *PIP, "--upgrade", "--target", str(INSTALLED), str(PROJECT)]
            subprocess.run(command, check=True)
            stamp.write_text(_state())
    return str(INSTALLED)


def _state() -> str:
    """Return which files there are, and of when."""
    files = sorted(path for path in PROJECT.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return "\n".join(f"{path.relative_to(PROJECT)} {path.stat().st_mtime_ns}" for path in files)
