"""A Debian with a systemd that has really booted, in namespaces of its own; nothing of it is left when it is stopped.

It has no network but its own loopback: packages of Python come from a folder that was filled before.
"""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
SUITE = "bookworm"
PACKAGES = (
    "systemd,systemd-sysv,dbus,ca-certificates,openssl,"
    "curl,git,python3-venv,postgresql,redis-server,nginx,certbot,python3-certbot-nginx"
)
TOOLS = {"mmdebstrap": "mmdebstrap", "systemd-nspawn": "systemd-container", "unshare": "util-linux"}
PROMPT = re.compile(r"<<(\d+)>>")
DATABASE_ROOM = "700M"
"""What the disk of PostgreSQL holds, so that it can be filled."""
BOOT = """
mount --make-rprivate /
mount -t overlay overlay -o lowerdir={base},upperdir={home}/up,workdir={home}/work {home}/root
mount -t tmpfs tmpfs /run/systemd/nspawn
umount --recursive /sys/fs/cgroup
mount -t cgroup2 cgroup2 /sys/fs/cgroup
mkdir -p /sys/fs/cgroup/{name}
echo $$ >/sys/fs/cgroup/{name}/cgroup.procs
exec systemd-nspawn --quiet --directory={home}/root --private-network --register=no --keep-unit --console=pipe \\
    --bind-ro={repository}:/mnt/repository --bind-ro={wheels}:/mnt/wheels \\
    --tmpfs=/mnt/database:size={room} --boot
"""


class NotHere(Exception):
    """This machine boots no other, for a reason that is a sentence."""


def require() -> None:
    """Make sure that a machine can be booted.

    Raises: `NotHere` if none can.
    """
    if os.geteuid() != 0:
        raise NotHere("Only root may boot a machine: run it as root.")
    if missing := {package for name, package in TOOLS.items() if not shutil.which(name)}:
        raise NotHere(f"Some programs are missing: apt install {' '.join(sorted(missing))}.")
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode:
        raise NotHere("No namespaces can be made here: a container may not boot another one.")


def base(folder: Path) -> Path:
    """Return a Debian that was never booted, which is made once."""
    made = folder / SUITE
    if not made.exists():
        part = folder / f".{SUITE}"
        shutil.rmtree(part, ignore_errors=True)
        subprocess.run(["mmdebstrap", "--variant=apt", f"--include={PACKAGES}", SUITE, part], check=True)
        part.rename(made)
    return made


class Machine:
    """Boots on entering, and is gone with all that it wrote on leaving."""

    def __init__(self, home: Path, base: Path, repository: Path, wheels: Path) -> None:
        self.home, self.name = home, f"fogsite-{os.getpid()}"
        self.script = BOOT.format(
            base=base, home=home, name=self.name, repository=repository, wheels=wheels, room=DATABASE_ROOM
        )
        self.init = 0

    def __enter__(self) -> Machine:
        for name in ("up", "work", "root"):
            (self.home / name).mkdir(parents=True)
        self.log = (self.home / "console").open("wb")
        self.process = subprocess.Popen(
            ["unshare", "--mount", "sh", "-ec", f"mkdir -p /run/systemd/nspawn\n{self.script}"],
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=self.log,
            start_new_session=True,
        )
        try:
            until(self._is_up, 120, "the machine does not come up")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self.init:
            os.kill(self.init, signal.SIGRTMIN + 4)  # power off
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()
        shutil.rmtree(self.home, ignore_errors=True)

    def _is_up(self) -> bool:
        """Say whether all is started; the process that the machine takes for the first is at first another one's
        child.
        """
        assert self.process.poll() is None, (self.home / "console").read_text(errors="replace")
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        self.init = int(children[0]) if children else 0
        state = self.attempt("systemctl is-system-running").stdout.strip() if self.init else ""
        return state in ("running", "degraded")

    def _inside(self, *command: str) -> list[str]:
        env = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        return ["nsenter", "-t", str(self.init), "-a", "env", "-i", env, "HOME=/root", "TERM=dumb", *command]

    def attempt(self, command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self._inside("bash", "-c", command),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=900,
        )

    def run(self, command: str) -> str:
        """Return what a command prints that does not fail."""
        done = self.attempt(command)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        return done.stdout

    def paste(self, text: str, patience: float = 900) -> tuple[int, str]:
        """Return how commands end that are pasted at once into a terminal of root's, and all that is then to be read
        there.
        """
        pid, terminal = pty.fork()
        if pid == 0:
            command = self._inside("PS1=<<$?>>", "bash", "--norc", "--noediting", "-i")
            os.execvp(command[0], command)
        try:
            said = _read(terminal, 1, 30)
            os.write(terminal, text.encode())
            commands = sum(not line.endswith("&&") for line in text.splitlines())
            said += _read(terminal, commands, patience)
            return int(PROMPT.findall(said)[-1]), said
        finally:
            os.close(terminal)
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def _read(terminal: int, prompts: int, patience: float) -> str:
    """Return what a terminal shows until so many prompts have come."""
    said, give_up = "", time.monotonic() + patience
    while len(PROMPT.findall(said)) < prompts:
        ready, _, _ = select.select([terminal], [], [], max(0, give_up - time.monotonic()))
        assert ready, f"no prompt came back: {said[-2000:]}"
        said += os.read(terminal, 4096).decode(errors="replace")
    return said


def until(found: Callable[[], T], seconds: float, otherwise: str) -> T:
    """Return what is found, as soon as it is true."""
    give_up = time.monotonic() + seconds
    while not (what := found()):
        assert time.monotonic() < give_up, otherwise
        time.sleep(0.2)
    return what
