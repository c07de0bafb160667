"""Two at once over invitations, on real connections: each race is first run without the lock that decides it."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from threading import Barrier, Lock, Timer
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.core.models import Match
from games.core.services import eligibility, leaving, secret
from games.core.services.eligibility import LobbyError
from games.core.services.tickets import Ticket
from games.lobby import leaving as of_invitations, services as lobby
from games.lobby.models import Invitation
from tests.games.concurrency.test_matches import PATIENCE, at_once, no_broker, outcomes, wait_for_the_other, with_lock
from tests.games.tables import AUCTION, begin, now, offer

__all__ = ["no_broker", "with_lock"]  # fixtures
pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def nineteen(ann: User) -> Any:
    """Ann has room for one more invitation; how she gives one."""
    invite = partial(lobby.invite, ann, lobby.Terms("en-garde", {}, pace_days=3))
    for _ in range(lobby.MAX_OPEN - 1):
        invite()
    return invite


def test_without_the_lock_two_invitations_at_once_are_one_too_many(
    nineteen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    met, create = Barrier(2), secret.save_match

    def meet(match: Match, ticket: Ticket) -> None:
        met.wait(PATIENCE)
        create(match, ticket)

    monkeypatch.setattr(eligibility, "require_here", lambda _: None)
    monkeypatch.setattr(secret, "save_match", meet)
    assert outcomes(at_once(nineteen, nineteen)) == ["Invitation", "Invitation"]
    assert Invitation.objects.waiting().count() == lobby.MAX_OPEN + 1


def test_of_two_invitations_at_once_one_is_the_last(nineteen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    hold, first = eligibility.require_here, Lock()

    def held(user: User) -> None:
        hold(user)
        if first.acquire(blocking=False):
            wait_for_the_other()

    monkeypatch.setattr(eligibility, "require_here", held)
    assert outcomes(at_once(nineteen, nineteen)) == ["Invitation", "LobbyError"]
    assert Invitation.objects.waiting().count() == lobby.MAX_OPEN


@pytest.fixture
def meant(ann: User, ben: User) -> Match:
    """An invitation by Ann that is meant for Ben."""
    return lobby.invite(ann, lobby.Terms("en-garde", {}, pace_days=3, audience="personal", invited="Ben")).match


def test_who_declines_while_it_is_withdrawn_learns_who_was_first(
    meant: Match, ann: User, ben: User, with_lock: None
) -> None:
    declining, withdrawing = partial(lobby.decline, meant.public_id, ben), partial(lobby.withdraw, meant.public_id, ann)
    declined, withdrawn = at_once(declining, withdrawing)
    assert [type(each) for each in (declined, withdrawn)].count(LobbyError) == 1
    assert now(meant).invitation.state == ("withdrawn" if withdrawn is None else "declined")


@pytest.fixture
def two_of_three(ann: User, ben: User) -> Match:
    """A table for three at which Ann and Ben sit."""
    return begin(ann, ben, game=AUCTION)


def test_who_leaves_the_table_while_the_last_one_joins_sits_in_the_match_or_does_not(
    two_of_three: Match, ben: User, cat: User, with_lock: None
) -> None:
    match = two_of_three
    left, _ = at_once(partial(lobby.leave, match.public_id, ben), partial(lobby.join, match.public_id, cat))
    assert (now(match).status, match.seats.count()) == (("open", 2) if left is None else ("playing", 3))
    assert sorted(match.seats.values_list("joined", flat=True)) == list(range(match.seats.count()))


def test_who_closes_the_account_while_joining_does_not_join(
    ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, given, held = offer(ann), of_invitations._given, Barrier(2)

    def late(user: User) -> list[str]:
        held.wait(PATIENCE)
        wait_for_the_other()
        return given(user)

    def join() -> Match:
        held.wait(PATIENCE)
        return lobby.join(match.public_id, ben)

    monkeypatch.setattr(of_invitations, "_given", late)
    _, joined = at_once(partial(leaving.close_account, ben), join)
    assert str(joined) == "This account is closed."
    assert (now(match).status, match.seats.count()) == ("open", 1)


@pytest.fixture
def suspending(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Ben joins what Ann offers; once he has looked whether it is open she is suspended: what came of both."""
    match, require, looked = offer(ann), lobby._require_open, Barrier(2)

    def late(invitation: Invitation) -> None:
        require(invitation)
        looked.wait(PATIENCE)
        looked.wait(PATIENCE)

    def suspend() -> datetime:
        looked.wait(PATIENCE)
        Timer(0.5, looked.wait, [PATIENCE]).start()
        User.objects.filter(pk=ann.pk).update(is_active=False)
        return timezone.now()

    def join() -> datetime:
        return lobby.join(match.public_id, ben).started or timezone.now()

    monkeypatch.setattr(lobby, "_require_open", late)
    return lambda: at_once(join, suspend)


def test_without_the_lock_one_joins_anyone_who_is_suspended_already(
    suspending: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "_hold_both", lambda *_: None)
    begun, suspended = suspending()
    assert begun > suspended


def test_who_is_suspended_while_somebody_joins_is_so_once_the_match_has_begun(suspending: Any) -> None:
    begun, suspended = suspending()
    assert begun < suspended


def test_who_is_suspended_before_somebody_joins_is_not_joined(
    ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The join waits for the row that the suspension holds, and reads it as it is then."""
    match, held = offer(ann), Barrier(2)

    @transaction.atomic
    def suspend() -> None:
        User.objects.filter(pk=ann.pk).update(is_active=False)
        held.wait(PATIENCE)
        wait_for_the_other()

    def join() -> Match:
        held.wait(PATIENCE)
        return lobby.join(match.public_id, ben)

    _, joined = at_once(suspend, join)
    assert str(joined).startswith("This invitation isn’t open right now")
    assert (now(match).status, match.seats.count()) == ("open", 1)


def test_two_who_join_each_other_at_once_do_not_wait_for_each_other(
    ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    anns, bens, hold, met = offer(ann), offer(ben, public_id="bensmatch1"), lobby._hold_both, Barrier(2)

    def meet(invitation: Invitation, user: User) -> None:
        met.wait(PATIENCE)
        hold(invitation, user)

    monkeypatch.setattr(lobby, "_hold_both", meet)
    joins = (partial(lobby.join, anns.public_id, ben), partial(lobby.join, bens.public_id, ann))
    assert outcomes(at_once(*joins)) == ["Match", "Match"]


def leaving_meanwhile(match: Match, joins: User, leaves: User, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Close an account while somebody who holds the match already joins it. Return what came of both."""
    hold, locked = lobby._hold_both, Barrier(2)

    def late(invitation: Invitation, user: User) -> None:
        locked.wait(PATIENCE)
        wait_for_the_other()
        hold(invitation, user)

    def leave() -> None:
        locked.wait(PATIENCE)
        leaving.close_account(leaves)

    monkeypatch.setattr(lobby, "_hold_both", late)
    return lambda: at_once(partial(lobby.join, match.public_id, joins), leave)


@pytest.fixture
def leaving_inviter(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Ann closes her account while Ben joins what she offers."""
    return leaving_meanwhile(offer(ann), ben, ann, monkeypatch)


def test_without_holding_matches_first_who_leaves_and_who_joins_run_into_each_other(
    leaving_inviter: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaving, "hold_matches", lambda _: None)
    assert "OperationalError" in outcomes(leaving_inviter())


def test_who_leaves_while_somebody_joins_resigns_the_match_that_has_begun(leaving_inviter: Any, ann: User) -> None:
    joined, left = leaving_inviter()
    assert (left, now(joined).status) == (None, Match.Status.OVER)
    ann.refresh_from_db()
    assert ann.left is not None


def test_so_does_who_leaves_while_joining_what_he_is_invited_to(
    ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    meant = lobby.invite(ann, lobby.Terms("en-garde", {}, audience=Invitation.Audience.PERSONAL, invited="Ben")).match
    joined, left = leaving_meanwhile(meant, ben, ben, monkeypatch)()
    assert (left, now(joined).status) == (None, Match.Status.OVER)
    ben.refresh_from_db()
    assert ben.left is not None
