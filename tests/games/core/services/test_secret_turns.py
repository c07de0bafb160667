"""Of each turn it is noted whether others may know that it is owed."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.core.models import Match
from games.offers import undo
from tests.games.tables import answer, now

pytestmark = pytest.mark.django_db


def secret(match: Match) -> dict[str, bool]:
    """Return, by its player, whether each turn is noted as one that nobody else may know of."""
    return dict(match.turns.values_list("user__username", "secret"))


def test_of_each_turn_it_is_noted_whether_others_may_know_of_it(
    auction: Match, ann: User, ben: User, cat: User
) -> None:
    assert secret(auction) == {"Ann": False}
    answer(auction, ann, "pass")
    assert secret(auction) == {"Ann": True, "Ben": True, "Cat": True}
    for coins, user in enumerate((ann, ben, cat)):
        answer(auction, user, f"bid {coins}; on odd; seal")
    assert secret(auction) == {"Ann": False, "Ben": False}
    undo.go_back(auction.public_id, 2, "Ben misread the page.")
    assert secret(auction) == {"Ben": True, "Cat": True}


def test_sealed_entries_are_counted_until_everybody_sees_another_one(
    auction: Match, ann: User, ben: User, cat: User
) -> None:
    found = []
    for user, text in ((ann, "pass"), (ann, "bid 0; on odd; seal"), (ben, "bid 1; on odd; seal")):
        answer(auction, user, text)
        found.append((now(auction).sealed, now(auction).seen_ply))
    answer(auction, cat, "bid 2; on odd; seal")
    found.append((now(auction).sealed, now(auction).seen_ply))
    assert found == [(0, 1), (1, 1), (2, 1), (0, 4)]
