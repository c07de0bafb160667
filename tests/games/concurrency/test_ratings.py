"""Two who tally the same matches at once: first without the claim that decides it, then with it."""

from __future__ import annotations

from functools import partial
from threading import Barrier

import pytest

from accounts.database import claims
from accounts.models import User
from games.ratings import services as ratings
from games.ratings.models import Rating, RatingChange
from tests.games.concurrency.test_matches import PATIENCE, at_once
from tests.games.conftest import NOON
from tests.games.ratings.test_services import agree, rows

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

TALLY = partial(ratings.tally, "en-garde")


@pytest.fixture
def met(monkeypatch: pytest.MonkeyPatch) -> Barrier:
    """Both have read what is due before either writes."""
    real, met = ratings._note, Barrier(2)

    def note(*given: object) -> None:
        met.wait(PATIENCE)
        real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(ratings, "_note", note)
    return met


def test_without_the_claim_both_tally_one_match(
    ann: User, ben: User, met: Barrier, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows(ann, ben, NOON)
    monkeypatch.setattr(claims, "claim", lambda _: True)
    found = at_once(TALLY, TALLY)
    assert sorted(map(str, map(type, found))) == ["<class 'django.db.utils.IntegrityError'>", "<class 'int'>"]


def test_with_the_claim_one_tallies_and_the_other_leaves_it_to_him(
    ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second one asks while the first one has claimed the work and not yet written."""
    rows(ann, ben, NOON)
    real, found = ratings._note, []

    def note(*given: object) -> None:
        found.extend(at_once(TALLY, partial(ratings.tally, "field-of-glory")))
        real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(ratings, "_note", note)
    assert (TALLY(), found) == (1, [0, 0])
    assert (Rating.objects.count(), RatingChange.objects.count()) == (2, 2)
    agree()
    assert TALLY() == 0


def test_a_claim_ends_with_its_transaction(ann: User, ben: User) -> None:
    rows(ann, ben, NOON)
    assert [TALLY(), TALLY()] == [1, 0]
    assert at_once(partial(ratings.rebuild, "en-garde")) == [1]
