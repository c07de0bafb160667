"""The steps that follow from an entry, in their order: each test fails where the two that it names are exchanged."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
import pytest
import time_machine
from django.utils import timezone

from accounts import broker
from accounts.models import Outbox, User
from games.bots import services as bots
from games.core.models import Match, Seat, Snapshot
from games.core.seams import ended
from games.core.seams.ended import End
from games.core.seams.seam import Seam
from games.core.services import play
from games.offers import services as offers
from games.rules.en_garde.game import EnGarde
from tests.games.tables import answer, attack, duel, first_move, now, play_on, seat, turn

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def hooks(monkeypatch: pytest.MonkeyPatch) -> None:
    """No feature is there but what the test registers for the end of a match."""
    monkeypatch.setattr(ended, "IN_TRANSACTION", Seam[Any]("the end of a match"))


@pytest.fixture
def last_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match of En Garde can have one move."""
    monkeypatch.setattr(EnGarde, "meta", msgspec.structs.replace(EnGarde.meta, bound=1))


def move(match: Match, user: User) -> Match:
    answer(match, user, first_move(match, user))
    return now(match)


def test_the_log_comes_before_the_snapshot(match: Match, ann: User) -> None:
    moved = move(match, ann)
    assert Snapshot.objects.filter(match=match).values_list("ply", "digest").last() == (1, moved.digest)


def test_the_log_comes_before_the_turns_which_name_its_ply(match: Match, ann: User, ben: User) -> None:
    move(match, ann)
    assert turn(match, ben).ply == 1


def test_the_log_comes_before_the_stamps_which_note_the_ply_of_what_is_sealed(
    auction: Match, ann: User, ben: User
) -> None:
    answer(auction, ann, "pass")
    answer(auction, ann, "bid 1; on odd; seal")
    assert (now(auction).ply, seat(auction, ben).blind) == (2, [2])


@pytest.mark.usefixtures("last_move")
def test_the_bound_comes_before_the_snapshot(match: Match, ann: User) -> None:
    moved = move(match, ann)
    assert moved.ply == 2
    assert Snapshot.objects.filter(match=match).values_list("ply", "digest").last() == (2, moved.digest)


@pytest.mark.usefixtures("last_move")
def test_the_bound_comes_before_the_result(match: Match, ann: User) -> None:
    assert move(match, ann).status == Match.Status.OVER


@pytest.mark.usefixtures("hooks")
def test_the_result_comes_before_what_features_do(match: Match, ann: User) -> None:
    known = list[tuple[str, list[str]]]()
    ended.in_transaction(
        "applause", lambda end: known.append((end.locked.match.status, [each.outcome for each in end.locked.seats]))
    )
    play.resign(match.public_id, ann.pk)
    assert known == [("over", ["lost", "won"])]


@pytest.mark.usefixtures("hooks")
def test_what_features_do_comes_before_seats_and_match_are_put_into_the_batch(match: Match, ann: User) -> None:
    def change(end: End) -> None:
        end.locked.match.struck = end.locked.seats[0].army = "applause"

    ended.in_transaction("applause", change)
    play.resign(match.public_id, ann.pk)
    assert (now(match).struck, seat(match, ann).army) == ("applause", "applause")


def test_the_result_comes_before_the_seats_are_put_into_the_batch(match: Match, ann: User, ben: User) -> None:
    play.resign(match.public_id, ann.pk)
    assert (seat(match, ann).outcome, seat(match, ben).outcome) == ("lost", "won")


def test_seats_are_closed_before_they_are_put_into_the_batch(match: Match, ann: User) -> None:
    Seat.objects.filter(match=match, user=ann).update(deserted=True, open_until=timezone.now() + HOUR)
    move(match, ann)
    assert not seat(match, ann).deserted


def test_what_may_be_taken_back_is_noted_before_the_turn_goes_on(match: Match, noon: time_machine.Traveller) -> None:
    who = duel(match)
    noon.move_to(turn(match, who).deadline - HOUR)
    answer(match, who, "P")
    assert (seat(match, who).undo_ply, seat(match, who).undo_left) == (now(match).ply, HOUR)
    assert turn(match, who).left != HOUR


def test_what_may_be_taken_back_is_noted_before_the_seats_are_put_into_the_batch(match: Match) -> None:
    who = duel(match)
    answer(match, who, "P")
    assert seat(match, who).undo_ply == now(match).ply


def test_turns_end_before_the_seats_which_have_what_is_left_are_put_into_the_batch(
    match: Match, ann: User, noon: time_machine.Traveller
) -> None:
    before = seat(match, ann).total_left
    noon.shift(HOUR)
    move(match, ann)
    assert seat(match, ann).total_left == (before or HOUR) - HOUR


def test_turns_begin_before_bots_are_woken(
    ann: User, noon: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    woken = list[list[int]]()

    def publish(task: str, args: list[int], *_: Any, **__: Any) -> None:
        if task == "games.tasks.answer":
            woken.append(args)

    monkeypatch.setattr(broker, "publish", publish)
    match = bots.challenge(ann, "en-garde", {"starter": "left"}, seat=0)
    with django_capture_on_commit_callbacks(execute=True):
        move(match, ann)
    assert woken == [[match.pk]]


def test_asking_for_more_time_ends_before_the_seats_are_put_into_the_batch(match: Match, ann: User) -> None:
    offers.make(match.public_id, ann.pk, "time", 2)
    move(match, ann)
    assert seat(match, ann).offer == ""


def test_stamps_come_before_the_match_is_put_into_the_batch(match: Match, ann: User) -> None:
    before = now(match).watch_stamp
    assert move(match, ann).watch_stamp != before


def test_letters_are_queued_before_the_batch_is_written(match: Match, ann: User, ben: User) -> None:
    move(match, ann)
    assert Outbox.objects.filter(recipient=ben, kind="turn", key=turn(match, ben).key).count() == 1


def test_the_match_is_put_into_the_batch_before_that_is_written(match: Match) -> None:
    over = play_on(match, choose=attack)
    assert (over.status, over.ply) == (Match.Status.OVER, over.entries.count() - 1)
