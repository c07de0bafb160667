"""Matches with the house begun and cancelled at once, on real connections: what is counted holds all the same."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from threading import Barrier, Lock
from typing import Any

import pytest

from accounts import leaving
from accounts.models import User
from games.bots import services as bots
from games.core.models import Match
from games.core.services import eligibility
from games.offers import services as offers
from games.offers.kinds import cancel
from tests.games.concurrency.test_matches import PATIENCE, at_once, no_broker, outcomes, wait_for_the_other
from tests.games.tables import now

__all__ = ["no_broker"]  # a fixture
pytestmark = pytest.mark.django_db(transaction=True)
Challenge = Callable[[], Match]


@pytest.fixture
def last_but_one(ann: User, monkeypatch: pytest.MonkeyPatch) -> Challenge:
    """Ann has room for one more match with the house; how she begins one."""
    monkeypatch.setattr(eligibility, "MAX_WITH_HOUSE", 2)
    challenge = partial(bots.challenge, ann, "en-garde", {})
    challenge()
    return challenge


@pytest.mark.postgres
def test_without_the_lock_two_challenges_at_once_are_one_too_many(
    last_but_one: Challenge, monkeypatch: pytest.MonkeyPatch
) -> None:
    met, require_few = Barrier(2), bots._require_few

    def meet(user: User) -> None:
        require_few(user)
        met.wait(PATIENCE)

    monkeypatch.setattr(eligibility, "require_here", lambda _: None)
    monkeypatch.setattr(bots, "_require_few", meet)
    assert outcomes(at_once(last_but_one, last_but_one)) == ["Match", "Match"]
    assert Match.objects.count() == 3


@pytest.mark.postgres
def test_of_two_challenges_at_once_one_is_the_last(last_but_one: Challenge, monkeypatch: pytest.MonkeyPatch) -> None:
    hold, first = eligibility.require_here, Lock()

    def held(user: User) -> None:
        hold(user)
        if first.acquire(blocking=False):
            wait_for_the_other()

    monkeypatch.setattr(eligibility, "require_here", held)
    assert outcomes(at_once(last_but_one, last_but_one)) == ["LobbyError", "Match"]
    assert Match.objects.count() == 2


def test_of_six_challenges_at_once_one_is_the_last(last_but_one: Challenge) -> None:
    assert outcomes(at_once(*[last_but_one] * 6)) == ["LobbyError"] * 5 + ["Match"]
    assert Match.objects.count() == 2


@pytest.fixture
def one_more(ann: User, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return how Ann cancels each of two matches with the house.

    The house agrees to cancel only one more.
    """
    monkeypatch.setattr(cancel, "MAX_CANCELLED", 1)
    matches = [bots.challenge(ann, "en-garde", {}) for _ in range(2)]
    return [partial(offers.make, match.public_id, ann.pk, "cancel") for match in matches]


@pytest.mark.postgres
def test_without_the_lock_two_matches_cancelled_at_once_are_one_too_many(
    one_more: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    met, count = Barrier(2), cancel._require_few_cancelled

    def meet(user_id: int) -> None:
        count(user_id)
        met.wait(PATIENCE)

    monkeypatch.setattr(leaving, "hold_users", lambda _: {})
    monkeypatch.setattr(cancel, "_require_few_cancelled", meet)
    assert at_once(*one_more) == [True, True]


@pytest.mark.postgres
def test_of_two_matches_cancelled_at_once_one_plays_on(one_more: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    hold, first = leaving.hold_users, Lock()

    def held(user_ids: Collection[int]) -> dict[int, User]:
        users = hold(user_ids)
        if first.acquire(blocking=False):
            wait_for_the_other()
        return users

    monkeypatch.setattr(leaving, "hold_users", held)
    assert outcomes(at_once(*one_more)) == ["BadOffer", "bool"]
    assert sorted(now(match).status for match in Match.objects.all()) == ["playing", "void"]
