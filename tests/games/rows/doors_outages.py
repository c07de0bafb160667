"""Scenes of outages and of matches that are closed together, beside those of `doors.py`."""

from __future__ import annotations

from datetime import timedelta

from accounts.channels.email.reports import DeliveryFailure
from accounts.models import Outbox
from accounts.outbox import bounces
from games.core.models import Heartbeat, Outage
from games.core.services import expiry, outages
from tests.games.rows.doors import DAY, NOON, Act, Cast, door
from tests.games.tables import begin, offer

HOURS = timedelta(hours=10)


@door("games.core.services.outages.record_alive")
def _note(cast: Cast) -> Act:
    cast.match()
    offer(cast.cat, public_id=f"{cast.key}-waiting")
    Heartbeat.objects.get_or_create(name="beat", defaults={"at": NOON})
    return lambda: outages.record_alive(NOON + HOURS)


@door("games.core.services.outages._credit")
def _credit(cast: Cast) -> Act:
    newest = cast.match().turns.get().pk
    outage = Outage.objects.create(began=NOON, ended=NOON + HOURS, last_turn=newest)
    return lambda: outages._credit(outage.pk)


@door("games.core.services.expiry.expire_together")
def _expire_together(cast: Cast) -> Act:
    matches = [begin(cast.ann, cast.ben, public_id=f"{cast.key}-{number}") for number in range(2)]
    Outbox.objects.filter(recipient=cast.ann).update(status="sent", sent_at=NOON)
    return lambda: expiry.expire_together([match.pk for match in matches], NOON + 3 * DAY)


@door("accounts.outbox.bounces._noted")
def _noted(cast: Cast) -> Act:
    cast.match()
    row = Outbox.objects.filter(recipient=cast.ann, status="pending").first()
    assert row is not None
    went = {"status": "sent", "sent_at": NOON, "attempts": 1, "address": cast.ann.email}
    Outbox.objects.filter(pk=row.pk).update(**went)
    return lambda: bounces._noted(row.pk, DeliveryFailure(final=True, status="5.1.1"))


@door("games.core.services.expiry.expire_together: letters came back")
def _spare(cast: Cast) -> Act:
    match = cast.match()
    Outbox.objects.filter(recipient=cast.ann).update(status="sent", sent_at=NOON, report="5.1.1", came_back=True)
    return lambda: expiry.expire_together([match.pk], NOON + 3 * DAY)
