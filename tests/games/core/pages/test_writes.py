"""What a page writes while it is shown: what its view calls by name, and nothing where only its head is asked for."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.urls import reverse

from accounts.models import User
from fogsite.settings import BASE_DIR
from games.chat import services as chat
from games.core.models import Match
from tests.games.browsing import signed_in
from tests.games.tables import seat

pytestmark = pytest.mark.django_db
OURS = str(BASE_DIR / "games")
PAGES = re.compile(r"^/pages/|/page(s|_of_\w+)\.py$")
"""Files of pages, in their own folder and in those of features."""
READS = ("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT")
SHOWN: dict[str, dict[str, Any]] = {
    "match": {},
    "match_ply": {"ply": 0},
    "record": {},
    "resign": {},
    "offers": {},
    "offer": {"kind": "draw"},
    "chat": {},
    "notes": {},
}


@contextmanager
def writes() -> Iterator[list[tuple[str, list[str]]]]:
    """Yield what is written while the `with` lasts: each statement with our files that led to it."""
    found: list[tuple[str, list[str]]] = []

    def watch(execute: Callable[..., Any], sql: str, *given: Any) -> Any:
        if not sql.lstrip().upper().startswith(READS):
            files = [frame.filename for frame in traceback.extract_stack()]
            found.append((sql, [file.removeprefix(OURS) for file in files if file.startswith(OURS)]))
        return execute(sql, *given)

    with connection.execute_wrapper(watch):
        yield found


@pytest.fixture
def news(match: Match, ann: User, ben: User) -> Match:
    """A match that waits for Ann, with a line in its chat and hints that she has not seen."""
    chat.say(match.public_id, ben, "Hello")
    return match


@pytest.mark.parametrize("name", SHOWN)
def test_who_asks_for_the_head_alone_leaves_no_trace(name: str, news: Match, ann: User) -> None:
    client = signed_in(ann)
    with writes() as found:
        assert client.head(reverse(name, args=[news.public_id, *SHOWN[name].values()])).status_code == 200
    assert found == []


@pytest.mark.parametrize("name", SHOWN)
def test_no_page_module_writes(name: str, news: Match, ann: User) -> None:
    client = signed_in(ann)
    with writes() as found:
        assert client.get(reverse(name, args=[news.public_id, *SHOWN[name].values()])).status_code == 200
    assert [sql for sql, files in found if any(PAGES.search(file) for file in files)] == []


def test_a_page_that_is_opened_remembers_what_it_showed(news: Match, ann: User) -> None:
    client = signed_in(ann)
    with writes() as found:
        client.get(news.get_absolute_url())
    assert [files[-1] for _sql, files in found] == ["/core/services/looks.py"] * 3 + ["/chat/services.py"]
    mine = seat(news, ann)
    assert (mine.turn.looked_ply, mine.opened_ply, mine.chat_read > 0) == (0, 0, True)
    assert set(mine.hinted) != set()
