"""Two at once over invitations, on real connections: each race is first run without the lock that decides it."""

from __future__ import annotations

from functools import partial
from threading import Barrier, Lock
from typing import Any

import pytest

from accounts.models import User
from games.models import Invitation, Match
from games.services import leaving, lobby, secret
from games.services.lobby import LobbyError
from games.services.tickets import Ticket
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
    met, create = Barrier(2), secret.create

    def meet(match: Match, ticket: Ticket) -> None:
        met.wait(PATIENCE)
        create(match, ticket)

    monkeypatch.setattr(lobby, "require_here", lambda _: None)
    monkeypatch.setattr(secret, "create", meet)
    assert outcomes(at_once(nineteen, nineteen)) == ["Invitation", "Invitation"]
    assert Invitation.objects.waiting().count() == lobby.MAX_OPEN + 1


def test_of_two_invitations_at_once_one_is_the_last(nineteen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    hold, first = lobby.require_here, Lock()

    def held(user: User) -> None:
        hold(user)
        if first.acquire(blocking=False):
            wait_for_the_other()

    monkeypatch.setattr(lobby, "require_here", held)
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
    match, given, held = offer(ann), leaving._given, Barrier(2)

    def late(user: User) -> list[str]:
        held.wait(PATIENCE)
        wait_for_the_other()
        return given(user)

    def join() -> Match:
        held.wait(PATIENCE)
        return lobby.join(match.public_id, ben)

    monkeypatch.setattr(leaving, "_given", late)
    _, joined = at_once(partial(leaving.leave, ben), join)
    assert str(joined) == "This account is closed."
    assert (now(match).status, match.seats.count()) == ("open", 1)


def test_of_two_who_join_a_pair_at_once_one_plays_both_matches(
    ann: User, ben: User, cat: User, with_lock: None
) -> None:
    made = lobby.invite(ann, lobby.Terms("en-garde", {}, paired=True)).match
    found = outcomes(at_once(*(partial(lobby.join, made.public_id, user) for user in (ben, cat))))
    assert found == ["LobbyError", "Match"]
    both = Match.objects.filter(pair=made.public_id, status="playing")
    seated = [sorted(each.seats.values_list("user__username", flat=True)) for each in both]
    assert seated in ([["Ann", "Ben"]] * 2, [["Ann", "Cat"]] * 2)
