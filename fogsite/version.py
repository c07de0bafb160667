"""Which code runs: so that after an upgrade one can tell that every answer comes from the new one."""

import subprocess
from functools import cache

from django.conf import settings

UNKNOWN = "unknown"


@cache
def running_version() -> str:
    """The environment's VERSION, else the commit that is checked out, or "unknown".

    What was found first stands: the checkout may be another one while this process still runs the old code.
    """
    return settings.VERSION or _commit() or UNKNOWN


def _commit() -> str:
    """The commit of this checkout in short; empty where it is none, or git is not there."""
    if not (settings.BASE_DIR / ".git").exists():
        return ""
    command = ["git", "rev-parse", "--short=12", "HEAD"]
    try:
        done = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
