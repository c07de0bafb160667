"""Which release this is, and which code runs: you can tell that an upgrade is complete."""

import subprocess
from functools import cache

from django.conf import settings

RELEASE = "0.1.0"
"""The newest release that this code contains. `make release` writes it."""
NOT_RELEASED = "0.0.0"
"""The value of `RELEASE` before the first release."""
UNKNOWN = "unknown"


def released() -> str:
    """Return the newest release as visitors read it: "" until there is one."""
    return "" if RELEASE == NOT_RELEASED else RELEASE


@cache
def running_version() -> str:
    """Return the environment's VERSION, else the commit that is checked out, else "unknown".

    The first answer stays: the checkout may change while this process still runs the old code.
    """
    return settings.VERSION or _commit() or UNKNOWN


def _commit() -> str:
    """Return the short commit of this checkout. Return "" if it is none, or git is missing."""
    if not (settings.BASE_DIR / ".git").exists():
        return ""
    command = ["git", "rev-parse", "--short=12", "HEAD"]
    try:
        done = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
