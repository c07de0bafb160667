"""What leaves for an error service: the places in our code, and nothing that anybody has sent, said or held."""

from __future__ import annotations

import gzip
import json
import logging
import re
from collections.abc import Iterator
from email.message import Message
from http import HTTPStatus
from itertools import product
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest
from django.test import Client, override_settings
from django.urls import Resolver404, ResolverMatch, URLPattern, URLResolver, get_resolver, resolve
from jinja2 import Environment
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

import accounts.tasks
import fogsite.tasks
import games.tasks
from fogsite import checks, error_service, request_ids
from fogsite.celery import app
from fogsite.settings import BASE_DIR, MIDDLEWARE
from tests.parts.loopback import posted_to
from tests.parts.patience import PATIENCE
from tests.parts.receiver import receiver

SECRET = "hemlock"
"""Stands in everything that must not leave."""
DSN = "https://key@errors.example.org/1"
SLOT = re.compile(r"\(\?P<\w+>(?:[^()]|\([^()]*\))*\)|<[^<>]+>")
"""A place in a pattern where something is filled in."""
FILLED_IN = (f"{SECRET}-path", f"{SECRET}path", "4711123", "games")
"""What is filled in; the first that fits."""
NUMBER = 4711123
COOKIE, ADDRESS, LOCAL = f"{SECRET}-cookie", f"ann@{SECRET}.example", f"{SECRET}-hand"

Event = dict[str, Any]


class Kept(Transport):
    """Keeps what would leave."""

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.taken: list[bytes] = []

    def capture_envelope(self, envelope: Envelope) -> None:
        self.taken.append(envelope.serialize())


def listening(dsn: str, transport: type[Transport] | None = None) -> Iterator[error_service.Reports]:
    """Let a handler hear the whole log for a while."""
    reports = error_service.Reports(dsn, transport)
    logging.getLogger().addHandler(reports)
    yield reports
    logging.getLogger().removeHandler(reports)
    reports.close()


@pytest.fixture
def leaving() -> Iterator[list[bytes]]:
    """Holds everything that leaves."""
    for reports in listening(DSN, Kept):
        assert isinstance(reports.client.transport, Kept)
        yield reports.client.transport.taken


def event_in(sent: bytes) -> Event:
    """Return the event of an envelope."""
    _, kind, body, *_ = sent.split(b"\n")
    assert json.loads(kind)["type"] == "event"
    found: Event = json.loads(body)
    return found


def exceptions_in(event: Event) -> list[str]:
    return [each["type"] for each in event["exception"]["values"]]


# --- Every view -----------------------------------------------------------------------------------------------------


class Thrower:
    """A middleware in which the view of each request fails, with secrets in its hands."""

    def __init__(self, get_response: Any) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> Any:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: Any) -> None:
        fail(LOCAL, request)


def fail(hand: str, request: Any) -> None:
    """Fail because of a failure, as code does that catches one."""
    try:
        raise KeyError(hand)
    except KeyError:
        raise ValueError(f"{hand} of {ADDRESS}") from None


def patterns(resolver: URLResolver, prefix: str = "/") -> Iterator[tuple[str, URLPattern]]:
    """Yield each pattern of the site, the admin's and allauth's too, with its whole route."""
    for found in resolver.url_patterns:
        route = prefix + str(found.pattern)
        if isinstance(found, URLResolver):
            yield from patterns(found, route)
        elif isinstance(found, URLPattern):
            yield route, found


def addresses() -> Iterator[tuple[str, ResolverMatch]]:
    """Yield an address for each pattern of the site, and what Django finds there."""
    for route, pattern in patterns(get_resolver()):
        yield next(fitting(route, pattern))


def fitting(route: str, pattern: URLPattern) -> Iterator[tuple[str, ResolverMatch]]:
    """Yield addresses that lead to a pattern, or to our own in place of allauth's."""
    pieces = [re.sub(r"\\Z|[\^$]|\\", "", each) for each in SLOT.split(route)]
    for words in product(FILLED_IN, repeat=len(pieces) - 1):
        path = pieces[0] + "".join(word + piece for word, piece in zip(words, pieces[1:], strict=True))
        try:
            match = resolve(path)
        except Resolver404:
            continue
        if match.func == pattern.callback or match.url_name == pattern.name:
            yield path, match
    raise AssertionError(f"nothing fits {route}")


def ask(client: Client, path: str) -> int:
    """Send a request that has secrets in all its parts."""
    response = client.post(
        f"{path}?q={SECRET}-query",
        {"text": f"{SECRET}-body"},
        headers={"X-Note": f"{SECRET}-header", "User-Agent": f"{SECRET}-agent", "Referer": f"http://x/t/{SECRET}"},
        REMOTE_ADDR="198.51.100.77",
    )
    return response.status_code


@pytest.mark.django_db
def test_nothing_of_a_request_leaves_when_a_view_fails(leaving: list[bytes]) -> None:
    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = COOKIE
    found = list(addresses())
    with override_settings(MIDDLEWARE=[MIDDLEWARE[0], f"{__name__}.Thrower", *MIDDLEWARE[1:]]):
        statuses = {ask(client, path) for path, _ in found}

    events = [event_in(sent) for sent in leaving]
    assert len(found) > 300
    assert statuses == {500}
    assert [event["transaction"] for event in events] == [match.view_name for _, match in found]
    assert secrets_in(leaving) == []
    assert {(*exceptions_in(event),) for event in events} == {("KeyError", "ValueError")}


def secrets_in(sent: list[bytes]) -> list[bytes]:
    """Return what of that which must not leave has left."""
    forbidden = [SECRET, str(NUMBER), "198.51.100.77", "testserver"]
    return [each for each in sent if any(word.encode() in each.lower() for word in forbidden)]


def test_there_are_secrets_in_the_addresses() -> None:
    """Otherwise the test above would prove nothing of them."""
    found = {path.partition(SECRET)[0] for path, _ in addresses() if SECRET in path}
    assert {*settings.SECRET_ADDRESSES} <= found


# --- Every task -----------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_nothing_of_a_task_leaves_when_it_fails(leaving: list[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    modules = tuple(each.__name__ for each in (accounts.tasks, fogsite.tasks, games.tasks))
    tasks = {name: task for name, task in app.tasks.items() if name.startswith(modules)}
    for task in tasks.values():
        monkeypatch.setattr(task, "run", lambda note, **_: fail(LOCAL, note))
        task.apply(args=(f"{SECRET}-argument",), kwargs={"text": f"{SECRET}-text"})

    events = [event_in(sent) for sent in leaving]
    assert tasks.keys() >= {each["task"] for each in settings.CELERY_BEAT_SCHEDULE.values()}
    assert [event["transaction"] for event in events] == list(tasks)
    assert {(*exceptions_in(event),) for event in events} == {("KeyError", "ValueError")}
    assert secrets_in(leaving) == []


# --- What leaves ----------------------------------------------------------------------------------------------------


def logged(error: Exception, words: str = "It failed") -> None:
    try:
        raise error
    except type(error):
        logging.getLogger("games.tests").exception(words)


def test_an_error_leaves_with_its_places_and_the_id_of_its_request(leaving: list[bytes]) -> None:
    request_ids.begin_work(request_ids.Work("a" * 32, view="match"))
    logged(ValueError(LOCAL), f"Failed for {SECRET}")
    request_ids.end_work()

    [event] = [event_in(sent) for sent in leaving]
    [value] = event["exception"]["values"]
    [frame] = value["stacktrace"]["frames"]
    assert event.keys() == {
        *("event_id", "timestamp", "platform", "level", "logger", "transaction", "tags", "exception"),
        *("release", "environment"),
    }
    assert (event["logger"], event["level"], event["transaction"]) == ("games.tests", "error", "match")
    assert event["tags"] == {"request_id": "a" * 32}
    assert (value["type"], value["module"], value["value"]) == ("ValueError", "builtins", "")
    assert frame.keys() == {"module", "filename", "function", "lineno", "in_app"}
    assert (frame["module"], frame["function"]) == (__name__, "logged")
    assert event["release"].startswith("fogsite@")
    assert event["environment"] == "production"
    assert secrets_in(leaving) == []


def test_an_error_without_an_exception_leaves_with_its_place(leaving: list[bytes]) -> None:
    logging.getLogger("games.tests").error("Failed for %s", SECRET)
    logging.getLogger("games.tests").warning("Nearly failed")

    [event] = [event_in(sent) for sent in leaving]
    assert re.sub(r"\d+", "9", event["message"]) == (
        "Logged by games.tests in test_error_service.test_an_error_without_an_exception_leaves_with_its_place, line 9"
    )


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (psycopg.errors.DeadlockDetected(SECRET), "SQLSTATE 40P01"),
        (PermissionError(13, SECRET), "EACCES"),
        (KeyError(SECRET), ""),
    ],
)
def test_a_code_leaves_and_no_text(error: Exception, code: str, leaving: list[bytes]) -> None:
    logged(error)
    assert [each["value"] for each in event_in(leaving[0])["exception"]["values"]] == [code]


def test_a_template_is_named_without_the_place_of_the_site(leaving: list[bytes]) -> None:
    template = Environment().from_string("{{ 1 // number }}")
    template.filename = f"{BASE_DIR}/templates/home.jinja"
    try:
        template.render(number=0)
    except ZeroDivisionError:
        logging.getLogger("games.tests").exception("It failed")

    assert str(BASE_DIR).encode() not in leaving[0]
    assert event_in(leaving[0])["exception"]["values"][0]["stacktrace"]["frames"][-1]["filename"]


def test_outages_and_strangers_are_not_told(leaving: list[bytes], client: Client) -> None:
    """`/healthz` tells of the first, and the second anybody can send, and often."""
    logged(OperationalError("connection refused"), "It failed")
    try:
        raise OperationalError("connection refused") from psycopg.OperationalError("connection refused")
    except OperationalError:
        logging.getLogger("celery.app.trace").exception("It failed")
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400

    assert [exceptions_in(event_in(sent)) for sent in leaving] == [["OperationalError"]]


# --- How it leaves --------------------------------------------------------------------------------------------------


def test_nobody_waits_for_a_service_that_hangs_and_no_more_than_a_hundred_errors_do() -> None:
    with receiver() as service:
        service.silence()
        for reports in listening(service.address.replace("://", "://key@") + "/1"):
            logged(ValueError())
            assert service.silent.wait(PATIENCE)
            for _ in range(300):
                logged(ValueError())
            assert len(service.taken) == 1  # all were logged while the service was silent
            service.heal()
            reports.client.flush(timeout=PATIENCE)
            assert len(service.taken) == 1 + error_service.MOST_WAITING


def test_what_stands_on_the_wire_is_an_event_and_a_key() -> None:
    posts: list[tuple[str, Message, bytes]] = []

    def take(*post: Any) -> HTTPStatus:
        posts.append(post)
        return HTTPStatus.OK

    with posted_to(take) as address:
        for reports in listening(address.replace("://", "://key@") + "/1"):
            logged(ValueError(SECRET))
            reports.client.flush(timeout=PATIENCE)

    [(path, headers, body)] = posts
    assert path == "/api/1/envelope/"
    assert {name.lower() for name in headers} == {
        *("host", "accept-encoding", "content-length", "content-type", "content-encoding", "user-agent"),
        "x-sentry-auth",
    }
    assert secrets_in([gzip.decompress(body), headers.as_bytes()]) == []


def test_a_service_that_takes_nothing_is_named_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    with posted_to(lambda *_: HTTPStatus.FORBIDDEN) as address:
        for reports in listening(address.replace("://", "://key@") + "/1"):
            for _ in range(3):
                logged(ValueError())
            reports.client.flush(timeout=PATIENCE)

    told = [record.getMessage() for record in caplog.records if record.name == error_service.__name__]
    assert told == ["The error service did not take an error, which stands in the log alone: status_403"]


# --- A wrong DSN ----------------------------------------------------------------------------------------------------

WRONG = ["junk", "https://errors.example.org/1", "https://key@errors.example.org/", "https://key@/1", "http://["]


@pytest.mark.parametrize("dsn", WRONG)
def test_a_dsn_that_makes_no_sense_is_refused_by_the_check(dsn: str) -> None:
    with override_settings(SENTRY_DSN=dsn):
        said: list[Any] = [*checks.check_error_service(None), *checks.check_error_service_answers(None)]
    assert [(each.id, each.msg) for each in said] == [
        (
            "fogsite.E020",
            "SENTRY_DSN is not understood: write https://key@errors.example.org/1, as your error service shows it.",
        )
    ]


@pytest.mark.parametrize(
    ("status", "told"),
    [
        (HTTPStatus.OK, []),
        (HTTPStatus.FORBIDDEN, ["The error service knows no such key or project as in SENTRY_DSN."]),
        (HTTPStatus.TOO_MANY_REQUESTS, []),
    ],
)
def test_a_dsn_that_the_service_does_not_know_is_told(status: HTTPStatus, told: list[str]) -> None:
    asked: list[tuple[str, str]] = []

    def take(path: str, headers: Message, _: bytes) -> HTTPStatus:
        asked.append((path, headers["X-Sentry-Auth"]))
        return status

    with posted_to(take) as address, override_settings(SENTRY_DSN=address.replace("://", "://key@") + "/below/7"):
        said: list[Any] = checks.check_error_service_answers(None)
    assert [each.msg for each in said] == told
    assert asked == [("/below/api/7/envelope/", "Sentry sentry_key=key, sentry_version=7, sentry_client=fogsite.check")]
