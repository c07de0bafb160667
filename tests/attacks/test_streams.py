"""Streams of events through the proxy: for whom there is none, when they end, and that they come back."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from tests.attacks.conftest import Judge, Players, Visitors
from tests.attacks.people import PASSWORD
from tests.attacks.stream import Stream
from tests.attacks.test_matches import play_by_link
from tests.attacks.visitor import Visitor
from tests.parts.production import Production

pytestmark = [pytest.mark.postgres, pytest.mark.xdist_group("production")]


def answer(visitor: Visitor, **lines: str) -> int:
    """Return what is answered to a browser that wants to hear."""
    with Stream(visitor, [(name.replace("_", "-"), value) for name, value in lines.items()]) as stream:
        return stream.status


def write(visitor: Visitor, match: str) -> None:
    """Write a line in the chat of a match: something new for the others."""
    assert visitor.post(f"/m/{match}/chat", text="Hello!").status in (200, 302)


# --- Who hears what -------------------------------------------------------------------------------------------------


def test_there_is_no_stream_for_visitors_and_for_pages_of_others(
    player: Players, visitor: Visitors, judge: Judge
) -> None:
    (_, one), forged = player(), visitor()
    forged.cookies["sessionid"] = "0" * 32

    judge(
        "ok",
        "a stream without a session, with a forged one, from a page of others, and by POST",
        expected=[204, 204, 403, 405],
        answer=[
            answer(visitor()),
            answer(forged),
            answer(one, Sec_Fetch_Site="cross-site"),
            one.post("/stream/").status,
        ],
    )


def test_who_plays_hears_of_it_within_a_second_and_strangers_nothing(player: Players, judge: Judge) -> None:
    (_, one), (_, other), (_, stranger) = player(), player(), player()
    match = play_by_link(one, other)
    with Stream(other) as stream, Stream(stranger) as elsewhere:
        write(one, match)
        done = time.monotonic()
        heard = stream.await_word()
        assert time.monotonic() - done < 1
        judge("ok", "streams of a player and a stranger", expected=[match, []], answer=[heard, elsewhere.words])


def test_forged_cookies_from_many_addresses_hold_up_nobody(player: Players, visitor: Visitors, judge: Judge) -> None:
    (_, one), asked, over = player(), itertools.count(), Event()
    assert answer(one) == 200

    def forge() -> set[int]:
        found = set()
        while not over.is_set():
            browser = visitor()
            browser.cookies["sessionid"] = f"{next(asked):032}"
            found.add(answer(browser))
        return found

    with ThreadPoolExecutor(20) as pool:
        forging = [pool.submit(forge) for _ in range(20)]
        try:
            while next(asked) < 200:
                time.sleep(0.05)
            opened = answer(one)
        finally:
            over.set()
        answers = set[int]().union(*(each.result() for each in forging))

    judge("N3", "a stream beside 20 connections with forged cookies", expected=200, answer=opened)
    judge("N3", "what these are answered", expected=True, answer=answers <= {204, 503})


# --- When they end --------------------------------------------------------------------------------------------------


def sign_out(visitor: Visitor, name: str) -> None:
    assert visitor.post("/accounts/logout/").status == 302


def change_the_password(visitor: Visitor, name: str) -> None:
    new = "a-better-one-2026"
    fields = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert visitor.post("/accounts/password/change/", (), **fields).status == 302


def be_suspended(visitor: Visitor, name: str) -> None:
    suspend = (
        f"from accounts.models import User; u = User.objects.get(username={name!r}); u.is_active = False; u.save()"
    )
    visitor.production.manage("shell", "-c", suspend)


@pytest.mark.parametrize("end", [sign_out, change_the_password, be_suspended])
def test_a_stream_ends_within_a_second_of_its_session(
    player: Players, judge: Judge, end: Callable[[Visitor, str], None]
) -> None:
    name, one = player()
    with Stream(one) as stream:
        assert stream.status == 200
        end(one, name)
        done = time.monotonic()
        judge("ok", f"a stream after: {end.__name__}", expected=True, answer=stream.ends())
        assert stream.ended - done < 1


# --- That they come back --------------------------------------------------------------------------------------------


@pytest.fixture
def restarted(production: Production) -> Iterator[None]:
    """The streams as they were before, when the test is over."""
    yield
    production.restart("stream")


def test_streams_end_with_a_restart_and_anyone_who_comes_in_the_meantime_waits(
    production: Production, player: Players, restarted: None
) -> None:
    (_, one), (_, other) = player(), player()
    match = play_by_link(one, other)
    with Stream(other) as before:
        assert before.status == 200
        production.units["stream"].stop()
        assert before.ends()
    production.restart("stream")
    with Stream(other) as stream:
        assert stream.status == 200
        write(one, match)
        assert stream.await_word() == match
