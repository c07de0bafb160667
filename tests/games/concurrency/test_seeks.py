"""Fifty workers pair at once, on real connections: first without the lock that decides it, then with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import partial
from threading import Barrier, Event
from typing import Any

import pytest
from django.db import transaction

from accounts.models import User
from games.core.models import Match, Seat
from games.core.services import eligibility, expiry, leaving
from games.core.services.locked import LockedMatch
from games.lobby import leaving as of_invitations
from games.seeks import queries as seekers, services as seeks
from games.seeks.fit import Wish
from games.seeks.models import Seek
from tests.games.concurrency.test_matches import PATIENCE, at_once, no_broker, outcomes, wait_for_the_other
from tests.parts.cast import person

__all__ = ["no_broker"]  # a fixture
pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

WISH = Wish("en-garde", 3, 3)


def ask(user: User, keep: int = 0) -> Seek:
    return seeks.ask(user, WISH, keep)


def matches_each() -> Counter[str]:
    """Return how many matches each user sits in."""
    return Counter(Seat.objects.values_list("user__username", flat=True))


def test_without_the_lock_two_workers_pair_one_seek_twice(
    ann: User, ben: User, cat: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, met, known = [ask(user) for user in (ann, ben, cat)], Barrier(2), seekers.seekers

    def look(found: Collection[Seek]) -> Any:
        seen = known(found)
        if len(seen) == 2:  # the two that are about to be paired
            met.wait(PATIENCE)
        return seen

    monkeypatch.setattr(seeks, "_hold", lambda _: True)
    monkeypatch.setattr(seekers, "seekers", look)
    of_ben, of_cat = (partial(seeks.find_opponent, asked[number].pk) for number in (1, 2))
    assert all(isinstance(made, Match) for made in at_once(of_ben, of_cat))
    assert matches_each() == {"Ann": 2, "Ben": 1, "Cat": 1}


def test_fifty_workers_at_once_pair_nobody_twice(db: None) -> None:
    asked = [ask(person(f"Player{number}")) for number in range(50)]
    made = at_once(*(partial(seeks.find_opponent, seek.pk) for seek in asked))
    assert [each for each in made if isinstance(each, Exception)] == []
    seeks.find_opponents()
    assert matches_each() == {f"Player{number}": 1 for number in range(50)}
    assert (Match.objects.count(), Seek.objects.count()) == (25, 0)


def test_fifty_sweeps_at_once_pair_nobody_twice(db: None) -> None:
    for number in range(20):
        ask(person(f"Player{number}"))
    made = at_once(*[seeks.find_opponents] * 50)
    assert [each for each in made if isinstance(each, Exception)] == []
    seeks.find_opponents()  # two whom the last sweeps met at the same moment are left to the next
    assert matches_each() == {f"Player{number}": 1 for number in range(20)}
    assert Seek.objects.count() == 0


def test_who_leaves_while_he_is_paired_is_not_paired(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, given = [ask(user) for user in (ann, ben)], of_invitations._given
    held, done = Barrier(2), Barrier(2)

    def late(user: User) -> list[str]:
        held.wait(PATIENCE)
        done.wait(PATIENCE)
        return given(user)

    def pair() -> Match | None:
        held.wait(PATIENCE)
        made = seeks.find_opponent(asked[1].pk)
        done.wait(PATIENCE)
        return made

    monkeypatch.setattr(of_invitations, "_given", late)
    assert at_once(partial(leaving.close_account, ann), pair) == [None, None]
    assert (Match.objects.count(), [seek.user for seek in Seek.objects.all()]) == (0, [ben])


@pytest.fixture
def withdrawing_meanwhile(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Ann withdraws while she is paired with Ben: whether a match has begun, and whether she was in time."""
    asked, begun, held, gone = [ask(user) for user in (ann, ben)], seeks._begun, Barrier(2), Event()

    def late(*given: Any) -> Match:
        held.wait(PATIENCE)
        wait_for_the_other(gone.is_set)
        return begun(*given)

    def withdraw() -> bool:
        held.wait(PATIENCE)
        was_in_time = seeks.withdraw(ann, "en-garde")
        gone.set()
        return was_in_time

    monkeypatch.setattr(seeks, "_begun", late)
    return lambda: at_once(lambda: seeks.find_opponent(asked[1].pk) is not None, withdraw)


def test_without_the_hold_who_withdraws_in_time_may_be_paired_even_so(
    withdrawing_meanwhile: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(eligibility, "require_here", lambda _: None)
    assert withdrawing_meanwhile() == [True, True]


def test_with_it_who_withdraws_while_paired_is_told_that_it_was_too_late(withdrawing_meanwhile: Any) -> None:
    assert withdrawing_meanwhile() == [True, False]


@pytest.fixture
def leaving_meanwhile(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let a match of two seeks end because Ann never moved, while Ben closes his account.

    Ben would seek again. Return what came of both.
    """
    asked, anew, held = [ask(user) for user in (ann, ben)], seeks.ask_anew, Barrier(2)
    match = seeks.find_opponent(asked[1].pk)
    assert match is not None

    def late(locked: LockedMatch, absent: Collection[int], first: Match) -> None:
        held.wait(PATIENCE)
        wait_for_the_other()
        anew(locked, absent, first)

    @transaction.atomic
    def end() -> None:
        expiry._end_in_vain(LockedMatch.lock(pk=match.pk), {Seat.objects.get(match=match, user=ann).pk})

    def leave() -> None:
        held.wait(PATIENCE)
        leaving.close_account(ben)

    monkeypatch.setattr(seeks, "ask_anew", late)
    return lambda: at_once(end, leave)


def test_without_holding_matches_first_who_leaves_and_who_ends_one_run_into_each_other(
    leaving_meanwhile: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaving, "hold_matches", lambda _: None)
    assert outcomes(leaving_meanwhile()) == ["NoneType", "OperationalError"]


def test_who_leaves_while_a_match_ends_that_nobody_began_waits_for_it(leaving_meanwhile: Any, ben: User) -> None:
    assert leaving_meanwhile() == [None, None]
    ben.refresh_from_db()
    assert (ben.left is not None, Match.objects.get().status) == (True, Match.Status.VOID)
    assert not Seek.objects.exists()
