"""The manual's very nginx tells visitors apart, and nothing that they say of themselves changes that."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from urllib.parse import urlencode

import pytest

from tests.parts.cast import PASSWORD
from tests.parts.production import HOST, Production

pytestmark = [pytest.mark.postgres, pytest.mark.xdist_group("production"), pytest.mark.by_turns(5)]
BAD, GOOD = "127.0.0.2", "127.0.0.3"
LOCKED = "Too many failed attempts."
WRONG = "Wrong name, email address or password."
FORM = "application/x-www-form-urlencoded"

Lines = list[tuple[str, str]]


class Visitor:
    """Somebody at an address of the loopback, who comes by nginx or past it; `lines` are sent along as headers."""

    def __init__(self, production: Production, source: str, *, by_proxy: bool = True) -> None:
        self.production, self.source, self.by_proxy = production, source, by_proxy
        self.cookies: dict[str, str] = {}

    def sign_in(self, password: str, lines: Lines | None = None) -> tuple[int, str]:
        """Return the status and the page that are answered to a password for Cat."""
        _, page = self._ask("GET", {}, lines or [])
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert token
        return self._ask("POST", {"login": "Cat", "password": password, "csrfmiddlewaretoken": token[1]}, lines or [])

    def _ask(self, method: str, fields: dict[str, str], lines: Lines) -> tuple[int, str]:
        with closing(self._connection()) as connection:
            body = urlencode(fields).encode()
            connection.putrequest(method, "/accounts/login/", skip_host=True)
            cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            ours = [("Host", HOST), ("Referer", f"https://{HOST}/"), ("Cookie", cookies), ("Content-Type", FORM)]
            for name, value in [*ours, ("Content-Length", str(len(body))), ("Connection", "close"), *lines]:
                connection.putheader(name, value)
            connection.endheaders(body)
            answer = connection.getresponse()
            for cookie in answer.headers.get_all("Set-Cookie", []):
                name, _, value = cookie.partition(";")[0].partition("=")
                self.cookies[name] = value
            return answer.status, answer.read().decode()

    def _connection(self) -> HTTPConnection:
        if not self.by_proxy:
            return HTTPConnection(*self.production.upstreams["web"], timeout=30, source_address=(self.source, 0))
        connection = HTTPConnection(HOST)
        connection.sock = self.production.connect(self.source)
        return connection


@pytest.fixture(scope="module")
def cat_there(production_running: Production) -> Iterator[None]:
    """Cat has an account there."""
    production_running.manage("shell", "-c", "from tests.parts.cast import person; person('Cat')")
    yield
    gone = "from accounts.models import User; User.objects.filter(username='Cat').delete()"
    production_running.manage("shell", "-c", gone)


@pytest.fixture
def site(production: Production, cat_there: None) -> Production:
    """The service with one account, and nothing counted yet."""
    return production


BY_PROXY = {
    "says nothing": [],
    "forges a new address each time": ["198.51.100.{number}"],
    "forges a chain": ["198.51.100.{number}, 203.0.113.{number}"],
    "sends the header twice": ["198.51.100.{number}", "203.0.113.{number}"],
    "forges the address of another": [GOOD],
    "forges nonsense": [",, <{number}>"],
}
PAST_PROXY = {
    "without the header": [],
    "with a header of nonsense": ["<{number}>"],
    "with an empty header": [""],
    "with the header twice": ["198.51.100.{number}", BAD],
}
"""The lines X-Forwarded-For of a visitor's request, by its number."""


def guess(visitor: Visitor, chains: list[str]) -> list[str]:
    """Return what becomes of six wrong passwords."""
    pages = []
    for number in range(1, 7):
        lines = [("X-Forwarded-For", chain.format(number=number)) for chain in chains]
        pages.append(visitor.sign_in("wrong", lines))
    return [next((sentence for sentence in (LOCKED, WRONG) if sentence in page), str(status)) for status, page in pages]


@pytest.mark.parametrize("said", BY_PROXY)
def test_anyone_who_guesses_is_stopped_and_nobody_else(site: Production, said: str) -> None:
    assert guess(Visitor(site, BAD), BY_PROXY[said]) == [WRONG] * 5 + [LOCKED]
    assert Visitor(site, GOOD).sign_in(PASSWORD)[0] == 302


@pytest.mark.parametrize("said", PAST_PROXY)
def test_past_the_proxy_the_peer_or_the_last_of_the_chain_counts(site: Production, said: str) -> None:
    assert guess(Visitor(site, BAD, by_proxy=False), PAST_PROXY[said]) == [WRONG] * 5 + [LOCKED]
    assert Visitor(site, GOOD, by_proxy=False).sign_in(PASSWORD)[0] == 302
