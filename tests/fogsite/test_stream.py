"""The streams of events, asked as an ASGI server asks them, with a real Redis and real sessions."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import time_machine
from django.conf import settings as django_settings
from django.db import OperationalError, connection, connections
from django.test import Client
from redis import Redis

from accounts import guests, leaving, streams
from accounts.models import User
from fogsite import asgi, stream
from games.core.services import heartbeats
from tests.parts.redis import started

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("redis")]

SOON = 10.0
"""Seconds after which a test gives up: none of them is decided by it."""


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """On a busy machine Redis may take longer than a service would wait for it."""
    monkeypatch.setattr(streams, "PATIENCE", SOON)
    monkeypatch.setattr(stream, "sessions", stream.Sessions())
    streams.redis_at.cache_clear()
    yield
    streams.redis_at.cache_clear()


class Browser:
    """A connection to the server: what it has been sent, and whether it is still there."""

    def __init__(self, cookie: str = "", **headers: str) -> None:
        self.headers = [(b"cookie", cookie.encode())] if cookie else []
        self.headers += [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        self.path, self.method, self.query = asgi.PATH, "GET", ""
        self.sent: asyncio.Queue[stream.Message] = asyncio.Queue()
        self.gone = asyncio.Event()
        self.task: asyncio.Task[None]
        self.answered: dict[bytes, bytes] = {}

    async def open(self) -> int:
        """Ask, and return the status of the answer."""
        scope = {
            "type": "http",
            "method": self.method,
            "path": self.path,
            "headers": self.headers,
            "query_string": self.query.encode(),
        }
        self.task = asyncio.create_task(asgi.application(scope, self.receive, self.sent.put))
        begun = await self.next()
        self.answered = dict(begun["headers"])
        status: int = begun["status"]
        return status

    async def next(self) -> stream.Message:
        return await asyncio.wait_for(self.sent.get(), SOON)

    async def text(self) -> str:
        """Return the next piece of the answer; "" at its end."""
        body: bytes = (await self.next())["body"]
        return body.decode()

    async def receive(self) -> stream.Message:
        await self.gone.wait()
        return {"type": "http.disconnect"}


@contextlib.asynccontextmanager
async def heard() -> AsyncIterator[None]:
    """Let Redis be heard while the `with` lasts, as while the server runs."""
    listening = asyncio.create_task(stream.streams.listen())
    try:
        await until(lambda: stream.streams.hears)
        yield
    finally:
        listening.cancel()
        await until(lambda: not stream.streams.hears and not stream.streams.by_reader)


async def until(holds: Callable[[], bool]) -> None:
    async def wait() -> None:
        while not holds():
            await asyncio.sleep(0.01)

    await asyncio.wait_for(wait(), SOON)


def run(course: Coroutine[Any, Any, None]) -> None:
    """Run it in a thread of its own. If a browser is driven, this thread already runs a loop."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, course).result()


def cookie_of(user: User) -> tuple[Client, str]:
    """Return a browser in which the user is signed in, and its cookie."""
    client = Client()
    client.force_login(user)
    name = django_settings.SESSION_COOKIE_NAME
    return client, f"theme=dark; {name}={client.cookies[name].value}"


async def said(act: Callable[[], object]) -> None:
    """Do something that touches the database, in a place that may."""

    def done() -> None:
        try:
            act()
        finally:
            connections.close_all()

    await asyncio.get_running_loop().run_in_executor(None, done)


def test_a_reader_is_told_of_their_matches_and_nobody_elses(ann: User, ben: User, redis_server: str) -> None:
    _, cookie = cookie_of(ann)

    async def course() -> None:
        async with heard():
            browser = Browser(cookie)
            assert await browser.open() == 200
            assert (await browser.text()).startswith("retry: ")
            assert browser.answered[b"content-type"] == b"text/event-stream; charset=utf-8"
            assert browser.answered[b"cache-control"] == b"no-store"
            assert browser.answered[b"x-accel-buffering"] == b"no"  # a proxy would keep words until it has many
            await said(lambda: streams.publish_event([ben.pk], "bensmatch"))
            await said(lambda: streams.publish_event([ann.pk], "annsmatch"))
            assert await browser.text() == "event: match\ndata: annsmatch\n\n"

    run(course())


def test_browsers_come_back_each_after_a_while_of_its_own(
    ann: User, redis_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whiles = iter([700, 3_100])
    monkeypatch.setattr(stream.random, "randint", lambda _soonest, _latest: next(whiles))
    _, cookie = cookie_of(ann)

    async def course() -> None:
        async with heard():
            one, other = Browser(cookie), Browser(cookie)
            assert [await each.open() for each in (one, other)] == [200, 200]
            assert [await each.text() for each in (one, other)] == ["retry: 700\n\n", "retry: 3100\n\n"]

    run(course())


def test_no_stream_lasts_longer_than_an_hour(ann: User, redis_server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert stream.LIFE == 60 * 60
    monkeypatch.setattr(stream, "LIFE", 0.01)
    _, cookie = cookie_of(ann)

    async def course() -> None:
        async with heard():
            browser = Browser(cookie)
            assert await browser.open() == 200
            await asyncio.wait_for(browser.task, SOON)

    run(course())


def test_what_comes_at_once_is_said_once(ann: User, redis_server: str) -> None:
    async def course() -> None:
        one = stream.Stream(stream.Credentials("session"))
        for word in ("first", "second", "first"):
            one.tell(word)
        assert await one.next_chunk() == b"event: match\ndata: first\n\nevent: match\ndata: second\n\n"

    run(course())


def test_silence_is_broken_before_a_proxy_takes_it_for_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "BEAT", 0.01)

    async def course() -> None:
        assert await stream.Stream(stream.Credentials("session")).next_chunk() == b":\n\n"

    run(course())


@pytest.mark.parametrize("change", ["signs out", "another password", "suspended", "leaves"])
def test_a_stream_ends_with_its_session_and_the_other_one_goes_on(
    change: str, ann: User, ben: User, redis_server: str
) -> None:
    client, cookie = cookie_of(ann)
    _, other = cookie_of(ben)

    def act() -> None:
        if change == "signs out":
            client.logout()
        elif change == "another password":
            ann.set_password("quite another 77")
            ann.save()
        elif change == "leaves":
            leaving.anonymise(ann)
        else:
            ann.is_active = False
            ann.save(update_fields=["is_active"])

    async def course() -> None:
        async with heard():
            anns, bens = Browser(cookie), Browser(other)
            assert [await each.open() for each in (anns, bens)] == [200, 200]
            await anns.text()
            await bens.text()
            await said(act)
            assert await anns.text() == ""  # woken to end
            assert not (await anns.next()).get("more_body", False)
            await said(lambda: streams.publish_event([ben.pk], "goes-on"))
            assert await bens.text() == "event: match\ndata: goes-on\n\n"
            assert await Browser(cookie).open() == 204

    run(course())


def test_a_session_that_ends_while_it_is_looked_up_opens_no_stream(
    ann: User, redis_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, cookie = cookie_of(ann)
    let_in = stream.let_in

    async def course() -> None:
        loop = asyncio.get_running_loop()

        def slowly(shown: stream.Credentials) -> streams.Reader | None:
            found = let_in(shown)
            if found is not None:
                client.logout()
                loop.call_soon_threadsafe(stream.streams.hear, ann.pk, streams.CHECK)
            return found

        monkeypatch.setattr(stream, "let_in", slowly)
        async with heard():
            assert await Browser(cookie).open() == 204

    run(course())


def test_a_stream_ends_where_nobody_can_say_whether_its_session_holds(
    ann: User, redis_server: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _, cookie = cookie_of(ann)

    def out_of_reach(_shown: stream.Credentials) -> int | None:
        raise OperationalError("connection failed")

    async def course() -> None:
        async with heard():
            browser = Browser(cookie)
            assert await browser.open() == 200
            monkeypatch.setattr(stream, "let_in", out_of_reach)
            await said(lambda: streams.publish_event([ann.pk], streams.CHECK))
            await asyncio.wait_for(browser.task, SOON)

    run(course())
    assert [each.getMessage() for each in caplog.records if each.name == "fogsite.stream"] == [
        "A stream ends, since its session cannot be looked up: OperationalError('connection failed')"
    ]


def test_a_stream_ends_though_nobody_has_told_that_its_session_is_over(
    ann: User, ben: User, redis_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "SURE", 0.01)
    _, cookie = cookie_of(ann)
    _, other = cookie_of(ben)

    async def course() -> None:
        checking = asyncio.create_task(stream.streams.check_all())
        async with heard():
            anns, bens = Browser(cookie), Browser(other)
            assert [await each.open() for each in (anns, bens)] == [200, 200]
            await said(lambda: User.objects.filter(pk=ann.pk).update(is_active=False))  # which sends no signal
            await asyncio.wait_for(anns.task, SOON)
            assert not bens.task.done()
        checking.cancel()

    run(course())


def test_forged_cookies_hold_up_nobody_who_was_here_before_and_find_no_room_without_end(
    ann: User, ben: User, redis_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "MOST_WAITING", 3)
    _, cookie = cookie_of(ann)
    _, new = cookie_of(ben)
    let_in, stuck = stream.let_in, threading.Event()
    first, second, third, late = (f"forged-{number}" for number in range(4))  # a real key holds no hyphen

    def slow(shown: stream.Credentials) -> streams.Reader | None:
        if shown.secret.startswith("forged-"):
            assert stuck.wait(SOON)
        return let_in(shown)

    async def course() -> None:
        monkeypatch.setattr(stream, "let_in", slow)
        async with heard():
            assert await Browser(cookie).open() == 200
            forged = [Browser(f"sessionid={key}") for key in (first, second, third)]
            opened = [asyncio.create_task(each.open()) for each in forged]
            await until(lambda: stream.sessions.waiting == 3)
            assert await Browser(f"sessionid={late}").open() == 503
            assert await Browser(new).open() == 503
            assert await Browser(cookie).open() == 200
            stuck.set()
            assert [await each for each in opened] == [204] * 3
            assert await Browser(new).open() == 200

    run(course())


def test_only_so_many_sessions_are_remembered_the_newest(
    ann: User, redis_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "MOST_KNOWN", 2)
    monkeypatch.setattr(stream, "let_in", lambda shown: None if shown.secret == "gone" else ann.pk)
    found = stream.Sessions()

    async def course() -> None:
        for session in ("first", "second", "first", "third", "gone"):
            await found.reader(stream.Credentials(session))

    run(course())
    assert [each.secret for each in found.known] == ["first", "third"]


@pytest.mark.parametrize("beside", ['x={"a":1}', "x=caf\u00e9", "a b=c", "a/b=1", "path=/", "x"])
def test_cookies_of_others_keep_nobody_from_a_stream(beside: str) -> None:
    assert stream.session_key(f"{beside}; sessionid=abc".encode()) == "abc"


def test_a_session_goes_on_that_still_holds(ann: User, redis_server: str) -> None:
    _, cookie = cookie_of(ann)

    async def course() -> None:
        async with heard():
            browser = Browser(cookie)
            await browser.open()
            await browser.text()
            await said(ann.save)
            await said(lambda: streams.publish_event([ann.pk], "still"))
            assert await browser.text() == "event: match\ndata: still\n\n"

    run(course())


def test_a_key_that_was_changed_signs_nobody_out(ann: User, redis_server: str, settings: Any) -> None:
    client, cookie = cookie_of(ann)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key " + "x" * 50

    async def course() -> None:
        async with heard():
            assert await Browser(cookie).open() == 200

    run(course())
    assert client.get("/matches/").status_code == 200


def test_only_this_site_may_ask_and_only_who_is_signed_in_is_told(ann: User, ben: User, redis_server: str) -> None:
    _, cookie = cookie_of(ann)
    guest = guests.create()
    _, guests_cookie = cookie_of(guest)
    posted, elsewhere = Browser(cookie), Browser(cookie)
    posted.method, elsewhere.path = "POST", "/matches/"

    async def course() -> None:
        async with heard():
            assert await Browser().open() == 204
            assert await Browser("sessionid=unknown").open() == 204
            assert await Browser("=;\xff;").open() == 204
            assert await Browser(guests_cookie).open() == 200
            assert await Browser(cookie, sec_fetch_site="cross-site").open() == 403
            assert await Browser(cookie, sec_fetch_site="same-origin").open() == 200
            assert [await posted.open(), await elsewhere.open()] == [405, 404]

    run(course())
    with time_machine.travel(guest.guest_until):
        assert stream.let_in(stream.Credentials(guests_cookie.rpartition("=")[2])) is None


def test_a_browser_that_has_gone_leaves_nothing_behind(ann: User, redis_server: str) -> None:
    _, cookie = cookie_of(ann)

    async def course() -> None:
        async with heard():
            browser = Browser(cookie)
            await browser.open()
            assert list(stream.streams.by_reader) == [ann.pk]
            browser.gone.set()
            await asyncio.wait_for(browser.task, SOON)
            assert not stream.streams.by_reader

    run(course())


def test_the_oldest_stream_ends_for_one_too_many(ann: User, redis_server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "MAX_STREAMS", 2)
    _, cookie = cookie_of(ann)

    async def course() -> None:
        async with heard():
            first, *others = [Browser(cookie) for _ in range(3)]
            for each in (first, *others):
                await each.open()
            await asyncio.wait_for(first.task, SOON)
            assert not any(each.task.done() for each in others)

    run(course())


def test_the_process_is_heard_of_as_long_as_it_hears_redis(redis_server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "NOTED", 0.01)
    monkeypatch.setattr(stream, "RETURN", 0.01)
    notes: list[bool] = []
    monkeypatch.setattr(stream, "record_streams", lambda: notes.append(stream.streams.hears))

    async def course() -> None:
        living = asyncio.create_task(stream.streams.live())
        async with heard():
            await until(lambda: len(notes) > 1)
        living.cancel()

    run(course())
    assert notes[:2] == [True, True]


def test_what_is_noted_names_the_machine() -> None:
    stream.record_streams()
    assert heartbeats.ages(heartbeats.STREAMS) == {socket.gethostname(): 0}


def test_a_database_that_is_away_is_waited_for(caplog: pytest.LogCaptureFixture) -> None:
    def out_of_reach(*_: object) -> None:
        raise OperationalError("connection failed")

    with connection.execute_wrapper(out_of_reach):
        stream.record_streams()
    assert [each.getMessage() for each in caplog.records if each.name == "fogsite.stream"] == [
        "Not noted that the streams are alive: OperationalError('connection failed')"
    ]


def test_streams_end_with_redis_and_are_there_again_with_it(ann: User, tmp_path: Any, settings: Any) -> None:
    _, cookie = cookie_of(ann)

    async def course(server: Any) -> None:
        async with heard():
            browser = Browser(cookie)
            assert await browser.open() == 200
            server.stop()
            await asyncio.wait_for(browser.task, SOON)
            assert await Browser(cookie).open() == 503
            server.start()
            await until(lambda: stream.streams.hears)
            again = Browser(cookie)
            assert await again.open() == 200
            await again.text()
            Redis.from_url(server.url).publish(f"stream:{ann.pk}", "again")
            assert await again.text() == "event: match\ndata: again\n\n"

    with started(tmp_path) as server:
        settings.REDIS_URL = server.url
        run(course(server))
