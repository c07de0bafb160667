"""What a player is shown beside the board of a rematch that the other player offers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from accounts.models import User
from games.core.clock.terms import Chosen
from games.core.models import Match
from games.core.services import play
from games.rematch import services as rematch
from tests.games.browsing import signed_in, told
from tests.games.tables import begin, now

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(ann: User, ben: User) -> Match:
    match = begin(ann, ben)
    play.resign(match.public_id, ann.pk)
    return now(match)


def test_a_rematch_on_the_same_terms_is_accepted_beside_the_board(over: Match, ann: User, ben: User) -> None:
    rematch.rematch(over.public_id, ben)
    assert "Accept Ben’s rematch" in told(signed_in(ann).get(over.get_absolute_url()))


@pytest.mark.parametrize("change", [{"vacations": False}, {"absence": "loss"}, {"pace_days": 1}])
def test_one_with_another_clock_has_to_be_looked_at_first(
    over: Match, ann: User, ben: User, change: dict[str, Any]
) -> None:
    offered = rematch.rematch(over.public_id, ben, clock=replace(Chosen.of(over), **change))
    page = told(signed_in(ann).get(over.get_absolute_url()))
    assert "Accept Ben’s rematch" not in page
    assert "Ben offers a different clock." in page
    assert (
        f'<a class="button" id="rematch" href="{offered.invitation.get_absolute_url()}">Look at the rematch</a>' in page
    )
