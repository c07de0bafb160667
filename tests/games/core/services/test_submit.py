"""`play.submit`: one lock, one entry, and everything that follows from it or nothing at all."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.db import IntegrityError, transaction

from accounts import broker, tasks
from accounts.models import Outbox, User
from games.core.models import Entry, Match, Seat, Snapshot, Turn
from games.core.pages import matches
from games.core.pages.asked import Asked
from games.core.reading import access, positions
from games.core.reading.access import NotYours
from games.core.services import entries, play
from games.core.services.play import Receipt, Stale
from games.rules.errors import BadNotation, GameOver, IllegalStep, NotYourTurn
from games.rules.game import dump
from tests.games import tables
from tests.games.conftest import NOON
from tests.games.tables import answer, begin, duel, now, offer, owing, play_on, seat, texts, turn

pytestmark = pytest.mark.django_db
BID = "bid 0; on odd; seal"


def everything() -> dict[str, list[Any]]:
    """Return every row a submit may touch."""
    models = (Match, Seat, Entry, Turn, Snapshot, Outbox)
    return {model.__name__: list(model.objects.order_by("pk").values()) for model in models}


def refused(match: Match, user: User, text: str, expected: int | None = None) -> Any:
    """Return the error a submit ends in, having changed nothing."""
    before = everything()
    with pytest.raises(Exception) as caught:
        answer(match, user, text, expected)
    assert everything() == before
    return caught.value


# --- What a move does -----------------------------------------------------------------------------------------------


def test_a_move_becomes_one_entry_and_the_turn_passes(
    match: Match, ann: User, ben: User, noon: time_machine.Traveller
) -> None:
    assert answer(match, ann, "F3") == Receipt(ply=1, repeated=False)
    entry = match.entries.get(ply=1)
    assert (entry.seat, entry.text, entry.draws, entry.created) == (0, "F3", [], NOON)
    assert (now(match).ply, now(match).moved, now(match).digest) == (1, NOON, entry.digest)
    assert owing(match) == ["Ben"]
    due = turn(match, ben)
    assert (due.ply, due.since, due.deadline) == (1, NOON, NOON + timedelta(days=3))
    assert due.next_reminder_at == NOON + timedelta(days=1, hours=12)  # half of the time is over


def test_a_text_is_entered_in_its_canonical_form(auction: Match, ann: User) -> None:
    answer(auction, ann, " pass ")
    answer(auction, ann, "bid 2 ;on odd;  seal")
    assert texts(auction) == ["pass", "bid 2; on odd; seal"]


def test_draws_are_kept_with_the_entry(auction: Match, ann: User, ben: User, cat: User) -> None:
    answer(auction, ann, "pass")
    for user in (ann, ben, cat):
        answer(auction, user, BID)
    last = auction.entries.get(ply=4)
    [(sides, die)] = last.draws
    assert sides == 6
    assert 0 <= die < 6
    assert [entry.draws for entry in auction.entries.filter(ply__in=(1, 2, 3))] == [[], [], []]


def test_a_match_played_out_is_over_and_says_who_won(match: Match, ann: User, ben: User) -> None:
    over = play_on(match)
    assert (over.status, over.result) == ("over", {"reason": "points", "winners": [0], "scores": [5, 2]})
    assert over.ended == over.moved
    assert owing(match) == []
    assert [(each.outcome, each.score) for each in over.seats.all()] == [("won", 5), ("lost", 2)]


def test_a_level_match_is_won_by_nobody(auction: Match) -> None:
    over = play_on(auction)
    assert over.result == {"reason": "level", "scores": [14, 14, 14]}
    assert {each.outcome for each in over.seats.all()} == {"level"}


def test_resigning_ends_the_match_for_the_others(auction: Match, ben: User) -> None:
    play.resign(auction.public_id, ben.pk)
    assert texts(auction) == ["!resign 1"]
    assert [each.outcome for each in auction.seats.all()] == ["won", "lost", "won"]
    assert now(auction).result == {"reason": "resignation", "winners": [0, 2]}


def test_a_move_takes_at_most_twenty_queries(
    match: Match, auction: Match, ann: User, django_assert_max_num_queries: Any
) -> None:
    play_on(match, 40)
    user = tables.next_user(match)
    assert user is not None
    text, expected = tables.first_move(match, user), seat(match, user).serial
    with django_assert_max_num_queries(20):
        play.submit(match.public_id, user.pk, text, expected)
    with django_assert_max_num_queries(20):
        play.submit(auction.public_id, ann.pk, "peek", 0)


# --- Serial and expected --------------------------------------------------------------------------------------------


def test_the_same_move_sent_again_is_answered_with_the_first_result(match: Match, ann: User) -> None:
    answer(match, ann, "F3", 0)
    before = everything()
    assert answer(match, ann, "F3", 0) == Receipt(ply=1, repeated=True)
    assert everything() == before


def test_a_repeat_is_recognised_by_its_canonical_text(match: Match, ann: User) -> None:
    answer(match, ann, "F3", 0)
    assert answer(match, ann, " F3 ", 0) == Receipt(ply=1, repeated=True)


def test_a_repeat_is_recognised_after_others_have_moved_and_when_the_match_is_over(
    match: Match, ann: User, ben: User
) -> None:
    answer(match, ann, "F3", 0)
    answer(match, ben, "F1")
    play.resign(match.public_id, ben.pk)
    assert answer(match, ann, "F3", 0) == Receipt(ply=1, repeated=True)


def test_another_move_for_the_same_question_is_stale(match: Match, ann: User) -> None:
    answer(match, ann, "F3", 0)
    error = refused(match, ann, "F4", 0)
    said = "The match has moved on since you opened this page, so your move wasn’t played. Look at the board again."
    assert (type(error), str(error)) == (Stale, said)


def test_the_same_text_for_a_later_question_is_a_new_move(match: Match, ann: User, ben: User) -> None:
    answer(match, ann, "F1")
    answer(match, ben, "F1")
    assert answer(match, ann, "F1") == Receipt(ply=3, repeated=False)


@pytest.mark.parametrize("expected", [-1, 1, 10**12])
def test_a_serial_that_was_never_asked_is_stale(match: Match, ann: User, expected: int) -> None:
    assert isinstance(refused(match, ann, "F3", expected), Stale)


def test_the_serial_moves_when_the_question_does(match: Match, ann: User, ben: User) -> None:
    serials = lambda: (seat(match, ann).serial, seat(match, ben).serial)  # noqa: E731
    seen = [serials()]
    answer(match, ann, "F1")
    seen.append(serials())
    answer(match, ben, "F1")
    seen.append(serials())
    assert seen == [(0, 0), (1, 1), (2, 2)]


def test_a_sealed_entry_of_another_seat_changes_neither_my_serial_nor_my_stamp(
    auction: Match, ann: User, ben: User, cat: User
) -> None:
    answer(auction, ann, "pass")
    mine = lambda: Seat.objects.values("serial", "stamp", "plan").get(match=auction, user=ann)  # noqa: E731
    play.save_plan(auction.public_id, ann.pk, "bid 3; on odd", seat(auction, ann).serial)
    before, expected = mine(), seat(auction, ann).serial
    answer(auction, ben, BID)
    answer(auction, cat, BID)
    assert mine() == before
    assert answer(auction, ann, "bid 3; on odd; seal", expected).repeated is False


def test_the_stamp_moves_with_what_is_seen(match: Match, ann: User, ben: User) -> None:
    before = seat(match, ann).stamp, seat(match, ben).stamp
    answer(match, ann, "F3")
    after = seat(match, ann).stamp, seat(match, ben).stamp
    assert all(old != new for old, new in zip(before, after, strict=True))


def test_the_board_of_a_page_its_serial_and_its_stamp_are_read_at_one_moment(
    match: Match, ann: User, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1):
        found = access.match_for(ann.pk, match.public_id)
        assert (found.match.ply, found.seat.serial, found.seat.turn.ply) == (0, 0, 0)
        assert [each.user.username for each in found.seats] == ["Ann", "Ben"]


# --- Refusals -------------------------------------------------------------------------------------------------------


def test_an_illegal_move_names_what_is_possible(match: Match, ann: User) -> None:
    error = refused(match, ann, "P")
    assert isinstance(error, IllegalStep)
    assert "Possible: F1, F2, F3, F4, F5" in str(error)


@pytest.mark.parametrize("text", ["F9", "f3", "F3 F4", "!resign 1", "‮F3", "F3\0"])
def test_a_text_that_is_no_step_is_refused(match: Match, ann: User, text: str) -> None:
    error = refused(match, ann, text)
    assert isinstance(error, BadNotation)
    assert "isn’t a step in En Garde. Steps look like this: F3 (advance)" in str(error)


@pytest.mark.parametrize("text", ["", "   ", "\n"])
def test_an_empty_move_is_refused(match: Match, ann: User, text: str) -> None:
    assert str(refused(match, ann, text)) == "The move is empty. Choose at least one step."


def test_a_move_that_is_too_long_is_refused_unread(match: Match, ann: User) -> None:
    error = refused(match, ann, "F3;" * 1000)
    assert (type(error), str(error)) == (BadNotation, "The move is longer than 2000 characters. Make it shorter.")


def test_half_a_move_is_refused(auction: Match, ann: User) -> None:
    answer(auction, ann, "pass")
    assert isinstance(refused(auction, ann, "bid 2; on odd"), IllegalStep)


def test_who_owes_no_move_is_told_whom_the_match_waits_for(match: Match, ben: User) -> None:
    error = refused(match, ben, "F3")
    assert isinstance(error, NotYourTurn)
    assert str(error) == "It’s not your turn. The match is waiting for seat 0."


def test_a_stranger_finds_no_seat(match: Match, cat: User) -> None:
    before = everything()
    with pytest.raises(NotYours):
        play.submit(match.public_id, cat.pk, "F3", 0)
    assert everything() == before


def test_an_unknown_match_is_not_there(ann: User) -> None:
    with pytest.raises(NotYours):
        play.submit("no-such-one", ann.pk, "F3", 0)


def test_a_match_that_has_not_begun_takes_no_move(ann: User) -> None:
    error = refused(offer(ann), ann, "F3", 0)
    assert (type(error), str(error)) == (GameOver, "The match hasn’t begun yet. It’s still waiting for players.")


def test_a_match_that_is_over_takes_no_move(match: Match, ann: User, ben: User) -> None:
    play.resign(match.public_id, ben.pk)
    error = refused(match, ann, "F3")
    assert (type(error), str(error)) == (GameOver, "The match is over; you can’t make any more moves.")


def test_a_match_that_is_over_cannot_be_resigned(match: Match, ann: User, ben: User) -> None:
    play.resign(match.public_id, ben.pk)
    with pytest.raises(GameOver):
        play.resign(match.public_id, ann.pk)


# --- Plans ----------------------------------------------------------------------------------------------------------


def plan(match: Match, user: User, text: str) -> None:
    play.save_plan(match.public_id, user.pk, text, seat(match, user).serial)


def asked(match: Match, user: User) -> Asked:
    return matches.match(access.match_for(user.pk, match.public_id)).asked


def test_a_plan_is_kept_in_its_canonical_form_and_shown_to_its_seat(auction: Match, ann: User, ben: User) -> None:
    answer(auction, ann, "pass")
    plan(auction, ben, "bid 3;on odd")
    shown = asked(auction, ben)
    assert (shown.plan_text, shown.plan_shorter, shown.plan_complete) == ("bid 3; on odd", "bid 3", False)
    assert [choice["move"] for choice in shown.choices] == ["bid 3; on odd; seal"]


@pytest.mark.parametrize("text", ["take", "bid 3; seal", "nonsense", "bid 3; on odd; seal; bid 2"])
def test_a_plan_that_does_not_fit_is_refused_and_the_old_one_stays(auction: Match, ann: User, text: str) -> None:
    answer(auction, ann, "pass")
    plan(auction, ann, "bid 1")
    with pytest.raises((IllegalStep, BadNotation)):
        plan(auction, ann, text)
    assert seat(auction, ann).plan == "bid 1"


def test_an_empty_plan_takes_everything_back(auction: Match, ann: User) -> None:
    answer(auction, ann, "pass")
    plan(auction, ann, "bid 1; on even")
    plan(auction, ann, " ")
    assert seat(auction, ann).plan == ""


def test_a_plan_for_an_old_question_is_stale(auction: Match, ann: User) -> None:
    answer(auction, ann, "pass")
    with pytest.raises(Stale, match="your plan wasn’t saved"):
        play.save_plan(auction.public_id, ann.pk, "bid 1", 0)


def test_a_stranger_keeps_no_plan(match: Match, cat: User) -> None:
    with pytest.raises(NotYours):
        play.save_plan(match.public_id, cat.pk, "F3", 0)


def test_my_own_move_takes_my_plan_with_it_silently(auction: Match, ann: User) -> None:
    answer(auction, ann, "pass")
    plan(auction, ann, "bid 1")
    answer(auction, ann, BID)
    assert (seat(auction, ann).plan, seat(auction, ann).plan_dropped) == ("", False)


def test_a_plan_is_dropped_with_a_notice_when_the_question_is_gone(auction: Match, ann: User, ben: User) -> None:
    answer(auction, ann, "pass")
    plan(auction, ann, "bid 1")
    play.resign(auction.public_id, ben.pk)
    assert (seat(auction, ann).plan, seat(auction, ann).plan_dropped) == ("", True)


def test_a_plan_that_no_longer_fits_is_left_out_with_a_notice(auction: Match, ann: User) -> None:
    answer(auction, ann, "pass")
    plan(auction, ann, "bid 1")
    Seat.objects.filter(match=auction, user=ann).update(plan="take")
    shown = asked(auction, ann)
    assert (shown.plan, shown.plan_dropped) == ([], True)
    assert [choice["text"] for choice in shown.choices][:2] == ["bid 0", "bid 1"]


# --- Turns are diffed -----------------------------------------------------------------------------------------------


def test_who_newly_owes_gets_a_turn_and_a_notice_and_who_asked_him_begins_again_without_one(
    auction: Match, ann: User, noon: time_machine.Traveller
) -> None:
    kept = turn(auction, ann)
    Turn.objects.filter(pk=kept.pk).update(reminders_sent=1, next_reminder_at=None)
    before = Turn.objects.values().get(pk=kept.pk)
    noon.shift(timedelta(hours=1))
    Outbox.objects.all().delete()
    answer(auction, ann, "peek")
    fresh = {each.user.username: each for each in Turn.objects.select_related("user").exclude(pk=kept.pk)}
    assert sorted(fresh) == ["Ben", "Cat"]
    assert {each.ply for each in fresh.values()} == {1}
    hour = timedelta(hours=1)
    assert Turn.objects.values().get(pk=kept.pk) == before | {
        "ply": 1,
        "secret": True,  # the others have been asked too, and answer unseen
        "reminders_sent": 0,
        "since": NOON + hour,
        "counted_from": NOON + hour,
        "deadline": NOON + 73 * hour,
        "next_reminder_at": NOON + 37 * hour,
    }
    told = Outbox.objects.order_by("recipient__username").values_list("recipient__username", "kind", "key")
    assert list(told) == [("Ben", "turn", f"{auction.pk}:1"), ("Cat", "turn", f"{auction.pk}:1")]


def test_a_parry_and_the_action_after_it_are_one_turn(match: Match, noon: time_machine.Traveller) -> None:
    user = duel(match)
    before = turn(match, user)
    told = Outbox.objects.count()
    noon.shift(timedelta(days=2, hours=12))
    answer(match, user, "P")
    after = turn(match, user)
    assert (after.pk, after.ply, after.since) == (before.pk, before.ply, before.since)
    assert after.deadline == NOON + timedelta(days=3, hours=6)  # two and a half days, and a quarter of three
    assert (after.next_reminder_at, after.reminders_sent) == (after.deadline - timedelta(hours=3), 0)
    assert Outbox.objects.count() == told
    assert seat(match, user).serial == before.seat.serial + 1
    answer(match, user, tables.first_move(match, user))
    assert user.username not in owing(match)


def test_a_deadline_that_is_far_away_is_not_raised(match: Match, noon: time_machine.Traveller) -> None:
    user = duel(match)
    noon.shift(timedelta(days=1))
    answer(match, user, "P")
    assert turn(match, user).deadline == NOON + timedelta(days=3)


def test_times_in_a_log_never_decrease(match: Match, ann: User, ben: User, noon: time_machine.Traveller) -> None:
    answer(match, ann, "F1")
    noon.shift(-timedelta(hours=1))
    answer(match, ben, "F1")
    assert [entry.created for entry in match.entries.filter(ply__gt=0)] == [NOON, NOON]
    assert turn(match, ann).since == NOON


# --- Snapshots ------------------------------------------------------------------------------------------------------


def deleted(match: Match) -> None:
    match.snapshots.all().delete()


def garbled(match: Match) -> None:
    match.snapshots.update(state=b'{"state": {"hands"')


def of_another_version(match: Match) -> None:
    match.snapshots.update(version=7)


def of_another_log(match: Match) -> None:
    other = begin(*[seat.user for seat in match.seats.select_related("user")], public_id="othermatch", secret=b"x" * 32)
    state = dump(positions.newest_position(play_on(other, 3)).position)
    match.snapshots.update(state=state, digest="0" * 64)


def undecodable(match: Match) -> None:
    match.snapshots.update(state=b"\xff\xfe")


@pytest.mark.parametrize("spoil", [deleted, garbled, of_another_version, of_another_log, undecodable])
def test_a_snapshot_that_is_no_good_changes_nothing(match: Match, spoil: Callable[[Match], Any]) -> None:
    play_on(match, 35)
    good = tried(match)
    spoil(match)
    assert tried(match) == good
    play_on(match, 1)
    assert match.snapshots.get(ply=36).digest == now(match).digest


def tried(match: Match) -> list[Any]:
    """Return what the next move leads to; it is taken back."""
    with transaction.atomic():
        entry = play_on(match, 1).entries.get(ply=36)
        position = positions.walk(now(match), -1, 36).position
        seats = list(match.seats.values_list("serial", "stamp"))
        found = [entry.text, entry.digest, dump(position), dump(positions.newest_position(now(match)).position), seats]
        transaction.set_rollback(True)
    return found


def test_the_newest_snapshot_is_kept_and_every_8th(match: Match) -> None:
    play_on(match, 20)
    assert list(match.snapshots.order_by("ply").values_list("ply", flat=True)) == [0, 8, 16, 20]
    for snapshot in match.snapshots.all():
        assert bytes(snapshot.state) == dump(positions.walk(now(match), -1, snapshot.ply).position)


def test_an_earlier_position_is_found_with_and_without_snapshots(match: Match) -> None:
    play_on(match, 40)
    match = now(match)
    found = [dump(positions.walk(match, ply, ply).position) for ply in range(41)]
    match.snapshots.all().delete()
    assert [dump(positions.walk(match, ply, ply).position) for ply in range(41)] == found
    assert len(set(found)) == 41


def test_a_list_passes_over_a_snapshot_that_does_not_belong_to_the_log(match: Match) -> None:
    assert list(positions.newest_of([match])) == [match.pk]
    match.snapshots.update(digest="0" * 64)
    assert positions.newest_of([match]) == {}


# --- All or nothing -------------------------------------------------------------------------------------------------


def test_an_entry_that_is_there_already_undoes_the_whole_move(match: Match, ann: User) -> None:
    Entry.objects.create(match=match, ply=1, seat=1, text="F1", digest="x")
    assert isinstance(refused(match, ann, "F3"), IntegrityError)


def test_a_failure_at_the_very_end_undoes_the_whole_move(
    match: Match, ann: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    class Broken(Exception):
        pass

    made = entries.append_move

    def move(*args: Any, **options: Any) -> None:
        made(*args, **options)
        raise Broken

    monkeypatch.setattr(entries, "append_move", move)
    with django_capture_on_commit_callbacks() as callbacks:
        assert isinstance(refused(match, ann, "F3"), Broken)
    assert callbacks == []
    monkeypatch.undo()
    assert answer(match, ann, "F3") == Receipt(1, False)


def test_the_commit_wakes_a_worker_that_sends_the_notice(
    match: Match, ann: User, monkeypatch: pytest.MonkeyPatch, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    woken: list[str] = []
    monkeypatch.setattr(broker.breaker, "rests_until", 0.0)
    monkeypatch.setattr("accounts.broker.current_app.send_task", lambda _task, args, **_: woken.extend(args[0]))
    settings.TURN_MAIL_DELAY = 0
    with django_capture_on_commit_callbacks(execute=True):
        answer(match, ann, "F3")
        assert woken == []
    assert woken == [str(Outbox.objects.get(recipient__username="Ben", kind="turn").pk)]
    tasks.deliver(woken)
    assert [letter.to for letter in mail.outbox] == [["ben@example.org"]]
