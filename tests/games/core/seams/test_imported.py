"""What features do about a match that is imported, and what happens where one fails."""

from __future__ import annotations

import traceback
from typing import Any

import pytest

from accounts.models import User
from games.core.documents import records
from games.core.models import Match, Seat
from games.core.seams import imported
from games.core.seams.imported import Imported
from games.core.seams.seam import BadFeature, Seam
from games.core.services import play
from games.rules.record import Record
from tests.games.core.seams.hooks import Failed, fail
from tests.parts import features

pytestmark = pytest.mark.django_db


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """No feature is there but those of the test."""
    monkeypatch.setattr(imported, "IMPORTED", Seam[Any](imported.IMPORTED.name))


@pytest.fixture
def record(match: Match, ann: User) -> Record:
    """The record of a match that is not here any more, by this id."""
    play.resign(match.public_id, ann.pk)
    match.refresh_from_db()
    found = records.finished_record(match)
    Match.objects.filter(pk=match.pk).update(public_id="another-one")
    return found


def test_features_are_called_in_the_order_that_is_written_down() -> None:
    assert [name for name, _ in imported.IMPORTED] == ["statistics", "deeds", *features.items("IMPORTED")]


@pytest.mark.usefixtures("bare")
def test_hooks_see_the_match_and_may_change_its_seats(record: Record) -> None:
    told = list[object]()

    def mark(given: Imported) -> None:
        told.append((given.match.pk, len(given.seats), given.match.status))
        given.seats[0].army = "red"

    imported.register("one", mark)
    imported.register("two", lambda _: told.append("two"))
    match = records.import_record(record)
    assert told == [(match.pk, 2, "over"), "two"]
    assert [seat.army for seat in Seat.objects.filter(match=match).order_by("number")] == ["red", ""]


@pytest.mark.usefixtures("bare")
def test_where_a_hook_fails_nothing_is_imported_and_the_error_names_the_feature(record: Record) -> None:
    imported.register("broken", fail)
    with pytest.raises(Failed) as raised:
        records.import_record(record)
    told = "".join(traceback.format_exception(raised.value))
    assert f"The feature “broken” failed as match {record.match} was imported. All is undone." in told
    assert not Match.objects.filter(public_id=record.match).exists()


@pytest.mark.usefixtures("bare")
def test_a_name_is_registered_once() -> None:
    imported.register("one", fail)
    with pytest.raises(BadFeature, match="“one” with a match that is imported"):
        imported.register("one", fail)
