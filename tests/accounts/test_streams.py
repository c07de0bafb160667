"""What open pages are told through Redis: that something is new, and nothing of what."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from redis import Redis

from accounts import streams
from accounts.models import User
from tests.parts import redis

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("redis")]


@pytest.fixture
def heard(redis_server: str) -> Iterator[Any]:
    """Returns what went through Redis since it was asked last: pairs of a channel and a word."""
    with closing(Redis.from_url(redis_server, decode_responses=True)) as client, client.pubsub() as channels:
        channels.psubscribe("*")
        assert channels.get_message(timeout=5)["type"] == "psubscribe"

        def since() -> list[tuple[str, str]]:
            client.publish("end", "")
            words = []
            while (message := channels.get_message(timeout=5))["channel"] != "end":
                words.append((message["channel"], message["data"]))
            return [word for word in words if word[0].startswith(streams.PREFIX)]

        yield since


def test_each_user_is_told_once_the_transaction_is_committed(ann: User, ben: User, heard: Any) -> None:
    heard()
    streams.tell({ann.pk, ben.pk}, "firstmatch")
    assert set(heard()) == {(f"stream:{each.pk}", "firstmatch") for each in (ann, ben)}


def test_nobody_is_told_of_what_was_rolled_back(ann: User, heard: Any) -> None:
    heard()
    with transaction.atomic():
        streams.tell({ann.pk}, "firstmatch")
        assert heard() == []
        transaction.set_rollback(True)
    assert heard() == []


@pytest.mark.parametrize("change", ["signs out", "another password", "suspended"])
def test_streams_are_asked_again_when_a_session_may_have_ended(change: str, ann: User, heard: Any) -> None:
    client = Client()
    client.force_login(ann)
    heard()
    if change == "signs out":
        client.logout()
    elif change == "another password":
        ann.set_password("quite another 77")
        ann.save()
    else:
        ann.is_active = False
        ann.save(update_fields=["is_active"])
    assert heard() == [(f"stream:{ann.pk}", "check")]


def test_what_decides_about_no_session_has_no_stream_asked_again(ann: User, heard: Any) -> None:
    heard()
    ann.language = "de"
    ann.save(update_fields=["language"])
    Client().force_login(ann)
    assert heard() == []


def test_without_redis_nothing_is_told_and_nothing_fails(ann: User, caplog: pytest.LogCaptureFixture) -> None:
    with redis.used("redis://127.0.0.1:1/0"):
        streams.tell({ann.pk}, "firstmatch")
        streams.tell({ann.pk}, "firstmatch")
    said = [each.getMessage() for each in caplog.records if each.name == "accounts.streams"]
    assert said == ["Open pages are not told that something is new: network:ConnectionError"]
