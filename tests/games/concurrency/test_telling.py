"""Two sweeps tell of the same invitation at once: first without the claim that decides it, then with it."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.utils import timezone

from accounts.database import claims
from accounts.models import Outbox, User
from games.favourites import notices, services as favourites, telling
from games.lobby import services as lobby
from games.lobby.models import Invitation
from tests.games.concurrency.test_matches import PATIENCE, at_once, no_broker

__all__ = ["no_broker"]  # a fixture
pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def tell(ann: User, ben: User, cat: User) -> Any:
    """Let Ann offer a match that Ben and Cat wait for. Return a sweep that tells them."""
    for user in (ben, cat):
        favourites.add(user, ann, tell=True)
    lobby.invite(ann, lobby.Terms("en-garde", {}))
    return partial(telling.tell_due, timezone.now() + timedelta(minutes=1))


@pytest.fixture
def other_meanwhile(tell: Any, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """While the first sweep is about to queue, another one comes, and then the first one fails: what the other did."""
    found: list[Any] = []

    def fail(*_: object) -> None:
        monkeypatch.undo()
        found.extend(at_once(tell))
        raise RuntimeError("the first one fails")

    monkeypatch.setattr(notices, "queue_favourite", fail)
    return found


def told() -> Counter[str]:
    return Counter(Outbox.objects.filter(kind="favourite").values_list("recipient__username", flat=True))


def test_without_the_claim_who_is_held_by_a_sweep_that_fails_is_never_told(
    tell: Any, other_meanwhile: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.MonkeyPatch.context() as claimed:
        claimed.setattr(claims, "claim", lambda _: True)
        assert (tell(), other_meanwhile) == (0, [0])
    assert (Invitation.objects.get().told_up_to, tell(), told()) == (None, 0, {})


def test_with_the_claim_the_next_sweep_tells_them(tell: Any, other_meanwhile: list[Any]) -> None:
    assert (tell(), other_meanwhile) == (0, [0])
    assert (Invitation.objects.get().told_up_to, tell(), told()) == (0, 2, {"Ben": 1, "Cat": 1})


def test_without_the_claim_the_key_of_the_letter_alone_keeps_one_from_two(
    tell: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have read whom to tell before either writes, as if nothing held the favourites either."""
    queue, met = notices.queue_favourite, Barrier(2)
    everybody = list(Invitation.objects.get().inviter.favoured_by.order_by("pk"))

    def late(*given: Any) -> None:
        met.wait(PATIENCE)
        queue(*given)

    monkeypatch.setattr(claims, "claim", lambda _: True)
    monkeypatch.setattr(telling, "_to_tell", lambda *_: everybody)
    monkeypatch.setattr(notices, "queue_favourite", late)
    assert (at_once(tell, tell), told()) == ([2, 2], {"Ben": 1, "Cat": 1})


def test_fifty_sweeps_at_once_tell_everybody_once(tell: Any) -> None:
    assert (sorted(at_once(*[tell] * 50))[-1], told()) == (2, {"Ben": 1, "Cat": 1})
    assert Invitation.objects.get().told_up_to is None
