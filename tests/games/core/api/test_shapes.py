"""What the API may answer is what the site has."""

from typing import Any, get_args

import pytest

from games.core.api import shapes
from games.core.clock.terms import PACES
from games.core.models import Match, Seat, TimeUp
from games.lobby.models import Invitation
from games.lobby.shapes import Audience
from games.ratings import counting


@pytest.mark.parametrize(
    ("words", "values"),
    [
        (shapes.Days, PACES),
        (shapes.Kind, Seat.Offer.values),
        (shapes.Remedy, TimeUp.Remedy.values),
        (shapes.Absence, Match.Absence.values),
        (shapes.Status, Match.Status.values),
        (shapes.Verdict, [each.value for each in counting.Verdict]),
        (Audience, Invitation.Audience.values),
    ],
)
def test_a_literal_has_the_values_of_its_column_in_their_order(words: Any, values: list[Any]) -> None:
    assert get_args(words) == tuple(values)
