"""Deadlines: who loses, who is given time, and that nobody loses unheard."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine

from accounts import outbox
from accounts.models import Outbox, Preferences, User
from games.core.models import Heartbeat, Match, Turn
from games.core.reading import access
from games.core.services import expiry, looks, play, sweeps
from tests.games import tables
from tests.games.conftest import NOON
from tests.games.tables import answer, begin, now, opened, owing, pass_time, seat, texts, turn, under_way

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("alive")]
Time = time_machine.Traveller
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


@pytest.fixture
def match(match: Match) -> Match:
    """Return the match once both have moved. A player who lets the time pass loses."""
    return under_way(match)


def hear(*users: User) -> None:
    """Let the mail server take all that was queued for these users."""
    Outbox.objects.filter(recipient__in=users).update(status="sent", sent_at=NOON)


def mark(match: Match) -> list[str]:
    """Return how the seats came out."""
    return [each.outcome for each in match.seats.all()]


# --- Running out of time --------------------------------------------------------------------------------------------


def test_who_was_told_and_lets_the_time_pass_loses(match: Match, ann: User, noon: Time) -> None:
    hear(ann)
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {match.pk: "timeout"}
    assert texts(match) == ["!timeout 0"]
    assert (now(match).status, now(match).result) == ("over", {"reason": "timeout", "winners": [1]})
    assert mark(match) == ["timeout", "won"]
    assert owing(match) == []
    assert sweeps.expire() == {}


def test_nobody_loses_before_the_deadline(match: Match, ann: User, noon: Time) -> None:
    hear(ann)
    pass_time(noon, 3 * DAY - MINUTE)
    assert sweeps.expire() == {}
    assert expiry.expire(match.pk) == "nothing"
    assert now(match).status == "playing"


def test_a_move_counts_until_the_sweep_writes_the_end(match: Match, ann: User, noon: Time) -> None:
    hear(ann)
    pass_time(noon, 5 * DAY)
    found = sweeps.due_matches(NOON + 5 * DAY)
    assert found == [match.pk]
    answer(match, ann, "F1")
    assert expiry.expire(match.pk) == "nothing"
    assert (texts(match), owing(match)) == (["F1"], ["Ben"])


def test_a_move_that_keeps_the_turn_counts_too(match: Match, noon: Time) -> None:
    user = tables.duel(match)
    hear(user)
    pass_time(noon, 4 * DAY)
    answer(match, user, "P")
    assert sweeps.expire() == {}
    assert now(match).status == "playing"


def test_a_match_that_is_over_does_not_expire(match: Match, ann: User, ben: User, noon: Time) -> None:
    hear(ann)
    play.resign(match.public_id, ben.pk)
    pass_time(noon, 9 * DAY)
    assert expiry.expire(match.pk) == "nothing"


def test_a_bot_needs_no_notice(ann: User, noon: Time) -> None:
    bot = User.objects.create_user("Bot", "bot@example.org", is_bot=True)
    match = under_way(begin(bot, ann))
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {match.pk: "timeout"}


def test_one_broken_match_keeps_no_other_from_ending(match: Match, ann: User, ben: User, noon: Time) -> None:
    other = under_way(begin(ann, ben, public_id="othermatch"))
    hear(ann)
    Match.objects.filter(pk=match.pk).update(version=99)
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {match.pk: "failed", other.pk: "timeout"}


# --- Nobody loses unheard -------------------------------------------------------------------------------------------


@pytest.fixture
def battle(ann: User, ben: User, noon: Time) -> Match:
    """Return a match in which both owe their choice of an army, and neither has heard of it."""
    return under_way(begin(ann, ben, game="fantasy-dice-battles"))


@pytest.mark.parametrize("status", ["pending", "sending", "failed"])
def test_who_was_never_told_is_given_the_time_again(match: Match, ann: User, noon: Time, status: str) -> None:
    Outbox.objects.filter(recipient=ann).update(status=status)
    pass_time(noon, 3 * DAY + HOUR)
    assert sweeps.expire() == {match.pk: "given time"}
    due = turn(match, ann)
    assert (due.since, due.deadline) == (NOON, NOON + 6 * DAY + HOUR)
    assert due.next_reminder_at == NOON + 5 * DAY + HOUR  # a day before; half of the time is over
    assert (now(match).status, texts(match)) == ("playing", [])


def test_whose_notice_was_lost_altogether_is_given_the_time_again(match: Match, ann: User, noon: Time) -> None:
    Outbox.objects.all().delete()
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {match.pk: "given time"}


def test_a_match_is_void_when_a_player_could_not_be_told_for_four_times_the_pace(
    match: Match, ann: User, noon: Time
) -> None:
    for day in (3, 6, 9):
        pass_time(noon, 3 * DAY)
        assert sweeps.expire() == {match.pk: "given time"}, day
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {match.pk: "void"}
    assert (now(match).status, now(match).result, texts(match)) == ("void", None, ["!void"])
    assert mark(match) == ["void", "void"]  # who was never told was not absent


def test_a_day_is_waited_for_a_letter_although_the_total_is_used_up(match: Match, noon: Time) -> None:
    match.turns.update(last_moment=NOON + HOUR, deadline=NOON + HOUR)
    pass_time(noon, DAY - MINUTE)
    assert sweeps.expire() == {match.pk: "given time"}
    pass_time(noon, MINUTE)
    assert sweeps.expire() == {match.pk: "void"}


def test_time_given_counts_down_for_a_player_told_at_last(match: Match, ann: User, noon: Time) -> None:
    pass_time(noon, 3 * DAY)
    sweeps.expire()
    hear(ann)
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {match.pk: "timeout"}


def test_who_opened_the_match_since_has_heard(match: Match, ann: User, noon: Time) -> None:
    opened(match, ann)
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {match.pk: "timeout"}


def test_who_opened_the_match_only_before_it_was_his_turn_has_not_heard(
    match: Match, ann: User, ben: User, noon: Time
) -> None:
    opened(match, ben)
    pass_time(noon, MINUTE)
    answer(match, ann, "F1")
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {match.pk: "given time"}


def test_a_page_drawn_before_the_move_does_not_count_as_opened_after_it(
    match: Match, ann: User, ben: User, noon: Time
) -> None:
    drawn = access.match_for(ben.pk, match.public_id)
    looks.mark_looked(drawn.seat)
    answer(match, ann, "F1")
    looks.note_opened(drawn.seat, drawn.match.ply)
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {match.pk: "given time"}


def test_who_wants_no_mails_has_heard(match: Match, ann: User, noon: Time) -> None:
    Preferences.objects.create(user=ann, turn_mails=False)
    pass_time(noon, MINUTE)
    outbox.deliver_due()
    assert Outbox.objects.get(recipient=ann).status == "obsolete"
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {match.pk: "timeout"}


def test_while_one_of_them_may_still_be_told_the_match_goes_on(battle: Match, ann: User, ben: User, noon: Time) -> None:
    """Ann has been waited for long enough, Ben has not."""
    battle.turns.filter(user=ben).update(since=NOON + 11 * DAY)
    pass_time(noon, 12 * DAY)
    assert sweeps.expire() == {battle.pk: "given time"}
    pass_time(noon, 12 * DAY)
    assert sweeps.expire() == {battle.pk: "void"}


# --- Several at once ------------------------------------------------------------------------------------------------


@pytest.fixture
def bidding(auction: Match, ann: User, ben: User, cat: User) -> Match:
    """All three owe a sealed bid, and know it."""
    answer(auction, ann, "pass")
    hear(ann, ben, cat)
    return under_way(auction)


def test_when_several_run_out_of_time_the_match_is_void_and_stays_on_their_record(
    bidding: Match, ben: User, noon: Time
) -> None:
    answer(bidding, ben, tables.first_move(bidding, ben))
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {bidding.pk: "void"}
    assert mark(bidding) == ["absent", "void", "absent"]
    assert owing(bidding) == []


def test_when_one_runs_out_of_time_the_others_win(bidding: Match, ann: User, ben: User, noon: Time) -> None:
    for user in (ann, ben):
        answer(bidding, user, tables.first_move(bidding, user))
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {bidding.pk: "timeout"}
    assert mark(bidding) == ["won", "won", "timeout"]


def test_a_plan_that_lacks_only_the_seal_is_sealed_when_time_is_up(
    bidding: Match, ann: User, ben: User, cat: User, noon: Time
) -> None:
    for user in (ann, ben):
        answer(bidding, user, tables.first_move(bidding, user))
    play.save_plan(bidding.public_id, cat.pk, "bid 4; on even", seat(bidding, cat).serial)
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {bidding.pk: "moved"}
    assert texts(bidding)[-1] == "bid 4; on even; seal"
    assert now(bidding).status == "playing"
    assert (seat(bidding, cat).plan, seat(bidding, cat).plan_dropped) == ("", False)


def test_several_plans_are_sealed_one_by_one_and_who_has_none_loses(
    bidding: Match, ann: User, ben: User, cat: User, noon: Time
) -> None:
    for user, plan in ((ann, "bid 4; on even"), (ben, "bid 3; on even")):
        play.save_plan(bidding.public_id, user.pk, plan, seat(bidding, user).serial)
    play.save_plan(bidding.public_id, cat.pk, "bid 4", seat(bidding, cat).serial)
    pass_time(noon, 3 * DAY)
    assert [sweeps.expire()[bidding.pk] for _ in range(3)] == ["moved", "moved", "timeout"]
    assert texts(bidding)[1:] == ["bid 4; on even; seal", "bid 3; on even; seal", "!timeout 2"]


def test_who_is_asked_again_by_a_bid_the_clock_sealed_is_told_and_has_the_whole_pace(
    bidding: Match, ann: User, ben: User, cat: User, noon: Time
) -> None:
    for user, bid in ((ann, "bid 5; on odd; seal"), (ben, "bid 1; on odd; seal")):
        answer(bidding, user, bid)
    play.save_plan(bidding.public_id, cat.pk, "bid 0; on odd", seat(bidding, cat).serial)
    pass_time(noon, 3 * DAY)
    sweeps.expire()
    due = turn(bidding, cat)
    assert (due.ply, due.since, due.deadline) == (4, NOON + 3 * DAY, NOON + 6 * DAY)
    assert Outbox.objects.filter(recipient=cat, kind="turn", key=f"{bidding.pk}:4", status="pending").exists()


def test_of_two_overdue_the_one_who_was_never_told_is_waited_for(
    bidding: Match, ann: User, ben: User, noon: Time
) -> None:
    answer(bidding, ann, tables.first_move(bidding, ann))
    Outbox.objects.filter(recipient=ben).update(status="failed", sent_at=None)
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {bidding.pk: "given time"}
    assert turn(bidding, ben).deadline == NOON + 6 * DAY


def test_where_the_match_is_void_for_one_who_was_never_told_only_who_knew_and_stayed_away_has_a_mark(
    bidding: Match, ann: User, ben: User, noon: Time
) -> None:
    answer(bidding, ann, tables.first_move(bidding, ann))
    Outbox.objects.filter(recipient=ben).update(status="failed", sent_at=None)
    for _ in range(3):
        pass_time(noon, 3 * DAY)
        assert sweeps.expire() == {bidding.pk: "given time"}
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {bidding.pk: "void"}
    assert mark(bidding) == ["void", "void", "absent"]


# --- Outages --------------------------------------------------------------------------------------------------------


def test_an_outage_moves_the_deadlines_and_reminders_that_were_running(match: Match, ann: User, noon: Time) -> None:
    before = turn(match, ann)
    noon.shift(10 * HOUR)
    assert sweeps.heartbeat() == 10 * HOUR
    after = turn(match, ann)
    assert before.next_reminder_at is not None
    assert (after.deadline, after.next_reminder_at) == (
        before.deadline + 10 * HOUR,
        before.next_reminder_at + 10 * HOUR,
    )
    assert after.since == before.since
    assert sweeps.heartbeat() == timedelta()
    assert turn(match, ann).deadline == after.deadline


def test_a_deadline_that_had_passed_before_the_outage_is_not_moved(match: Match, ann: User, noon: Time) -> None:
    pass_time(noon, 3 * DAY + MINUTE)
    noon.shift(10 * HOUR)
    sweeps.heartbeat()
    assert turn(match, ann).deadline == NOON + 3 * DAY


def test_a_reminder_that_was_sent_is_not_sent_again_after_an_outage(match: Match, ann: User, noon: Time) -> None:
    pass_time(noon, 3 * DAY - HOUR)
    assert sweeps.remind() == 1
    noon.shift(10 * HOUR)
    sweeps.heartbeat()
    assert turn(match, ann).next_reminder_at is None
    assert sweeps.remind() == 0


def test_the_usual_gap_between_two_beats_moves_nothing(match: Match, ann: User, noon: Time) -> None:
    noon.shift(MINUTE)
    assert sweeps.heartbeat() == timedelta()
    assert turn(match, ann).deadline == NOON + 3 * DAY


def test_the_first_beat_of_all_moves_nothing(match: Match, ann: User, noon: Time) -> None:
    Heartbeat.objects.all().delete()
    noon.shift(10 * HOUR)
    assert sweeps.heartbeat() == timedelta()
    assert turn(match, ann).deadline == NOON + 3 * DAY


def test_right_after_an_outage_nobody_runs_out_of_time(match: Match, ann: User, noon: Time) -> None:
    hear(ann)
    noon.shift(4 * DAY)
    assert sweeps.expire() == {}
    assert (now(match).status, turn(match, ann).deadline) == ("playing", NOON + 7 * DAY)
    pass_time(noon, 3 * DAY)
    assert sweeps.expire() == {match.pk: "timeout"}


def test_a_clock_that_goes_back_changes_no_deadline(match: Match, ann: User, noon: Time) -> None:
    noon.shift(-HOUR)
    assert sweeps.heartbeat() == timedelta()
    assert Heartbeat.objects.get(name="beat").at == NOON
    assert turn(match, ann).deadline == NOON + 3 * DAY


# --- Reminders ------------------------------------------------------------------------------------------------------


def reminders() -> list[Outbox]:
    return list(Outbox.objects.filter(kind="reminder").order_by("created"))


def test_a_reminder_is_queued_once_when_it_is_due(match: Match, ann: User, noon: Time) -> None:
    pass_time(noon, 2 * DAY - MINUTE)
    assert sweeps.remind() == 0
    pass_time(noon, MINUTE)
    assert [sweeps.remind(), sweeps.remind()] == [1, 0]
    [row] = reminders()
    payload = {"match": match.pk, "seat": seat(match, ann).pk, "ply": 0, "reminder": "day"}
    assert (row.recipient, row.payload) == (ann, payload)
    assert turn(match, ann).reminders_sent == 1
    pass_time(noon, 21 * HOUR)
    assert [sweeps.remind(), sweeps.remind()] == [1, 0]
    assert [row.payload["reminder"] for row in reminders()] == ["day", "late"]


def test_only_reminders_that_the_player_has_picked_are_told(match: Match, ann: User, noon: Time) -> None:
    Preferences.objects.create(user=ann, remind_half=True, remind_day=False, remind_late=True)
    found = []
    for _hour in range(72):
        pass_time(noon, HOUR)
        found.append(sweeps.remind())
    assert [hour + 1 for hour, number in enumerate(found) if number] == [36, 69]
    assert [row.payload["reminder"] for row in reminders()] == ["half", "late"]


def test_a_reminder_of_a_deadline_that_was_moved_in_the_meantime_is_not_told(
    match: Match, ann: User, noon: Time
) -> None:
    pass_time(noon, 2 * DAY)
    Turn.objects.filter(user=ann).update(deadline=NOON + 9 * DAY)
    assert sweeps.remind() == 0
    assert turn(match, ann).next_reminder_at == NOON + 4.5 * DAY


def test_there_is_no_reminder_after_the_move_nor_after_the_deadline(match: Match, ann: User, noon: Time) -> None:
    pass_time(noon, DAY)
    answer(match, ann, "F1")
    pass_time(noon, 2 * DAY - HOUR)
    assert sweeps.remind() == 0
    pass_time(noon, 2 * DAY)
    assert sweeps.remind() == 0
    assert reminders() == []


def test_a_new_deadline_has_a_reminder_of_its_own(match: Match, ann: User, noon: Time) -> None:
    pass_time(noon, 3 * DAY - HOUR)
    sweeps.remind()
    pass_time(noon, HOUR)
    assert sweeps.expire() == {match.pk: "given time"}
    pass_time(noon, 3 * DAY - HOUR)
    assert sweeps.remind() == 1
    assert len(reminders()) == 2


def test_a_reminder_whose_move_was_made_in_the_meantime_is_not_sent(
    match: Match, ann: User, noon: Time, mailoutbox: list[Any]
) -> None:
    pass_time(noon, 3 * DAY - HOUR)
    sweeps.remind()
    answer(match, ann, "F1")
    outbox.deliver(reminders()[0].pk)
    assert (reminders()[0].status, mailoutbox) == ("obsolete", [])


def test_of_two_sweeps_at_once_one_reminds(match: Match, ann: User, noon: Time) -> None:
    pass_time(noon, 3 * DAY - HOUR)
    [due] = sweeps.due_reminders(NOON + 3 * DAY - HOUR)
    Turn.objects.filter(pk=due).update(next_reminder_at=None)  # the other one was faster
    assert sweeps._remind_together([due], NOON + 3 * DAY - HOUR) == 0
    assert reminders() == []
