"""A stream goes on only where its session and Redis are sure; and a process that hears Redis says so."""

from __future__ import annotations

import asyncio

import pytest

from accounts import streams
from accounts.models import User
from fogsite import stream
from tests.fogsite.test_stream import SOON, Browser, cookie_of, heard, patience, run, said, until

__all__ = ["patience"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("redis")]


def test_where_redis_was_gone_a_session_that_is_looked_up_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone(_self: stream.Streams) -> None:
        raise OSError("gone")

    monkeypatch.setattr(stream.Streams, "_hear_redis", gone)
    mine = stream.Streams()

    async def course() -> None:
        listening = asyncio.create_task(mine.listen())
        await until(lambda: mine.doubts > 0)
        listening.cancel()

    run(course())


def test_a_stream_ends_whose_session_is_somebody_elses_now(
    ann: User, ben: User, redis_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, cookie = cookie_of(ann)

    async def course() -> None:
        async with heard():
            browser = Browser(cookie)
            assert await browser.open() == 200
            monkeypatch.setattr(stream, "let_in", lambda _shown: ben.pk)
            await said(lambda: streams.publish_event([ann.pk], streams.CHECK))
            await asyncio.wait_for(browser.task, SOON)

    run(course())


def test_a_process_that_begins_to_hear_says_so_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "NOTED", 1000.0)
    monkeypatch.setattr(stream, "RETURN", 0.01)
    noted = asyncio.Event()
    monkeypatch.setattr(stream, "record_streams", noted.set)
    hears = iter([False, False])  # as it looks for the first time; then it does
    monkeypatch.setattr(stream.Streams, "hears", property(lambda _: next(hears, True), lambda *_: None), raising=False)

    async def course() -> None:
        living = asyncio.create_task(stream.Streams().live())
        await asyncio.wait_for(noted.wait(), SOON)
        living.cancel()

    run(course())
