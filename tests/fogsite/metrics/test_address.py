"""Metrics are for the operator: the check finds an address that the world reaches, and a site that shows them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from fogsite import checks
from fogsite.metrics import address
from tests.parts.ports import free_port

METRICS = b"# HELP fogsite_moves_total Moves that were played.\n# TYPE fogsite_moves_total counter\n"


@contextmanager
def answering(body: bytes, host: str = "127.0.0.1", port: int = 0) -> Iterator[int]:
    """Answer every request with this, while the `with` lasts; yield the port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer((host, port), Handler) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        yield server.server_port
        server.shutdown()
        serving.join()


@pytest.fixture(autouse=True)
def on(settings: Any, tmp_path: Path) -> None:
    """Metrics are counted, and a site of our own answers nobody."""
    settings.METRICS_DIR = str(tmp_path)
    settings.METRICS_ADDRESS = f"127.0.0.1:{free_port()}"
    settings.SITE_URL = f"http://localhost:{free_port()}"


def found(check: Any) -> list[tuple[str, str]]:
    return [(each.id, each.msg) for each in check(None)]


@pytest.mark.parametrize(
    ("at", "refused"),
    [
        ("127.0.0.1:9109", False),
        ("localhost:9109", False),
        ("[::1]:9109", False),
        ("10.1.2.3:9109", False),
        ("100.64.0.1:9109", False),
        ("[fd00::1]:9109", False),
        ("0.0.0.0:9109", True),
        ("[::]:9109", True),
        ("93.184.215.14:9109", True),
        ("[2606:2800:21f:cb07::1]:9109", True),
    ],
)
def test_metrics_are_served_to_this_machine_or_its_network(at: str, refused: bool, settings: Any) -> None:
    settings.METRICS_ADDRESS = at
    told = f"METRICS_ADDRESS ({at}) can be reached by the world: name one of this machine, such as 127.0.0.1:9109."

    assert found(checks.check_metrics_address) == ([("fogsite.E024", told)] if refused else [])


def test_a_folder_that_is_missing_is_told(settings: Any) -> None:
    settings.METRICS_DIR = "/nothing/here"
    told = "No metrics can be counted in METRICS_DIR (/nothing/here): it is not there, or not writable."

    assert found(checks.check_metrics) == [("fogsite.I025", told)]


@pytest.mark.parametrize(("body", "is_other"), [(METRICS, False), (b"hello", True)])
def test_something_else_that_answers_there_is_told(body: bytes, is_other: bool, settings: Any) -> None:
    with answering(body) as port:
        settings.METRICS_ADDRESS = f"127.0.0.1:{port}"
        told = f"Something else answers at METRICS_ADDRESS (127.0.0.1:{port}): name another port."

        assert found(checks.check_metrics) == ([("fogsite.I026", told)] if is_other else [])


def test_nothing_is_told_where_nobody_answers() -> None:
    assert found(checks.check_metrics) == found(checks.check_metrics_are_hidden) == []


@pytest.mark.parametrize(("body", "is_open"), [(METRICS, True), (b"Page not found", False)])
def test_a_site_that_shows_its_metrics_is_told(body: bytes, is_open: bool, settings: Any) -> None:
    with answering(body) as port:
        settings.SITE_URL = f"http://localhost:{port}"
        told = f"The world can read the metrics: they answer at http://localhost:{port}/metrics."
        told += " Close it in the proxy or the firewall."

        assert found(checks.check_metrics_are_hidden) == ([("fogsite.W027", told)] if is_open else [])


def test_a_port_of_the_site_that_shows_metrics_is_told(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "public_addresses", lambda _host: ["127.0.0.2"])
    with answering(METRICS, "127.0.0.2") as port:
        settings.METRICS_ADDRESS = f"127.0.0.1:{port}"
        told = f"The world can read the metrics: they answer at port {port} of localhost."

        assert found(checks.check_metrics_are_hidden) == [
            ("fogsite.W027", f"{told} Close it in the proxy or the firewall.")
        ]


def test_nothing_is_asked_where_nothing_is_counted(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.METRICS_DIR = ""
    monkeypatch.setattr(address, "metrics_page", None)

    assert found(checks.check_metrics) == found(checks.check_metrics_are_hidden) == []


def test_the_loopback_is_no_address_of_the_world() -> None:
    assert address.public_addresses("localhost") == []
    assert address.public_addresses("nobody.invalid") == []
