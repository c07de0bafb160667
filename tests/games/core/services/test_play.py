"""A move sent again: what was answered already is found again."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.core.models import Match
from games.core.services.play import Receipt
from tests.games.tables import answer, seat

pytestmark = pytest.mark.django_db


def test_a_repeat_of_a_text_that_was_entered_before_is_that_of_the_later_entry(
    match: Match, ann: User, ben: User
) -> None:
    answer(match, ann, "F1")
    answer(match, ben, "F1")
    asked = seat(match, ann).serial
    assert answer(match, ann, "F1", asked) == Receipt(ply=3, repeated=False)
    assert answer(match, ann, "F1", asked) == Receipt(ply=3, repeated=True)
