"""What a letter costs the database: ten thousand of them are to be gone within minutes."""

from __future__ import annotations

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import outbox
from accounts.models import Outbox, User
from games.core.models import Match
from tests.games.tables import begin

pytestmark = pytest.mark.django_db


def test_a_turn_notice_is_nine_statements_whether_or_not_its_reader_has_chosen_anything(
    match: Match, ann: User, noon: object
) -> None:
    """It is looked at, claimed, told what stands and what has happened since, whether it is the first, and written."""
    row = Outbox.objects.get(recipient=ann, kind="turn")
    Outbox.objects.update(next_try=row.created)
    with CaptureQueriesContext(connection) as asked:
        assert outbox.deliver(row.pk)
    assert Outbox.objects.get(pk=row.pk).status == "sent"
    tables = [query["sql"].split('"')[1] for query in asked.captured_queries]
    assert len(tables) == 9, tables


def test_each_letter_is_written_of_its_own_match_and_for_its_own_reader(ann: User, ben: User, cat: User) -> None:
    """Its queries are built once, for the letter that came first."""
    matches = [begin(ann, ben, public_id="first"), begin(cat, ben, public_id="second")]
    Outbox.objects.update(next_try=matches[0].created)
    outbox.deliver_due()
    seals = {"first": matches[0].commitment, "second": matches[1].commitment}
    told = {(letter.to[0], name) for letter in mail.outbox for name, seal in seals.items() if seal in letter.body}
    assert ("ann@example.org", "first") in told
    assert ("cat@example.org", "second") in told
    assert not told & {("ann@example.org", "second"), ("cat@example.org", "first")}
