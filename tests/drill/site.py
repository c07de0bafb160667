"""The production form with somebody who starts again what died, as the units say."""

from __future__ import annotations

import os
import random
import signal
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.drill.sink import Sink
from tests.parts import database, postgres
from tests.parts.production import UNITS, Production, setting
from tests.parts.program import Program

TURN_MAIL_DELAY = 10
"""Seconds; production's half minute would leave a busy load hardly a letter to send."""
DATABASE_OPTIONS = "-c listen_addresses='' -c max_connections=100"
"""What is committed is on the disk, as in production and unlike in tests."""
NAMES = {
    "web": "fogsite.wsgi",
    "stream": "fogsite.asgi:application",
    "worker": "worker",
    "beat": "beat",
    "nginx": "nginx",
}


def name_of(command: list[str]) -> str:
    """Return what a unit is called, by the words of its command."""
    if "letters" in command:
        return "letters"
    return next(name for name, sign in NAMES.items() if sign in command)


def restart_seconds() -> float:
    """Return how long the units wait before they start again what died."""
    return max(float(setting(f"fogsite-{unit}.service", "RestartSec")) for unit in UNITS)


class Site(Production):
    """The production form under a supervisor. `scale` shortens how long faults last.

    `spare` is a second machine, to which half of all requests go while it is there. `provoked` are the matches that a
    drill has end on time or by absence. `died` says when, in seconds since the epoch, which unit was started again,
    with the program that it was.
    """

    mail: Sink

    def __init__(self, home: Path, scale: float = 1.0) -> None:
        super().__init__(home)
        self.mail, self.scale = Sink(), scale
        self.held: set[str] = set()
        self.spare: Site | None = None
        self.is_first = True
        self.provoked: set[str] = set()
        self.died: list[tuple[float, str, Program]] = []
        self.stopping, self.pause = threading.Event(), restart_seconds()
        self.supervisor = threading.Thread(target=self._supervise, daemon=True)
        self.starting: dict[int, threading.Thread] = {}

    def environment(self) -> dict[str, str]:
        """Return the manual's environment, with an address at which the site reaches itself as its players do."""
        return {**super().environment(), **self.asking_itself(), "TURN_MAIL_DELAY": str(TURN_MAIL_DELAY)}

    def start(self) -> None:
        super().start()
        self.supervisor.start()

    def stop(self) -> None:
        self.stopping.set()
        for thread in (self.supervisor, *self.starting.values()):
            if thread.is_alive():
                thread.join()
        super().stop()

    def _supervise(self) -> None:
        """Start again everything that dies, each unit for itself."""
        while not self.stopping.wait(0.1):
            for place, program in enumerate(self.running):
                dead = program.process.poll() is not None and name_of(command_of(program)) not in self.held
                if dead and not (place in self.starting and self.starting[place].is_alive()):
                    self.starting[place] = threading.Thread(target=self._start_again, args=[place, program])
                    self.starting[place].start()

    def _start_again(self, place: int, program: Program) -> None:
        self.died.append((time.time(), name_of(command_of(program)), program))
        end_group(program)  # systemd leaves nothing of a unit behind either
        if self.stopping.wait(self.pause):
            return
        with suppress(AssertionError):  # it is tried again, for ever
            self.running[place] = again = self._again(program)
            self.started.callback(again.kill)

    def _again(self, program: Program) -> Program:
        """Return the same program once more. On the first machine one that listens is handed its socket again."""
        name = name_of(command_of(program))
        if name != "nginx" and self.is_first:
            return self.start_unit(name)
        return Program(command_of(program), program_env(program, self.env), program.awaited)

    def write_logs(self, folder: Path) -> None:
        """Write what every program has said into a folder, those that died before those that run."""
        folder.mkdir(parents=True, exist_ok=True)
        programs = [*(program for _, _, program in self.died), *self.running]
        for number, program in enumerate(programs):
            (folder / f"{number:03}-{name_of(command_of(program))}.log").write_text("".join(program.log))

    # --- What faults do -----------------------------------------------------------------------------------------------

    def program(self, name: str) -> Program:
        """Return a unit's program. Raises LookupError where there is no such unit."""
        for program in self.running:
            if name_of(command_of(program)) == name:
                return program
        raise LookupError(name)

    def kill(self, name: str) -> None:
        """Kill all of a unit at once."""
        end_group(self.program(name))

    @contextmanager
    def without(self, name: str) -> Iterator[None]:
        """Stop a unit, all of it, while the `with` lasts, and start it again at the end."""
        self.held.add(name)
        program = self.program(name)
        end_group(program)
        program.process.wait()
        try:
            yield
        finally:
            self.held.discard(name)

    def last(self, seconds: float) -> None:
        """Let a fault last so long, or shorter in a brief drill."""
        time.sleep(seconds * self.scale)

    def second(self) -> Site:
        """Return another machine with the same units and an nginx of its own, on the same database, Redis and mail
        server.
        """
        other = Site(self.home / "second", self.scale)
        other.is_first, other.redis, other.mail, other.database = False, self.redis, self.mail, self.database
        beats = str(other.home / "beat")
        other.env = {**self.env, "CELERY_BEAT_SCHEDULE_FILENAME": beats, "HOME": str(other.home)}
        for program in self.running:
            if name_of(command_of(program)) != "nginx":
                command = on_port(command_of(program), other.upstreams)
                other._run(Program(command, other.env, program.awaited))
        other._run(other._nginx())
        other.supervisor.start()
        return other

    def connect(self, source: str) -> ssl.SSLSocket:
        if self.spare and random.random() < 0.5:
            return self.spare.connect(source)
        return super().connect(source)

    @property
    def cluster(self) -> Path:
        """Where PostgreSQL lives."""
        return database.directory() / "pg"

    def control_database(self, *words: str) -> None:
        """Have pg_ctl do something to PostgreSQL."""
        home = self.cluster
        options = f"-k {home} {DATABASE_OPTIONS}"
        where: list[str | Path] = ["-D", home / "data", "-w", "-l", home / "log", "-o", options]
        postgres.run(postgres.programs(home) / "pg_ctl", *where, *words, **postgres.other_user())

    def database_processes(self) -> list[int]:
        """Return PostgreSQL's own processes, the first one before its children."""
        first = int((self.cluster / "data" / "postmaster.pid").read_text().split()[0])
        return [first, *children(first)]


# --- Processes ------------------------------------------------------------------------------------------------------


def command_of(program: Program) -> list[str]:
    return [str(word) for word in program.process.args]  # type: ignore[union-attr]  # it was given as a list


def on_port(command: list[str], upstreams: Mapping[str, tuple[str, int]]) -> list[str]:
    """Return a unit's own command, for one that listens elsewhere."""
    start = next(place for place, word in enumerate(command) if word.endswith(("/gunicorn", "/uvicorn", "/celery")))
    words = command[start:]
    match name_of(words):
        case "web":
            return [*words, "--bind", "{}:{}".format(*upstreams["web"])]
        case "stream":
            host, port = upstreams["stream"]
            return [*words[: words.index("--fd")], "--host", host, "--port", str(port)]
    return words


def program_env(program: Program, env: dict[str, str]) -> dict[str, str]:
    """Return the environment of a program. nginx needs only where programs lie, nothing else of the service's."""
    return {"PATH": f"{env['PATH']}:/usr/sbin"} if name_of(command_of(program)) == "nginx" else env


def end_group(program: Program) -> None:
    """Kill a program and its children at once."""
    with suppress(ProcessLookupError):
        os.killpg(program.process.pid, signal.SIGKILL)


def children(pid: int) -> list[int]:
    """Return the processes that a process has started itself."""
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def eventually(found: Callable[[], bool], seconds: float, what: str) -> None:
    """Wait until something holds. Raises AssertionError, which says what did not, after so many seconds."""
    deadline = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < deadline, f"{what}: not within {seconds:g} s"
        time.sleep(0.2)
