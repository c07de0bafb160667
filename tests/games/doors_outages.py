"""Scenes of outages, beside those of `doors.py`."""

from __future__ import annotations

from datetime import timedelta

from games import outages
from games.models import Heartbeat, Outage
from tests.games.doors import NOON, Act, Cast, door
from tests.games.tables import offer

HOURS = timedelta(hours=10)


@door("games.outages.note")
def _note(cast: Cast) -> Act:
    cast.match()
    offer(cast.cat, public_id=f"{cast.key}-waiting")
    Heartbeat.objects.get_or_create(name="beat", defaults={"at": NOON})
    return lambda: outages.note(NOON + HOURS)


@door("games.outages._credit")
def _credit(cast: Cast) -> Act:
    newest = cast.match().turns.get().pk
    outage = Outage.objects.create(began=NOON, ended=NOON + HOURS, last_turn=newest)
    return lambda: outages._credit(outage.pk)
