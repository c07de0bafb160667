"""What features do again and again, and that beat sends it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from celery.schedules import schedule

from fogsite.beat import Scheduler
from fogsite.celery import app
from games.core.seams import sweeps
from games.core.seams.seam import BadFeature, Seam
from games.tasks import sweep
from tests.parts import features


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """No feature is there but those of the test."""
    monkeypatch.setattr(sweeps, "SWEEPS", Seam[Any](sweeps.SWEEPS.name))


def test_these_are_the_sweeps_of_features() -> None:
    known = {"count": 60, "pair": 30, "tell": 30, "tally": 60, **features.entries("SWEEPS")}
    assert {name: sweep.every for name, sweep in sweeps.SWEEPS} == known


@pytest.mark.usefixtures("bare")
def test_beat_sends_each_as_often_as_it_says_and_lets_it_expire(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = list[str]()
    sweeps.register("applaud", every=45, do=lambda: done.append("applauded"))
    monkeypatch.setattr(app.conf, "beat_schedule", {})
    entry = Scheduler(app=app, schedule_filename=str(tmp_path / "beat")).schedule["applaud"]
    assert (entry.schedule, entry.options) == (schedule(45), {"expires": 45, "priority": 5})
    assert entry.task == sweep.name
    sweep(*(entry.args or ()))
    assert done == ["applauded"]


@pytest.mark.usefixtures("bare")
def test_a_sweep_of_a_feature_that_is_gone_does_nothing() -> None:
    sweeps.run_sweep("applaud")


@pytest.mark.usefixtures("bare")
def test_a_name_is_registered_once() -> None:
    sweeps.register("applaud", every=60, do=print)
    with pytest.raises(BadFeature, match="“applaud” with what is done again and again"):
        sweeps.register("applaud", every=60, do=print)
