"""A seat handed over by a moderator."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.core.models import Match, Ruling
from tests.games.admin.test_moderator import moderator  # noqa: F401  the fixture
from tests.games.tables import texts

pytestmark = pytest.mark.django_db


def hand_over(client: Client, match: Match, **given: str) -> int:
    form = {"seat": "0", "name": "Cat", "reason": "Ann is ill.", "confirm": "on", **given}
    return client.post(reverse("admin:games_match_substitute", args=[match.pk]), form).status_code


def test_a_moderator_hands_a_seat_over(moderator: Client, match: Match, ann: User, cat: User) -> None:  # noqa: F811
    page = moderator.get(reverse("admin:games_match_change", args=[match.pk])).text
    assert "Hand over a seat" in page
    assert hand_over(moderator, match) == 302
    assert (texts(match), Ruling.objects.get().reason) == (["!substitute 0"], "Ann is ill.")
    history = moderator.get(reverse("admin:games_match_history", args=[match.pk])).text
    assert "handed a seat over to Cat: “Ann is ill.”" in history


def test_who_cannot_take_it_is_named_to_the_moderator(moderator: Client, match: Match, ben: User) -> None:  # noqa: F811
    assert hand_over(moderator, match, name="Ben") == 422
    assert hand_over(moderator, match, reason="") == 422
    assert texts(match) == []
