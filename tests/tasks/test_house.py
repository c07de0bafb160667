"""House opponents answer by a real worker, soon; without Redis nothing waits and nothing is lost."""

import time
from collections.abc import Callable

import pytest

from accounts.models import User
from games import opponents, sweeps
from games.models import Match
from tests.games.tables import answer, first_move, owing, texts
from tests.parts.worker import Worker

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("tasks")]


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("Ann", "ann@example.org", "en-garde-2026")


@pytest.fixture
def duel(ann: User) -> Match:
    return opponents.challenge(ann, "en-garde", {"starter": "left"}, seat=0)


def wait_for_ann(match: Match) -> float:
    """Seconds until it is Ann's turn: no event tells of it, so look until it is."""
    started = time.monotonic()
    while owing(match) != ["Ann"]:
        assert time.monotonic() < started + 20, texts(match)
        time.sleep(0.02)
    return time.monotonic() - started


def test_a_worker_answers_within_a_second(ann: User, celery_worker: Callable[[], Worker], duel: Match) -> None:
    celery_worker()
    answer(duel, ann, first_move(duel, ann))
    wait_for_ann(duel)  # the first task of a worker loads what all later ones use
    waits = []
    for _ in range(3):
        answer(duel, ann, first_move(duel, ann))
        waits.append(wait_for_ann(duel))
    assert min(waits) < 1.0


@pytest.mark.usefixtures("hanging_redis")
def test_a_redis_that_hangs_costs_less_than_a_second_and_the_sweep_answers(ann: User, duel: Match) -> None:
    started = time.monotonic()
    answer(duel, ann, first_move(duel, ann))
    assert time.monotonic() - started < 1.0
    assert owing(duel) == ["Maestro.Belcolpo"]
    assert sweeps.answer() == 1
    assert owing(duel) == ["Ann"]
