"""Scenes of outages and of matches that are closed together, beside those of `doors.py`."""

from __future__ import annotations

from datetime import timedelta

from accounts.models import Outbox
from games.models import Heartbeat, Outage
from games.services import expiry, outages
from tests.games.rows.doors import DAY, NOON, Act, Cast, door
from tests.games.tables import begin, offer

HOURS = timedelta(hours=10)


@door("games.services.outages.note")
def _note(cast: Cast) -> Act:
    cast.match()
    offer(cast.cat, public_id=f"{cast.key}-waiting")
    Heartbeat.objects.get_or_create(name="beat", defaults={"at": NOON})
    return lambda: outages.note(NOON + HOURS)


@door("games.services.outages._credit")
def _credit(cast: Cast) -> Act:
    newest = cast.match().turns.get().pk
    outage = Outage.objects.create(began=NOON, ended=NOON + HOURS, last_turn=newest)
    return lambda: outages._credit(outage.pk)


@door("games.services.expiry.expire_together")
def _expire_together(cast: Cast) -> Act:
    matches = [begin(cast.ann, cast.ben, public_id=f"{cast.key}-{number}") for number in range(2)]
    Outbox.objects.filter(recipient=cast.ann).update(status="sent", sent_at=NOON)
    return lambda: expiry.expire_together([match.pk for match in matches], NOON + 3 * DAY)
