"""What features give back after an outage, and what happens where one fails."""

from __future__ import annotations

import traceback
from datetime import timedelta
from typing import Any

import pytest

from games.core.models import Heartbeat, Outage
from games.core.seams import outages
from games.core.seams.seam import BadFeature, Seam
from games.core.services import heartbeats, sweeps
from tests.games.conftest import NOON
from tests.games.core.seams.hooks import Failed, fail
from tests.parts import features

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """No feature is there but those of the test; the service was last alive at noon."""
    monkeypatch.setattr(outages, "OUTAGES", Seam[Any](outages.OUTAGES.name))
    Heartbeat.objects.create(name=heartbeats.CLOCK, at=NOON)


def test_features_are_called_in_the_order_that_is_written_down() -> None:
    assert [name for name, _ in outages.OUTAGES] == ["lobby", *features.items("OUTAGES")]


@pytest.mark.usefixtures("bare")
def test_hooks_are_called_once_for_each_outage() -> None:
    told = list[object]()
    outages.register("one", lambda outage: told.append((outage.pk, outage.began, outage.length)))
    outages.register("two", lambda _: told.append("two"))
    for _ in range(2):
        sweeps.heartbeat(NOON + HOUR)
    assert told == [(Outage.objects.get().pk, NOON, HOUR), "two"]


@pytest.mark.usefixtures("bare")
def test_where_a_hook_fails_the_outage_is_not_noted_and_the_error_names_the_feature() -> None:
    outages.register("broken", fail)
    with pytest.raises(Failed) as raised:
        sweeps.heartbeat(NOON + HOUR)
    told = "".join(traceback.format_exception(raised.value))
    assert "The feature “broken” failed as an outage was noted. It is not noted yet." in told
    assert (Outage.objects.count(), heartbeats.last(heartbeats.CLOCK)) == (0, NOON)


@pytest.mark.usefixtures("bare")
def test_a_name_is_registered_once() -> None:
    outages.register("one", fail)
    with pytest.raises(BadFeature, match="“one” with an outage"):
        outages.register("one", fail)
