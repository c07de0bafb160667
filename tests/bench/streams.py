"""2,000 open streams on one process as its unit runs it: its memory for each, and how soon one hears of something new.

`python -m tests.bench streams` opens so many, or as many as the number behind it says.
"""

from __future__ import annotations

import asyncio
import os
import resource
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.bench.service import database
from tests.bench.verdict import verdict

WORDS = 1000
"""How often somebody is told something."""
PAUSE = 0.01
"""Seconds between two words."""
ALL = 5
"""How often all are told at the same time."""
GOAL = 0.5
"""Seconds in which 99 of 100 have heard."""


class Ear:
    """A browser's stream: `heard` are the moments in which a word has come."""

    def __init__(self, user: int, session: str) -> None:
        self.user, self.session = user, session
        self.heard: asyncio.Queue[float] = asyncio.Queue()

    async def open(self, port: int) -> None:
        """Return when it is answered."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        self.writer.write(f"GET /stream/ HTTP/1.1\r\nHost: x\r\nCookie: sessionid={self.session}\r\n\r\n".encode())
        assert b" 200 " in await self.reader.readline()
        await self.reader.readuntil(b"retry: ")
        self.listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        while line := await self.reader.readline():
            if line.startswith(b"data: "):
                self.heard.put_nowait(time.perf_counter())


def main() -> None:
    """Measure and print; nothing fails for being slow."""
    given = [int(word) for word in sys.argv[1:] if word.isdigit()]
    number = given[0] if given else 2_000
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # as the unit has it
    with database(postgres=True):
        ears = [Ear(user, session) for user, session in sessions(number)]
        with streams() as (program, port):
            asyncio.run(measure(ears, program.process.pid, port))


def sessions(number: int) -> Iterator[tuple[int, str]]:
    """Yield so many people who are signed in: their keys and those of their sessions."""
    from django.test import Client

    from accounts.models import User

    for each in range(number):
        user, client = User.objects.create_user(f"Player {each}", f"player{each}@example.org", None), Client()
        client.force_login(user, "accounts.backends.Backend")
        yield user.pk, client.cookies["sessionid"].value


@contextmanager
def streams() -> Iterator[tuple[Any, int]]:
    """Run the unit's program on a socket that is handed to it; yield it and the port.

    This process tells by its Redis.
    """
    from tests.parts.production import ACTIVATE, PROGRAMS, READY, program
    from tests.parts.program import Program
    from tests.parts.redis import started, used

    with (
        tempfile.TemporaryDirectory(prefix="fog") as home,
        started(Path(home)) as redis,
        used(redis.url),
        socket.create_server(("127.0.0.1", 0), backlog=2048) as listening,
    ):
        held, (name, *options) = listening.fileno(), program("stream")
        command = [sys.executable, "-c", ACTIVATE, str(held), str(PROGRAMS / name), *options]
        running = Program(command, os.environ | {"REDIS_URL": redis.url}, READY["stream"], [held])
        try:
            yield running, listening.getsockname()[1]
        finally:
            running.kill()


async def measure(ears: list[Ear], process: int, port: int) -> None:
    """Open all, tell one after the other, then all at once."""
    empty, begun = memory(process), time.perf_counter()
    for ear in ears:
        await ear.open(port)
    took, full = time.perf_counter() - begun, memory(process)
    each = (full - empty) / len(ears)
    size = f"{len(ears):,} streams: {each / 1024:.0f} kB each, {full / 1e6:.0f} MB in all, opened in {took:.1f} s"
    print(f"{size} ({1e3 * took / len(ears):.1f} ms each)", flush=True)
    told, p99 = spread([await wake([ears[turn % len(ears)]]) for turn in range(WORDS)])
    print(f"one is told after the other: {told} (goal ≤ {1e3 * GOAL:.0f} ms, {verdict(p99 <= GOAL)})", flush=True)
    told, _ = spread([await wake(ears) for _ in range(ALL)])
    print(f"all are told at once, which no move does: {told}", flush=True)


async def wake(ears: list[Ear]) -> list[float]:
    """Return the seconds until each has heard of something new that is told them now."""
    from accounts import streams

    begun = time.perf_counter()
    streams.publish_event([ear.user for ear in ears], "firstmatch")
    heard = [await ear.heard.get() - begun for ear in ears]
    await asyncio.sleep(PAUSE)
    return heard


def spread(found: list[list[float]]) -> tuple[str, float]:
    """Return what 99 of 100 waited at most, and half of them, in words; the first of the two in seconds."""
    times = sorted(seconds for each in found for seconds in each)
    p99 = times[int(len(times) * 0.99)]
    return f"p99 {1e3 * p99:.1f} ms, median {1e3 * times[len(times) // 2]:.1f} ms", p99


def memory(process: int) -> int:
    """Return what a process holds, in bytes; on Linux."""
    held = Path(f"/proc/{process}/statm").read_text().split()[1]
    return int(held) * resource.getpagesize()


if __name__ == "__main__":
    main()
