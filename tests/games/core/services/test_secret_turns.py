"""Of each turn it is noted whether others may know that it is owed."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps

from accounts.models import User
from games.core.models import Match
from games.offers import undo
from games.substitutes import services as substitutes
from tests.games.tables import answer, now
from tests.parts.cast import person

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
    undo.go_back(auction.public_id, 1, "Ben misread the page.")
    assert secret(auction) == {"Ann": True, "Ben": True, "Cat": True}


def sealed(match: Match) -> tuple[int, int]:
    """Return how many of the newest entries may be sealed, and the number of the newest that all know of."""
    match = now(match)
    return match.sealed, match.told.counted(match.ply)


def test_sealed_entries_are_counted_until_everybody_sees_another_one(
    auction: Match, ann: User, ben: User, cat: User
) -> None:
    found = []
    for user, text in ((ann, "pass"), (ann, "bid 0; on odd; seal"), (ben, "bid 1; on odd; seal")):
        answer(auction, user, text)
        found.append(sealed(auction))
    answer(auction, cat, "bid 2; on odd; seal")
    found.append(sealed(auction))
    assert found == [(0, 1), (1, 1), (2, 1), (0, 2)]


def test_what_is_sealed_stays_so_while_seats_change_hands(auction: Match, ann: User, ben: User, cat: User) -> None:
    dan, eva = person("Dan"), person("Eva")
    answer(auction, ann, "pass")
    found = []
    for number, who, former in ((2, dan, cat), (1, eva, ben)):
        substitutes.replace(auction.public_id, number, "As asked.", who.username)
        found.append(sealed(auction))
        if former == cat:
            answer(auction, ben, "bid 1; on odd; seal")
            found.append(sealed(auction))
    assert found == [(0, 2), (1, 2), (2, 3)]
    for user, coins in ((ann, 2), (dan, 3)):
        answer(auction, user, f"bid {coins}; on odd; seal")
        found.append(sealed(auction))
    assert found[3:] == [(3, 3), (0, 4)]


def test_going_back_undoes_what_is_sealed(auction: Match, ann: User, ben: User) -> None:
    answer(auction, ann, "pass")
    answer(auction, ben, "bid 1; on odd; seal")
    undo.go_back(auction.public_id, 0, "Ann misread the page.")
    assert sealed(auction) == (0, 2)


@pytest.mark.parametrize("seals", [True, False])
def test_what_an_older_release_forgot_at_a_hand_over_is_counted_again(
    seals: bool, auction: Match, ann: User, ben: User
) -> None:
    answer(auction, ann, "pass")
    if seals:
        answer(auction, ben, "bid 1; on odd; seal")
    substitutes.replace(auction.public_id, 2, "As asked.", person("Dan").username)
    Match.objects.update(sealed=0)
    import_module("games.migrations.0063_sealed_before_hand_overs").count(apps, None)
    assert sealed(auction) == ((2, 2) if seals else (0, 2))
