"""A guest's matches are taken into accounts while something else happens to them."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games.core.models import Entry, Match
from games.core.services import leaving
from games.guests import merging, services as forgotten
from games.lobby import services as lobby
from tests.games.concurrency.test_matches import PATIENCE, Job, at_once, no_broker, outcomes, wait_for_the_other
from tests.games.tables import answer, first_move, now, seat, texts

__all__ = ["no_broker"]  # fixtures
pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def guest(db: None) -> User:
    return guests.create()


@pytest.fixture
def match(ann: User, guest: User) -> Match:
    """A match by link in which the guest is to move first."""
    terms = lobby.Terms("en-garde", {"starter": "right"}, pace_days=3, seat=0, audience="link")
    made = lobby.invite(ann, terms).match
    lobby.join(made.public_id, guest)
    return now(made)


@pytest.fixture
def both_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two look at what they would take before either writes."""
    look, met = merging.look, Barrier(2)

    def late(*who: User) -> Any:
        found = look(*who)
        met.wait(PATIENCE)
        return found

    monkeypatch.setattr(merging, "look", late)


@pytest.fixture
def one_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes first to take matches holds them until the other one waits for them, or has moved before."""
    look, came = merging.look, iter([partial(wait_for_the_other, lambda: Entry.objects.filter(seat=1).exists())])

    def late(*who: User) -> Any:
        found = look(*who)
        next(came, lambda: None)()
        return found

    monkeypatch.setattr(merging, "look", late)


def taken(guest: User, *accounts: User) -> list[str]:
    return outcomes(at_once(*[partial(merging.merge, guest.pk, account) for account in accounts]))


def test_of_two_accounts_one_gets_the_matches(match: Match, guest: User, ben: User, cat: User, one_waits: None) -> None:
    assert taken(guest, ben, cat) == ["CannotMerge", "list"]
    assert [each.user_id for each in match.seats.all()].count(guest.pk) == 0
    assert sorted(each.user.username for each in match.seats.all()) in (["Ann", "Ben"], ["Ann", "Cat"])


def test_taking_twice_at_once_takes_once(match: Match, guest: User, cat: User, one_waits: None) -> None:
    assert taken(guest, cat, cat) == ["CannotMerge", "list"]
    assert seat(match, cat).number == 1


def test_without_the_locks_both_accounts_believe_that_they_have_them(
    match: Match, guest: User, ben: User, cat: User, both_look: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(merging.leaving, "hold_users", lambda ids: User.objects.in_bulk(ids))
    monkeypatch.setattr(merging.LockedMatch, "lock_each", lambda *_, **__: [])
    monkeypatch.setattr(merging, "_require_held", lambda *_: None)
    assert taken(guest, ben, cat) == ["list", "list"]


def test_a_move_at_the_same_time_is_made_or_is_not_the_guests_any_more(
    match: Match, guest: User, cat: User, one_waits: None
) -> None:
    text, serial = first_move(match, guest), seat(match, guest).serial
    found = outcomes(at_once(partial(merging.merge, guest.pk, cat), partial(answer, match, guest, text, serial)))
    assert (found, texts(match)) in [(["NotYours", "list"], []), (["Receipt", "list"], [text])]
    assert seat(match, cat).number == 1


@pytest.fixture
def closing(match: Match, guest: User, cat: User, monkeypatch: pytest.MonkeyPatch) -> Job:
    """The guest's time is over, and the sweep closes the guest just as an account takes the matches."""
    met, hold = Barrier(2), merging._hold
    User.objects.filter(pk=guest.pk).update(guest_until=timezone.now() - timedelta(days=8))

    def late(*ids: int) -> Any:
        """Return matches are locked here, users are not yet."""
        met.wait(PATIENCE)
        wait_for_the_other()
        return hold(*ids)

    def close() -> int:
        met.wait(PATIENCE)
        return forgotten.close_forgotten()

    monkeypatch.setattr(merging, "_hold", late)
    return lambda: at_once(partial(merging.merge, guest.pk, cat), close)


def test_without_holding_matches_first_who_closes_a_guest_and_who_takes_the_matches_run_into_each_other(
    closing: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaving, "hold_matches", lambda _: None)
    assert "OperationalError" in outcomes(closing())


def test_matches_that_an_account_takes_go_on_although_the_guest_is_closed_in_the_meantime(
    closing: Job, match: Match, cat: User
) -> None:
    assert outcomes(closing()) == ["int", "list"]
    assert (now(match).status, seat(match, cat).number) == ("playing", 1)
