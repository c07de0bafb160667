"""What goes on for a player after a match that never began, as features say."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.core.models import Match
from games.core.seams import unbegun
from games.core.seams.seam import BadFeature
from games.core.seams.unbegun import Anew
from tests.games.core.seams.hooks import fail
from tests.games.tables import now, seat
from tests.parts import features

pytestmark = pytest.mark.django_db
FIRST, SECOND = Anew("/first/", "The first"), Anew("/second/", "The second")


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """No feature is there but those of the test."""
    for one in (unbegun.UNBEGUN, unbegun.ANEW):
        monkeypatch.setattr(one, "registered", {})


def test_features_are_asked_in_the_order_that_is_written_down() -> None:
    assert [name for name, _ in unbegun.UNBEGUN] == ["lobby", *features.items("UNBEGUN")]
    assert [name for name, _ in unbegun.ANEW] == ["lobby", *features.items("ANEW")]


@pytest.mark.usefixtures("bare")
def test_the_first_feature_with_an_answer_gives_it_and_no_other_is_asked(match: Match, ann: User) -> None:
    unbegun.register("nothing", fail, goes_on=lambda *_: None)
    unbegun.register("silent", fail)
    unbegun.register("first", fail, goes_on=lambda *_: FIRST)
    unbegun.register("second", fail, goes_on=fail)
    Match.objects.update(status="void")
    assert unbegun.anew(now(match), seat(match, ann)) == FIRST


@pytest.mark.usefixtures("bare")
def test_nobody_is_asked_about_a_match_that_is_not_void(match: Match, ann: User) -> None:
    unbegun.register("first", fail, goes_on=fail)
    assert unbegun.anew(match, seat(match, ann)) is None


@pytest.mark.usefixtures("bare")
def test_a_name_is_registered_once() -> None:
    unbegun.register("first", fail)
    with pytest.raises(BadFeature, match="“first” with a match that never began"):
        unbegun.register("first", fail)
