"""House opponents answer by a real worker, soon; without Redis nothing waits and nothing is lost."""

from collections.abc import Callable

import pytest

from accounts.models import User
from games.bots import services as bots, sweeps as bot_sweeps
from games.core.models import Match
from tests.games.tables import answer, first_move, owing, texts
from tests.parts.patience import until
from tests.parts.redis import Hanging
from tests.parts.worker import Worker

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("tasks")]


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("Ann", "ann@example.org", "en-garde-2026")


@pytest.fixture
def duel(ann: User) -> Match:
    return bots.challenge(ann, "en-garde", {"starter": "left"}, seat=0)


def wait_for_ann(match: Match) -> None:
    """Wait until it is Ann's turn. No event tells of it, so look until it is."""
    until(lambda: owing(match) == ["Ann"], lambda: texts(match))


def test_a_worker_answers_every_move_because_it_is_asked(
    ann: User, celery_worker: Callable[[], Worker], duel: Match
) -> None:
    """No sweep runs here, which would find what nobody asked for."""
    celery_worker()
    while duel.entries.filter(seat=1).count() < 4:  # who has parried moves on, so that not every answer is answered
        answer(duel, ann, first_move(duel, ann))
        wait_for_ann(duel)
    assert owing(duel) == ["Ann"]


def test_a_redis_that_hangs_is_waited_for_once_and_the_sweep_answers(
    ann: User, duel: Match, hanging_redis: Hanging
) -> None:
    answer(duel, ann, first_move(duel, ann))
    assert hanging_redis.asked() == 2  # once for the worker, once for open pages
    assert owing(duel) == ["Maestro.Belcolpo"]
    assert bot_sweeps.move_bots() == 1
    assert owing(duel) == ["Ann"]
