"""That the dump links no two matches of somebody who has left, not even those of a pair."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from accounts.models import User
from games.core.services import leaving, play
from games.lobby import services as lobby
from games.rules import verify
from tests.games.core.services.test_pairs import SHARES, both, invited
from tests.games.ratings.test_dump import recorded, written

pytestmark = pytest.mark.django_db


def test_by_no_column_are_the_two_matches_of_a_pair_put_together_once_somebody_has_left(
    ann: User, ben: User, noon: Any
) -> None:
    match = invited(ann)
    lobby.join(match.public_id, ben, SHARES[1])
    for each in both(match):
        play.resign(each.public_id, ben.pk)
    lines = written()
    assert _shared(*lines) > set()  # the shares of both, for one
    leaving.close_account(ben)
    lines = written()
    assert [line["pair"] for line in lines] == [None, None]
    assert [line["record"] is None for line in lines] == [False, True]
    assert _shared(*lines) == set()
    verify.check(recorded(lines[0]))


def _shared(one: dict[str, Any], other: dict[str, Any]) -> set[str]:
    """Return the texts in two lines, of eight signs or more, that might lead from one to the other."""
    mine, theirs = ({each for each in _texts(line) if len(each) >= 8} for line in (one, other))
    common = {"en-garde", "fantasy-dice-battles", *(line["ended"] for line in (one, other))}
    return {each for each in mine if any(each in text for text in theirs)} - common


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in parts:
        yield from _texts(part)
