"""What the rated matches between two look like."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.core.models import Match, Seat, Substitution
from games.likeness import played
from games.likeness.played import Rivalry
from tests.games.tables import finished

pytestmark = pytest.mark.django_db


def duels(user: User, other: User, outcomes: str, *, ply: int = 40, reason: str = "points", rated: bool = True) -> None:
    """Write matches of two: W for each that the user won, L for each that was lost, D for each without a winner."""
    words = {"W": ("won", "lost"), "L": ("lost", "won"), "D": ("level", "level")}
    for letter in outcomes:
        finished(user, other, [1])
        match = Match.objects.latest("pk")
        Match.objects.filter(pk=match.pk).update(rated=rated, ply=ply, result={"reason": reason})
        for each, outcome in zip((user, other), words[letter], strict=True):
            Seat.objects.filter(match=match, user=each).update(outcome=outcome)


def test_the_share_of_each_is_told(ann: User, ben: User, cat: User) -> None:
    duels(ann, ben, "WWLWW")
    duels(cat, ben, "WWWLL")
    found = played.rivalries(ann.pk)
    assert found == {ben.pk: Rivalry(5, mine=5, theirs=10, decided=5, changes=2, i_gave_up=0, they_gave_up=0)}
    assert found[ben.pk].is_main
    assert not found[ben.pk].is_traded


def test_few_matches_unrated_ones_and_those_with_a_substitute_say_nothing(ann: User, ben: User, cat: User) -> None:
    duels(ann, ben, "WWWW")
    duels(ann, ben, "WWWW", rated=False)
    assert played.rivalries(ann.pk) == {}
    duels(ann, ben, "W")
    assert list(played.rivalries(ann.pk)) == [ben.pk]
    Substitution.objects.create(match=Match.objects.latest("pk"), seat=1, ply=3, former=cat, user=ben)
    assert played.rivalries(ann.pk) == {}


@pytest.mark.parametrize(
    ("outcomes", "traded"),
    [("WLWLWLWL", True), ("WLDWLWLDWL", True), ("WLWLWLWWL", True), ("WLWLWLW", False), ("WLWLWWLLWL", False)],
)
def test_wins_by_turns_are_noticed_from_eight_matches_on(ann: User, ben: User, outcomes: str, traded: bool) -> None:
    duels(ann, ben, outcomes)
    assert played.rivalries(ann.pk)[ben.pk].is_traded is traded
    assert played.rivalries(ben.pk)[ann.pk].is_traded is traded


def test_matches_given_up_soon_are_counted_by_loser(ann: User, ben: User) -> None:
    duels(ann, ben, "WWWW", ply=played.SOON, reason="resignation")
    duels(ann, ben, "WL", ply=played.SOON + 1, reason="resignation")
    duels(ann, ben, "W", ply=3)
    found = played.rivalries(ann.pk)[ben.pk]
    assert (found.i_gave_up, found.they_gave_up) == (0, 4)
    assert found.is_given(found.they_gave_up)
    mirrored = played.rivalries(ben.pk)[ann.pk]
    assert (mirrored.i_gave_up, mirrored.they_gave_up) == (4, 0)
    duels(ann, ben, "WWW")
    found = played.rivalries(ann.pk)[ben.pk]
    assert not found.is_given(found.they_gave_up)  # less than half of them


def test_what_is_read_is_bounded(ann: User, ben: User, cat: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(played, "MOST_MATCHES", 6)
    monkeypatch.setattr(played, "MOST_OPPONENTS", 1)
    duels(ann, cat, "WWWWW")
    duels(ann, ben, "WWWWW")
    assert played.rivalries(ann.pk) == {
        ben.pk: Rivalry(5, mine=6, theirs=5, decided=5, changes=0, i_gave_up=0, they_gave_up=0)
    }
