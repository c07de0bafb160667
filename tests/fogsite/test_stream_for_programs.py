"""The stream of events for programs: what pages hear, by token; and how it refuses."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import OperationalError

from accounts import guests, leaving, streams, tokens
from accounts.models import Token, User
from fogsite import asgi, stream
from tests.fogsite.test_stream import SOON, Browser, cookie_of, heard, patience, run, said

__all__ = ["patience"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("redis")]


class Program(Browser):
    """A program that asks for the stream with a token, or with what it thinks is one."""

    def __init__(self, authorization: str = "", cookie: str = "", **headers: str) -> None:
        super().__init__(cookie, **({"authorization": authorization} if authorization else {}), **headers)
        self.path = asgi.OF_PROGRAMS


def token_of(user: User) -> str:
    return f"Bearer {tokens.create(user, 'listener', 'read')}"


async def refusal(program: Program) -> tuple[int, str, str]:
    """Return the status, the code and the sentence of a refusal, which has the form of all refusals of the API."""
    status = await program.open()
    body = json.loads(await program.text())
    assert set(body) == {"code", "message", "extra"}
    assert program.answered[b"content-type"] == b"application/json"
    assert program.answered[b"cache-control"] == b"private, no-store"
    assert (b"www-authenticate" in program.answered) == (status == 401)
    return status, body["code"], body["message"]


def test_a_program_hears_of_the_matches_of_its_user_and_of_nobody_elses(
    ann: User, ben: User, redis_server: str
) -> None:
    shown = token_of(ann)

    async def course() -> None:
        async with heard():
            program = Program(shown)
            assert await program.open() == 200
            assert (await program.text()).startswith("retry: ")
            assert program.answered[b"content-type"] == b"text/event-stream; charset=utf-8"
            await said(lambda: streams.publish_event([ben.pk], "bensmatch"))
            await said(lambda: streams.publish_event([ann.pk], "annsmatch"))
            assert await program.text() == "event: match\ndata: annsmatch\n\n"

    run(course())


def test_without_a_token_that_holds_nothing_is_told(ann: User, redis_server: str) -> None:
    shown, (_, cookie) = token_of(ann), cookie_of(ann)
    secret = shown.partition(" ")[2]
    posted = Program(shown)
    posted.method = "POST"

    async def course() -> None:
        async with heard():
            for program in (Program(), Program(cookie=cookie), Program("Basic QW5uOng="), Program(f"Token {secret}")):
                assert (await refusal(program))[:2] == (401, "not_authenticated")
            for wrong in ("Bearer", "Bearer fog_", f"Bearer {secret}0", "Bearer f\xf6g", "Bearer " + "f" * 5000):
                assert (await refusal(Program(wrong)))[:2] == (401, "bad_token")
            assert (await refusal(posted))[:2] == (405, "method_not_allowed")
            assert await Browser(f"{django_settings.SESSION_COOKIE_NAME}={secret}").open() == 204  # no cookie

    run(course())


def test_a_token_that_listens_counts_as_used_and_its_sort_is_read_in_any_case(ann: User, redis_server: str) -> None:
    shown = token_of(ann).replace("Bearer", "bearer")

    async def course() -> None:
        async with heard():
            assert await Program(shown).open() == 200

    run(course())
    assert Token.objects.get().used


@pytest.mark.parametrize(
    ("languages", "word"), [("", "token"), ("de", "Token"), ("fr, it;q=0.5", "sconosciuto"), ("*, xx-not-one", "token")]
)
def test_a_refusal_speaks_the_language_that_is_asked_for(languages: str, word: str, redis_server: str) -> None:
    async def course() -> None:
        assert word in (await refusal(Program("Bearer fog_0", accept_language=languages)))[2]

    run(course())


@pytest.mark.parametrize(
    "ends",
    [
        lambda ann, secret: tokens.revoke(ann, secret[:15]),
        lambda ann, _secret: tokens.revoke_all(ann),
        lambda ann, _secret: leaving.anonymise(ann),
    ],
    ids=["revoked", "all revoked", "left"],
)
def test_a_stream_ends_with_its_token(ends: Callable[[User, str], object], ann: User, redis_server: str) -> None:
    shown = token_of(ann)

    async def course() -> None:
        async with heard():
            program = Program(shown)
            assert await program.open() == 200
            await said(lambda: ends(ann, shown.partition(" ")[2]))
            await asyncio.wait_for(program.task, SOON)
            assert (await refusal(Program(shown)))[:2] == (401, "bad_token")

    run(course())


def test_programs_and_pages_of_a_user_share_one_limit(
    ann: User, redis_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "MAX_STREAMS", 2)
    shown, (_, cookie) = token_of(ann), cookie_of(ann)

    async def course() -> None:
        async with heard():
            first, *others = Program(shown), Browser(cookie), Program(shown)
            for each in (first, *others):
                assert await each.open() == 200
            await asyncio.wait_for(first.task, SOON)
            assert not any(each.task.done() for each in others)

    run(course())


def test_where_nothing_can_be_heard_a_program_is_told_so(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = token_of(ann)

    def out_of_reach(_shown: Any) -> int | None:
        raise OperationalError("connection failed")

    async def course() -> None:
        assert (await refusal(Program(shown)))[:2] == (503, "no_stream")  # Redis is not heard
        monkeypatch.setattr(stream, "let_in", out_of_reach)
        assert (await refusal(Program(shown)))[:2] == (503, "no_stream")

    run(course())


def test_a_guest_has_no_stream_by_token(ann: User, redis_server: str) -> None:
    shown = token_of(ann)
    User.objects.filter(pk=ann.pk).update(guest_until=guests.create().guest_until)

    async def course() -> None:
        async with heard():
            assert (await refusal(Program(shown)))[:2] == (401, "bad_token")

    run(course())


def test_nginx_leads_to_every_stream_and_limits_it_alike() -> None:
    config = (django_settings.BASE_DIR / "deploy" / "fogsite.nginx").read_text()
    rules = [
        {line.strip() for line in found[1].splitlines() if line.strip() and "error_page" not in line}
        for path in (asgi.PATH, asgi.OF_PROGRAMS)
        if (found := re.search(rf"location = {path} {{(.*?)}}", config, re.DOTALL))
    ]
    assert len(rules) == 2
    assert rules[0] == rules[1]
