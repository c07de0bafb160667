"""The sweep of deeds beside another, a moderator and one who leaves: first without what decides it, then with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Barrier, Event, Thread
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet

from accounts.database import claims
from accounts.models import User
from games.core.models import Match
from games.core.services import leaving
from games.deeds import services as awards
from games.deeds.models import Award
from games.ratings import services as ratings
from tests.games import tables
from tests.games.concurrency.test_matches import PATIENCE, at_once, wait_for_the_other
from tests.games.rows.doors_awards import won

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def unclaimed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both sweeps are at work."""
    monkeypatch.setattr(claims, "claim", lambda _: True)


@pytest.fixture
def unheld(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody holds a row."""
    monkeypatch.setattr(QuerySet, "select_for_update", lambda rows, **_: rows.all())


def firsts() -> list[str]:
    return list(Award.objects.values_list("match__public_id", flat=True))


# --- Two sweeps -----------------------------------------------------------------------------------------------------


@pytest.fixture
def one_each(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two matches that Ann has won; each sweep finds another one, and both find them before either goes on."""
    found = iter([won(ann, ben, "later00001", 1), won(ann, ben, "first00001")])
    real, met = awards._seats, Barrier(2)

    def seats(matches: Any) -> Any:
        met.wait(PATIENCE)
        return real(matches)

    monkeypatch.setattr(awards, "_due", lambda: Match.objects.filter(pk=next(found).pk))
    monkeypatch.setattr(awards, "_seats", seats)


def in_wrong_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let both look at what is noted before either writes, and the later match write last."""
    real, met, written = awards._save, Barrier(2), Event()

    def save(found: list[Award]) -> None:
        met.wait(PATIENCE)
        if found[0].match.public_id == "later00001":
            written.wait(PATIENCE)
        real(found)

    def committed() -> awards.Noted:
        try:
            return note()
        finally:
            connection.close()
            written.set()

    note = awards.award_deeds
    monkeypatch.setattr(awards, "_save", save)
    monkeypatch.setattr(awards, "award_deeds", committed)


def test_without_the_hold_on_players_the_later_match_may_be_written_over_the_first(
    unclaimed: None, unheld: None, one_each: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_wrong_order(monkeypatch)
    assert at_once(awards.award_deeds, awards.award_deeds) == [(1, {}), (1, {})]
    assert firsts() == ["later00001"]


def test_with_it_the_first_stays(unclaimed: None, one_each: None) -> None:
    assert at_once(awards.award_deeds, awards.award_deeds) == [(1, {}), (1, {})]
    assert firsts() == ["first00001"]


def test_with_the_claim_the_second_leaves_the_work_to_the_first(
    ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    won(ann, ben, "first00001")
    real, found = awards._save, []

    def save(noted: list[Award]) -> None:
        found.extend(at_once(awards.award_deeds, awards.note_due))
        real(noted)

    monkeypatch.setattr(awards, "_save", save)
    assert awards.note_due() == 1
    assert (list(map(repr, found)), firsts()) == (["AwardsBusy()", "0"], ["first00001"])


# --- A sweep, and somebody who changes what it looks at -------------------------------------------------------------


@contextmanager
def meanwhile(act: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bool]]:
    """Do something just before a sweep writes; yield whether it came through before the sweep committed."""
    real, came_through = awards._save, list[bool]()

    def alone() -> None:
        try:
            act()
        finally:
            connection.close()

    other = Thread(target=alone)

    def save(noted: list[Award]) -> None:
        other.start()
        wait_for_the_other(lambda: not other.is_alive())
        came_through.append(not other.is_alive())
        real(noted)

    monkeypatch.setattr(awards, "_save", save)
    yield came_through
    other.join(PATIENCE)
    monkeypatch.setattr(awards, "_save", real)


def test_without_a_hold_who_leaves_in_the_meantime_has_a_deed_for_good(
    unheld: None, ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    won(ann, ben, "first00001")
    with meanwhile(lambda: leaving.close_account(ann), monkeypatch) as came_through:
        awards.award_deeds()
    assert (came_through, firsts()) == ([True], ["first00001"])


def test_with_it_nothing_is_left_of_who_leaves(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    won(ann, ben, "first00001")
    with meanwhile(lambda: leaving.close_account(ann), monkeypatch) as came_through:
        awards.award_deeds()
    assert (came_through, firsts()) == ([False], [])
    assert User.objects.get(pk=ann.pk).left is not None


def strike() -> None:
    ratings.strike("first00001", "One person played both sides.")


def test_without_a_hold_one_that_is_struck_in_the_meantime_keeps_its_deeds(
    unheld: None, ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = won(ann, ben, "first00001")
    with meanwhile(strike, monkeypatch) as came_through:
        awards.award_deeds()
    awards.note_due()
    assert (came_through, tables.now(match).struck != "", firsts()) == ([True], True, ["first00001"])


def test_with_it_they_are_taken_back(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    won(ann, ben, "first00001")
    with meanwhile(strike, monkeypatch) as came_through:
        awards.award_deeds()
    awards.note_due()
    assert (came_through, firsts()) == ([False], [])
