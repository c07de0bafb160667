"""`python -m tests.deploy.fresh_machine`: run the README's two commands on a bare Debian 13, which mmdebstrap makes.

Name another Debian to try that one: `python -m tests.deploy.fresh_machine bookworm`.

It needs root, mmdebstrap and the network. If one is missing, it says so and tries nothing. The machine shares its
network with this one, and reaches the package index in the same way: certificates and pip's settings are copied.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BASE_DIR = Path(__file__).parents[2]
SUITES = {"bookworm": "Debian 12", "trixie": "Debian 13"}
PACKAGES = "ca-certificates,make,python3-venv"
COPIED = ("/etc/hosts", "/etc/resolv.conf", "/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt")
SITE = "srv/site"
INSIDE = 'mount --bind /dev "$0/dev" && mount -t proc proc "$0/proc" && exec chroot "$0" sh -c "cd /{site} && exec $1"'
READY = "Ctrl-C stops everything"


def lacking() -> str:
    """Return what the machine lacks to try this, as a sentence; nothing where it can."""
    if os.geteuid():
        return "Only root may make a bare machine."
    if not shutil.which("mmdebstrap"):
        return "There is no mmdebstrap: apt install mmdebstrap."
    return ""


@contextmanager
def bare(suite: str) -> Iterator[Path]:
    """Make a bare Debian with what the README asks for, and a clone of this repository in it."""
    with tempfile.TemporaryDirectory(prefix="fresh") as directory:
        root = Path(directory) / "root"
        subprocess.run(["mmdebstrap", "--quiet", "--variant=minbase", f"--include={PACKAGES}", suite, root], check=True)
        furnish(root)
        yield root


def furnish(root: Path) -> None:
    """Put the last commit there, and what leads to the package index."""
    for name in COPIED:
        if Path(name).exists():
            shutil.copy(name, f"{root}{name}")
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", BASE_DIR, root / SITE], check=True)


def started(root: Path, command: str) -> subprocess.Popen[str]:
    """Run a command there, in namespaces of its own: what it has started ends with it."""
    unshare = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", INSIDE.format(site=SITE)]
    env = {"HOME": "/root", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"}
    return subprocess.Popen(
        [*unshare, str(root), command], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def say(text: str) -> None:
    """Show it at once."""
    sys.stdout.write(text)
    sys.stdout.flush()


def said(process: subprocess.Popen[str]) -> Iterator[str]:
    """Pass on each line that it says."""
    assert process.stdout
    for line in process.stdout:
        say(line)
        yield line


def make_run(root: Path) -> bool:
    """Say whether `make run` comes to its welcome, and the site answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with started(root, f"make run PORT={port}") as process:
        is_ready = any(READY in line for line in said(process))
        answer = urllib.request.urlopen(f"http://localhost:{port}/", timeout=60).status if is_ready else 0
        process.kill()
    return bool(answer == 200)


def make_test(root: Path) -> bool:
    """Say whether `make test` is green."""
    with started(root, "make test") as process:
        for _line in said(process):
            pass
    return process.returncode == 0


def asked() -> str:
    """Return the suite that the command line names, or the newest. Raises: SystemExit for one that we don't try."""
    suite = sys.argv[1] if len(sys.argv) > 1 else "trixie"
    if suite not in SUITES:
        sys.exit(f"There is no suite {suite} here. Name one of: {', '.join(SUITES)}.")
    return suite


def main() -> None:
    """Try both, and print a table of them."""
    suite = asked()
    if reason := lacking():
        say(f"Not tried: the README's commands on a bare {SUITES[suite]}. {reason}\n")
        return
    rows = []
    with bare(suite) as root:
        for command, tried in (("make run", make_run), ("make test", make_test)):
            begun = time.monotonic()
            rows.append((command, tried(root), time.monotonic() - begun))
    say("\n| what was done | seconds | what came of it |\n| --- | --- | --- |\n")
    for command, works, seconds in rows:
        say(f"| {command} on a bare {SUITES[suite]} | {seconds:.0f} | {'works' if works else 'FAILED'} |\n")
    sys.exit(not all(works for _, works, _ in rows))


if __name__ == "__main__":
    main()
