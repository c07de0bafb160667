"""What becomes of the matches of guests: kept with the account, or void with the guest."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts import guests
from accounts.models import User
from games.boards.fantasy_dice_battles import saved_armies
from games.boards.fantasy_dice_battles.models import SavedArmy
from games.bots import services as bots
from games.chat import notes
from games.core.documents import records
from games.core.models import Match
from games.core.services import expiry, play, rulings
from games.guests.services import close_forgotten
from games.rules import record, verify
from games.rules.fantasy_dice_battles.army import armies as notation
from games.rules.fantasy_dice_battles.sets.offered import SETS
from tests.games.tables import answer, first_move, now, seat

pytestmark = pytest.mark.django_db
FORGOTTEN = timedelta(days=8)


@pytest.fixture
def guest(noon: Any) -> User:
    return guests.create()


@pytest.fixture
def tried(guest: User) -> Match:
    match = bots.try_out(guest, "en-garde")
    answer(match, guest, first_move(match, guest))
    bots.move_for_bot(match.pk)
    return match


def test_who_is_not_kept_is_closed_after_a_week_and_the_running_match_is_void(
    tried: Match, guest: User, noon: Any
) -> None:
    noon.shift(FORGOTTEN - timedelta(seconds=1))
    assert close_forgotten() == 0
    noon.shift(timedelta(seconds=1))
    assert close_forgotten() == 1
    assert now(tried).status == Match.Status.VOID
    assert {seat.outcome for seat in tried.seats.all()} == {"void"}
    assert User.objects.get(pk=guest.pk).left is not None
    assert close_forgotten() == 0


def test_a_ruling_that_waits_takes_effect_once_the_guest_is_closed(tried: Match, guest: User, noon: Any) -> None:
    noon.shift(FORGOTTEN - timedelta(minutes=1))
    ruling = f"!adjudicate {seat(tried, guest).number}"
    rulings.announce_ruling(tried.public_id, ruling, "A broken clock.")
    noon.shift(timedelta(minutes=1))
    assert close_forgotten() == 1
    assert (now(tried).status, now(tried).reason) == ("over", "A broken clock.")


def test_what_was_for_its_eyes_alone_goes_with_the_guest(tried: Match, guest: User, noon: Any) -> None:
    notes.save(tried.public_id, guest.pk, "He always retreats.")
    saved_armies.save(guest, "My tactic", notation.text(SETS["fogsite"].presets["realm_a"].army))
    noon.shift(FORGOTTEN)
    close_forgotten()
    assert seat(tried, guest).notes == ""
    assert not SavedArmy.objects.filter(user=guest).exists()


def test_a_finished_match_stays_as_it_is_and_verifies(tried: Match, guest: User, noon: Any) -> None:
    play.resign(tried.public_id, guest.pk)
    noon.shift(FORGOTTEN)
    close_forgotten()
    assert now(tried).status == Match.Status.OVER
    document = record.dumps(records.finished_record(now(tried)))
    verify.check(record.loads(document))


def test_who_was_kept_keeps_the_match(tried: Match, guest: User, noon: Any) -> None:
    User.objects.filter(pk=guest.pk).update(guest_until=None)
    noon.shift(FORGOTTEN)
    assert close_forgotten() == 0
    assert now(tried).status == Match.Status.PLAYING


def test_a_match_that_was_tried_is_not_lost_on_time_before_the_guest_is_closed(
    tried: Match, guest: User, noon: Any
) -> None:
    noon.shift(FORGOTTEN)
    assert expiry.expire(tried.pk) == "nothing"
