"""Two moderators who have no part in any match."""

import pytest

from accounts.models import User
from tests.games.measures.scenes import moderator


@pytest.fixture
def max_(db: None) -> User:
    return moderator("Max")


@pytest.fixture
def mia(db: None) -> User:
    return moderator("Mia")
