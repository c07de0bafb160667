"""Prometheus gets what all processes together have counted, at an address of this machine."""

from __future__ import annotations

import os
import threading
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from django.core.management import CommandError, call_command
from prometheus_client import generate_latest

from fogsite.management.commands import metrics as command
from fogsite.metrics import exporter, readings
from tests.fogsite.test_start import start
from tests.parts.ports import free_port

COUNT = """
import fogsite.wsgi
from accounts import metrics
from fogsite.metrics import requests
from games.core.services.entries import MOVES
metrics.count_one(MOVES, "en-garde")
metrics.observe(requests.SECONDS, 0.2, "match", "read")
metrics.show_number(requests.RUNNING, 1)
"""


@pytest.fixture
def counted(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes have counted a move each, and are gone; nothing else is read."""
    settings.METRICS_DIR = str(tmp_path)
    monkeypatch.setattr(readings.Readings, "collect", lambda _self: [])
    for _ in range(2):
        done = start(["-c", COUNT], METRICS_DIR=str(tmp_path))
        assert done.returncode == 0, done.stderr


@pytest.mark.usefixtures("counted")
def test_what_processes_counted_is_added_up_and_the_dead_are_not_busy() -> None:
    lines = generate_latest(exporter.registry()).decode().splitlines()

    assert 'fogsite_moves_total{game="en-garde"} 2.0' in lines
    assert 'fogsite_request_seconds_count{method="read",view="match"} 2.0' in lines
    assert 'fogsite_request_seconds_bucket{le="0.1",method="read",view="match"} 0.0' in lines
    assert 'fogsite_request_seconds_bucket{le="0.25",method="read",view="match"} 2.0' in lines
    assert [line for line in lines if line.startswith("fogsite_requests_running ")] == []


@pytest.mark.usefixtures("counted")
def test_files_that_cannot_be_read_are_told(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(exporter.folder, "counted_files", lambda: ["/nothing/here/counter_1.db"])

    assert generate_latest(exporter.registry()) == b""
    [told] = caplog.messages
    assert told.startswith("What was counted in METRICS_DIR cannot be read: [Errno 2] ")


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_it_is_served_where_it_listens(host: str) -> None:
    with exporter.server(host, 0) as server:
        threading.Thread(target=server.handle_request).start()
        at = f"[{host}]" if ":" in host else host
        with urlopen(f"http://{at}:{server.server_port}/metrics", timeout=30) as answer:
            assert b'fogsite_moves_total{game="en-garde"} 2.0' in answer.read()


def test_without_a_folder_nothing_is_served() -> None:
    said = StringIO()

    call_command("metrics", stdout=said)

    assert said.getvalue() == f"{command.OFF}\n"


def test_it_is_not_served_to_the_world(settings: Any, tmp_path: Path) -> None:
    settings.METRICS_DIR = str(tmp_path)
    settings.METRICS_ADDRESS = "0.0.0.0:9109"

    with pytest.raises(CommandError, match=r"^METRICS_ADDRESS \(0\.0\.0\.0:9109\) can be reached by the world"):
        call_command("metrics")


def test_a_port_that_is_in_use_is_told(settings: Any, tmp_path: Path) -> None:
    settings.METRICS_DIR = str(tmp_path)
    settings.METRICS_ADDRESS = f"127.0.0.1:{free_port()}"
    host, port = settings.METRICS_ADDRESS.split(":")
    used = f"Nothing can listen on {host}:{port} ({os.strerror(98)}): let METRICS_ADDRESS name another port."

    with exporter.server(host, int(port)), pytest.raises(CommandError) as error:
        call_command("metrics")

    assert str(error.value) == used
