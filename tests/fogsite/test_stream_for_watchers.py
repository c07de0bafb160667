"""The stream of a match for those who watch it: with or without an account, while it runs and may be watched."""

from __future__ import annotations

import asyncio

import pytest

from accounts import streams
from accounts.models import User
from fogsite import stream
from games.core.services import play
from tests.fogsite.test_stream import SOON, Browser, cookie_of, heard, patience, run, said
from tests.games.tables import answer, begin, now, offer

__all__ = ["patience"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("redis")]

WORD = "event: match\ndata: firstmatch\n\n"


def watcher(match: str = "firstmatch", cookie: str = "") -> Browser:
    """Return a page on which somebody watches a match."""
    browser = Browser(cookie)
    browser.query = f"watch={match}"
    return browser


def test_all_who_watch_hear_of_a_move_with_the_players(ann: User, ben: User, cat: User, redis_server: str) -> None:
    match = begin(ann, ben, watchable=True)
    begin(ann, ben, public_id="secondmatc", watchable=True)
    (_, cats), (_, bens) = cookie_of(cat), cookie_of(ben)

    async def course() -> None:
        async with heard():
            visitor, member, elsewhere, player = watcher(), watcher(cookie=cats), watcher("secondmatc"), Browser(bens)
            for each in (visitor, member, elsewhere, player):
                assert await each.open() == 200
                assert (await each.text()).startswith("retry: ")
            await said(lambda: answer(match, ann, "F1"))
            assert [await each.text() for each in (visitor, member, player)] == [WORD, WORD, WORD]
            await said(lambda: streams.tell_watchers("secondmatc"))
            assert await elsewhere.text() == WORD.replace("firstmatch", "secondmatc")

    run(course())


def test_there_is_no_stream_of_a_match_that_cannot_be_watched(ann: User, ben: User, redis_server: str) -> None:
    begin(ann, ben, public_id="unwatched1")
    offer(ann, public_id="unbegun001", watchable=True)
    over = begin(ann, ben, public_id="overmatch1", watchable=True)
    play.resign(over.public_id, ann.pk)
    _, cookie = cookie_of(ann)

    async def course() -> None:
        async with heard():
            for match in ("unwatched1", "unbegun001", "overmatch1", "nomatch", "%00", "%F6", "x" * 5000):
                assert await watcher(match).open() == 204
                assert await watcher(match, cookie).open() == 204
            assert not stream.streams.by_reader

    run(course())


def test_it_ends_where_the_match_is_over(ann: User, ben: User, redis_server: str) -> None:
    match = begin(ann, ben, watchable=True)

    async def course() -> None:
        async with heard():
            page = watcher()
            assert await page.open() == 200
            reader = streams.watching("firstmatch")
            await stream.streams.check(reader)
            await said(lambda: play.resign(match.public_id, ben.pk))
            assert (await page.text()).startswith("retry: ")
            assert await page.text() == WORD
            await stream.streams.check(reader)
            await asyncio.wait_for(page.task, SOON)

    run(course())
    assert now(match).ended is not None


def test_there_is_room_for_so_many_who_watch_and_users_keep_theirs(
    ann: User, ben: User, redis_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "MAX_WATCHING", 3)
    monkeypatch.setattr(stream, "MAX_STREAMS", 1)
    begin(ann, ben, watchable=True)
    _, cookie = cookie_of(ann)

    async def course() -> None:
        async with heard():
            assert [await watcher().open() for _ in range(4)] == [200, 200, 200, 503]
            assert await Browser(cookie).open() == 200
            assert stream.streams.watching == 3

    run(course())
