"""Snapshots are used where they are good, and stop nothing where they are not."""

from __future__ import annotations

import pytest
from django.db import connection

from accounts.models import User
from games.models import Match
from games.reading import positions
from games.rules.errors import ReplayMismatch
from games.rules.game import dump
from tests.games.tables import answer, first_move, now, play_on
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
