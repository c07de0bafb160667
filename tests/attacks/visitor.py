"""Somebody with a browser, or a program, who comes to the service by HTTPS through the proxy."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from html import unescape
from http.client import HTTPConnection, HTTPMessage
from typing import Any
from urllib.parse import urlencode

from tests.games import browsing
from tests.parts.production import HOST, Production

FORM, JSON = "application/x-www-form-urlencoded", "application/json"
Lines = Iterable[tuple[str, str]]


@dataclass(frozen=True)
class Answer:
    """What was answered to a request for `path`."""

    path: str
    status: int
    headers: HTTPMessage
    content: bytes

    @property
    def text(self) -> str:
        return unescape(self.content.decode())

    @property
    def location(self) -> str:
        """Where it leads; "" where it leads nowhere."""
        return self.headers.get("Location", "")

    @property
    def gist(self) -> str:
        """Its status, and where it leads."""
        return f"{self.status} {self.location}".strip()

    @property
    def json(self) -> Any:
        return json.loads(self.content)

    @property
    def request(self) -> dict[str, str]:
        """What `tests.games.browsing` wants to know of it."""
        return {"PATH_INFO": self.path}

    def form(self, action: str = "") -> browsing.Form:
        """Return the form of the page that posts to an address ending so, or to the page itself."""
        return browsing.form(self, action)


@dataclass
class Visitor:
    """`source` is the address of the loopback from which everything is asked; cookies are kept."""

    production: Production
    source: str
    cookies: dict[str, str] = field(default_factory=dict)

    def get(self, path: str, lines: Lines = ()) -> Answer:
        return self.ask("GET", path, lines=lines)

    def post(self, path: str, lines: Lines = (), **fields: str) -> Answer:
        """Post a form's fields, with the token that every form of the site has."""
        if "csrftoken" not in self.cookies:
            self.get("/accounts/login/")
        sent = urlencode({"csrfmiddlewaretoken": self.cookies["csrftoken"], **fields})
        return self.ask("POST", path, sent.encode(), lines)

    def send(self, page: str, action: str = "", **filled: str) -> Answer:
        """Fill a form of a page in, and post it."""
        found = self.get(page).form(action)
        return self.post(found.action, (), **{**found.fields, **filled})

    def sign_in(self, name: str, password: str, lines: Lines = ()) -> Answer:
        return self.post("/accounts/login/", lines, login=name, password=password)

    def confirm(self, password: str) -> None:
        """Give the password once more, for what is dear."""
        assert self.post("/accounts/reauthenticate/", password=password).status == 302

    def call(self, token: str, method: str, path: str, body: Mapping[str, Any] | None = None) -> Answer:
        """Ask the API."""
        lines = [("Authorization", f"Bearer {token}"), ("Content-Type", JSON)]
        return self.ask(method, f"/api/v1/{path}", b"" if body is None else json.dumps(body).encode(), lines)

    def ask(self, method: str, path: str, body: bytes = b"", lines: Lines = ()) -> Answer:
        """Return one request on a connection of its own, with header lines that replace ours."""
        given = {name.lower() for name, _ in lines}
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        ours = [("Host", HOST), ("Referer", f"https://{HOST}/"), ("Cookie", cookies), ("Content-Type", FORM)]
        with closing(HTTPConnection(HOST)) as connection:
            connection.sock = self.production.connect(self.source)
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in [*(line for line in ours if line[0].lower() not in given), *lines]:
                connection.putheader(name, value)
            connection.putheader("Content-Length", str(len(body)))
            connection.putheader("Connection", "close")
            connection.endheaders(body)
            answer = connection.getresponse()
            self._keep(answer.headers)
            return Answer(path, answer.status, answer.headers, answer.read())

    def _keep(self, headers: HTTPMessage) -> None:
        for cookie in headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
