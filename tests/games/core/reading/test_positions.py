"""Snapshots are used where they are good, and stop nothing where they are not."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from fogsite.settings import BASE_DIR
from games.core.documents import records
from games.core.models import Match
from games.core.reading import positions
from games.rules.errors import ReplayMismatch, Unplayable
from games.rules.game import dump
from games.rules.record import loads
from games.rules.sentence import sentence
from tests.games.tables import answer, begin, first_move, now, play_on
from tests.games.tampering import unguarded

ROLLED_BACK = BASE_DIR / "tests/rules/en_garde/golden/en-garde-1-standard-rollback.json"

pytestmark = pytest.mark.django_db


def make_unreadable(match: Match, before: int) -> None:
    """Make all entries before one unreadable, which the models let nobody do."""
    with unguarded(), connection.cursor() as cursor:
        cursor.execute("UPDATE games_entry SET text = '?' WHERE match_id = %s AND ply < %s", [match.pk, before])


@pytest.mark.parametrize(("first", "last"), [(32, 33), (32, 40), (39, 40)])
def test_from_the_snapshot_of_ply_32_on_no_older_entry_is_played_again(match: Match, first: int, last: int) -> None:
    match = play_on(match, 40)
    whole = positions.walk(match, first, last)
    make_unreadable(match, 33)
    walk = positions.walk(match, first, last)
    assert [each.entry.ply for each in walk.played] == [*range(first + 1, last + 1)]
    assert (dump(walk.position), walk.ply, walk.digest) == (dump(whole.position), last, whole.digest)


def test_what_lies_before_the_snapshot_is_played_from_the_beginning(match: Match) -> None:
    match = play_on(match, 40)
    make_unreadable(match, 33)
    with pytest.raises(ReplayMismatch):
        positions.walk(match, 30, 33)


def test_a_snapshot_that_stands_already_where_the_next_one_goes_stops_no_move(match: Match, ann: User) -> None:
    match.snapshots.create(ply=1, version=match.version, state=b"{}", digest="0" * 64)
    answer(match, ann, first_move(match, ann))
    assert (now(match).ply, positions.newest_position(now(match)).ply) == (1, 1)
    assert list(match.snapshots.order_by("ply").values_list("ply", flat=True)) == [0, 1]


def spoil(match: Match, **columns: Any) -> None:
    """Put an earlier position into the newest snapshot, and these values."""
    earlier = match.snapshots.get(ply=match.ply - 1)
    match.snapshots.filter(ply=match.ply).update(state=earlier.state, **columns)


@pytest.mark.parametrize("columns", [{"digest": "0" * 64}, {"version": 99}])
def test_a_snapshot_of_another_log_or_other_rules_is_passed_over(match: Match, columns: dict[str, Any]) -> None:
    match = play_on(match, 9)
    stands = dump(positions.newest_position(match).position)
    spoil(match, **columns)
    assert dump(positions.newest_position(match).position) == stands
    assert dump(positions.walk(match, 9, 9).position) == stands
    assert positions.newest_of([match]) == {}


def test_of_many_matches_those_that_cannot_be_played_here_are_left_out(match: Match, ann: User, ben: User) -> None:
    other = begin(ann, ben, public_id="othermatch")
    assert sorted(positions.newest_of([match, other])) == sorted([match.pk, other.pk])
    Match.objects.filter(pk=match.pk).update(game="gone")
    assert list(positions.newest_of([now(match), other])) == [other.pk]


def rolled_back(ann: User, ben: User) -> tuple[Match, int]:
    """Return a match that has gone back, and the number of the entry that did."""
    match = records.import_record(loads(ROLLED_BACK.read_bytes()), [ann.username, ben.username])
    return match, next(entry.ply for entry in match.entries.order_by("ply") if entry.text.startswith("!rollback"))


def keep(match: Match, ply: int) -> None:
    """Have a good snapshot of an entry."""
    walk = positions.walk(match, ply, ply)
    good = {"version": match.version, "state": dump(walk.position), "digest": walk.digest}
    match.snapshots.update_or_create(ply=ply, defaults=good)


def test_with_a_snapshot_of_a_rollback_nothing_before_it_is_played_again(ann: User, ben: User) -> None:
    match, back = rolled_back(ann, ben)
    whole = positions.walk(match, back - 1, back + 1)
    for ply in (back - 1, back):
        keep(match, ply)
    make_unreadable(match, back - 1)
    walk = positions.walk(match, back - 1, back + 1)
    assert [each.entry.ply for each in walk.played] == [back, back + 1]
    assert (dump(walk.position), walk.digest) == (dump(whole.position), whole.digest)


@pytest.mark.parametrize("columns", [{"digest": "0" * 64}, {"version": 99}, {"state": b"{}"}])
def test_a_snapshot_of_a_rollback_that_is_not_good_is_passed_over(
    columns: dict[str, Any], ann: User, ben: User
) -> None:
    match, back = rolled_back(ann, ben)
    whole = positions.walk(match, back - 1, back + 1)
    for ply in (back - 1, back):
        keep(match, ply)
    former = match.snapshots.get(ply=back - 1).state
    match.snapshots.filter(ply=back).update(**{"state": former, **columns})
    walk = positions.walk(match, back - 1, back + 1)
    assert (dump(walk.position), walk.digest) == (dump(whole.position), whole.digest)
    assert [each.entry.ply for each, _ in positions.walk_entries(match, back - 1)] == [*range(back, match.ply + 1)]


def test_over_a_rollback_the_match_is_played_again_from_its_beginning(ann: User, ben: User) -> None:
    match, back = rolled_back(ann, ben)
    whole = positions.walk(match, back - 1, back + 1)
    before = positions.walk(match, back - 1, back - 1)
    match.snapshots.create(ply=back - 1, version=match.version, state=dump(before.position), digest=before.digest)
    walk = positions.walk(match, back - 1, back + 1)
    assert [each.entry.ply for each in walk.played] == [back, back + 1]
    assert (dump(walk.position), walk.digest) == (dump(whole.position), whole.digest)


def test_a_match_that_cannot_be_played_here_now_cannot_be_looked_at_earlier(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = play_on(match, 12)
    newest = bytes(match.snapshots.get(ply=12).state)
    load = match.rules.load

    def loaded(data: bytes) -> object:
        if data == newest:
            raise Unplayable(sentence("The armies are gone."))
        return load(data)

    monkeypatch.setattr(match.rules, "load", loaded)
    with pytest.raises(Unplayable):
        positions.walk(match, 8, 9)
