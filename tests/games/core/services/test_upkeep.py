"""What becomes of old matches: their snapshots, matches that wait for nobody, parts of the service that are gone."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest

from accounts.database import portions
from accounts.models import User, Vacation
from games import tasks
from games.core.models import Heartbeat, Match, Seat, Snapshot
from games.core.reading import positions
from games.core.services import heartbeats, play, upkeep
from games.lobby import sweeps as lobby_sweeps
from games.lobby.models import INVITATION_STANDS
from games.rules.game import dump
from tests.games.browsing import signed_in, told
from tests.games.conftest import NOON
from tests.games.tables import begin, now, offer, play_on

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
TOKEN = re.compile(r"\b[A-Za-z0-9]{64}\b")
"""Of forms, another one on each page."""


def plies(match: Match) -> list[int]:
    return list(Snapshot.objects.filter(match=match).order_by("ply").values_list("ply", flat=True))


# --- Snapshots ------------------------------------------------------------------------------------------------------


@pytest.fixture
def over(match: Match, ann: User) -> Match:
    """A match that Ann resigned at NOON after nineteen moves."""
    play_on(match, 19)
    play.resign(match.public_id, ann.pk)
    return now(match)


def test_ninety_days_after_its_end_a_match_has_the_newest_snapshot_alone(over: Match, noon: Any) -> None:
    assert plies(over) == [0, 8, 16, 20]
    assert (upkeep.thin(NOON + timedelta(days=90) - SECOND), plies(over)) == (0, [0, 8, 16, 20])
    assert (upkeep.thin(NOON + timedelta(days=90)), plies(over)) == (1, [20])
    assert upkeep.thin(NOON + timedelta(days=90)) == 0


def test_ninety_days_after_its_end_nothing_is_known_of_its_players_zones_and_vacations(
    over: Match, ann: User, ben: User, noon: Any
) -> None:
    running = begin(ann, ben, public_id="running")
    away = [[NOON.isoformat(), (NOON + timedelta(days=3)).isoformat()]]
    Seat.objects.update(zone="Asia/Tokyo", away=away)

    def known(match: Match) -> list[Any]:
        return list(match.seats.values_list("zone", "away"))

    upkeep.thin(NOON + timedelta(days=90) - SECOND)
    assert known(over) == [("Asia/Tokyo", away)] * 2
    upkeep.thin(NOON + timedelta(days=90))
    assert (known(over), known(running)) == ([("", [])] * 2, [("Asia/Tokyo", away)] * 2)


def test_a_match_that_runs_keeps_all_of_them_however_old_it_is(match: Match, ann: User, ben: User) -> None:
    play_on(match, 9)
    assert upkeep.thin(NOON + timedelta(days=4000)) == 0
    assert (plies(match), now(match).thinned) == ([0, 8, 9], False)


def test_every_page_of_a_replay_is_what_it_was_before(over: Match, ann: User) -> None:
    client = signed_in(ann)

    def everything() -> list[Any]:
        walks = [positions.walk(now(over), ply - 1, ply) for ply in range(1, over.ply + 1)]
        pages = [TOKEN.sub("", told(client.get(f"/m/{over.public_id}/{ply}/"))) for ply in (0, 7, 20)]
        return [*((dump(walk.position), walk.digest, len(walk.played)) for walk in walks), *pages]

    before = everything()
    upkeep.thin(NOON + timedelta(days=90))
    assert everything() == before
    Snapshot.objects.all().delete()
    assert everything() == before


def test_many_are_thinned_in_portions_and_no_match_twice(
    ann: User, ben: User, noon: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portions, "ROWS", 2)
    matches = [begin(ann, ben, public_id=f"match{number}") for number in range(5)]
    for match in matches:
        play_on(match, 1)
        play.resign(match.public_id, ben.pk)
    monkeypatch.setattr(portions, "SECONDS", 0.0)
    counts = [upkeep.thin(NOON + timedelta(days=90)) for _ in range(4)]
    assert (counts, [plies(match) for match in matches]) == ([2, 2, 1, 0], [[2]] * 5)


# --- Matches that wait for nobody -----------------------------------------------------------------------------------


def test_a_match_that_waits_without_an_invitation_is_void_after_two_weeks(ann: User, ben: User, noon: Any) -> None:
    alone, invited = (offer(ann, public_id=name) for name in ("alone", "invited"))
    playing = begin(ann, ben, public_id="playing")
    alone.invitation.delete()
    playing.invitation.delete()
    assert lobby_sweeps.void_unoffered(NOON + INVITATION_STANDS - SECOND) == 0
    moment = NOON + INVITATION_STANDS
    assert [lobby_sweeps.void_unoffered(moment), lobby_sweeps.void_unoffered(moment)] == [1, 0]
    states = [(found.status, found.ended) for found in (now(alone), now(invited), now(playing))]
    assert states == [("void", moment), ("open", None), ("playing", None)]


# --- Vacations ------------------------------------------------------------------------------------------------------


def test_a_vacation_is_forgotten_two_years_after_its_end(ann: User, ben: User) -> None:
    day, long_ago = timedelta(days=1), NOON - upkeep.VACATIONS_KEPT
    for user, ends, noted in (
        (ann, long_ago, True),
        (ann, long_ago + SECOND, True),
        (ann, long_ago, False),
        (ben, NOON + day, True),
    ):
        Vacation.objects.create(user=user, begins=long_ago - day, ends=ends, noted=noted)
    assert [upkeep.remove_vacations(NOON), upkeep.remove_vacations(NOON)] == [1, 0]
    left = Vacation.objects.order_by("ends").values_list("ends", "noted")
    assert list(left) == [(long_ago, False), (long_ago + SECOND, True), (NOON + day, True)]


# --- Parts that are gone --------------------------------------------------------------------------------------------


def test_parts_that_are_gone_are_forgotten_where_others_do_their_work(noon: Any) -> None:
    """Exactly those that `ages` names no more; the clock and the site are no parts."""
    gone, day = NOON - heartbeats.FORGOTTEN - SECOND, NOON - heartbeats.FORGOTTEN
    for name, at in (
        ("beat", gone),
        ("site", gone),
        ("beat web1", NOON),
        ("beat web2", gone),
        ("worker web1 celery", NOON),
        ("worker web2 celery", gone),
        ("worker web3 celery", day),
        ("worker web2 letters", gone),
        ("streams web2", gone),
    ):
        Heartbeat.objects.create(name=name, at=at)
    before = {kind: heartbeats.ages(kind) for kind in ("beat", "worker", "streams")}
    assert [heartbeats.remove_forgotten(), heartbeats.remove_forgotten()] == [2, 0]
    assert {kind: heartbeats.ages(kind) for kind in before} == before
    left = Heartbeat.objects.order_by("name").values_list("name", flat=True)
    assert list(left) == [
        *["beat", "beat web1", "site", "streams web2"],
        *["worker web1 celery", "worker web2 letters", "worker web3 celery"],
    ]


# --- The task -------------------------------------------------------------------------------------------------------


def test_one_task_does_all_of_it(over: Match, ann: User, noon: Any) -> None:
    alone = offer(ann, public_id="alone")
    alone.invitation.delete()
    for name in ("beat web1", "beat web2"):
        Heartbeat.objects.create(name=name, at=NOON)
    noon.shift(timedelta(days=90))
    Heartbeat.objects.filter(name="beat web1").update(at=NOON + timedelta(days=90))
    for _ in range(2):
        tasks.remove_old()
        assert (plies(over), now(alone).status) == ([20], "void")
        assert list(Heartbeat.objects.values_list("name", flat=True)) == ["beat web1"]
