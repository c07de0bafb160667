"""A rated match that a moderator does not let count, or lets count again."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.core.models import Match, Seat
from games.ratings import services as ratings
from games.ratings.models import Rating
from tests.games.admin.test_moderator import moderator  # noqa: F401  the fixture
from tests.games.ratings.test_services import won
from tests.games.tables import now

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(ann: User, ben: User) -> Match:
    match = won(ann, ben)
    ratings.tally("en-garde")
    return match


def strike(client: Client, match: Match, **given: str) -> int:
    form = {"reason": "One person played both sides.", "confirm": "on", **given}
    return client.post(reverse("admin:games_match_strike", args=[match.pk]), form).status_code


def test_a_moderator_has_a_match_not_count(moderator: Client, over: Match) -> None:  # noqa: F811
    change = reverse("admin:games_match_change", args=[over.pk])
    assert "Exclude from ratings" in moderator.get(change).text
    assert strike(moderator, over) == 302
    assert now(over).struck == "One person played both sides."
    assert "Exclude from ratings" not in moderator.get(change).text
    history = moderator.get(reverse("admin:games_match_history", args=[over.pk])).text
    assert "excluded the match from ratings: “One person played both sides.”" in history
    ratings.tally("en-garde")
    assert not Rating.objects.exists()
    assert strike(moderator, over) == 422  # once is enough


def unstrike(client: Client, match: Match, **given: str) -> int:
    form = {"reason": "I took one match for another.", "confirm": "on", **given}
    return client.post(reverse("admin:games_match_unstrike", args=[match.pk]), form).status_code


def test_a_slip_is_undone_and_the_match_counts_again(moderator: Client, over: Match) -> None:  # noqa: F811
    before = list(Rating.objects.order_by("user").values_list("user", "number", "matches"))
    change = reverse("admin:games_match_change", args=[over.pk])
    assert "Undo the exclusion" not in moderator.get(change).text
    strike(moderator, over)
    ratings.tally("en-garde")
    assert "Undo the exclusion from ratings" in moderator.get(change).text
    asking = moderator.get(reverse("admin:games_match_unstrike", args=[over.pk])).text
    assert "Only moderators will see it." in asking
    assert "The players will see it" not in asking
    assert unstrike(moderator, over) == 302
    assert now(over).struck == ""
    ratings.tally("en-garde")
    assert list(Rating.objects.order_by("user").values_list("user", "number", "matches")) == before
    history = moderator.get(reverse("admin:games_match_history", args=[over.pk])).text
    assert "undid the exclusion from ratings: “I took one match for another.”" in history
    assert "Exclude from ratings" in moderator.get(change).text
    assert unstrike(moderator, over) == 422  # nothing is left to undo


def test_an_undo_needs_a_reason_and_no_seat(moderator: Client, over: Match, ben: User) -> None:  # noqa: F811
    strike(moderator, over)
    assert unstrike(moderator, over, reason=" ") == 422
    Seat.objects.filter(match=over, user=ben).update(user=User.objects.get(username="Max"))
    assert unstrike(moderator, over) == 403
    assert now(over).struck == "One person played both sides."


def test_a_reason_is_asked(moderator: Client, over: Match) -> None:  # noqa: F811
    assert strike(moderator, over, reason=" ") == 422
    assert now(over).struck == ""


def test_nobody_strikes_a_match_of_their_own(moderator: Client, over: Match, ben: User) -> None:  # noqa: F811
    Seat.objects.filter(match=over, user=ben).update(user=User.objects.get(username="Max"))
    assert strike(moderator, over) == 403
    assert now(over).struck == ""
