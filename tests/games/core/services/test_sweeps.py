"""What one sweep does to many rows: which of them it touches, and which it leaves alone."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from games.core.models import Heartbeat, Match
from games.core.services import sweeps
from games.lobby import services as lobby
from games.lobby.models import WARNED_BEFORE
from tests.games.conftest import NOON
from tests.games.tables import now, offer, turn

pytestmark = pytest.mark.django_db
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def expires(match: Match) -> datetime:
    return now(match).invitation.expires


def test_an_outage_revives_no_invitation_that_had_expired_before_it(noon: time_machine.Traveller, ann: User) -> None:
    gone = offer(ann, public_id="gone")
    noon.shift(10 * DAY)
    waiting = offer(ann, public_id="waiting")
    noon.shift(5 * DAY)
    Heartbeat.objects.create(name="beat", at=NOON + 15 * DAY)
    noon.shift(10 * HOUR)
    assert sweeps.heartbeat() == 10 * HOUR
    assert (expires(gone), expires(waiting)) == (NOON + 14 * DAY, NOON + 24 * DAY + 10 * HOUR)
    row = now(waiting).invitation
    assert row.warn_at is not None
    assert row.expires - row.warn_at == WARNED_BEFORE


def test_of_two_expired_invitations_the_one_asked_for_is_taken_down(noon: time_machine.Traveller, ann: User) -> None:
    first, second = (offer(ann, public_id=public_id) for public_id in ("first", "second"))
    assert lobby.expire(second.pk, NOON + 14 * DAY)
    assert (now(first).status, now(second).status) == ("open", "void")
    assert not lobby.expire(second.pk, NOON + 14 * DAY)
    assert now(first).status == "open"


def test_a_beat_is_at_the_time_it_is_given(match: Match, ann: User) -> None:
    """Stop the clock at noon."""
    sweeps.heartbeat(NOON)
    assert sweeps.heartbeat(NOON + 10 * HOUR) == 10 * HOUR
    assert Heartbeat.objects.get(name="beat").at == NOON + 10 * HOUR
    assert turn(match, ann).deadline == NOON + 3 * DAY + 10 * HOUR
