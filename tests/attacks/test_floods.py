"""Floods from one address: what nginx refuses, whom it goes on serving, and that nobody reaches its limits by hand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from itertools import repeat
from threading import Event

import pytest

from tests.attacks.conftest import Judge, Visitors, counted
from tests.attacks.visitor import Visitor
from tests.parts.production import HOST, Production

pytestmark = [pytest.mark.postgres, pytest.mark.xdist_group("production")]
CONNECTIONS = 10
PATIENCE = 120
SENTENCE = (
    "Too many requests came from your network in a short time. Nothing was done. Wait ten seconds, then try again."
)
ASSET = re.compile(r'(?:src|href)="(/static/[^"]+)"')


def asked(production: Production, source: str, paths: Iterator[str]) -> Iterator[int]:
    """What is answered to requests on one connection, which is opened anew whenever it was closed."""
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
    """Somebody who asks for a page on ten connections, without a pause, while the `with` lasts: from the moment when
    the first request was refused. What was answered is counted."""
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

    judge("N1", "a flood from one address: the first page for another one", expected="5 x 200", answer=counted(answers))
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
