"""Matches begun at noon."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine

from accounts.models import User
from games.models import Match
from tests.games.tables import AUCTION, begin

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.fixture
def noon() -> Iterator[time_machine.Traveller]:
    """Time stands still at NOON until the test moves it."""
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def match(ann: User, ben: User, noon: time_machine.Traveller) -> Match:
    """En Garde, begun at NOON, Ann to move: three days a move."""
    return begin(ann, ben)


@pytest.fixture
def auction(ann: User, ben: User, cat: User, noon: time_machine.Traveller) -> Match:
    """A sealed auction of three, begun at NOON; Ann may look at the first lot."""
    return begin(ann, ben, cat, game=AUCTION, public_id="auction001")
