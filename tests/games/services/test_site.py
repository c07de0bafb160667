"""Whether people can play: the site is asked at its public address, and nothing else is."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
import time_machine
from django.test import override_settings

from accounts.models import Outbox, User
from games import tasks
from games.models import Match
from games.services import heartbeats, site
from tests.games.conftest import NOON
from tests.games.tables import turn

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
WELL = b'{"ok": true, "parts": {"database": {"ok": true}, "static": {"ok": true}}}'


class Site:
    """A web server that can be stopped and started again at the same address, and keeps what it was asked."""

    def __init__(self) -> None:
        self.answer: tuple[int, dict[str, str], bytes] = (200, {}, WELL)
        self.asked: list[tuple[str, str]] = []
        self.server: ThreadingHTTPServer | None = None
        self.port = 0

    def start(self) -> None:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked.append((self.headers["Host"], self.path))
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
    assert [each.getMessage()[:50] for each in caplog.records if each.name == "games.services.site"] == [
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
    heartbeats.note(heartbeats.CLOCK)
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
