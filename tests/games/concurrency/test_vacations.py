"""Vacations that are planned while matches begin, on real connections: first without the lock that decides."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Barrier, Lock
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User, Vacation
from games.core.models import Match
from games.core.services import clocks, leaving, play
from games.lobby import services as lobby
from games.vacations import services as vacations
from games.vacations.services import BadVacation
from tests.games.concurrency.test_matches import PATIENCE, at_once, no_broker, outcomes, wait_for_the_other
from tests.games.rows.doors import DAY
from tests.games.tables import begin, now, offer, seat

__all__ = ["no_broker"]  # a fixture
pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def offered(ann: User) -> Match:
    """Ann's match, which waits for another player."""
    return offer(ann)


def late(monkeypatch: pytest.MonkeyPatch, wait: Callable[[], object]) -> Barrier:
    """Have a match that begins wait once it has read what vacations there are; where to meet it then."""
    met, read, first = Barrier(2), clocks.vacations_of, Lock()

    def reading(user_id: int, *given: Any) -> Any:
        found = read(user_id, *given)
        if first.acquire(blocking=False):
            met.wait(PATIENCE)
            wait()
        return found

    monkeypatch.setattr(clocks, "vacations_of", reading)
    return met


def planning(user: User, met: Barrier) -> Callable[[], Any]:
    """Plan a vacation while a match begins."""

    def plan() -> Any:
        met.wait(PATIENCE)
        return vacations.plan_vacation(user, None, timezone.now() + DAY)

    return plan


def test_without_the_lock_a_match_that_begins_misses_a_vacation(
    offered: Match, ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned = Barrier(2)
    met = late(monkeypatch, lambda: planned.wait(PATIENCE))
    monkeypatch.setattr(vacations, "LIVE", (Match.Status.PLAYING,))

    def plan() -> None:
        planning(ann, met)()
        planned.wait(PATIENCE)

    at_once(partial(lobby.join, offered.public_id, ben), plan)
    assert (Vacation.objects.get().noted, seat(offered, ann).away) == (True, [])


@pytest.mark.parametrize("who", ["Ann", "Ben"])
def test_a_match_that_begins_knows_a_vacation_that_is_planned_in_the_meantime(
    who: str, offered: Match, ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    met, user = late(monkeypatch, wait_for_the_other), ann if who == "Ann" else ben
    _, made = at_once(partial(lobby.join, offered.public_id, ben), planning(user, met))
    assert now(offered).status == "playing"
    assert seat(offered, user).vacations == ((made.begins, made.ends),)


@pytest.fixture
def hurried(ann: User, monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], Any]]:
    """Return two plans for the same days, not quite alike.

    Each looks at what there is before the other writes.
    """
    begins = timezone.now() + DAY
    return [partial(vacations.plan_vacation, ann, begins, begins + number * DAY) for number in (1, 2)]


def test_without_the_lock_two_vacations_planned_at_once_overlap(
    hurried: list[Callable[[], Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    met, real = Barrier(2), vacations._require_possible

    def meet(*given: Any) -> None:
        real(*given)
        met.wait(PATIENCE)

    monkeypatch.setattr("accounts.leaving.is_here", lambda _: True)
    monkeypatch.setattr(vacations, "_require_possible", meet)
    assert outcomes(at_once(*hurried)) == ["Vacation", "Vacation"]


def test_of_two_vacations_planned_at_once_one_is_refused(
    hurried: list[Callable[[], Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    real, first = vacations._require_possible, Lock()

    def held(*given: Any) -> None:
        real(*given)
        if first.acquire(blocking=False):
            wait_for_the_other()

    monkeypatch.setattr(vacations, "_require_possible", held)
    found = at_once(*hurried)
    assert outcomes(found) == ["BadVacation", "Vacation"]
    [refusal] = [each for each in found if isinstance(each, BadVacation)]
    assert str(refusal) == "This overlaps another of your vacations. Choose other days, or cancel that one first."


def test_anyone_who_moves_while_a_vacation_is_taken_moves_on_it(
    ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, real, at = begin(ann, ben), vacations._nearly_up, timezone.now()
    match.turns.update(counted_from=at - 3 * DAY + vacations.MINUTE, deadline=at + vacations.MINUTE)
    met = Barrier(2)

    def held(*given: Any) -> Any:
        met.wait(PATIENCE)
        wait_for_the_other()
        return real(*given)

    def move() -> Any:
        met.wait(PATIENCE)
        return play.submit(match.public_id, ann.pk, "F1", seat(match, ann).serial)

    monkeypatch.setattr(vacations, "_nearly_up", held)
    taken, receipt = at_once(partial(vacations.take_vacation, ann.pk, match.pk, at), move)
    assert (taken, receipt.ply) == (True, 1)
    made = Vacation.objects.get()
    assert (made.begins, made.ends) == (at, at + vacations.AUTOMATIC)
    assert seat(match, ann).vacations == ((made.begins, made.ends),)


def test_anyone_who_closes_the_account_while_a_vacation_is_taken_waits_for_it_and_not_in_vain(
    ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Taking one once locked the user before the match: PostgreSQL ended one of the two as a deadlock."""
    match, real, at = begin(ann, ben), leaving.hold_matches, timezone.now()
    match.turns.update(counted_from=at - 3 * DAY + vacations.MINUTE, deadline=at + vacations.MINUTE)
    met = Barrier(2)

    def held(user_id: int) -> None:
        real(user_id)
        met.wait(PATIENCE)
        wait_for_the_other()

    def take() -> bool:
        met.wait(PATIENCE)
        return vacations.take_vacation(ann.pk, match.pk, at)

    monkeypatch.setattr(leaving, "hold_matches", held)
    assert at_once(partial(leaving.close_account, ann), take) == [None, False]
    assert (now(match).status, Vacation.objects.count()) == ("over", 0)
