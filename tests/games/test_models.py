"""What the database itself refuses."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import Error, IntegrityError, connection, transaction
from django.db.models import Model, ProtectedError

from accounts.models import User
from games.boards.fantasy_dice_battles.models import SavedArmy
from games.core.models import ChatLine, Entry, Match, MatchSecret, Opponent, Ruling, Seat, Snapshot, Turn, WaitingRuling
from games.lobby.models import Invitation
from tests.games.tables import answer, begin, now, play_on

pytestmark = pytest.mark.django_db


def refuse(write: Any, *args: Any, **kwargs: Any) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        write(*args, **kwargs)


@pytest.mark.parametrize(
    ("row", "name"),
    [
        (Match(game="en-garde", public_id="abc"), "en-garde abc"),
        (MatchSecret(match_id=3), "secret of match 3"),
        (Seat(number=1, match_id=3), "seat 1 of match 3"),
        (Entry(ply=5, match_id=3), "entry of match 3"),
        (Ruling(ply=5, match_id=3), "ruling at entry 5 of match 3"),
        (WaitingRuling(match_id=3), "waiting ruling on match 3"),
        (Turn(seat_id=4), "turn of seat 4"),
        (Snapshot(ply=5, match_id=3), "snapshot 5 of match 3"),
        (Invitation(match_id=3), "invitation to match 3"),
        (ChatLine(pk=9, match_id=3), "line 9 in the chat of match 3"),
        (Opponent(game="en-garde"), "house opponent of en-garde"),
        (SavedArmy(name="Mine", user_id=4), "army Mine of user 4"),
    ],
)
def test_a_row_is_named_by_what_it_is_and_whose(row: Model, name: str) -> None:
    assert str(row) == name


@pytest.mark.parametrize("status", ["open", "playing", "void"])
def test_only_a_match_that_is_over_has_a_result(match: Match, status: str) -> None:
    refuse(Match.objects.filter(pk=match.pk).update, status=status, result={"reason": "points"})


def test_a_match_that_is_over_has_a_result(match: Match) -> None:
    refuse(Match.objects.filter(pk=match.pk).update, status="over")
    Match.objects.filter(pk=match.pk).update(status="over", result={"reason": "points"})


def test_an_id_names_one_match(match: Match, ann: User, ben: User) -> None:
    other = begin(ann, ben, public_id="othermatch")
    refuse(Match.objects.filter(pk=other.pk).update, public_id=match.public_id)


def test_a_seat_has_one_user_and_a_user_one_seat(match: Match, ann: User, cat: User) -> None:
    refuse(Seat.objects.create, match=match, user=cat, number=0, joined=2)
    refuse(Seat.objects.create, match=match, user=cat, number=2, joined=1)
    refuse(Seat.objects.create, match=match, user=ann, number=2, joined=2)


def test_a_seat_owes_one_move_at_a_time(match: Match, ann: User) -> None:
    turn = Turn.objects.get()
    turn.pk = None
    refuse(turn.save)


def test_a_ply_has_one_entry_and_one_snapshot(match: Match) -> None:
    refuse(Entry.objects.create, match=match, ply=0, text="F1", digest="x")
    refuse(Snapshot.objects.create, match=match, ply=0, version=1, state=b"{}", digest="x")


def test_who_has_played_is_not_deleted(match: Match, ann: User) -> None:
    with pytest.raises(ProtectedError):
        ann.delete()


def test_a_match_with_a_log_is_not_deleted(match: Match) -> None:
    with pytest.raises(ProtectedError):
        match.delete()


def test_an_entry_is_neither_changed_nor_deleted_by_the_code(match: Match) -> None:
    entry = match.entries.get()
    entry.text = "!void"
    for forbidden in (
        entry.save,
        entry.delete,
        match.entries.all().delete,
        lambda: match.entries.update(text="!void"),
        lambda: Entry.objects.bulk_update([entry], ["text"]),
        lambda: Entry.objects.update_or_create(match=match, ply=0, defaults={"text": "!void"}),
    ):
        with pytest.raises(TypeError, match="the log is only ever added to"):
            attempt(forbidden)
    assert match.entries.get().text.startswith("!start")


def attempt(write: Any) -> None:
    with transaction.atomic():
        write()


@pytest.mark.postgres
@pytest.mark.parametrize("sql", ["UPDATE games_entry SET text = '!void'", "DELETE FROM games_entry"])
def test_postgresql_refuses_to_change_or_remove_an_entry(match: Match, sql: str) -> None:
    with (
        pytest.raises(Error, match="the log is only ever added to"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(sql)
    assert match.entries.get().text.startswith("!start")


def test_a_seat_has_no_place_before_the_match_begins(ann: User) -> None:
    with pytest.raises(ValueError, match="has no number before the match begins"):
        _ = Seat(match_id=1, user=ann).index


def test_who_owes_what_is_gone_with_the_match(match: Match, ann: User) -> None:
    answer(match, ann, "F1")
    assert Turn.objects.count() == 1
    play_on(match)
    assert (Turn.objects.count(), now(match).status) == (0, "over")


def test_a_seat_counts_the_entries_it_may_know_of() -> None:
    seat = Seat(blind=[2, 3, 6])
    assert [seat.counted(ply) for ply in range(8)] == [0, 1, 1, 1, 2, 3, 3, 4]
    assert [seat.ply_of(number) for number in range(5)] == [0, 1, 4, 5, 7]
    assert Seat().ply_of(-1) == -1
