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
    mine, look_up = stream.Streams(), stream.LookUp()
    mine.look_ups.add(look_up)

    async def course() -> None:
        listening = asyncio.create_task(mine.listen())
        await until(lambda: not look_up.is_sure(1))
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


@pytest.mark.parametrize(("whose", "times"), [("Ben", 1), ("Ann", 2)])
def test_who_opens_a_stream_waits_for_no_doubt_but_about_the_own_session(
    whose: str, times: int, ann: User, ben: User, redis_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise players who change their passwords again and again could keep all others waiting."""
    _, cookie = cookie_of(ann)
    doubted = {"Ann": ann.pk, "Ben": ben.pk}[whose]
    let_in, looked_up = stream.let_in, list[stream.Credentials]()

    async def course() -> None:
        loop = asyncio.get_running_loop()

        async def doubt() -> None:
            stream.streams.hear(doubted, streams.CHECK)

        def let_in_with_doubt(shown: stream.Credentials) -> stream.Reader | None:
            looked_up.append(shown)
            if whose == "Ben" or len(looked_up) == 1:
                asyncio.run_coroutine_threadsafe(doubt(), loop).result(SOON)
            return let_in(shown) if len(looked_up) < 9 else None

        monkeypatch.setattr(stream, "let_in", let_in_with_doubt)
        async with heard():
            browser = Browser(cookie)
            assert await browser.open() == 200

    run(course())
    assert len(looked_up) == times


def test_however_often_a_reader_is_doubted_each_session_is_looked_up_once(
    ann: User, redis_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cookies = [cookie_of(ann)[1] for _ in range(2)]
    let_in, looked_up = stream.let_in, list[stream.Credentials]()

    def counted(shown: stream.Credentials) -> stream.Reader | None:
        looked_up.append(shown)
        return let_in(shown)

    async def course() -> None:
        async with heard():
            pages = [Browser(cookie) for cookie in cookies for _ in range(3)]
            assert [await page.open() for page in pages] == [200] * 6
            monkeypatch.setattr(stream, "let_in", counted)
            for _ in range(10):
                stream.streams.hear(ann.pk, streams.CHECK)
            await until(lambda: not stream.streams.checks)
            assert not any(page.task.done() for page in pages)

    run(course())
    assert len(looked_up) == len(set(looked_up)) == 2


def test_a_doubt_that_comes_while_a_reader_is_checked_is_not_forgotten(
    ann: User, redis_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, cookie = cookie_of(ann)
    let_in, looked_up = stream.let_in, list[stream.Credentials]()

    async def course() -> None:
        loop = asyncio.get_running_loop()

        async def doubt() -> None:
            stream.streams.hear(ann.pk, streams.CHECK)

        def let_in_before(shown: stream.Credentials) -> stream.Reader | None:
            """Find the session once; it ends during that lookup."""
            looked_up.append(shown)
            if len(looked_up) == 1:
                asyncio.run_coroutine_threadsafe(doubt(), loop).result(SOON)
                return let_in(shown)
            return None

        async with heard():
            browser = Browser(cookie)
            assert await browser.open() == 200
            monkeypatch.setattr(stream, "let_in", let_in_before)
            stream.streams.hear(ann.pk, streams.CHECK)
            await asyncio.wait_for(browser.task, SOON)

    run(course())
    assert len(looked_up) == 2


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
