"""What each player has left, as another may know it."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games.core.reading import times
from tests.games.tables import answer, begin, first_move, seat

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def test_of_who_has_sealed_the_total_is_told_that_it_had_as_it_was_asked(
    ann: User, ben: User, noon: time_machine.Traveller
) -> None:
    match = begin(ann, ben, game="fantasy-dice-battles")
    noon.shift(DAY)
    for user, army in ((ann, "realm_a"), (ben, "horde_a")):
        answer(match, user, f"army {army}; ready")
    asked = seat(match, ann).total_left
    assert asked == match.clock.total - DAY
    noon.shift(2 * DAY)
    answer(match, ann, first_move(match, ann))
    sealed = seat(match, ann)
    assert (sealed.total_left, sealed.answered_ply in seat(match, ben).blind) == (asked - 2 * DAY, True)
    assert times.left_with(match, sealed, seat(match, ben), (), None).total == asked
    assert times.left_with(match, sealed, sealed, (), None).total == asked - 2 * DAY
