"""Two at once over a pair, on real connections: each race is first run without the lock that decides it."""

from __future__ import annotations

from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.db import transaction

from accounts.database import claims, rows
from accounts.models import User
from games.core.models import Match
from games.core.services import entries, expiry, leaving
from games.core.services.locked import LockedMatch
from games.lobby import services as lobby
from tests.games.concurrency.test_matches import PATIENCE, at_once, no_broker, outcomes, wait_for_the_other, with_lock
from tests.games.tables import now, seat

__all__ = ["no_broker", "with_lock"]  # fixtures
pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def offered(ann: User) -> Match:
    """What Ann offers everybody: a pair."""
    return lobby.invite(ann, lobby.Terms("en-garde", {}, paired=True)).match


def joining(match: Match, *users: User) -> list[Any]:
    return at_once(*(partial(lobby.join, match.public_id, user) for user in users))


def playing(first: Match) -> list[list[str]]:
    """Return who sits in the matches of a pair that run."""
    both = Match.objects.filter(pair=first.public_id, status="playing").order_by("pk")
    return [sorted(each.seats.values_list("user__username", flat=True)) for each in both]


# --- Two who join ---------------------------------------------------------------------------------------------------


@pytest.fixture
def both_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both look at the match that is offered before either writes; the other one of the pair is there only later."""
    met, real = Barrier(2), LockedMatch.lock

    def look(cls: type[LockedMatch], **which: Any) -> LockedMatch:
        if "public_id" not in which:
            return real(**which)
        (match,) = rows.select(Match, **which)
        locked = cls(match)
        _ = locked.seats, match.invitation
        met.wait(PATIENCE)
        return locked

    monkeypatch.setattr(LockedMatch, "lock", classmethod(look))


def test_without_the_lock_two_who_join_a_pair_run_into_each_other(
    offered: Match, ben: User, cat: User, both_look: None
) -> None:
    assert outcomes(joining(offered, ben, cat)) == ["IntegrityError", "Match"]  # only a constraint has kept one out


def test_of_two_who_join_a_pair_at_once_one_plays_both_matches(
    offered: Match, ben: User, cat: User, with_lock: None
) -> None:
    assert outcomes(joining(offered, ben, cat)) == ["Match", "NotYours"]
    assert playing(offered) in ([["Ann", "Ben"]] * 2, [["Ann", "Cat"]] * 2)


# --- Both void at once ----------------------------------------------------------------------------------------------


@pytest.fixture
def ending(offered: Match, ben: User, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Ben never came to either match of a pair: how both are made void at the same moment."""
    lobby.join(offered.public_id, ben)
    voided, rule = Barrier(2), entries.append_ruling

    def void(*given: Any, **more: Any) -> Any:
        made = rule(*given, **more)
        voided.wait(PATIENCE)
        return made

    @transaction.atomic
    def end(match: Match) -> None:
        expiry._end_in_vain(LockedMatch.lock(pk=match.pk), {seat(match, ben).pk})

    monkeypatch.setattr(entries, "append_ruling", void)
    both = list(Match.objects.filter(pair=offered.public_id).order_by("pk"))
    return lambda: at_once(*(partial(end, each) for each in both))


def offered_again(first: Match) -> list[bool]:
    """Return the invitations that stand where that of a pair stood: whether each is to a pair."""
    assert [now(each).status for each in (first, Match.objects.get(public_id=first.twin_id))] == ["void", "void"]
    return [match.invitation.paired for match in Match.objects.filter(invitation__again_of=first)]


def test_without_holding_the_pair_nobody_offers_it_again(
    offered: Match, ending: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, hold, twin = Barrier(2), claims.hold_claim, Match.twin

    def look(match: Match) -> Match | None:
        found = twin(match)
        looked.wait(PATIENCE)
        return found

    monkeypatch.setattr(claims, "hold_claim", lambda _: None)
    monkeypatch.setattr(Match, "twin", look)
    assert ending() == [None, None]
    monkeypatch.setattr(Match, "twin", twin)
    monkeypatch.setattr(claims, "hold_claim", hold)
    assert offered_again(now(offered)) == []


def test_a_pair_whose_matches_are_void_at_once_is_offered_again_once(
    offered: Match, ending: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first to look at the other match goes on once the other one waits for the pair."""
    twin, first = Match.twin, iter([True])

    def look(match: Match) -> Match | None:
        found = twin(match)
        if next(first, False):
            wait_for_the_other()
        return found

    monkeypatch.setattr(Match, "twin", look)
    assert ending() == [None, None]
    assert offered_again(now(offered)) == [True]


def test_who_leaves_while_both_matches_of_a_pair_end_does_not_run_into_them(
    offered: Match, ben: User, ann: User
) -> None:
    lobby.join(offered.public_id, ben)
    held = Barrier(2)
    second = Match.objects.get(public_id=now(offered).twin_id)

    @transaction.atomic
    def end() -> None:
        locked = LockedMatch.lock(pk=second.pk)
        held.wait(PATIENCE)
        wait_for_the_other()
        expiry._end_in_vain(locked, {seat(second, ben).pk})

    def leave() -> None:
        held.wait(PATIENCE)
        leaving.close_account(ann)

    assert at_once(end, leave) == [None, None]
    assert [now(each).status for each in (offered, second)] == ["over", "void"]
