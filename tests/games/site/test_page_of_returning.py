"""What my matches say to a player who comes back after a week or more."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.urls import reverse

from accounts.models import User
from games.core.models import Match, Seat, Turn
from games.core.services import play
from games.site.returning import LONG
from games.vacations import services as vacations
from tests.games.browsing import signed_in, told
from tests.games.tables import begin

pytestmark = pytest.mark.django_db
URL = reverse("my_matches")
NOW = datetime(2026, 3, 20, 12, tzinfo=UTC)
OPENED = NOW - LONG


@pytest.fixture(autouse=True)
def standing() -> Any:
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


def begun(ann: User, ben: User, name: str, **given: Any) -> Match:
    """Return a match that Ann opened a week ago."""
    match = begin(ann, ben, public_id=name, **given)
    Seat.objects.filter(match=match, user=ann).update(opened_at=OPENED)
    return match


def shown(user: User) -> tuple[int, int, int, datetime | None] | None:
    found = signed_in(user).get(URL).context["returning"]
    return found and (found.ended, found.out_of_time, found.running, found.first)


def test_it_counts_what_has_ended_since_and_where_clocks_run(ann: User, ben: User) -> None:
    for name in ("running001", "running002"):
        begun(ann, ben, name)
    first = NOW + timedelta(hours=2)
    Turn.objects.filter(match__public_id="running002").update(deadline=first)
    for name in ("resigned01", "outoftime1"):
        play.resign(begun(ann, ben, name).public_id, ben.pk)
    Seat.objects.filter(match__public_id="outoftime1", user=ann).update(outcome=Seat.Outcome.TIMEOUT)
    assert shown(ann) == (2, 1, 2, first)
    assert shown(ben) is None  # has never opened any
    page = told(signed_in(ann).get(URL))
    assert "While you were away" in page
    assert 'You last opened a match on <time datetime="2026-03-13T12:00:00+00:00">13 March 2026</time>.' in page
    assert "2 matches have ended. Your time ran out in one of them." in page
    assert "Your clocks are running in 2 matches. The first runs out on <time" in page
    assert f'<a class="button quiet" href="{reverse("vacation")}">Plan a vacation</a>' in page


def test_it_is_for_those_alone_who_have_opened_no_match_for_a_week(ann: User, ben: User) -> None:
    match = begun(ann, ben, "running001")
    assert shown(ann) is not None
    client = signed_in(ann)
    client.get(match.get_absolute_url())
    assert shown(ann) is None
    Seat.objects.filter(user=ann).update(opened_at=OPENED + timedelta(seconds=1))
    assert shown(ann) is None


def test_clocks_that_are_paused_and_those_against_the_computer_do_not_count(ann: User, ben: User) -> None:
    match = begun(ann, ben, "paused0001")
    signed_in(ann).post(reverse("try_out", args=["en-garde"]))
    Seat.objects.filter(user=ann).update(opened_at=OPENED)
    assert shown(ann) == (0, 0, 1, Turn.objects.get(match=match).deadline)
    Match.objects.filter(pk=match.pk).update(paused_until=NOW + timedelta(days=1))
    assert shown(ann) is None


def test_a_player_on_vacation_is_offered_none(ann: User, ben: User) -> None:
    begun(ann, ben, "running001")
    vacations.plan_vacation(ann, None, NOW + timedelta(days=3))
    page = told(signed_in(ann).get(URL))
    assert "While you were away" in page
    assert "Plan a vacation" not in page


def test_a_match_that_ended_before_that_is_not_counted(ann: User, ben: User) -> None:
    match = begun(ann, ben, "longover01")
    play.resign(match.public_id, ben.pk)
    Match.objects.filter(pk=match.pk).update(ended=OPENED - timedelta(days=1))
    assert shown(ann) is None
