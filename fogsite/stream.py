"""One stream of events for each browser or program: which of its reader's matches have something new, and never what.
A page on which somebody watches a match holds a stream of that match, with or without an account.

A reader is told by words of `accounts/streams.py`, which come through Redis. A stream lives as long as this process
hears Redis: if words may have been missed, all streams end, and browsers open them again, each after a
while of its own. Once a minute it notes that it is alive, for `/healthz`.
"""

import asyncio
import logging
import random
import re
import socket
from collections import defaultdict
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from django.conf import settings
from django.db import DatabaseError, InterfaceError, close_old_connections
from django.http import parse_cookie
from prometheus_client import Gauge
from redis import RedisError
from redis.asyncio import Redis
from rest_framework.exceptions import APIException, AuthenticationFailed, MethodNotAllowed, NotAuthenticated

from accounts import guests, metrics, session_users as holders, tokens
from accounts.models import User
from accounts.streams import CHECK, PREFIX, Reader, watching
from fogsite.metrics import folder
from games.core.api.listening import refused_stream
from games.core.reading import access
from games.core.services import heartbeats

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

logger = logging.getLogger(__name__)

BEAT = 25.0
"""Seconds after which something is sent even so, before a proxy takes the silence for a dead connection."""
LIFE = 3600.0
"""Most seconds that a stream lasts: a session may have run out."""
RETRY = (500, 4000)
"""Milliseconds within which a browser comes back whose stream has ended."""
RETURN = 1.0
"""Seconds between two tries to hear Redis."""
MAX_STREAMS = 20
"""Streams of one user; the oldest ends for another one."""
MAX_WATCHING = 2_000
"""Streams of all who watch matches; for more there is no room, and their pages ask by themselves."""
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

PUBLIC_ID = re.compile("[-0-9A-Za-z_]{1,40}")

MOST_WAITING = 50
"""Unknown sessions, and matches, that wait to be looked up; for more there is no room."""
MOST_KNOWN = 10_000
"""Sessions that are remembered as having held."""

KINDS = ("player", "program", "spectator")
OPEN = Gauge("fogsite_streams_open", "Streams that are open.", ["kind"], multiprocess_mode="livesum")

asking = ThreadPoolExecutor(2, "sessions")
asking_of_strangers = ThreadPoolExecutor(1, "strangers")


class StreamBusy(Exception):
    """So many unknown sessions wait to be looked up that there is no room for one more."""


class Credentials(NamedTuple):
    """What somebody shows to be let in: the key of a session, the token of a program, or the match that they watch."""

    secret: str
    is_token: bool = False
    is_match: bool = False

    @property
    def kind(self) -> str:
        """Which of KINDS it is."""
        return "spectator" if self.is_match else "program" if self.is_token else "player"

    def reader(self) -> Reader | None:
        """Return who is let in; None where it is nobody."""
        if self.is_match:
            return watching(self.secret) if may_watch(self.secret) else None
        user = self.user()
        return None if user is None or guests.is_over(user) else user.pk

    def user(self) -> User | None:
        """Return whose session or token it is; None where it holds for nobody."""
        if not self.is_token:
            return holders.user_of_session(self.secret)
        token = tokens.find(self.secret)
        if token is None:
            return None
        tokens.note_used(token)
        return token.user


def may_watch(match: str) -> bool:
    """Say whether the match with this public id runs and everybody may watch it."""
    if not PUBLIC_ID.fullmatch(match):
        return False
    try:
        return access.watched(None, match).match.ended is None
    except access.NotYours:
        return False


class Sessions:
    """Looks up whose sessions and tokens are, and which matches can be watched.

    A session that has held before waits for no match and for no unknown session: anybody can ask for those.
    """

    def __init__(self) -> None:
        self.known: dict[Credentials, None] = {}
        self.waiting = 0

    async def reader(self, shown: Credentials) -> Reader | None:
        """Return who is let in; None where nobody is. Raises StreamBusy."""
        reader = await self._known(shown) if shown in self.known else await self._strange(shown)
        self.known.pop(shown, None)
        if reader is not None and not shown.is_match:
            self.known[shown] = None
        if len(self.known) > MOST_KNOWN:
            del self.known[next(iter(self.known))]
        return reader

    async def _known(self, shown: Credentials) -> Reader | None:
        return await asyncio.get_running_loop().run_in_executor(asking, let_in, shown)

    async def _strange(self, shown: Credentials) -> Reader | None:
        if self.waiting >= MOST_WAITING:
            raise StreamBusy
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(asking_of_strangers, let_in, shown)
        finally:
            self.waiting -= 1


class Stream:
    """An open stream: the words that it has not sent yet, and whether it is to end."""

    def __init__(self, shown: Credentials) -> None:
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
        """Return what is to be sent next: all words since the last time, or a comment where there were none for a
        while.
        """
        try:
            await asyncio.wait_for(self.woken.wait(), BEAT)
        except TimeoutError:
            return b":\n\n"
        self.woken.clear()
        words = self.words
        self.words = {}
        return "".join(f"event: match\ndata: {word}\n\n" for word in words).encode()


class LookUp:
    """A lookup of credentials that goes on, with the readers whose sessions may have ended since it began."""

    def __init__(self) -> None:
        self.doubted: set[Reader] = set()
        self.doubts_all = False

    def is_sure(self, reader: Reader | None) -> bool:
        """Return whether what was found of a reader still holds."""
        return not self.doubts_all and reader not in self.doubted


class Streams:
    """All open streams of this process, by their readers.

    One task at a time checks a reader (`checks`), however often `to_check` asks for it: a check of many streams takes
    long, and others wait for it.
    """

    def __init__(self) -> None:
        self.by_reader: dict[Reader, list[Stream]] = defaultdict(list)
        self.number = dict.fromkeys(KINDS, 0)
        self.hears = False
        self.look_ups: set[LookUp] = set()
        self.to_check: set[Reader] = set()
        self.checks: dict[Reader, asyncio.Task[None]] = {}

    @property
    def watching(self) -> int:
        """How many are of those who watch a match."""
        return sum(len(each) for reader, each in self.by_reader.items() if isinstance(reader, str))

    def open(self, reader: Reader, shown: Credentials) -> Stream:
        stream = Stream(shown)
        self.number[shown.kind] += 1
        metrics.show_number_for(OPEN, shown.kind, self.number[shown.kind])
        mine = self.by_reader[reader]
        mine.append(stream)
        for old in () if shown.is_match else mine[:-MAX_STREAMS]:
            old.end()
        return stream

    def close(self, reader: Reader, stream: Stream) -> None:
        self.by_reader[reader].remove(stream)
        self.number[stream.shown.kind] -= 1
        metrics.show_number_for(OPEN, stream.shown.kind, self.number[stream.shown.kind])
        if not self.by_reader[reader]:
            del self.by_reader[reader]

    def hear(self, reader: Reader, word: str) -> None:
        """Hand a word to the streams of a reader."""
        if word != CHECK:
            for stream in self.by_reader.get(reader, ()):
                stream.tell(word)
            return
        for look_up in self.look_ups:
            look_up.doubted.add(reader)
        if reader in self.by_reader:
            self.to_check.add(reader)
            if reader not in self.checks:
                self.checks[reader] = asyncio.create_task(self._check_while_asked(reader))

    async def _check_while_asked(self, reader: Reader) -> None:
        """Check a reader, and check again if somebody asked for it during the check."""
        try:
            while reader in self.to_check:
                self.to_check.discard(reader)
                await self.check(reader)
        finally:
            del self.checks[reader]

    async def check(self, reader: Reader) -> None:
        """End the streams of a reader whose sessions or tokens no longer hold, or whose match can be watched no more,
        or where that cannot be looked up."""
        for shown in {stream.shown for stream in self.by_reader.get(reader, ())}:
            if not await self._holds(shown, reader):
                for stream in self.by_reader.get(reader, ()):
                    if stream.shown == shown:
                        stream.end()

    async def _holds(self, shown: Credentials, reader: Reader) -> bool:
        """Return whether credentials still let this reader in."""
        try:
            return await sessions.reader(shown) == reader
        except (DatabaseError, InterfaceError, StreamBusy) as error:
            logger.warning("A stream ends, since its session cannot be looked up: %r", error)
            return False

    async def check_all(self) -> None:
        """End now and then what should have ended and was not told so, while this process runs."""
        while True:
            await asyncio.sleep(SURE)
            for reader in [*self.by_reader]:
                await self.check(reader)

    def end_all(self) -> None:
        for mine in self.by_reader.values():
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
                for look_up in self.look_ups:
                    look_up.doubts_all = True
                self.end_all()
            await asyncio.sleep(RETURN)

    async def _hear_redis(self) -> None:
        async with Redis.from_url(settings.REDIS_URL, health_check_interval=10) as redis, redis.pubsub() as channels:
            await channels.psubscribe(f"{PREFIX}*")
            async for message in channels.listen():
                if message["type"] == "psubscribe":
                    self.hears = True
                elif message["type"] == "pmessage":
                    self.hear(reader_named(message["channel"].decode()), message["data"].decode())

    async def live(self) -> None:
        """Note once a minute that this process hears Redis: of one that does not, no page hears anything."""
        while True:
            if self.hears:
                await asyncio.get_running_loop().run_in_executor(asking, record_streams)
            await asyncio.sleep(NOTED if self.hears else RETURN)


def reader_named(channel: str) -> Reader:
    """Return the reader whose channel has this name."""
    reader = channel.removeprefix(PREFIX)
    return int(reader) if reader.isdigit() else reader


streams = Streams()
sessions = Sessions()


def count_from_zero() -> None:
    """Forget the streams of a process that was killed, even of one that had the same number."""
    folder.forget_dead()
    for kind in KINDS:
        metrics.show_number_for(OPEN, kind, 0)


def record_streams() -> None:
    """Note that the streams of this machine are alive; while the database is away nothing is noted."""
    close_old_connections()
    try:
        heartbeats.record_heartbeat(heartbeats.STREAMS, socket.gethostname())
    except (DatabaseError, InterfaceError) as error:
        logger.warning("Not noted that the streams are alive: %r", error)
    finally:
        close_old_connections()


async def serve(scope: Message, receive: Receive, send: Send) -> None:
    """Answer a browser: with a stream, 204 for visitors and for a match that nobody can watch, 403 for other sites, 503
    while Redis is not heard, or too many watch or wait to be looked up.
    """
    headers = dict(scope["headers"])
    if headers.get(b"sec-fetch-site", b"same-origin") != b"same-origin":
        return await send_empty(send, 403)
    if scope["method"] != "GET":
        return await send_empty(send, 405)
    watched = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("watch")
    shown = Credentials(watched[0], is_match=True) if watched else Credentials(session_key(headers.get(b"cookie", b"")))
    try:
        reader = await certain_reader(shown) if shown.secret else None
    except StreamBusy:
        return await send_empty(send, 503)
    if reader is None:
        return await send_empty(send, 204)
    if not streams.hears or (shown.is_match and streams.watching >= MAX_WATCHING):
        return await send_empty(send, 503)
    return await send_stream(reader, shown, receive, send)


async def serve_program(scope: Message, receive: Receive, send: Send) -> None:
    """Answer a program: with a stream, or as the API refuses (`games/core/api/listening.py`)."""
    headers = dict(scope["headers"])
    kind, _, token = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
    shown = Credentials(token.strip(), is_token=True)
    try:
        if scope["method"] != "GET":
            raise MethodNotAllowed(scope["method"])
        if kind.lower() != "bearer":
            raise NotAuthenticated
        user = await certain_reader(shown)
        if user is None:
            raise AuthenticationFailed
        if not streams.hears:
            raise StreamBusy
    except (StreamBusy, DatabaseError, InterfaceError):
        return await refuse(headers, send, None)
    except APIException as error:
        return await refuse(headers, send, error)
    return await send_stream(user, shown, receive, send)


async def refuse(headers: dict[bytes, bytes], send: Send, error: APIException | None) -> None:
    """Refuse as the rest of the API does; None stands for a stream that cannot be opened just now."""
    status, fields, body = refused_stream(error, headers.get(b"accept-language", b"").decode("latin-1"))
    await send({"type": "http.response.start", "status": status, "headers": fields})
    await send({"type": "http.response.body", "body": body})


async def send_stream(reader: Reader, shown: Credentials, receive: Receive, send: Send) -> None:
    """Send what there is to say until the reader is gone or the stream is to end."""
    stream = streams.open(reader, shown)
    gone = asyncio.create_task(wait_until_gone(receive, stream))
    timer = asyncio.get_running_loop().call_later(LIFE * random.uniform(0.75, 1), stream.end)
    try:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await send(http_chunk(f"retry: {random.randint(*RETRY)}\n\n".encode()))
        while not stream.is_over:
            await send(http_chunk(await stream.next_chunk()))
        await send({"type": "http.response.body", "body": b""})
    finally:
        timer.cancel()
        gone.cancel()
        streams.close(reader, stream)


async def wait_until_gone(receive: Receive, stream: Stream) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.end()


def http_chunk(body: bytes) -> Message:
    return {"type": "http.response.body", "body": body, "more_body": True}


async def send_empty(send: Send, status: int) -> None:
    """Send an answer without a body."""
    await send({"type": "http.response.start", "status": status, "headers": [(b"cache-control", b"no-store")]})
    await send({"type": "http.response.body", "body": b""})


def session_key(cookies: bytes) -> str:
    """Return the key in the session's cookie, read as pages do; `""` if there is none.

    Other cookies may stand beside it.
    """
    return parse_cookie(cookies.decode("latin-1")).get(settings.SESSION_COOKIE_NAME, "")


async def certain_reader(shown: Credentials) -> Reader | None:
    """Look credentials up with `Sessions.reader`, and again if this session or token may have ended during the lookup:
    no stream is open yet that could end with it. Sessions of others don't count, or others could keep it going on.
    """
    while True:
        look_up = LookUp()
        streams.look_ups.add(look_up)
        try:
            reader = await sessions.reader(shown)
        finally:
            streams.look_ups.discard(look_up)
        if look_up.is_sure(reader):
            return reader


def let_in(shown: Credentials) -> Reader | None:
    """Return who is let in by this; None where it is nobody."""
    close_old_connections()
    try:
        return shown.reader()
    finally:
        close_old_connections()
