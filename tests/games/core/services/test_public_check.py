"""Whether people can play: the site is asked at its public address, and nothing else is."""

from __future__ import annotations

import os
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.test import override_settings

from accounts import connections, usage
from accounts.models import Outbox, User
from games import tasks
from games.core.models import Match, Outage
from games.core.services import heartbeats, public_check as site
from tests.games.conftest import NOON
from tests.games.tables import turn
from tests.parts.production import make_certificate

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("redis")]
MINUTE = timedelta(minutes=1)
WELL = b'{"ok": true, "parts": {"database": {"ok": true}, "static": {"ok": true}}}'


class Site:
    """A web server that can be stopped and started again at the same address, and keeps what it was asked."""

    def __init__(self) -> None:
        self.answer: tuple[int, dict[str, str], bytes] = (200, {}, WELL)
        self.asked: list[tuple[str, str]] = []
        self.speaks = threading.Event()
        self.speaks.set()
        self.server: ThreadingHTTPServer | None = None
        self.port = 0

    def start(self) -> None:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked.append((self.headers["Host"], self.path))
                outer.speaks.wait()
                status, headers, body = outer.answer
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def stop(self) -> None:
        assert self.server
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def web(noon: time_machine.Traveller) -> Iterator[Site]:
    """The site as its visitors reach it."""
    found = Site()
    found.start()
    with override_settings(SITE_URL=f"http://127.0.0.1:{found.port}", SITE_CHECK=True):
        yield found
    found.stop()


def test_a_site_that_answers_is_noted(web: Site) -> None:
    assert site.visit() is True
    assert heartbeats.last(heartbeats.SITE) == NOON
    assert web.asked == [(f"127.0.0.1:{web.port}", "/healthz")]


def test_a_site_can_be_played_on_although_something_else_is_not_well(web: Site) -> None:
    web.answer = (503, {}, WELL.replace(b'"ok": true, "parts"', b'"ok": false, "parts"'))
    assert site.visit() is True


BAD: dict[str, tuple[int, dict[str, str], bytes]] = {
    "a proxy whose site is gone": (502, {}, b"<html>Bad Gateway</html>"),
    "a site without its database": (503, {}, WELL.replace(b'"database": {"ok": true}', b'"database": {"ok": false}')),
    "a site without static files": (503, {}, WELL.replace(b'"static": {"ok": true}', b'"static": {"ok": false}')),
    "something else": (200, {}, b"[1, 2]"),
    "something that says too little": (200, {}, b'{"parts": {}}'),
    "something that says too much": (200, {}, b'{"parts": "' + b"x" * 1_000_000 + b'"}'),
}


@pytest.mark.parametrize("name", BAD)
def test_nobody_plays_on(name: str, web: Site, caplog: pytest.LogCaptureFixture) -> None:
    web.answer = BAD[name]
    assert site.visit() is False
    assert heartbeats.last(heartbeats.SITE) is None
    assert [each.getMessage()[:50] for each in caplog.records if each.name == "games.core.services.public_check"] == [
        f"The site does not answer at {web_url(web)}/healthz: "[:50]
    ]


def web_url(web: Site) -> str:
    return f"http://127.0.0.1:{web.port}"


def test_a_redirect_leads_nowhere(web: Site) -> None:
    other = Site()
    other.start()
    web.answer = (302, {"Location": f"{web_url(other)}/healthz"}, b"")
    assert site.visit() is False
    other.stop()
    assert other.asked == []


def test_no_other_proxy_is_asked(web: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    assert site.visit() is True


def test_where_it_is_switched_off_nobody_is_asked(web: Site) -> None:
    with override_settings(SITE_CHECK=False):
        assert site.visit() is False
    assert web.asked == []


def test_time_that_the_site_was_gone_while_beat_was_heard_is_given_back(
    web: Site, match: Match, ann: User, noon: time_machine.Traveller
) -> None:
    Outbox.objects.filter(recipient=ann).update(status="sent", sent_at=NOON)
    due = NOON + timedelta(days=3)
    noon.move_to(due - 10 * MINUTE)
    heartbeats.record_heartbeat(heartbeats.CLOCK)
    tasks.heartbeat()
    web.stop()
    for _ in range(30):
        noon.shift(MINUTE)
        tasks.heartbeat()
        tasks.expire_due()
    assert turn(match, ann).deadline == due
    web.start()
    noon.shift(MINUTE)
    tasks.heartbeat()
    assert turn(match, ann).deadline == due + 31 * MINUTE
    tasks.expire_due()
    assert match.turns.exists()


# --- The certificate ------------------------------------------------------------------------------------------------


@pytest.fixture
def by_https(web: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """The site with a certificate that is valid from today for twenty days."""
    assert web.server
    make_certificate(tmp_path / "certificate.pem", tmp_path / "key.pem")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "certificate.pem", tmp_path / "key.pem")
    web.server.socket = context.wrap_socket(web.server.socket, server_side=True)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    with override_settings(SITE_URL=f"https://localhost:{web.port}"):
        yield web


def test_it_is_noted_until_when_the_certificate_is_valid(by_https: Site) -> None:
    assert site.visit() is True

    command = ["openssl", "x509", "-noout", "-enddate", "-in", os.environ["SSL_CERT_FILE"]]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    until = datetime.strptime(said, "notAfter=%b %d %H:%M:%S %Y GMT").replace(tzinfo=UTC)
    assert heartbeats.last(heartbeats.CERTIFICATE) == until


def test_a_site_without_a_certificate_has_none_that_ends(web: Site) -> None:
    assert site.visit() is True
    assert heartbeats.last(heartbeats.CERTIFICATE) is None


# --- What counts as an outage -----------------------------------------------------------------------------------------


def hang(web: Site) -> None:
    """Take connections and answer nothing."""
    web.speaks.clear()


def crash(web: Site) -> None:
    web.answer = (500, {}, b"<html>Server Error</html>")


def lose_its_database(web: Site) -> None:
    web.answer = BAD["a site without its database"]


def vanish(web: Site) -> None:
    """Let a proxy find nobody behind it."""
    web.answer = BAD["a proxy whose site is gone"]


ONE = {"192.0.2.0": 200.0, "198.51.100.0": 50.0}
"""Seconds of workers' time within a minute: nearly all for one network."""
MANY = {f"198.51.{number}.0": 50.0 for number in range(5)}
IDLE = {"192.0.2.0": 1.0}


def given_back(web: Site, noon: time_machine.Traveller, fault: Callable[[Site], None], spent: usage.Seconds) -> int:
    """Return how many minutes of outage come of a fault of six minutes, during which workers spend their time so."""
    tasks.heartbeat()
    fault(web)
    for _ in range(6):
        noon.shift(MINUTE)
        usage._add(spent)
        tasks.heartbeat()
    web.answer = (200, {}, WELL)
    web.speaks.set()
    noon.shift(MINUTE)
    tasks.heartbeat()
    return sum((each.length for each in Outage.objects.all()), timedelta()) // MINUTE


@pytest.fixture
def hurried(redis_server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let anybody who waits for an answer give up soon."""
    monkeypatch.setattr(site, "TIMEOUT", 0.05)


@pytest.mark.parametrize("fault", [hang, crash, lose_its_database, vanish])
def test_a_site_that_is_gone_for_six_minutes_is_an_outage_no_matter_who_used_it_before(
    fault: Callable[[Site], None], web: Site, hurried: None, noon: time_machine.Traveller
) -> None:
    usage._add(ONE)
    noon.shift(usage.WINDOWS * MINUTE)
    assert given_back(web, noon, fault, IDLE) == 7


def test_one_network_that_keeps_all_workers_busy_for_six_minutes_stops_no_clock(
    web: Site, hurried: None, noon: time_machine.Traveller, caplog: pytest.LogCaptureFixture
) -> None:
    assert given_back(web, noon, hang, ONE) == 0
    assert "The site is busy with the network 192.0.2.0, and gave no answer in time: TimeoutError" in caplog.text


def held(monkeypatch: pytest.MonkeyPatch, *networks: str) -> None:
    """Let these hold the connections to the site."""
    monkeypatch.setattr(connections, "_peers", lambda *_: iter(networks * connections.FULL))


def test_a_site_that_lets_nobody_in_since_one_network_holds_its_connections_is_busy(
    web: Site, hurried: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    web.stop()
    held(monkeypatch, "192.0.2.1")
    assert site.visit() is True
    assert "The site is busy with the network 192.0.2.0, and gave no answer in time: ConnectionRefused" in caplog.text
    held(monkeypatch, "192.0.2.1", "198.51.100.1", "203.0.113.1")
    assert site.visit() is False
    web.start()


def test_a_site_that_lets_people_in_and_hangs_is_gone_no_matter_who_holds_its_connections(
    web: Site, hurried: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    held(monkeypatch, "192.0.2.1")
    hang(web)
    assert site.visit() is False


def test_many_that_keep_people_out_for_six_minutes_do(web: Site, hurried: None, noon: time_machine.Traveller) -> None:
    assert given_back(web, noon, hang, MANY) == 7


def test_a_database_that_is_gone_is_an_outage_no_matter_who_keeps_the_workers_busy(
    web: Site, hurried: None, noon: time_machine.Traveller
) -> None:
    assert given_back(web, noon, lose_its_database, ONE) == 7


def test_without_redis_nobody_is_known_to_keep_it_busy(web: Site, noon: time_machine.Traveller) -> None:
    web.stop()
    assert site.visit() is False
    web.start()
