"""Moves made, and other workers at work, while the time of an outage is given back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from threading import Event
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.database import rows
from accounts.models import User
from games.core.models import Match, Outage, Turn
from games.core.services import clocks, outages
from games.core.services.locked import LockedMatch
from tests.games import tables
from tests.games.concurrency.test_matches import PATIENCE, at_once, no_broker, wait_for_the_other

__all__ = ["no_broker"]  # a fixture

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
HOUR = timedelta(hours=1)


@pytest.fixture
def parry(ann: User, ben: User) -> Callable[[], Any]:
    """A move that keeps its turn, and raises its deadline from an hour to the quarter of the pace: 18 hours."""
    match = tables.begin(ann, ben)
    user = tables.duel(match)
    moment = timezone.now()
    kept = {"given": 61 * HOUR, "left": HOUR, "counted_from": moment}
    Turn.objects.update(since=moment - 60 * HOUR, deadline=moment + HOUR, **kept)
    Outage.objects.create(began=moment - 10 * HOUR, ended=moment, last_turn=Turn.objects.get().pk)
    return partial(tables.answer, match, user, "P")


def left() -> int:
    """Return the hours that the one turn still has, in whole ones."""
    return round((Turn.objects.get().deadline - timezone.now()) / HOUR)


def unlocked(match_ids: set[int], **_: bool) -> list[LockedMatch]:
    """Return the matches, held by nobody."""
    return [LockedMatch(match) for each in match_ids for match in rows.select(Match, id=each)]


def give_back(locked: LockedMatch, outage: Outage) -> None:
    """Give the turns of a match their time without a look at it."""
    moved = {name: F(name) + outage.length for name in ("left", "deadline")}
    Turn.objects.filter(match=locked.match).update(**moved)


def at_the_same_time(
    move: Callable[[], Any], meanwhile: Callable[[Event], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lock the match for the move and read the deadline, then give the time back.

    Run the second act until the move may go on. It gets the event that tells that all was given.
    """
    real, read, given = LockedMatch.lock.__func__, Event(), Event()  # type: ignore[attr-defined]

    def lock(cls: type[LockedMatch], **which: Any) -> LockedMatch:
        locked: LockedMatch = real(cls, **which)
        read.set()
        meanwhile(given)
        return locked

    def credit() -> timedelta:
        assert read.wait(PATIENCE)
        try:
            return outages.credit()
        finally:
            given.set()

    monkeypatch.setattr(LockedMatch, "lock", classmethod(lock))
    receipt, lost = at_once(move, credit)
    assert (receipt.repeated, lost) == (False, 10 * HOUR)


def test_without_holding_its_match_a_move_made_in_the_meantime_loses_what_was_given_back(
    parry: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LockedMatch, "lock_each", unlocked)
    monkeypatch.setattr(clocks, "give_back", give_back)
    at_the_same_time(parry, lambda given: given.wait(PATIENCE) or pytest.fail("nothing was given"), monkeypatch)
    assert left() == 18


def test_a_move_made_in_the_meantime_keeps_what_is_given_back(
    parry: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    at_the_same_time(parry, lambda _: wait_for_the_other(), monkeypatch)
    assert left() == 28


def test_two_workers_give_it_back_once(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first one holds the outage until the other one stands before it."""
    monkeypatch.setattr(outages, "TURNS_A_BATCH", 1)
    matches = [tables.begin(ann, ben, public_id=f"match{number}") for number in range(4)]
    moment = timezone.now()
    Turn.objects.update(since=moment - 10 * HOUR, left=HOUR, counted_from=moment, deadline=moment + HOUR)
    Outage.objects.create(
        began=moment - 10 * HOUR, ended=moment, last_turn=max(Turn.objects.values_list("pk", flat=True))
    )
    real = LockedMatch.lock_each
    first: list[bool] = []

    def lock_each(match_ids: set[int], **how: bool) -> list[LockedMatch]:
        found = real(match_ids, **how)
        if not first:
            first.append(True)
            wait_for_the_other()
        return found

    monkeypatch.setattr(LockedMatch, "lock_each", lock_each)
    assert at_once(outages.credit, outages.credit) == [10 * HOUR] * 2
    assert set(Turn.objects.values_list("deadline", flat=True)) == {moment + 11 * HOUR}
    assert Match.objects.count() == len(matches)
