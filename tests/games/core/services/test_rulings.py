"""Why a moderator ended a match: told to its players wherever they hear of the end, and to nobody else."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client

from accounts import outbox
from accounts.models import User
from games.core.documents import archive, records
from games.core.models import Match
from games.core.services import play
from games.rules.record import dumps
from tests.games.browsing import signed_in, told
from tests.games.programs import program
from tests.games.tables import now

pytestmark = pytest.mark.django_db
WHY = "<b>Ann</b> & Ben agreed by chat."
RULINGS = ["!void", "!adjudicate 1"]
ENDS = {
    "!void": "The match is void: it doesn’t count for anyone.",
    "!adjudicate 1": "Ben wins by a moderator’s decision.",
}


@pytest.fixture(params=RULINGS)
def ruled(request: pytest.FixtureRequest, match: Match) -> Match:
    """A match that a moderator has ended."""
    play.adjudicate(match.public_id, request.param, WHY)
    return now(match)


def test_the_mail_about_the_end_tells_the_reason(ruled: Match, noon: time_machine.Traveller) -> None:
    noon.shift(timedelta(minutes=1))
    mail.outbox.clear()
    outbox.deliver_due()
    letters: dict[str, Any] = {letter.to[0]: letter for letter in mail.outbox if " – En Garde with " in letter.subject}
    assert sorted(letters) == ["ann@example.org", "ben@example.org"]
    for letter in letters.values():
        lines = [line for line in letter.body.splitlines() if line]
        assert lines[1] == f"The moderator’s reason: {WHY}"
        [(html, _)] = letter.alternatives
        assert "<p>The moderator’s reason: &lt;b&gt;Ann&lt;/b&gt; &amp; Ben agreed by chat.</p>" in html


def test_the_page_and_its_log_tell_the_reason_to_the_players(ruled: Match, ann: User, ben: User) -> None:
    for user in (ann, ben):
        page = signed_in(user).get(ruled.get_absolute_url())
        assert page.content.decode().count("<bdi>&lt;b&gt;Ann&lt;/b&gt; &amp; Ben agreed by chat.</bdi>") == 2
        assert [line.reason for line in page.context["page"].log.lines] == ["", WHY]


def test_watchers_and_the_record_do_not_tell_it(ruled: Match, cat: User) -> None:
    for client in (Client(), signed_in(cat)):
        assert "agreed by chat" not in told(client.get(ruled.get_absolute_url()))
        assert "agreed by chat" not in told(client.get(ruled.get_absolute_url() + "?eyes=all"))
    assert b"agreed by chat" not in dumps(records.finished_record(ruled))


def test_programs_are_told_the_reason(ruled: Match, ann: User) -> None:
    anns = program(ann)
    assert anns.get(f"matches/{ruled.public_id}/").json()["reason"] == WHY
    lines = anns.get(f"matches/{ruled.public_id}/log/").json()["results"]
    assert [line["reason"] for line in lines] == ["", WHY]


def test_the_archive_of_ones_data_holds_it(ruled: Match, ann: User, cat: User) -> None:
    held = {user: dict(archive.archive_documents(user)) for user in (ann, cat)}
    assert json.loads(held[ann]["seats/1.json"])[0]["reason"] == WHY
    assert json.loads(held[cat]["seats/1.json"]) == []


def test_where_no_moderator_ended_the_match_there_is_no_reason(match: Match, ann: User, ben: User) -> None:
    assert program(ann).get(f"matches/{match.public_id}/").json()["reason"] == ""
    play.resign(match.public_id, ben.pk)
    assert "The moderator’s reason" not in told(signed_in(ann).get(match.get_absolute_url()))


def test_a_ruling_that_comes_too_late_leaves_no_reason(match: Match, ann: User) -> None:
    play.resign(match.public_id, ann.pk)
    with pytest.raises(play.RulesError):
        play.adjudicate(match.public_id, "!void", WHY)
    assert not match.rulings.exists()
