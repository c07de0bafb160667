"""Two at once for one seat: each race first without the lock that decides it, then with it."""

from __future__ import annotations

from functools import partial

import pytest

from accounts.models import User
from games.core.models import Match, Seat, Substitution
from games.substitutes import services as substitutes
from tests.games.concurrency.test_matches import (  # noqa: F401  the fixtures
    at_once,
    duel,
    no_broker,
    outcomes,
    submitting,
    with_lock,
    without_lock,
)
from tests.games.rows.doors_substitutes import seek
from tests.games.tables import texts
from tests.parts.cast import person

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def sought(duel: Match, ann: User) -> Match:  # noqa: F811
    """A match in which somebody is sought for the seat of Ann, whose turn it is."""
    seek(duel, ann)
    return duel


def taking(match: Match, user: User) -> partial[Match]:
    return partial(substitutes.take_seat, match.public_id, user)


def test_without_the_lock_two_take_one_seat_and_run_into_each_other(
    sought: Match, cat: User, request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue("without_lock")
    found = at_once(taking(sought, cat), taking(sought, person("Dan")))
    assert outcomes(found) == ["IntegrityError", "Match"]  # only the constraint has kept the log whole


def test_of_two_who_take_a_seat_one_gets_it(sought: Match, cat: User, request: pytest.FixtureRequest) -> None:
    dan = person("Dan")
    request.getfixturevalue("with_lock")
    found = at_once(taking(sought, cat), taking(sought, dan))
    assert outcomes(found) == ["Match", "NoSubstitute"]
    assert (texts(sought), Substitution.objects.count()) == (["!substitute 0"], 1)


def test_without_the_lock_a_seat_is_taken_while_its_player_moves(
    sought: Match, ann: User, cat: User, request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue("without_lock")
    found = at_once(taking(sought, cat), submitting(sought, ann, "F3"))
    assert "IntegrityError" in outcomes(found)


def test_of_a_player_who_is_back_and_a_substitute_the_first_one_counts(
    sought: Match, ann: User, cat: User, request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue("with_lock")
    found = at_once(taking(sought, cat), submitting(sought, ann, "F3"))
    assert (outcomes(found), texts(sought)) in [
        (["Match", "NotYours"], ["!substitute 0"]),
        (["NoSubstitute", "Receipt"], ["F3"]),
    ]
    assert Seat.objects.get(match=sought, number=0).user == (cat if texts(sought) == ["!substitute 0"] else ann)
