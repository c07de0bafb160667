"""What features do when a match ends: in which order, in which transaction, and what happens where one fails."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.core.models import Heartbeat, Match, Seat
from games.core.seams import afterwards, ended, sweeps
from games.core.seams.ended import End
from games.core.seams.seam import BadFeature, Seam
from games.core.services import heartbeats, play, schedule
from games.lobby import services as lobby
from games.ratings import services as ratings
from games.ratings.models import RatingChange
from tests.games.core.seams.hooks import Failed, fail
from tests.games.rows.doors import everything
from tests.games.tables import now, offer
from tests.parts import features

pytestmark = pytest.mark.django_db


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """No feature is there but those of the test."""
    for module, name in ((ended, "IN_TRANSACTION"), (ended, "AFTER_COMMIT"), (afterwards, "SWEPT_BY")):
        monkeypatch.setattr(module, name, Seam[Any](name))


@pytest.fixture
def health(client: Client) -> Callable[[], Any]:
    return lambda: client.get("/healthz").json()["parts"]["features"]


def test_features_are_called_in_the_order_that_is_written_down() -> None:
    in_transaction, after_commit = features.items("ENDED"), features.items("ENDED_AFTER_COMMIT")
    assert [name for name, _ in ended.IN_TRANSACTION] == ["statistics", "end notices", "deeds", *in_transaction]
    assert [name for name, _ in ended.AFTER_COMMIT] == ["ratings", *after_commit]
    assert dict(afterwards.SWEPT_BY) == {"ratings": "tally", "vacations": "expire", **features.entries("SWEPT_BY")}


@pytest.mark.usefixtures("bare")
def test_hooks_know_the_result_and_what_they_change_is_written_with_it(
    match: Match, ann: User, ben: User, django_capture_on_commit_callbacks: Any
) -> None:
    told = list[str]()

    def in_transaction(end: End) -> None:
        locked = end.locked
        assert (locked.match.status, [seat.outcome for seat in locked.seats]) == ("over", ["lost", "won"])
        assert locked.match.rules.meta.slug == "en-garde"
        assert end.position.house is not None
        locked.seats[0].army = "of the hook"
        locked.match.struck = "by the hook"
        locked.batch.insert(Heartbeat(name="of the hook", at=locked.now))
        told.append("in the transaction")

    ended.after_commit("last", lambda match: told.append(f"after {match.public_id}"), swept_by="tally")
    ended.in_transaction("first", in_transaction)
    ended.in_transaction("second", lambda _: told.append("then"))
    with django_capture_on_commit_callbacks(execute=True):
        play.resign(match.public_id, ann.pk)
        assert told == ["in the transaction", "then"]
    assert told == ["in the transaction", "then", "after firstmatch"]
    assert (now(match).struck, Seat.objects.get(match=match, user=ann).army) == ("by the hook", "of the hook")
    assert Heartbeat.objects.filter(name="of the hook").exists()


@pytest.mark.usefixtures("bare")
def test_a_hook_that_fails_in_the_transaction_undoes_all_and_the_error_names_the_feature(
    match: Match, ann: User, django_capture_on_commit_callbacks: Any
) -> None:
    done = list[Match]()
    ended.in_transaction("first", lambda end: end.locked.batch.insert(Heartbeat(name="hook", at=end.locked.now)))
    ended.in_transaction("applause", fail)
    ended.after_commit("last", done.append, swept_by="tally")
    before = everything()
    with pytest.raises(Failed) as failed, django_capture_on_commit_callbacks(execute=True):
        play.resign(match.public_id, ann.pk)
    assert (everything(), done) == (before, [])
    told = "".join(traceback.format_exception(failed.value))
    assert told.endswith("The feature “applause” failed as match firstmatch ended. All is undone.\n")


@pytest.mark.usefixtures("bare")
def test_a_hook_that_fails_after_the_commit_loses_nothing_and_is_named_until_its_sweep_has_come_through(
    match: Match,
    ann: User,
    noon: time_machine.Traveller,
    health: Callable[[], Any],
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: Any,
) -> None:
    done = list[str]()
    ended.after_commit("applause", fail, swept_by="tally")
    ended.after_commit("last", lambda match: done.append(match.public_id), swept_by="award")
    assert health() == {"ok": True, "failed": {}}

    with django_capture_on_commit_callbacks(execute=True):
        play.resign(match.public_id, ann.pk)

    assert (now(match).status, done) == ("over", ["firstmatch"])
    logged = [record for record in caplog.records if record.name == "games.core.seams.afterwards"]
    assert [(record.levelno, record.getMessage()) for record in logged] == [
        (logging.ERROR, "The feature “applause” failed after a commit; the sweep “tally” does it again")
    ]
    noon.shift(timedelta(seconds=40))
    assert health() == {"ok": False, "failed": {"applause": {"age": 40, "sweep": "tally"}}}
    schedule.record_run(heartbeats.SWEEP, "games.tasks.award_due")
    assert health()["ok"] is False
    schedule.record_run(heartbeats.SWEEP, "games.tasks.sweep", ["tally"])
    assert health() == {"ok": True, "failed": {}}


def test_the_sweep_does_again_what_the_ratings_failed_to_do(
    ann: User, ben: User, health: Any, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    terms = lobby.Terms("en-garde", {}, rated=True)
    match = lobby.join(lobby.invite(ann, terms).match.public_id, ben)
    with monkeypatch.context() as broken, django_capture_on_commit_callbacks(execute=True):
        broken.setattr(ratings, "tally", fail)
        play.resign(match.public_id, ann.pk)
    assert (now(match).tallied, list(health()["failed"])) == (False, ["ratings"])
    sweeps.run_sweep("tally")
    assert (now(match).tallied, RatingChange.objects.count()) == (True, 2)


@pytest.mark.usefixtures("bare")
def test_what_never_began_does_not_end(ann: User) -> None:
    ended.in_transaction("applause", fail)
    lobby.withdraw(offer(ann).public_id, ann)


@pytest.mark.usefixtures("bare")
def test_a_name_is_registered_once_and_its_sweep_is_one_of_beats() -> None:
    ended.in_transaction("applause", fail)
    with pytest.raises(BadFeature, match=r"^it registers “applause” with IN_TRANSACTION, where this name is"):
        ended.in_transaction("applause", fail)
    with pytest.raises(BadFeature, match=r"^it says of “applause” that the sweep “applaud” does it again, but the"):
        ended.after_commit("applause", fail, swept_by="applaud")
    assert list(ended.AFTER_COMMIT) == []


@pytest.mark.usefixtures("bare")
def test_the_row_of_a_failure_is_removed_after_a_day(noon: time_machine.Traveller) -> None:
    heartbeats.record_heartbeat(heartbeats.HOOK, "applause")
    noon.shift(heartbeats.FORGOTTEN)
    heartbeats.remove_forgotten()
    assert Heartbeat.objects.count() == 1
    noon.shift(timedelta(seconds=1))
    heartbeats.remove_forgotten()
    assert Heartbeat.objects.count() == 0
