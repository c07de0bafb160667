"""Snapshots are used where they are good, and stop nothing where they are not."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from games.models import Match
from games.reading import positions
from games.rules.errors import ReplayMismatch
from games.rules.game import dump
from tests.games.tables import answer, begin, first_move, now, play_on
from tests.games.tampering import unguarded

pytestmark = pytest.mark.django_db


def make_unreadable(match: Match, before: int) -> None:
    """Spoil all entries before one, which the models let nobody do."""
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
    assert (now(match).ply, positions.newest(now(match)).ply) == (1, 1)
    assert list(match.snapshots.order_by("ply").values_list("ply", flat=True)) == [0, 1]


def spoil(match: Match, **columns: Any) -> None:
    """Put an earlier position into the newest snapshot, and these values."""
    earlier = match.snapshots.get(ply=match.ply - 1)
    match.snapshots.filter(ply=match.ply).update(state=earlier.state, **columns)


@pytest.mark.parametrize("columns", [{"digest": "0" * 64}, {"version": 99}])
def test_a_snapshot_of_another_log_or_other_rules_is_passed_over(match: Match, columns: dict[str, Any]) -> None:
    match = play_on(match, 9)
    stands = dump(positions.newest(match).position)
    spoil(match, **columns)
    assert dump(positions.newest(match).position) == stands
    assert dump(positions.walk(match, 9, 9).position) == stands
    assert positions.newest_of([match]) == {}


def test_of_many_matches_those_that_cannot_be_played_here_are_left_out(match: Match, ann: User, ben: User) -> None:
    other = begin(ann, ben, public_id="othermatch")
    assert sorted(positions.newest_of([match, other])) == sorted([match.pk, other.pk])
    Match.objects.filter(pk=match.pk).update(game="gone")
    assert list(positions.newest_of([now(match), other])) == [other.pk]
