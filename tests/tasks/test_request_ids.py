"""A real worker has the id of the request in its log, and tells the error service of what fails in its processes."""

from __future__ import annotations

import gzip
import json
import queue
from collections.abc import Callable
from email.message import Message
from http import HTTPStatus

import pytest

from fogsite import request_ids
from games import tasks
from tests.parts.loopback import posted_to
from tests.parts.patience import PATIENCE
from tests.parts.worker import Worker

pytestmark = [
    *(pytest.mark.postgres, pytest.mark.django_db(transaction=True)),
    pytest.mark.xdist_group("tasks"),
]
GIVEN = "0123456789abcdef0123456789abcdef"


def test_a_task_that_fails_is_told_with_the_id_of_the_request_that_published_it(
    celery_worker: Callable[[], Worker], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dump cannot be written where there is no folder."""
    posts: queue.Queue[bytes] = queue.Queue()

    def take(_path: str, _headers: Message, body: bytes) -> HTTPStatus:
        posts.put(body)
        return HTTPStatus.OK

    with posted_to(take) as address:
        monkeypatch.setenv("DUMP_DIR", "/dev/null/dumps")
        monkeypatch.setenv("SENTRY_DSN", address.replace("://", "://key@") + "/1")
        worker = celery_worker()
        request_ids.begin_work(request_ids.Work(GIVEN))
        tasks.dump_due.delay()
        request_ids.end_work()
        sent = gzip.decompress(posts.get(timeout=PATIENCE))

    event = json.loads(sent.split(b"\n")[2])
    assert event["transaction"] == "games.tasks.dump_due"
    assert event["tags"] == {"request_id": GIVEN}
    assert [each["type"] for each in event["exception"]["values"]] == ["NotADirectoryError", "NoDump"]
    assert b"/dev/null" not in sent
    [line] = [line for line in worker.log if "raised unexpected" in line]
    assert f" ERROR celery.app.trace {GIVEN}: Task games.tasks.dump_due" in line
