"""Floods from one address: what nginx refuses, whom it goes on serving, and that nobody reaches its limits by hand."""

from __future__ import annotations

import itertools
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPException
from itertools import repeat
from threading import Event
from typing import Any

import pytest

from accounts import connections, usage
from games.core.services import public_check as site
from tests.attacks.conftest import Judge, Visitors, counted
from tests.attacks.visitor import Visitor
from tests.parts import redis
from tests.parts.production import HOST, Production

pytestmark = [pytest.mark.postgres, pytest.mark.xdist_group("production"), pytest.mark.by_turns(3)]
CONNECTIONS = 10
PATIENCE = 120
SENTENCE = (
    "Too many requests came from your network in a short time. Nothing was done. Wait ten seconds, then try again."
)
ASSET = re.compile(r'(?:src|href)="(/static/[^"]+)"')


def asked(production: Production, source: str, paths: Iterator[str]) -> Iterator[int]:
    """Yield the answers to requests on one connection, and open it again each time it was closed."""
    with closing(HTTPConnection(HOST)) as connection:
        for path in paths:
            if connection.sock is None:
                connection.sock = production.connect(source)
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            yield answer.status


@contextmanager
def flooding(visitor: Visitor, path: str) -> Iterator[Counter[int]]:
    """Ask for a page on ten connections, without a pause, while the `with` lasts.

    The `with` begins when the first request was refused. The answers are counted.
    """
    found: Counter[int] = Counter()
    refused, over = Event(), Event()

    def flood() -> None:
        for status in asked(visitor.production, visitor.source, repeat(path)):
            found[status] += 1
            if status == 429:
                refused.set()
            if over.is_set():
                return

    with ThreadPoolExecutor(CONNECTIONS) as pool:
        floods = [pool.submit(flood) for _ in range(CONNECTIONS)]
        try:
            assert refused.wait(PATIENCE), found
            yield found
        finally:
            over.set()
            for each in floods:
                each.result()


def test_who_floods_is_refused_and_everybody_else_is_served(visitor: Visitors, judge: Judge) -> None:
    attacker, other = visitor(), visitor()
    with flooding(attacker, "/fairness/") as found:
        page, program = attacker.get("/"), attacker.get("/api/v1/me/")
        answers = [other.get("/").status for _ in range(5)]
        health = other.get("/healthz").json["parts"]["database"]["ok"]

    judge("N1", "a flood from one address: the first page for another one", expected="5 x 200", answer=counted(answers))
    judge("N1", "a flood from one address: the check of the site", expected=True, answer=health)
    judge("N1", "a flood from one address: itself", expected=[200, 429], answer=sorted(found))
    judge("N1", "what it reads", expected=(429, SENTENCE), answer=(page.status, page.text.strip()))
    assert page.headers["Retry-After"] == "10"
    assert (program.status, program.json["code"], program.json["message"]) == (429, "too_many", SENTENCE)


def test_no_secret_address_is_logged_where_it_is_refused(visitor: Visitors, judge: Judge) -> None:
    attacker = visitor()
    with flooding(attacker, "/robots.txt"):
        answer = attacker.get("/t/nobody-may-read-this/")

    assert (answer.status, answer.headers["Referrer-Policy"]) == (429, "no-referrer")
    [nginx] = [each for each in attacker.production.running if each.process.args[0] == "nginx"]  # type: ignore[index]
    logged = (attacker.production.home / "access.log").read_text() + "".join(nginx.log)
    judge("N1", "secret addresses of refused requests in nginx's logs", expected=0, answer=logged.count("nobody-may"))


def test_a_flood_of_streams_leaves_pages_alone(visitor: Visitors, judge: Judge) -> None:
    attacker = visitor()
    with flooding(attacker, "/stream/") as found:
        page = attacker.get("/")

    judge("N1", "a flood of streams", expected=[204, 429], answer=sorted(found))
    judge("N1", "a page for the same address", expected=200, answer=page.status)


def test_nobody_reaches_a_limit_by_hand(visitor: Visitors, judge: Judge) -> None:
    """Thirty people behind one address open the first page at once, with all that belongs to it, and press reload."""
    club = visitor()
    assets = sorted(set(ASSET.findall(club.get("/").text)))
    assert len(assets) > 5
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        found = pool.map(lambda _: Counter(asked(club.production, club.source, iter(["/", *assets] * 2))), range(30))
        answers = sum(found, Counter())

    judge("N1", "30 people behind one address, each page twice", expected={200: 60 * (1 + len(assets))}, answer=answers)


# --- Whose flood is an outage -----------------------------------------------------------------------------------------


def filled(production: Production, source: Callable[[int], str]) -> str:
    """Return what the check makes of getting no answer while ten connections fill all workers, past nginx, which would
    not let them; they come from these addresses.
    """
    over, count = Event(), itertools.count()

    def fill() -> None:
        with closing(HTTPConnection(*production.upstreams["web"], timeout=PATIENCE)) as connection:
            while not over.is_set():
                lines = {"Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": source(next(count))}
                connection.request("GET", "/fairness/", headers=lines)
                connection.getresponse().read()

    with redis.used(production.redis.url), ThreadPoolExecutor(CONNECTIONS) as pool:
        floods = [pool.submit(fill) for _ in range(CONNECTIONS)]
        try:
            await_full()
            return "no outage" if site._unless_busy("no answer", usage.one_network()) == "" else "an outage"
        finally:
            over.set()
            for each in floods:
                each.result()


def await_full() -> None:
    """Wait until workers have reported so much time that somebody may count as keeping them busy."""
    give_up = time.monotonic() + PATIENCE
    while sum(usage._spent().values()) < usage.FULL:
        assert time.monotonic() < give_up
        time.sleep(0.1)


WHOM = {
    "one network": (lambda number: f"192.0.2.{number % 250}", "no outage"),
    "many networks": (lambda number: f"198.51.{number % 250}.1", "an outage"),
}


@pytest.mark.parametrize("kind", WHOM)
def test_only_a_flood_by_many_is_an_outage(kind: str, production: Production, judge: Judge) -> None:
    source, expected = WHOM[kind]
    judge("N2", f"workers that {kind} keep busy: no answer is", expected=expected, answer=filled(production, source))


MOST = 5000
BEGUN = f"GET / HTTP/1.1\r\nHost: {HOST}\r\nX-".encode()


def hold_all(visitor: Visitor, held: ExitStack) -> None:
    """Begin requests that never end until nobody is let in any more, by none of nginx's processes."""
    refused = 0
    for _ in range(MOST):
        try:
            connection = visitor.production.connect(visitor.source)
            held.enter_context(connection)
            connection.sendall(BEGUN)
            refused = 0
        except OSError:
            refused += 1
        if refused == CONNECTIONS:
            return
    raise AssertionError(f"nginx has room for {MOST}")


def refusal() -> str:
    """Return what the check of the site says of being let in by nobody."""
    for _ in range(MOST):
        try:
            site._response()
        except site.NotLetIn as error:
            return str(error)
        except (OSError, HTTPException):  # let in, and given up
            continue
    raise AssertionError("the site lets people in")


def test_requests_that_one_address_never_ends_are_no_outage(
    visitor: Visitors, judge: Judge, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    attacker = visitor()
    monkeypatch.setenv("SSL_CERT_FILE", str(attacker.production.certificate))
    settings.SITE_URL = f"https://localhost:{attacker.production.address[1]}"
    with ExitStack() as held:
        hold_all(attacker, held)
        found = site._unless_busy(refusal(), connections.holder(site._port()))
    answer = f"an outage: {found}" if found else "no outage"
    judge("N2", "requests that one address begins and never ends: no answer is", expected="no outage", answer=answer)
