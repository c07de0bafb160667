"""What features say of a match to programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from accounts.models import User
from games.core.models import Match, Seat
from games.core.seams import match_shape
from games.core.seams.seam import BadFeature, Seam
from tests.games.core.seams.hooks import Failed, fail
from tests.games.programs import Program, program

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """No feature says anything but those of the test."""
    monkeypatch.setattr(match_shape, "FIELDS", Seam[Any](match_shape.FIELDS.name))


@pytest.fixture
def asking(ann: User) -> Program:
    return program(ann)


def test_a_program_is_told_what_a_feature_has_found(match: Match, asking: Program) -> None:
    told = list[object]()

    def find(found: Match, seats: Sequence[Seat]) -> list[object]:
        told.append((found, [seat.user.username for seat in seats]))
        return []

    match_shape.register("ratings", find)
    assert asking.get(f"/api/v1/matches/{match.public_id}/").json()["ratings"] == []
    assert told == [(match, ["Ann", "Ben"])]


def test_one_that_fails_is_an_error_and_no_answer_that_lacks_something(match: Match, asking: Program) -> None:
    match_shape.register("ratings", fail)
    with pytest.raises(Failed):
        asking.get(f"/api/v1/matches/{match.public_id}/")


def test_a_field_is_filled_in_once() -> None:
    match_shape.register("ratings", fail)
    with pytest.raises(BadFeature, match=r"^it registers “ratings” with the shape of a match, where this name"):
        match_shape.register("ratings", fail)
