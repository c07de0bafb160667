"""The files in which the processes of this machine count: a folder for each machine, a file for each process.

`manage.py metrics` adds them up. Commands count nothing: they may run as another user, and end soon.
"""

import os
import socket
import sys
from pathlib import Path

from django.conf import settings

VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""What prometheus_client reads when it is first imported: with it a process counts in files, else in its memory."""


def open_folder(path: str) -> str:
    """Let this process count in a folder below `path`. Return why it cannot, as a sentence, otherwise "".

    Containers share a folder, and each of them numbers its processes from 1: so each machine has its own below it.
    """
    os.environ.pop(VARIABLE, None)
    if not path or is_command():
        return ""
    own = Path(path) / socket.gethostname()
    fault = why_unwritable(path)
    if not fault:
        own.mkdir(exist_ok=True)
        os.environ[VARIABLE] = str(own)
    return fault


def why_unwritable(path: str) -> str:
    """Return why this process cannot count below `path`, as a sentence, otherwise ""."""
    own = Path(path) / socket.gethostname()
    for folder in (Path(path), *([own] if own.exists() else [])):
        if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
            return f"No metrics can be counted in METRICS_DIR ({path}): it is not there, or not writable."
    return ""


def is_command() -> bool:
    return Path(sys.argv[0]).name == "manage.py"


def counts_here() -> bool:
    """Say whether this process counts in files."""
    return VARIABLE in os.environ


def counted_files() -> list[str]:
    """Return the files of all machines."""
    return [str(path) for path in Path(settings.METRICS_DIR).glob("*/*.db")]


def forget_dead() -> None:
    """Remove what the dead processes of this machine said of themselves, such as that they are busy.

    What they have counted stays.
    """
    if settings.METRICS_DIR:
        for path in (Path(settings.METRICS_DIR) / socket.gethostname()).glob("gauge_live*.db"):
            if not is_alive(int(path.stem.rpartition("_")[2])):
                path.unlink(missing_ok=True)


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
