"""One stream of events for each browser or program: which of its reader's matches have something new, and never what.

A reader is told by words of `accounts/streams.py`, which come through Redis. A stream lives as long as this process
hears Redis: where words may have been missed all streams end, and browsers open them anew, each after a
while of its own. Once a minute it notes that it is alive, for `/healthz`.
"""

from __future__ import annotations

import asyncio
import logging
import random
import socket
from collections import defaultdict
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from django.conf import settings
from django.db import DatabaseError, InterfaceError, close_old_connections
from django.http import parse_cookie
from redis import RedisError
from redis.asyncio import Redis
from rest_framework.exceptions import APIException, AuthenticationFailed, MethodNotAllowed, NotAuthenticated

from accounts import guests, holders, tokens
from accounts.models import User
from accounts.streams import CHECK, PREFIX
from games.api.listening import refused
from games.services import heartbeats

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

logger = logging.getLogger(__name__)

BEAT = 25.0
"""Seconds after which something is sent even so, before a proxy takes the silence for a dead connection."""
LIFE = 3600.0
"""Seconds after which a stream ends, at the latest: a session may have run out."""
RETRY = (500, 4000)
"""Milliseconds within which a browser comes back whose stream has ended."""
RETURN = 1.0
"""Seconds between two tries to hear Redis."""
MAX_STREAMS = 20
"""Streams of one user; the oldest ends for another one."""
SURE = 300.0
"""Seconds after which all sessions are looked up again: the word that one has ended may have been lost."""
NOTED = 60.0
"""Seconds between two signs of life of this process."""

HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]

MOST_WAITING = 50
"""Sessions of which nothing is known that wait to be looked up; for more there is no room."""
MOST_KNOWN = 10_000
"""Sessions that are remembered as having held."""

asking = ThreadPoolExecutor(2, "sessions")
asking_of_strangers = ThreadPoolExecutor(1, "strangers")


class Busy(Exception):
    """So many sessions of which nothing is known wait to be looked up that there is no room for one more."""


class Shown(NamedTuple):
    """What somebody shows to be let in: the key of a session, or the token of a program."""

    secret: str
    is_token: bool = False

    def user(self) -> User | None:
        """Return whom it lets in; None where it holds for nobody."""
        if not self.is_token:
            return holders.of(self.secret)
        token = tokens.find(self.secret)
        if token is None:
            return None
        tokens.note_used(token)
        return token.user


class Sessions:
    """Looks up whose sessions and tokens are. One that has held before waits for none of those of which nothing is
    known, which anybody can make up."""

    def __init__(self) -> None:
        self.known: dict[Shown, None] = {}
        self.waiting = 0

    async def reader(self, shown: Shown) -> int | None:
        """The key of the user who is let in; None where nobody is. Raises Busy."""
        user = await self._known(shown) if shown in self.known else await self._strange(shown)
        self.known.pop(shown, None)
        if user is not None:
            self.known[shown] = None
        if len(self.known) > MOST_KNOWN:
            del self.known[next(iter(self.known))]
        return user

    async def _known(self, shown: Shown) -> int | None:
        return await asyncio.get_running_loop().run_in_executor(asking, let_in, shown)

    async def _strange(self, shown: Shown) -> int | None:
        if self.waiting >= MOST_WAITING:
            raise Busy
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(asking_of_strangers, let_in, shown)
        finally:
            self.waiting -= 1


class Stream:
    """An open stream: the words that it has not sent yet, and whether it is to end."""

    def __init__(self, shown: Shown) -> None:
        self.shown = shown
        self.words: dict[str, None] = {}
        self.is_over = False
        self.woken = asyncio.Event()

    def tell(self, word: str) -> None:
        self.words[word] = None
        self.woken.set()

    def end(self) -> None:
        self.is_over = True
        self.woken.set()

    async def next_chunk(self) -> bytes:
        """What is to be sent next: all words since the last time, or a comment where there were none for a while."""
        try:
            await asyncio.wait_for(self.woken.wait(), BEAT)
        except TimeoutError:
            return b":\n\n"
        self.woken.clear()
        words, self.words = self.words, {}
        return "".join(f"event: match\ndata: {word}\n\n" for word in words).encode()


class Streams:
    """All open streams of this process, by their users' keys.

    `doubts` counts how often a session may have ended: who has asked about one before the last time asks again.
    """

    def __init__(self) -> None:
        self.by_user: dict[int, list[Stream]] = defaultdict(list)
        self.hears = False
        self.doubts = 0
        self.checks: set[asyncio.Task[None]] = set()

    def open(self, user: int, shown: Shown) -> Stream:
        stream = Stream(shown)
        mine = self.by_user[user]
        mine.append(stream)
        for old in mine[:-MAX_STREAMS]:
            old.end()
        return stream

    def close(self, user: int, stream: Stream) -> None:
        self.by_user[user].remove(stream)
        if not self.by_user[user]:
            del self.by_user[user]

    def hear(self, user: int, word: str) -> None:
        """Hand a word to the streams of a user."""
        if word != CHECK:
            for stream in self.by_user.get(user, ()):
                stream.tell(word)
            return
        self.doubts += 1
        if user in self.by_user:
            task = asyncio.create_task(self.check(user))
            self.checks.add(task)
            task.add_done_callback(self.checks.discard)

    async def check(self, user: int) -> None:
        """End the streams of a user whose sessions or tokens no longer hold, or cannot be looked up."""
        for stream in [*self.by_user.get(user, ())]:
            try:
                holds = await sessions.reader(stream.shown) == user
            except (DatabaseError, InterfaceError, Busy) as error:
                logger.warning("A stream ends, since its session cannot be looked up: %r", error)
                holds = False
            if not holds:
                stream.end()

    async def check_all(self) -> None:
        """End now and then what should have ended and was not told so, while this process runs."""
        while True:
            await asyncio.sleep(SURE)
            for user in [*self.by_user]:
                await self.check(user)

    def end_all(self) -> None:
        for mine in self.by_user.values():
            for stream in mine:
                stream.end()

    async def listen(self) -> None:
        """Hear Redis for as long as this process runs; every stream ends with the connection."""
        while True:
            try:
                await self._hear_redis()
            except (RedisError, OSError) as error:
                logger.warning("No stream until Redis can be heard: %r", error)
            finally:
                self.hears = False
                self.doubts += 1
                self.end_all()
            await asyncio.sleep(RETURN)

    async def _hear_redis(self) -> None:
        async with Redis.from_url(settings.REDIS_URL, health_check_interval=10) as redis, redis.pubsub() as channels:
            await channels.psubscribe(f"{PREFIX}*")
            async for message in channels.listen():
                if message["type"] == "psubscribe":
                    self.hears = True
                elif message["type"] == "pmessage":
                    self.hear(int(message["channel"].decode().removeprefix(PREFIX)), message["data"].decode())

    async def live(self) -> None:
        """Note once a minute that this process hears Redis: of one that does not, no page hears anything."""
        while True:
            if self.hears:
                await asyncio.get_running_loop().run_in_executor(asking, note)
            await asyncio.sleep(NOTED if self.hears else RETURN)


streams = Streams()
sessions = Sessions()


def note() -> None:
    """Note that the streams of this machine are alive; while the database is away nothing is noted."""
    close_old_connections()
    try:
        heartbeats.note(heartbeats.STREAMS, socket.gethostname())
    except (DatabaseError, InterfaceError) as error:
        logger.warning("Not noted that the streams are alive: %r", error)
    finally:
        close_old_connections()


async def serve(scope: Message, receive: Receive, send: Send) -> None:
    """Answer a browser: with a stream, 204 for visitors, 403 for other sites, 503 while Redis is not heard or too
    many unknown sessions wait.
    """
    headers = dict(scope["headers"])
    if headers.get(b"sec-fetch-site", b"same-origin") != b"same-origin":
        return await answer(send, 403)
    if scope["method"] != "GET":
        return await answer(send, 405)
    shown = Shown(session_key(headers.get(b"cookie", b"")))
    try:
        user = await certain_reader(shown) if shown.secret else None
    except Busy:
        return await answer(send, 503)
    if user is None:
        return await answer(send, 204)
    if not streams.hears:
        return await answer(send, 503)
    return await run(user, shown, receive, send)


async def serve_program(scope: Message, receive: Receive, send: Send) -> None:
    """Answer a program: with a stream, or as the API refuses (`games/api/listening.py`)."""
    headers = dict(scope["headers"])
    kind, _, token = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
    shown = Shown(token.strip(), is_token=True)
    try:
        if scope["method"] != "GET":
            raise MethodNotAllowed(scope["method"])
        if kind.lower() != "bearer":
            raise NotAuthenticated
        user = await certain_reader(shown)
        if user is None:
            raise AuthenticationFailed
        if not streams.hears:
            raise Busy
    except (Busy, DatabaseError, InterfaceError):
        return await refuse(headers, send, None)
    except APIException as error:
        return await refuse(headers, send, error)
    return await run(user, shown, receive, send)


async def refuse(headers: dict[bytes, bytes], send: Send, error: APIException | None) -> None:
    """Refuse as the rest of the API does; None stands for a stream that cannot be opened just now."""
    status, fields, body = refused(error, headers.get(b"accept-language", b"").decode("latin-1"))
    await send({"type": "http.response.start", "status": status, "headers": fields})
    await send({"type": "http.response.body", "body": body})


async def run(user: int, shown: Shown, receive: Receive, send: Send) -> None:
    """Send what there is to say until the reader is gone or the stream is to end."""
    stream = streams.open(user, shown)
    gone = asyncio.create_task(wait_until_gone(receive, stream))
    timer = asyncio.get_running_loop().call_later(LIFE * random.uniform(0.75, 1), stream.end)
    try:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await send(chunk(f"retry: {random.randint(*RETRY)}\n\n".encode()))
        while not stream.is_over:
            await send(chunk(await stream.next_chunk()))
        await send({"type": "http.response.body", "body": b""})
    finally:
        timer.cancel()
        gone.cancel()
        streams.close(user, stream)


async def wait_until_gone(receive: Receive, stream: Stream) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.end()


def chunk(body: bytes) -> Message:
    return {"type": "http.response.body", "body": body, "more_body": True}


async def answer(send: Send, status: int) -> None:
    """An answer without a body."""
    await send({"type": "http.response.start", "status": status, "headers": [(b"cache-control", b"no-store")]})
    await send({"type": "http.response.body", "body": b""})


def session_key(cookies: bytes) -> str:
    """The key in the session's cookie, read as pages do, whatever stands beside it; "" where there is none."""
    return parse_cookie(cookies.decode("latin-1")).get(settings.SESSION_COOKIE_NAME, "")


async def certain_reader(shown: Shown) -> int | None:
    """As `Sessions.reader`, asked again where a session or token may have ended meanwhile: no stream is open yet to
    end with it.
    """
    user, doubts = None, -1
    while doubts != streams.doubts:
        doubts = streams.doubts
        user = await sessions.reader(shown)
    return user


def let_in(shown: Shown) -> int | None:
    """The key of the user whom this lets in; None where it is nobody."""
    close_old_connections()
    try:
        user = shown.user()
        return None if user is None or guests.is_over(user) else user.pk
    finally:
        close_old_connections()
