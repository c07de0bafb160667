"""A pytest plugin that tries changes on the tests it has collected, each in a fork of the process.

Django is started and the database made once; a change costs the tests that reach it, up to the first that fails.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from types import CodeType, FunctionType

import pytest
from django.db import DEFAULT_DB_ALIAS, connections

from tests.mutate import live, start
from tests.mutate.changes import Change
from tests.mutate.reach import Reach
from tests.parts import database

SURVIVED, NOTICED, FAILED = 0, 1, 2
PATIENCE = 20
"""Times that a test may take what it took, and seconds besides, of the processor."""
WAITING = 6
"""Times that bound, in seconds by the clock, until a test that only waits counts as endless."""
MEMORY = 4 << 30

Changed = tuple[FunctionType, CodeType]
"""A function with the code that it is given."""


class Trials:
    """Tries changes in place of the tests' own loop; `survived` are those that no test noticed."""

    def __init__(self, chosen: Iterable[tuple[Path, Change]], reach: Reach, most: float) -> None:
        """Take `most`, the seconds of tests that one change may cost."""
        self.chosen, self.reach, self.most = list(chosen), reach, most
        self.survived: list[tuple[Path, Change]] = []
        self.items: dict[str, pytest.Item] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        self.begin(session.items)
        for path, change in self.chosen:
            noticed = self.notices(path, change)
            if not noticed:
                self.survived.append((path, change))
            self.tell(path, change, noticed)
        return True

    def begin(self, items: list[pytest.Item]) -> None:
        """Have the database made, by the first test that touches it."""
        first, second = ([item for item in items if item.get_closest_marker("database")] or items)[:2]
        first.ihook.pytest_runtest_protocol(item=first, nextitem=second)
        connections.close_all()

    def tell(self, path: Path, change: Change, noticed: bool) -> None:
        raise NotImplementedError

    def notices(self, path: Path, change: Change) -> bool:
        """Say whether a test fails for a change.

        Start a new process if a fork would keep what an import has made of it.
        """
        tests = self.affordable(self.reach.tests(path, change))
        codes = live.changed(path, change)
        if codes and not tests:
            return False
        functions = live.loaded(path, codes) if codes and not self.reach.at_import(path, change) else []
        if functions and self.forked(functions, tests):
            return True
        if functions and not self.reach.also_at_import(path, change):
            return False
        every = self.affordable(self.reach.of_file(path)) or list(self.items)[:1]  # of an import any test may tell
        return started(path, change, every, WAITING * PATIENCE * (1 + self.most))

    def affordable(self, tests: list[str]) -> list[str]:
        """Return as many tests as one change may cost, those without a record last."""
        unknown = [test for test in self.items if test not in self.reach.times]
        return self.reach.within([test for test in [*tests, *unknown] if test in self.items], self.most)

    def forked(self, functions: list[Changed], tests: list[str]) -> bool:
        with tempfile.TemporaryDirectory() as folder:
            child = os.fork()
            if child == 0:
                done = FAILED
                try:
                    done = self.run(functions, [self.items[test] for test in tests], Path(folder))
                finally:
                    os._exit(done)
            _, status = os.waitpid(child, 0)
            end_group(child)
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == FAILED:
            raise RuntimeError(f"A change of {functions[0][0]} could not be tried.")
        return not os.WIFEXITED(status) or os.WEXITSTATUS(status) == NOTICED

    def bound(self, test: str) -> float:
        """Return seconds of the processor until a test counts as endless, and so as having noticed."""
        return PATIENCE * (1 + self.reach.times.get(test, 1))

    def run(self, functions: list[Changed], items: list[pytest.Item], folder: Path) -> int:
        """Run the tests in this process up to the first that fails, with functions changed."""
        os.setpgrp()
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        live.put(functions)
        gc.freeze()  # what a collection never looks at is never copied into this process
        session = items[0].session
        session._setupstate.teardown_exact(items[0])
        copy_database(folder)
        silence()
        for item, following in zip(items, [*items[1:], None], strict=True):
            signal.setitimer(signal.ITIMER_PROF, self.bound(item.nodeid))
            signal.setitimer(signal.ITIMER_REAL, WAITING * self.bound(item.nodeid))
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                return NOTICED
        return SURVIVED


def end_group(leader: int) -> None:
    """Kill what a process has started, where it was killed itself."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def copy_database(folder: Path) -> None:
    """Have this process use a copy of the test database, if there is one."""
    settings = connections[DEFAULT_DB_ALIAS].settings_dict
    if Path(settings["NAME"]).exists():
        settings["NAME"] = shutil.copy(settings["NAME"], folder)


def silence() -> None:
    nothing = os.open(os.devnull, os.O_WRONLY)
    for each in (1, 2):
        os.dup2(nothing, each)


def started(path: Path, change: Change, tests: list[str], most: float) -> bool:
    """Say whether a test fails, or takes more than so many seconds, in a process that is started with a change."""
    inherited = {name: value for name, value in os.environ.items() if name not in (database.URL, database.DIRECTORY)}
    with tempfile.NamedTemporaryFile("w") as named:
        named.write("\n".join(tests))
        named.flush()
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", start.__name__]
        environment = inherited | {start.CHANGE: json.dumps([str(path), change])}
        try:
            done = subprocess.run(
                [*command, f"@{named.name}"], capture_output=True, check=False, timeout=most, env=environment
            )
        except subprocess.TimeoutExpired:
            return True
    return done.returncode != 0
