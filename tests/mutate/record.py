"""A pytest plugin that records which test reaches which line, and how long each takes: `-p tests.mutate.record`.

Where to, the environment says; with xdist each worker writes its own.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

FOLDER = "MUTATE_RECORD"
SOURCE = ["games", "accounts"]

file = Path(os.environ[FOLDER]) / f"lines-{os.getpid()}"
measured = coverage.Coverage(data_file=str(file), source=SOURCE, config_file=False, concurrency="thread")
times: dict[str, float] = {}
measured.start()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    measured.switch_context(item.nodeid)
    begun = time.monotonic()
    result = yield
    times[item.nodeid] = time.monotonic() - begun
    measured.switch_context("")
    return result


def pytest_sessionfinish() -> None:
    measured.stop()
    measured.save()
    (Path(os.environ[FOLDER]) / f"times-{os.getpid()}.json").write_text(json.dumps(times))
