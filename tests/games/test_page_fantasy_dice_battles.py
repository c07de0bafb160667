"""The match page of Fantasy Dice Battles: what it asks of the database."""

from __future__ import annotations

import pytest

from accounts.models import User
from games import play
from tests.games.tables import answer, begin, play_on
from tests.games.test_page_field_of_glory import queries

pytestmark = pytest.mark.django_db


def test_the_page_takes_seven_queries_while_armies_are_chosen_and_orders_given(ann: User, ben: User) -> None:
    match = begin(ann, ben, game="fantasy-dice-battles")
    assert [queries(user, match) for user in (ann, ben)] == [7, 7]
    answer(match, ann, "army realm_a; ready")
    assert [queries(user, match) for user in (ann, ben)] == [7, 7]
    play_on(match, 4)
    assert [queries(user, match) for user in (ann, ben)] == [7, 7]


def test_the_page_takes_nine_queries_when_the_match_is_over(ann: User, ben: User) -> None:
    match = play_on(begin(ann, ben, game="fantasy-dice-battles"), 4)
    play.resign(match.public_id, ann.pk)
    assert [queries(user, match) for user in (ann, ben)] == [9, 9]
