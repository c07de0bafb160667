"""A guest's stay is shortened while he joins another match: first without the lock that decides it, then with it."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games.core.models import Match
from games.core.services import guest_stays as stays, play
from games.core.services.locked import LockedMatch
from games.lobby import services as lobby
from games.lobby.models import Invitation
from tests.games.concurrency.test_matches import (
    PATIENCE,
    at_once,
    no_broker,
    outcomes,
    wait_for_the_other,
    with_lock,
    without_lock,
)
from tests.games.tables import AUCTION, answer, first_move, now, seat, texts

__all__ = ["no_broker", "with_lock", "without_lock"]  # fixtures
pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def linked(inviter: User) -> Match:
    return lobby.invite(inviter, lobby.Terms("en-garde", {}, pace_days=3, audience="link")).match


@pytest.fixture
def guest(ann: User) -> User:
    """One whose match with Ann is over, so that the stay is longer than it has to be."""
    found = guests.create()
    match = lobby.join(linked(ann).public_id, found)
    play.resign(match.public_id, found.pk)
    return found


@pytest.fixture
def joining(guest: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let the guest join Ben's match, done only once the shortening of the stay waits for him.

    Return what came of both, until when the match may last, and until when the guest may stay.
    """
    other, extend, met = linked(ben), stays.extend, Barrier(2)

    def late(locked: LockedMatch) -> None:
        extend(locked)
        met.wait(PATIENCE)
        wait_for_the_other()

    def shorten() -> int:
        met.wait(PATIENCE)
        return stays.shorten()

    def both() -> tuple[list[Any], datetime | None, datetime | None]:
        monkeypatch.setattr(stays, "extend", late)
        joined, shortened = at_once(partial(lobby.join, other.public_id, guest), shorten)
        assert isinstance(joined, Match), joined
        return shortened, now(other).last_moment, User.objects.get(pk=guest.pk).guest_until

    return both


def test_without_the_lock_a_guest_has_to_go_whose_match_has_just_begun(
    joining: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stays, "_hold", lambda *_: True)
    shortened, last, until = joining()
    assert shortened == 1
    assert until < timezone.now() + guests.DAY < last - timedelta(days=9)


def test_with_the_lock_the_guest_stays_as_long_as_the_match(joining: Any) -> None:
    shortened, last, until = joining()
    assert (shortened, until) == (0, last)


def test_two_sweeps_at_once_shorten_a_stay_once(guest: User) -> None:
    moment = timezone.now()
    found = at_once(*[partial(stays.shorten, moment)] * 2)
    assert sorted(found) == [0, 1]
    assert User.objects.get(pk=guest.pk).guest_until == moment + guests.DAY


# --- Who gives up -----------------------------------------------------------------------------------------------------


@pytest.fixture
def unmoved(ann: User) -> tuple[Match, User]:
    """A match by link in which a guest is to move first, and the guest."""
    guest = guests.create()
    terms = lobby.Terms("en-garde", {"starter": "right"}, pace_days=3, seat=0, audience="link")
    match = lobby.invite(ann, terms).match
    lobby.join(match.public_id, guest)
    return now(match), guest


def giving_up(match: Match, guest: User) -> list[Any]:
    """Return a guest resigns on a page that said that nothing is lost, and moves on another one."""
    moving = partial(answer, match, guest, first_move(match, guest), seat(match, guest).serial)
    return at_once(partial(play.resign, match.public_id, guest.pk, unlost=True), moving)


def test_who_resigns_and_moves_at_once_has_moved_or_lost_nothing(unmoved: tuple[Match, User], with_lock: None) -> None:
    match, guest = unmoved
    found = outcomes(giving_up(match, guest))
    assert (found, texts(match)[-1]) in ((["GameOver", "NoneType"], "!void"), (["Receipt", "Stale"], texts(match)[0]))
    assert Invitation.objects.filter(again_of=match).count() == (found == ["GameOver", "NoneType"])


def test_without_the_lock_the_log_holds_one_of_both_by_a_constraint_alone(
    unmoved: tuple[Match, User], without_lock: None
) -> None:
    assert "IntegrityError" in outcomes(giving_up(*unmoved))


# --- How often a link deals -------------------------------------------------------------------------------------------


@pytest.fixture
def both_unmoved(ann: User) -> tuple[Match, list[User]]:
    """Return a match of three by link. Two guests have joined it, and neither has moved."""
    match = lobby.invite(ann, lobby.Terms(AUCTION, {}, pace_days=3, audience="link")).match
    came = [guests.create() for _ in range(2)]
    for guest in came:
        lobby.join(match.public_id, guest)
    return now(match), came


def both_giving_up(match: Match, came: list[User]) -> list[str]:
    return outcomes(at_once(*[partial(play.resign, match.public_id, guest.pk) for guest in came]))


def test_of_two_guests_who_resign_at_once_one_makes_the_link_deal_again(
    both_unmoved: tuple[Match, list[User]], with_lock: None
) -> None:
    match, _ = both_unmoved
    assert both_giving_up(*both_unmoved) == ["GameOver", "NoneType"]
    assert [found.resting for found in Invitation.objects.filter(again_of=match)] == [False]


def test_without_the_lock_only_a_constraint_keeps_them_from_doing_it_twice(
    both_unmoved: tuple[Match, list[User]], without_lock: None
) -> None:
    assert "IntegrityError" in both_giving_up(*both_unmoved)


def test_who_joins_while_a_link_is_offered_again_sits_or_finds_that_it_rests(ann: User, ben: User) -> None:
    match = linked(ann)
    Invitation.objects.filter(match=match).update(resting=True)
    come, offer = partial(lobby.join, match.public_id, ben), partial(lobby.offer_again, match.public_id, ann)
    joined, offered = at_once(come, offer)
    found = Invitation.objects.get(match=match)
    assert (type(joined).__name__, type(offered).__name__, found.state, found.resting) in [
        ("Match", "NoneType", "begun", False),
        ("LobbyError", "NoneType", "waits", False),
    ]
