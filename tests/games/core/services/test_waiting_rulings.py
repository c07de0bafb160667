"""A ruling that waits for an hour: what rests until then, how it takes effect, and how all stands as before once it is
undone."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import Outbox, User
from games import tasks
from games.bots import services as bots
from games.core.models import Match, TimeUp, WaitingRuling
from games.core.services import expiry, leaving, play, rulings, sweeps
from games.core.services.locked import Held
from games.core.services.rulings import NothingToUndo
from games.offers import services as offers
from tests.games.browsing import signed_in, told
from tests.games.core.notices.test_notices import body, sent
from tests.games.rows.doors import NOON
from tests.games.tables import answer, begin, first_move, now, opened, seat, texts, turn, under_way, vanish

pytestmark = pytest.mark.django_db
Time = time_machine.Traveller
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
WHY = "A broken clock."


def deadline(match: Match, user: User) -> datetime:
    return turn(match, user).deadline


def announce(match: Match, text: str = "!adjudicate 1") -> None:
    rulings.announce_ruling(match.public_id, text, WHY)


# --- While it waits -------------------------------------------------------------------------------------------------


def test_nobody_acts_and_no_feature_hears_of_an_end(match: Match, ann: User, ben: User) -> None:
    announce(match)
    with pytest.raises(Held):
        answer(match, ann, first_move(match, ann))
    with pytest.raises(Held):
        play.resign(match.public_id, ben.pk)
    with pytest.raises(Held):
        play.save_plan(match.public_id, ann.pk, "", seat(match, ann).serial)
    with pytest.raises(Held):
        offers.make(match.public_id, ann.pk, "draw")
    with pytest.raises(Held):
        announce(match)
    stands = now(match)
    assert (stands.status, stands.result, stands.ended, texts(match)) == ("playing", None, None, [])
    assert not Outbox.objects.filter(kind="end").exists()


def test_nobodys_time_runs_out(match: Match, ann: User, noon: Time) -> None:
    match = under_way(match)
    ends = deadline(match, ann)
    noon.move_to(ends - MINUTE)
    announce(match)
    assert deadline(match, ann) == ends + HOUR
    noon.shift(59 * MINUTE)
    assert expiry.expire(match.pk) == "nothing"
    noon.shift(3 * HOUR)  # no sweep has come by
    assert (expiry.expire(match.pk), now(match).status) == ("nothing", "playing")


def test_a_player_reads_what_was_decided_and_why_and_a_watcher_neither(ann: User, ben: User, cat: User) -> None:
    match = begin(ann, ben, watchable=True)
    before = (seat(match, ann).stamp, now(match).watch_stamp)
    announce(match)
    assert seat(match, ann).stamp != before[0]
    assert now(match).watch_stamp != before[1]
    page = signed_in(ann).get(match.get_absolute_url())
    asked = page.context["page"].asked
    assert (asked.choices, asked.plan) == ([], [])
    assert asked.prompt.startswith(f"You lost by a moderator’s decision. The moderator’s reason: {WHY} ")
    assert WHY in told(page)
    for client in (signed_in(cat), Client()):
        watched = told(client.get(match.get_absolute_url()))
        assert WHY not in watched
        assert "moderator’s decision" not in watched


def test_a_bot_is_not_asked_to_move(ann: User, ben: User, match: Match) -> None:
    User.objects.filter(pk=ann.pk).update(is_bot=True)
    match.seats.filter(user=ann).update(house=True)
    assert bots.owed(9) == [match.pk]
    announce(match)
    assert bots.owed(9) == []


# --- Once it takes effect -------------------------------------------------------------------------------------------


def test_it_takes_effect_after_an_hour(match: Match, noon: Time) -> None:
    sweeps.heartbeat()
    announce(match)
    noon.shift(HOUR - timedelta(seconds=1))
    assert rulings.rule_due() == 0
    noon.shift(timedelta(seconds=1))
    tasks.expire_due()
    over = now(match)
    assert (over.status, over.ended, over.held_until) == ("over", NOON + HOUR, None)
    assert texts(match) == ["!adjudicate 1"]
    assert over.reason == WHY
    assert not WaitingRuling.objects.exists()
    assert rulings.rule_due() == 0


def test_one_that_fails_leaves_the_others_alone(
    ann: User, ben: User, match: Match, noon: Time, caplog: pytest.LogCaptureFixture
) -> None:
    other = begin(ann, ben, public_id="secondmatc")
    announce(match)
    announce(other)
    Match.objects.filter(pk=match.pk).update(game="gone")
    noon.shift(HOUR)
    assert rulings.rule_due() == 1
    assert (now(match).status, now(other).status) == ("playing", "over")
    assert "could not take effect" in caplog.text


def test_it_takes_effect_immediately_once_a_player_leaves(match: Match, ben: User) -> None:
    announce(match, "!void")
    leaving.close_account(ben)
    assert (now(match).status, texts(match)) == ("void", ["!void"])
    with pytest.raises(NothingToUndo):
        rulings.undo_ruling(match.public_id)


# --- Undone ---------------------------------------------------------------------------------------------------------


def test_all_clocks_stand_as_they_did_and_the_match_goes_on(match: Match, ann: User, ben: User, noon: Time) -> None:
    noon.shift(7 * HOUR)
    before = deadline(match, ann)
    last = now(match).last_moment
    total = turn(match, ann).last_moment
    assert last
    assert total
    announce(match)
    noon.shift(40 * MINUTE)
    rulings.undo_ruling(match.public_id)
    stands = now(match)
    assert (deadline(match, ann), stands.last_moment) == (before + 40 * MINUTE, last + 40 * MINUTE)
    assert turn(match, ann).last_moment == total + 40 * MINUTE
    assert (stands.held_until, stands.status, texts(match)) == (None, "playing", [])
    assert WaitingRuling.objects.get().undone == NOON + 7 * HOUR + 40 * MINUTE
    answer(match, ann, first_move(match, ann))
    noon.shift(HOUR)
    assert rulings.rule_due() == 0
    announce(match, "!void")
    assert rulings.take_effect(match.pk)


def test_a_pause_goes_on_as_agreed(match: Match, ann: User, ben: User, noon: Time) -> None:
    for one, agreeing in ((ann, False), (ben, True)):
        offers.make(match.public_id, one.pk, "pause", 2, agreeing=agreeing)
    before = deadline(match, ann)
    announce(match)
    noon.shift(30 * MINUTE)
    rulings.undo_ruling(match.public_id)
    assert deadline(match, ann) == before
    noon.shift(2 * DAY - HOUR)
    announce(match)
    assert deadline(match, ann) == before + 30 * MINUTE
    noon.shift(10 * MINUTE)
    rulings.undo_ruling(match.public_id)
    assert deadline(match, ann) == before


def test_time_that_is_up_stays_up_and_there_is_as_long_to_choose(match: Match, ann: User, noon: Time) -> None:
    match = vanish(match, ann)
    ends, until = deadline(match, ann), TimeUp.objects.get().until
    noon.shift(HOUR)
    announce(match)
    noon.shift(20 * MINUTE)
    rulings.undo_ruling(match.public_id)
    assert TimeUp.objects.get().until == until + 20 * MINUTE
    assert deadline(match, ann) == ends


def test_players_who_have_opened_the_match_since_are_told_and_no_others(
    match: Match, ann: User, ben: User, noon: Time
) -> None:
    opened(match, ann)  # so no letter about the turn is due
    opened(match, ben)
    noon.shift(MINUTE)
    announce(match)
    noon.shift(MINUTE)
    opened(match, ben)
    rulings.undo_ruling(match.public_id)
    letters = sent(noon)
    assert "ann" not in letters
    assert letters["ben"].subject.startswith("A moderator has undone a decision, and the match goes on: En Garde")
    assert "Your clock shows the same time as before the decision." in body(letters["ben"])[0]
    assert WHY not in letters["ben"].body


def test_it_is_too_late_after_the_hour_even_if_no_sweep_has_come(match: Match, noon: Time) -> None:
    with pytest.raises(NothingToUndo):
        rulings.undo_ruling(match.public_id)
    announce(match)
    noon.shift(HOUR)
    with pytest.raises(NothingToUndo):
        rulings.undo_ruling(match.public_id)
    assert now(match).held_until == NOON + HOUR
