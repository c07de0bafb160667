"""`remind` and `expire`: the sweeps by hand, and rehearsed."""

import io
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.management import call_command

from accounts.models import Outbox, User
from games.core.models import Entry, Heartbeat, Match, Seat, Turn
from games.lobby.models import Invitation
from tests.games.tables import begin, now, offer, under_way

pytestmark = pytest.mark.django_db


def run(name: str, *args: str) -> str:
    out = io.StringIO()
    call_command(name, *args, stdout=out)
    return out.getvalue()


MODELS = (Match, Seat, Turn, Entry, Outbox, Heartbeat, Invitation)


def everything() -> list[Any]:
    """Return all that a sweep might change."""
    return [list(model.objects.order_by("pk").values()) for model in MODELS]


@pytest.fixture
def alive(noon: time_machine.Traveller) -> time_machine.Traveller:
    """Noon, in a service that has just noted that it is alive."""
    Heartbeat.objects.create(name="beat", at="2026-03-02T12:00Z")
    return noon


def skip(clock: time_machine.Traveller, time: timedelta) -> None:
    """Let time pass in a service that is alive all the while."""
    clock.shift(time)
    Heartbeat.objects.update(at=clock_now())


def clock_now() -> Any:
    from django.utils import timezone

    return timezone.now()


def test_nothing_is_due_in_a_fresh_match(alive: object, match: Match) -> None:
    assert run("remind", "--dry-run") == "Reminders due: 0. Nothing was queued.\n"
    assert run("remind") == "Reminders queued: 0.\n"
    assert run("expire", "--dry-run") == "Matches checked: 0.\nThis was a dry run. Nothing was changed.\n"
    assert run("expire") == "Matches checked: 0.\n"


def test_reminders_are_named_and_then_queued_once(alive: time_machine.Traveller, match: Match) -> None:
    skip(alive, timedelta(days=2, hours=12))
    before = everything()
    assert run("remind", "--dry-run") == (
        "firstmatch: Ann has until 2026-03-05 12:00 UTC.\nReminders due: 1. Nothing was queued.\n"
    )
    assert everything() == before
    assert run("remind") == "Reminders queued: 1.\n"
    assert Outbox.objects.filter(kind="reminder", recipient__username="Ann").count() == 1
    assert run("remind") == "Reminders queued: 0.\n"


def test_expiry_is_rehearsed_and_then_done(alive: time_machine.Traveller, match: Match, ann: User, ben: User) -> None:
    heard = under_way(begin(ben, ann, public_id="heardmatch"))
    Outbox.objects.filter(recipient=ben).update(status="sent", sent_at=clock_now())
    skip(alive, timedelta(days=4))
    before = everything()
    said = "firstmatch: given time\nheardmatch: timeout\nMatches checked: 2.\n"
    assert run("expire", "--dry-run") == said + "This was a dry run. Nothing was changed.\n"
    assert everything() == before
    assert run("expire") == said
    assert (now(match).status, now(heard).status) == ("playing", "over")
    assert run("expire") == "Matches checked: 0.\n"


def test_after_an_outage_deadlines_move_before_anybody_is_judged(alive: time_machine.Traveller, match: Match) -> None:
    alive.shift(timedelta(days=4))
    before = everything()
    said = "The service was down for 4 days, 0:00:00. All deadlines move by as much.\nMatches checked: 0.\n"
    assert run("expire", "--dry-run") == said + "This was a dry run. Nothing was changed.\n"
    assert everything() == before
    assert run("expire") == said
    assert Turn.objects.get(match=match).deadline.isoformat() == "2026-03-09T12:00:00+00:00"


def test_invitations_that_will_expire_are_named_and_their_inviters_warned_once(
    alive: time_machine.Traveller, ann: User
) -> None:
    offer(ann)
    skip(alive, timedelta(days=12))
    before = everything()
    assert run("remind", "--dry-run") == (
        "firstmatch: the invitation of Ann expires 2026-03-16 12:00 UTC.\nReminders due: 0. Nothing was queued.\n"
    )
    assert everything() == before
    assert run("remind") == "Reminders queued: 0.\nWarnings about invitations that expire soon: 1.\n"
    assert Outbox.objects.filter(kind="expiring", recipient=ann).count() == 1
    assert run("remind") == "Reminders queued: 0.\n"


def test_expired_invitations_are_rehearsed_and_then_taken_down(alive: time_machine.Traveller, ann: User) -> None:
    match = offer(ann)
    skip(alive, timedelta(days=14))
    before = everything()
    said = "Matches checked: 0.\nfirstmatch: the invitation has expired\n"
    assert run("expire", "--dry-run") == said + "This was a dry run. Nothing was changed.\n"
    assert everything() == before
    assert run("expire") == said
    assert now(match).status == "void"
    assert run("expire") == "Matches checked: 0.\n"
